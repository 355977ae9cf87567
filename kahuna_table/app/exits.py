"""The exit statuses of every command, as table scripts and sysexits.h name them."""

from typing import Final

OK: Final = 0
WRONG: Final = 1
"""Something that was to hold does not."""
UNUSABLE: Final = 64
"""A command, a file or a line that cannot be read (EX_USAGE)."""
UNAVAILABLE: Final = 69
"""No way to show the window, no board to ask at (EX_UNAVAILABLE)."""
TRY_AGAIN: Final = 75
"""Another process is in the way (EX_TEMPFAIL)."""
CONFIG: Final = 78
"""A wrong configuration (EX_CONFIG)."""
