"""What every test shares: how many examples Hypothesis tries, and handlers of signals put back."""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

# The same examples every time, so that a red build is red on the next machine too; no deadline,
# since a busy machine is no bug. `explore` looks for new ones.
settings.register_profile("house", max_examples=40, derandomize=True, deadline=None, database=None)
settings.register_profile("explore", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


@pytest.fixture
def signals() -> Iterator[None]:
    """The handlers are afterwards what they were."""
    before = {number: signal.getsignal(number) for number in ENDING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
