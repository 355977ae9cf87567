"""The README lists every trouble as the code knows it."""

import re
from pathlib import Path

from kahuna_table.devices.troubles import TROUBLES
from kahuna_table.tools.troubles_table import table

README = Path(__file__).parents[2] / "README.md"


def test_the_readme_lists_every_trouble_as_the_code_knows_it() -> None:
    assert table() in README.read_text("utf-8"), "python -m kahuna_table.tools.troubles_table"


def test_a_code_is_a_code_and_says_what_mends_it() -> None:
    for code, trouble in TROUBLES.items():
        assert re.fullmatch(r"KT-[1-6]\d\d", code)
        assert trouble.cause
        assert trouble.repair
