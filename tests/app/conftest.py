"""What tests of commands that run until they are stopped share."""

import signal
from collections.abc import Iterator

import pytest

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@pytest.fixture
def signals() -> Iterator[None]:
    """The handlers are afterwards what they were."""
    before = {number: signal.getsignal(number) for number in ENDING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
