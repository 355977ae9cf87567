"""The README's table of troubles, made from the codes (`python -m` this module)."""

import re
from typing import Final

from kahuna_table.devices.troubles import Trouble
from kahuna_table.table.inputs import Code, code_name

WORDS: Final = {"repair": "fix that"}
"""What stands in the table for a placeholder; for every other one its name in capitals."""


def table() -> str:
    """Markdown: a row for each code, in their order."""
    rows = ["| code | what it says | what to do |", "|---|---|---|"]
    general: dict[Code, Trouble] = {}
    for trouble in Trouble:
        if trouble.code is not None:
            general.setdefault(trouble.code, trouble)
    for code, trouble in general.items():
        cells = (code_name(code), _worded(trouble.cause), _worded(trouble.repair))
        rows.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(rows) + "\n"


def _worded(text: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: WORDS.get(found[1], found[1].upper()), text)


if __name__ == "__main__":
    print(table(), end="")
