"""Whole numbers as people write them, in a script or on the command line."""

from typing import Final

HIGHEST_SEED: Final = 10**12 - 1
"""The lowest is 0."""

_MAX_DIGITS: Final = 12


def read_whole(word: str, lowest: int, highest: int) -> int | None:
    """The number that the word spells, None for one out of the range and for anything else."""
    # int() also takes "1_0", " 1" and other alphabets' digits
    digits = word.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > _MAX_DIGITS:
        return None
    return int(word) if lowest <= int(word) <= highest else None
