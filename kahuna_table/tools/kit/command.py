"""`kahuna-table kit` on the command line."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kahuna_table.app.arguments import Commands
from kahuna_table.app.exits import CONFIG, WRONG
from kahuna_table.app.numbers import read_whole

MAX_KITS: Final = 1_000_000


def kit_command(commands: Commands) -> None:
    parts = commands.add_parser(
        "kit",
        help="check and draw what a table is built from",
        description="The kit: plates, printed parts, wiring, bill of materials and manual, all "
        "made from hardware/kit.toml.",
    ).add_subparsers(metavar="build|check|field", required=True)
    build = parts.add_parser("build", help="make every file of the kit; needs the extra 'kit'")
    build.add_argument("--out", metavar="DIR", type=Path, help="where to (default: hardware/)")
    build.add_argument("--only", metavar="PART", type=_part, help="one part, such as cutting")
    build.set_defaults(command=_build)
    check = parts.add_parser("check", help="test the design, one line a rule; exit status 0 or 1")
    check.add_argument("--json", action="store_true", help="for programs")
    check.set_defaults(command=_check)
    field = parts.add_parser(
        "field", help="where a bridge closes its reed, the margin of each line, random kits"
    )
    field.add_argument("--out", metavar="FILE", type=Path, help="an SVG; needs the extra 'kit'")
    field.add_argument(
        "--kits", metavar="N", type=_kits, default=1000, help="how many random ones (1000)"
    )
    field.set_defaults(command=_field)
    for command in (build, check, field):
        command.add_argument(
            "--hardware", metavar="DIR", type=Path, help="where kit.toml lies (that of the clone)"
        )


def _part(word: str) -> str:
    from kahuna_table.tools.kit.build import PIECES

    names = [piece.name for piece in PIECES]
    if word not in names:
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(names)}, got {word!r}")
    return word


def _kits(word: str) -> int:
    number = read_whole(word, 1, MAX_KITS)
    if number is None:
        raise argparse.ArgumentTypeError(f"expected a whole number 1..{MAX_KITS}, got {word!r}")
    return number


def _told(work: Callable[[Path], int], chosen: argparse.Namespace) -> int:
    """The work done with the kit's folder; a file that cannot be used or written is told."""
    from kahuna_table.tools.kit.reading import HARDWARE, KitError

    try:
        return work(chosen.hardware or HARDWARE)
    except KitError as error:
        print(error, file=sys.stderr)
        return CONFIG
    except OSError as error:
        print(f"{error.filename}: cannot write it: {error.strerror}", file=sys.stderr)
        return WRONG


def _build(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.kit.build import build

    return _told(
        lambda hardware: build(
            hardware, chosen.out or hardware, chosen.only, sys.stdout, sys.stderr
        ),
        chosen,
    )


def _check(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.kit.check import check, load_plan

    return _told(
        lambda hardware: check(load_plan(hardware), sys.stdout, as_json=chosen.json), chosen
    )


def _field(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.kit.build import show_field
    from kahuna_table.tools.kit.check import load_plan

    return _told(
        lambda hardware: show_field(
            load_plan(hardware), chosen.kits, chosen.out, sys.stdout, sys.stderr
        ),
        chosen,
    )
