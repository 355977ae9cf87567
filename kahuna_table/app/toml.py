"""TOML of people and programs, of a size that is read at once."""

import re
import tomllib
from typing import Any, Final

from kahuna_table.errors import KahunaError

MAX_BYTES: Final = 1 << 15
"""The longest file that is written here, the example of the configuration, has 4 kB."""

LONGEST_LINE: Final = 1000
"""The longest line that is written here has 550 characters. `tomllib` takes a time that grows with
the square of a key's parts, and Python refuses numbers of more than 4,300 digits."""


class TomlError(KahunaError):
    """A text that is no TOML; `line` counts from 1, None where it is not known."""

    def __init__(self, found: str, line: int | None) -> None:
        super().__init__(f"expected TOML, got: {found}")
        self.line = line


def parse_toml(text: str) -> dict[str, Any]:
    """The document that a text holds.

    Raises: `TomlError`.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise TomlError(f"a line of more than {LONGEST_LINE:,} characters", number)
    try:
        return tomllib.loads(text)
    except ValueError as error:
        found = re.search(r"at line (\d+)", str(error))
        raise TomlError(str(error), int(found[1]) if found else None) from error
    except RecursionError as error:
        raise TomlError("brackets nested too deeply", None) from error
