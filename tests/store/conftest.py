"""Where the tests of the store keep their files."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Whose rights are all that counts: those of pytest's lie in a directory for one user alone."""
    with TemporaryDirectory(prefix="kahuna-table-") as name:
        yield Path(name)
