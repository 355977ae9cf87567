"""A table's socket that is attended to."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from kahuna_table.app.control import Control


@contextmanager
def attended(control: Control) -> Iterator[None]:
    """Somebody attends to it all the time, as the loop does."""
    over = threading.Event()

    def attend() -> None:
        while not over.wait(0.001):
            control.attend()

    thread = threading.Thread(target=attend)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
