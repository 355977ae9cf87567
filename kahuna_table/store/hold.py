"""Holding a path for one process: a state directory, so that two tables never write one journal; a
device, so that two never drive it.

The lock lies on the path itself. No file is made for it, so none can be removed or belong to
somebody else, and it holds where nothing can be written.
"""

import fcntl
import os
from pathlib import Path
from typing import Final

from kahuna_table.errors import KahunaError

_LOCKS: Final = Path("/proc/locks")


class HeldError(KahunaError):
    """Another process holds the path; `pid` is None where the kernel does not tell which."""

    def __init__(self, path: Path, pid: int | None) -> None:
        self.path, self.pid = path, pid
        holder = "another process" if pid is None else f"process {pid}"
        super().__init__(f"expected {path} for this process alone, found it in use by {holder}")


class Hold:
    """The only right to a path. The kernel takes it back when the process dies.

    A child that was forked without `exec` would hold on to it: start children with `spawn`.
    """

    def __init__(self, path: Path) -> None:
        """Raises: `HeldError`; `OSError` where the path is missing or may not be opened."""
        self._descriptor: int | None = _open(path)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.release()
            if isinstance(error, BlockingIOError):
                raise HeldError(path, _locker(path)) from error
            raise

    def release(self) -> None:
        """Lets go; doing it again does nothing."""
        if self._descriptor is not None:
            os.close(self._descriptor)
        self._descriptor = None


def holder(path: Path) -> HeldError | None:
    """Who holds the path, if anybody does. Nothing is written, and one that may not be opened is
    looked up in the kernel's list.

    Raises: `OSError` where even its name may not be looked up.
    """
    try:
        descriptor = _open(path)
    except FileNotFoundError:
        return None
    except PermissionError:
        pid = _locker(path)
        return None if pid is None else HeldError(path, pid)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return HeldError(path, _locker(path))
    finally:
        os.close(descriptor)
    return None


def _open(path: Path) -> int:
    return os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)


def _locker(path: Path) -> int | None:
    """The process with a lock on the path, as proc_locks(5) lists it."""
    found = path.stat()
    device = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}"
    try:
        lines = _LOCKS.read_text("ascii").splitlines()
    except OSError:
        return None
    for line in lines:
        words = line.split()
        if words[1:2] == ["FLOCK"] and words[5] == f"{device}:{found.st_ino}":
            return int(words[4])
    return None
