"""The machine that is updated: dpkg, systemd, the directory of updates. Tests give another."""

import os
import pwd
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any, Final

from kahuna_table.app.control import ControlError, ask

PACKAGE: Final = "kahuna-table"
UPDATES: Final = Path("/var/lib/kahuna-table-updates")
USER: Final = "kahuna"
PROGRAM: Final = "usr/bin/kahuna-table"
SCRIPTS: Final = ("preinst", "postinst", "prerm", "postrm", "md5sums")

DPKG_S: Final = 900.0
COMMAND_S: Final = 300.0
"""A card may stall; longer is a hang."""


class CommandError(Exception):
    """A command that failed or hangs; the text has its last words."""


class Machine:
    """The one that runs this."""

    root = Path("/")
    updates = UPDATES
    info = Path("/var/lib/dpkg/info")

    @property
    def is_root(self) -> bool:
        return os.geteuid() == 0

    def command(
        self, *words: str | Path, limit_s: float = COMMAND_S, user: str | None = None
    ) -> str:
        """What the command prints. Raises: `CommandError`."""
        try:
            done = subprocess.run(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=limit_s,
                check=False,
                cwd="/",
                env={**os.environ, "LC_ALL": "C", "DEBIAN_FRONTEND": "noninteractive"},
                user=user,
                group=user,
                extra_groups=None if user is None else os.getgrouplist(user, _group(user)),
            )
        except subprocess.TimeoutExpired as error:
            raise CommandError(f"{words[0]} hangs: no end after {limit_s:g} s") from error
        except OSError as error:
            raise CommandError(f"{words[0]}: {error.strerror}") from error
        if done.returncode != 0:
            said = done.stdout.strip().splitlines()[-3:]
            raise CommandError(f"{words[0]} ended with {done.returncode}: {'; '.join(said)}")
        return done.stdout

    def tried(self, program: Path, store: Path) -> str:
        """What a version says of a copy of the games. All of it is done by the table's user, who
        might have planted links.

        Raises: `CommandError`; `OSError`.
        """
        copy = self.updates / "trial-state"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir(mode=0o700)
        shutil.chown(copy, USER, USER)
        # the log first: the table may empty it into the journal meanwhile
        for journal in sorted(store.glob("journal*"), reverse=True):
            self.command("cp", "-t", copy, journal, user=USER)
        return self.command(program, "trial", "--state", copy, user=USER)

    def status(self, store: Path) -> dict[str, Any] | None:
        """How the running table is; None where none answers."""
        try:
            return ask(store, None, {"ask": "status"})
        except ControlError:
            return None

    def monotonic_s(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


def _group(user: str) -> int:
    return pwd.getpwnam(user).pw_gid
