"""Files that people name: read within bounds, written whole or not at all.

What the kernel shows in /proc and /sys, and the journal, have readers of their own.
"""

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from kahuna_table.errors import KahunaError

PUBLIC: Final = 0o644
PRIVATE: Final = 0o600
"""For files with cards that only one player may know."""

_KINDS: Final = (
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


class FileError(KahunaError):
    """A file that cannot be read; the text begins with `FILE:` or `FILE:LINE:COLUMN:`.

    `missing` tells that there is none of this name.
    """

    def __init__(self, place: str, expected: str, found: str, *, missing: bool = False) -> None:
        super().__init__(f"{place}: expected {expected}, found {found}")
        self.missing = missing


def read_bytes(path: str | Path, what: str, most_bytes: int) -> bytes:
    """The content of a regular file; `what` is what errors expect there.

    A pipe or a device is not read: it may have no end, or nobody at its other end.

    Raises: `FileError`, also for a file of more than `most_bytes`.
    """
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            raise FileError(str(path), what, _kind(status.st_mode))
        # not blocked by what takes the file's name in between
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:
            content = file.read(most_bytes + 1) if status.st_size <= most_bytes else None
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = error.strerror if isinstance(error, OSError) else None
        missing = isinstance(error, FileNotFoundError)
        raise FileError(str(path), what, reason or str(error), missing=missing) from error
    if content is None or len(content) > most_bytes:
        raise FileError(str(path), f"{what} of at most {most_bytes:,} bytes", "more")
    return content


def read_text(path: str | Path, what: str, most_bytes: int) -> str:
    """The same as UTF-8 text, without the byte order mark of some editors, lines ended by LF.

    Raises: `FileError`.
    """
    content = read_bytes(path, what, most_bytes)
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        found = f"the byte 0x{error.object[error.start]:02x}: save the file as UTF-8"
        raise FileError(f"{path}:{line}:{column}", "UTF-8 text", found) from error


@contextmanager
def whole_file(path: Path, mode: int) -> Iterator[BinaryIO]:
    """A new file to write, which takes the name of `path` when the block ends.

    Until then, and after an error, what was there stays. `mode` is that of `open(2)`. No link that
    another user can plant leads it elsewhere: see `is_planted`.

    Raises: `OSError`.
    """
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "this is no regular file", str(path))
    follow = os.O_NOFOLLOW if is_planted(path.parent) else 0
    directory = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | follow)
    try:
        name = f".{secrets.token_hex(8)}.part"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with open(os.open(name, flags, mode, dir_fd=directory), "wb") as file:
            try:
                yield file
                file.flush()
                os.fsync(file.fileno())
                os.rename(name, path.name, src_dir_fd=directory, dst_dir_fd=directory)
            except BaseException:
                with suppress(OSError):
                    os.unlink(name, dir_fd=directory)
                raise
        os.fsync(directory)
    finally:
        os.close(directory)


def write_whole(path: Path, text: str, mode: int = PUBLIC) -> None:
    """The file is the old one or the new one, whatever happens.

    Raises: `OSError`.
    """
    with whole_file(path, mode) as file:
        file.write(text.encode())


def is_planted(path: Path) -> bool:
    """Whether a link lies there that is neither this user's nor root's.

    The table's user owns the state directory; a program that root runs there must not be led
    to other files.
    """
    try:
        status = path.lstat()
    except OSError:
        return False
    return stat.S_ISLNK(status.st_mode) and status.st_uid not in (0, os.geteuid())


def _kind(mode: int) -> str:
    return next((name for is_kind, name in _KINDS if is_kind(mode)), "something else")
