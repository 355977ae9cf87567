"""Noticing a write-ahead log that is damaged in its middle.

SQLite takes a log up to its first bad frame and says nothing of what follows. After a power cut one
commit may be lost there, which nobody was told of; two or more were lost by damage.
Format: https://www.sqlite.org/fileformat.html, section 4.
"""

import struct
from pathlib import Path
from typing import BinaryIO, Final

from kahuna_table.store.schema import PAGE_BYTES

_HEADER: Final = struct.Struct(">8I")  # magic, version, page size, sequence, 2 salts, 2 checksums
_FRAME: Final = struct.Struct(">6I")  # page, pages after a commit or 0, 2 salts, 2 checksums
_FRAME_BYTES: Final = _FRAME.size + PAGE_BYTES
_BIG_ENDIAN: Final = 0x377F0683
_MOST_UNTOLD: Final = 1
_WORD: Final = 1 << 32


def lost_commits(path: Path, accepted: int) -> int:
    """How many commits stand in the log after the frames that were `accepted`, 0 if that may come
    from a power cut.
    """
    if not path.exists():
        return 0
    with path.open("rb") as log:
        salts = _salts(log)
        lost = 0 if salts is None else _count_commits(log, accepted, salts)
    return lost if lost > _MOST_UNTOLD else 0


def _salts(log: BinaryIO) -> tuple[int, int] | None:
    """What marks the frames of this log, and not older ones in the same file."""
    header, frame = log.read(_HEADER.size), log.read(_FRAME.size)
    if len(frame) < _FRAME.size:
        return None
    stated = _HEADER.unpack(header)
    if _checksum(header[:24], stated[0]) == stated[6:]:
        return stated[4], stated[5]
    first = _FRAME.unpack(frame)
    return first[2], first[3]


def _count_commits(log: BinaryIO, accepted: int, salts: tuple[int, int]) -> int:
    commits, frame = 0, accepted
    while True:
        log.seek(_HEADER.size + frame * _FRAME_BYTES)
        content = log.read(_FRAME.size)
        if len(content) < _FRAME.size:
            return commits
        _, pages, *found, _, _ = _FRAME.unpack(content)
        commits += pages > 0 and tuple(found) == salts
        frame += 1


def _checksum(content: bytes, magic: int) -> tuple[int, int]:
    order = ">" if magic == _BIG_ENDIAN else "<"
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    first = second = 0
    for one, two in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) % _WORD
        second = (second + two + first) % _WORD
    return first, second
