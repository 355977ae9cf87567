"""Where a journal lies: whether a name can be that of a state directory."""

import os
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from kahuna_table.store.values import NoDirectoryError


def check_directory(directory: Path) -> None:
    """Whether it is a directory, or none yet that could be made there.

    Raises: `NoDirectoryError`.
    """
    for path in (directory, *directory.parents):
        try:
            mode = path.stat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            if os.path.lexists(path):
                raise NoDirectoryError(path, "a link that leads nowhere") from None
            continue
        except OSError:
            return  # a reader without rights says so when it needs the place
        if not S_ISDIR(mode):
            raise NoDirectoryError(path, "a file" if S_ISREG(mode) else "something else")
        return
