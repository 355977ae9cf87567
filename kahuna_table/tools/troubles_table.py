"""The README's table of troubles, made from the codes (`python -m` this module)."""

import re
from typing import Final

from kahuna_table.devices.troubles import TROUBLES

WORDS: Final = {"repair": "put that right"}
"""What stands in the table for a placeholder; for every other one its name in capitals."""


def table() -> str:
    """Markdown: a row for each trouble, in the order of the codes."""
    rows = ["| code | what it says | what to do |", "|---|---|---|"]
    for code, trouble in sorted(TROUBLES.items()):
        cells = (code, _worded(trouble.cause), _worded(trouble.repair))
        rows.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(rows) + "\n"


def _worded(text: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: WORDS.get(found[1], found[1].upper()), text)


if __name__ == "__main__":
    print(table(), end="")
