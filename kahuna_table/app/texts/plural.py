"""A text that counts."""

from typing import NamedTuple


class Plural(NamedTuple):
    """The text for one and for any other number of `by`: a number, or how many lines are named."""

    one: str
    other: str
    by: str = "count"


Text = str | Plural


def forms(text: Text) -> tuple[str, ...]:
    """What the text says, the form for most numbers last."""
    return (text.one, text.other) if isinstance(text, Plural) else (text,)
