"""The kit as committed, read once."""

import pytest

from kahuna_table.tools.kit.check import load_plan
from kahuna_table.tools.kit.plan import Plan
from kahuna_table.tools.kit.reading import HARDWARE


@pytest.fixture(scope="session")
def plan() -> Plan:
    return load_plan(HARDWARE)
