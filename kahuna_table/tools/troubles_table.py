"""The README's table of troubles, made from the codes (`python -m` this module)."""

from kahuna_table.devices.troubles import TROUBLES


def table() -> str:
    """Markdown: a row for each trouble, in the order of the codes."""
    rows = ["| code | what it says | what mends it |", "|---|---|---|"]
    for code, trouble in sorted(TROUBLES.items()):
        cells = (code, trouble.cause, trouble.mend)
        rows.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    print(table(), end="")
