"""The wall clock, which may jump: for dates, names of files and hours of the day, never for
durations."""

from datetime import datetime, time
from typing import Final

HOURS: Final = r"((([01]\d|2[0-3]):[0-5]\d)-(([01]\d|2[0-3]):[0-5]\d))?"
"""`22:00-08:00`, or nothing."""


def wall_clock() -> datetime:
    """Now, where this machine stands."""
    return datetime.now().astimezone()


def is_within(hours: str, now: datetime) -> bool:
    """Whether `now` lies in the `HOURS`, which may reach over midnight; in none: never."""
    if not hours:
        return False
    start, end = (time.fromisoformat(part) for part in hours.split("-"))
    at = now.time()
    return start <= at < end if start <= end else at >= start or at < end
