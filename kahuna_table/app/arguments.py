"""What the commands of `kahuna-table` share: the parser, and the arguments that several take."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn, TypeAlias

from kahuna_table.app.config import load_config
from kahuna_table.app.exits import UNUSABLE
from kahuna_table.app.numbers import HIGHEST_SEED, read_whole
from kahuna_table.app.settings import shown


class Parser(argparse.ArgumentParser):
    """Wrong arguments end with 64, as every other input that cannot be read."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(UNUSABLE, f"{self.prog}: {message}\n")


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
"""Where a command adds its own parser, with its handler as the default of `command`."""


def add_state(command: argparse.ArgumentParser, what: str = "where games are kept") -> None:
    command.add_argument("--state", metavar="DIR", type=directory, help=what)


def add_config(command: argparse.ArgumentParser) -> None:
    command.add_argument("--config", metavar="FILE", type=path, help="the configuration (TOML)")


def path(word: str) -> Path:
    """The name of a file or directory."""
    if not word or "\0" in word:
        raise argparse.ArgumentTypeError(f"expected the name of a file or directory, got {word!r}")
    return Path(word)


def directory(word: str) -> Path:
    """Where games are kept, or will be."""
    from kahuna_table.store.place import check_directory
    from kahuna_table.store.values import NoDirectoryError

    try:
        check_directory(path(word))
    except NoDirectoryError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return Path(word)


def whole(lowest: int, highest: int) -> Callable[[str], int]:
    """A whole number of this range, for `type=`."""

    def read(word: str) -> int:
        number = read_whole(word, lowest, highest)
        if number is None:
            raise argparse.ArgumentTypeError(
                f"expected a whole number {lowest}..{highest}, got {shown(word)}"
            )
        return number

    return read


COUNT: Final = whole(1, 10**6)
SEED: Final = whole(0, HIGHEST_SEED)


def state_directory(chosen: argparse.Namespace) -> Path:
    kept_in: Path = chosen.state or load_config(chosen.config).store.directory
    return kept_in
