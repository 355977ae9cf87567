"""What every test shares: how many examples Hypothesis tries, where files are kept, and handlers of
signals put back.
"""

import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# Files are kept in memory where there is enough that programs can be started from: thousands of
# commits would wait for a disk, and what a killed process has written is there either way.
MEMORY = Path("/dev/shm")
ENOUGH_BYTES = 500_000_000
if os.access(MEMORY, os.W_OK):
    memory = os.statvfs(MEMORY)
    if memory.f_bavail * memory.f_frsize >= ENOUGH_BYTES and not memory.f_flag & os.ST_NOEXEC:
        tempfile.tempdir = os.environ["TMPDIR"] = str(MEMORY)

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

# The same examples every time, so that a red build is red on the next machine too; no deadline,
# since a busy machine is no bug. `explore` looks for new ones.
settings.register_profile("house", max_examples=40, derandomize=True, deadline=None, database=None)
settings.register_profile("explore", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


@pytest.fixture
def signals() -> Iterator[None]:
    """Signals end a program as usual, also in a run that ignores SIGHUP (`nohup`); the handlers are
    afterwards what they were."""
    before = {number: signal.getsignal(number) for number in ENDING}
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
