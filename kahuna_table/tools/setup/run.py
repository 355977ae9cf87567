"""Asks for the changes and makes them: a file is the old one or the new one, whatever happens."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final, TextIO

from kahuna_table.app.config import Config
from kahuna_table.app.exits import OK, UNUSABLE, WRONG
from kahuna_table.app.given_away import given_away
from kahuna_table.devices.boot_files import DIRECTORIES, MAX_BYTES, read_boot_files
from kahuna_table.devices.pi_model import read_model
from kahuna_table.files import FileError, read_text, write_whole
from kahuna_table.store.aside import free_name, sync_directory
from kahuna_table.tools.setup.boot import Change, added, changes

TARGET: Final = "etc/systemd/system/default.target"
CONSOLE: Final = "multi-user.target"
DESKTOP: Final = "graphical.target"
KEY: Final = "etc/kahuna-table-update.pem"
"""The public key of those whose packages `update` takes."""

_PEM: Final = "-----BEGIN PUBLIC KEY-----"
_KEY_BYTES: Final = 1 << 14


class NoAnswerError(Exception):
    """The person is gone."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where is asked and said."""

    answers: TextIO
    out: TextIO
    yes: bool = False
    dry_run: bool = False

    def say(self, text: str) -> None:
        print(text, file=self.out)

    def agrees(self, question: str, does: str) -> bool:
        """Raises: `NoAnswerError`."""
        if self.yes or self.dry_run:
            self.say(f"{question}: {does}")
            return True
        while True:
            print(f"{question} ({does})? [y/n] ", end="", file=self.out, flush=True)
            answer = self.answers.readline()
            if not answer:
                raise NoAnswerError
            if answer.strip().lower() in ("y", "yes", "n", "no"):
                return answer.strip().lower().startswith("y")


def set_up(
    config: Config,
    terminal: Terminal,
    now: Callable[[], datetime],
    *,
    key: Path | None = None,
    root: Path = Path("/"),
) -> int:
    """Asks everything, then does what was agreed on; 0, 1 where that fails or nobody answers, 64
    for a key that is none.
    """
    if os.geteuid() != 0 and not terminal.dry_run:
        terminal.say("expected root: sudo kahuna-table setup")
        return WRONG
    try:
        pem = None if key is None else _key(key)
        agreed = _agreed_lines(config, terminal, root)
        console = _is_desktop(root) and terminal.agrees(
            "boot to the console, since a desktop has the screen", f"default is {CONSOLE}"
        )
    except FileError as error:
        terminal.say(str(error))
        return UNUSABLE
    except NoAnswerError:
        terminal.say("\nno answer: nothing was changed")
        return WRONG
    if terminal.dry_run:
        terminal.say("nothing was changed")
        return OK
    try:
        changed = _write(agreed, terminal, now, root)
        if console:
            _boot_to_console(root)
            terminal.say(f"{CONSOLE} is the default; back: sudo systemctl set-default {DESKTOP}")
        if pem is not None:
            write_whole(root / KEY, pem)
            terminal.say(f"/{KEY}: from now on update asks for a signature")
    except (OSError, FileError) as error:
        terminal.say(f"{error}: put that right, and run this again")
        return WRONG
    for each in given_away(config, root):
        terminal.say(str(each))
    terminal.say("now restart the Pi: sudo reboot" if changed or console else "nothing to restart")
    return OK


def _key(file: Path) -> str:
    """Raises: `FileError`."""
    pem = read_text(file, "a public key (PEM)", _KEY_BYTES)
    if not pem.startswith(_PEM):
        raise FileError(str(file), f"a public key that begins with {_PEM}", repr(pem[:30]))
    return pem


def _agreed_lines(config: Config, terminal: Terminal, root: Path) -> tuple[Change, ...]:
    model = read_model(root / "proc")
    if _boot_file(root) is None:
        terminal.say(f"no config.txt in {' or '.join(f'/{name}' for name in DIRECTORIES)}")
        return ()
    missing = changes(read_boot_files(root, model), model, config)
    if not missing:
        terminal.say(f"/{_boot_file(root)}: all is as the table needs it")
    return tuple(each for each in missing if terminal.agrees(each.question, each.line))


def _boot_file(root: Path) -> Path | None:
    for name in DIRECTORIES:
        if (root / name / "config.txt").is_file():
            return Path(name, "config.txt")
    return None


def _write(
    agreed: tuple[Change, ...], terminal: Terminal, now: Callable[[], datetime], root: Path
) -> bool:
    """Raises: `OSError`, `FileError`."""
    name = _boot_file(root)
    if not agreed or name is None:
        return False
    file = root / name
    before = read_text(file, "settings of the boot loader", MAX_BYTES)
    copy = free_name(file, "before", now())
    write_whole(copy, before)
    write_whole(file, added(before, (each.line for each in agreed)))
    terminal.say(f"/{name}, at its end; as it was: {copy.name} beside it")
    for each in agreed:
        terminal.say(f"  {each.line}")
    return True


def _is_desktop(root: Path) -> bool:
    for place in (TARGET, "usr/lib/systemd/system/default.target"):
        if (root / place).is_symlink():
            return (root / place).readlink().name != CONSOLE
    return False


def _boot_to_console(root: Path) -> None:
    """As `systemctl set-default` does. Raises: `OSError`."""
    target = root / TARGET
    target.parent.mkdir(parents=True, exist_ok=True)
    new = target.with_name("default.target.new")
    new.unlink(missing_ok=True)
    new.symlink_to(f"/usr/lib/systemd/system/{CONSOLE}")
    os.replace(new, target)
    sync_directory(target.parent)
