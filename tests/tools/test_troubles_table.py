"""The README lists every trouble as the code knows it."""

from pathlib import Path

from kahuna_table.tools.troubles_table import table

README = Path(__file__).parents[2] / "README.md"


def test_the_readme_lists_every_trouble_as_the_code_knows_it() -> None:
    assert table() in README.read_text("utf-8"), "python -m kahuna_table.tools.troubles_table"
