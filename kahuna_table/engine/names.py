"""What a player may be called: one rule for configuration, form, journal and record."""

from typing import Final

MAX_LETTERS: Final = 16
"""What stands whole beside a score on a display of 800x480; a smaller one may shorten it."""

NAME_EXPECTED: Final = (
    f"a name of at most {MAX_LETTERS} printable letters, without blanks at its ends"
)


def is_name(text: str) -> bool:
    """Whether a player may be called so; the empty name stands for the colour's word.

    Printable excludes line breaks, joiners, and every blank but the space.
    """
    return text.isprintable() and text == text.strip() and len(text) <= MAX_LETTERS
