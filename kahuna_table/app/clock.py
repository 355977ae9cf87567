"""The wall clock, which may jump: for dates and names of files, never for durations."""

from datetime import datetime


def wall_clock() -> datetime:
    """Now, where this machine stands."""
    return datetime.now().astimezone()
