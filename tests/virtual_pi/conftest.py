"""What the tests on the virtual Pi share: without one they are skipped, and say so."""

from pathlib import Path

import pytest

from tests.virtual_pi.machine import Machine, found, installed

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)  # before items are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    lonely = pytest.mark.skipif(
        found() is None, reason="no virtual Pi: set VIRTUAL_PI to its directory"
    )
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.virtual_pi)
            item.add_marker(lonely)


@pytest.fixture(scope="session")
def place() -> Path:
    """The directory of the machine's `run`."""
    there = found()
    assert there is not None
    return there


@pytest.fixture(scope="session")
def machine(place: Path, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A machine on which the table is installed as a service."""
    return installed(place, tmp_path_factory.mktemp("virtual-pi"))
