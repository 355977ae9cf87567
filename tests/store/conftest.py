"""Where the tests of the store keep their files."""

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

MEMORY = Path("/dev/shm")


@pytest.fixture
def tmp_path(tmp_path: Path) -> Iterator[Path]:
    """In memory where that is possible: a thousand commits that wait for a disk take a minute,
    and what a killed process has written is there either way.
    """
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    with TemporaryDirectory(dir=MEMORY, prefix="kahuna-table-") as name:
        yield Path(name)
