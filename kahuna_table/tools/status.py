"""`kahuna-table status`: how the running table is, for a person or a program."""

import argparse
import json
import sys
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from kahuna_table.app.arguments import Commands, add_config, add_state, state_directory
from kahuna_table.app.exits import OK, WRONG
from kahuna_table.table.inputs import code_name


def status_command(commands: Commands) -> None:
    status = commands.add_parser(
        "status",
        help="how the running table is: game, devices, warnings, counters",
        description="Asks the running table. Exit status 1 where none runs, or it may not be "
        "asked; then the warnings that were kept are shown.",
    )
    add_state(status, "where that table keeps its games")
    add_config(status)
    status.add_argument("--json", action="store_true", help="for programs")
    status.set_defaults(command=_status)


def _status(chosen: argparse.Namespace) -> int:
    from kahuna_table.app.claim import running
    from kahuna_table.app.config import load_config
    from kahuna_table.app.control import ControlError, ask
    from kahuna_table.app.kept_warnings import kept

    directory = state_directory(chosen)
    found = running(load_config(chosen.config), directory)
    try:
        if found is None:
            raise ControlError(f"no table is running on {directory}")
        told = ask(directory, found.pid, {"ask": "status"})
    except ControlError as error:
        print(error, file=sys.stderr)
        for line in kept(directory):
            print(line, file=sys.stderr)
        return WRONG
    if chosen.json:
        print(json.dumps(told, indent=2))
    else:
        for line in lines(told):
            print(line)
    return OK


def lines(told: dict[str, Any]) -> Iterator[str]:
    """The answer of a table (SOCKET.md) for a person."""
    since = f"since {told['since']}, " if told["since"] else ""
    up = timedelta(seconds=told["up_s"])
    yield f"version   {told['version']}, process {told['process']}, {since}for {up}"
    game = told["game"]
    saved = "" if game is None or game["saved"] else ", NOT SAVED"
    yield "game      " + (
        "none" if game is None else f"round {game['round']}, {game['phase']}, {game['turn']}{saved}"
    )
    yield f"devices   {told['devices']}"
    for each in told["troubles"]:
        code = "" if each["code"] is None else f"{code_name(each['code'])} "
        yield f"trouble   {code}{each['text']}"
    counted = ", ".join(f"{count} {name}" for name, count in told["counters"].items())
    yield f"counted   {counted}"
    late = told["latency_ms"]
    if late is not None:
        yield f"latency   half within {late['p50']} ms, 99 of 100 within {late['p99']} ms"
    if told["written_bytes"] is not None:
        yield f"written   {told['written_bytes'] // 1024} KiB to the card"
    yield from (f"warning   {each}" for each in told["warnings"])
