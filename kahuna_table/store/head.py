"""A second place for where the journal ends: a journal that lost its newest rows is noticed.

`journal.head` is a small file, written after each commit. It is not waited for: after a power cut
it may say less than the journal holds, never more.
"""

import json
import os
from contextlib import suppress
from dataclasses import astuple
from hashlib import sha256
from pathlib import Path
from typing import Final

from kahuna_table.files import PRIVATE
from kahuna_table.store.rows import Head

HEAD_NAME: Final = "journal.head"
_BYTES: Final = 256
"""Of the file: less than a sector, so that a write is whole or did not happen."""


def write_head(directory: Path, head: Head) -> None:
    """Says where the journal ends now. Where that fails the file says less, which is no harm."""
    text = json.dumps(astuple(head))
    content = f"{_checksum(text)} {text}".encode().ljust(_BYTES - 1) + b"\n"
    with suppress(OSError):
        flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        file = os.open(directory / HEAD_NAME, flags, PRIVATE)
        try:
            os.pwrite(file, content, 0)
        finally:
            os.close(file)


def read_head(directory: Path) -> Head | None:
    """Where the journal ended at some time, None where that is not known."""
    path = directory / HEAD_NAME
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            checksum, _, text = file.read(_BYTES).decode("ascii").rstrip().partition(" ")
        return Head(*json.loads(text)) if checksum == _checksum(text) else None
    except (OSError, UnicodeDecodeError):
        return None


def _checksum(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]
