"""What the host asks for first. The host reads this file too, to tell which firmware it brings."""

FIRMWARE = 1
"""Goes up with every change of these files that a table should get."""

PROTOCOL = 1
"""Goes up when an older host or firmware would misread the lines; see PROTOCOL.md."""
