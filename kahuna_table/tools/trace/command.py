"""`kahuna-table trace` on the command line."""

import argparse
import sys

from kahuna_table.app.arguments import Commands, add_config, add_state, path, state_directory


def trace_command(commands: Commands) -> None:
    traces = commands.add_parser(
        "trace", help="save the last ten minutes, replay them, or make a script of them"
    ).add_subparsers(metavar="dump|replay|script", required=True)
    dump = traces.add_parser("dump", help="ask the running table for a trace")
    add_state(dump, "where that table keeps its games")
    add_config(dump)
    dump.add_argument("--with-hands", action="store_true", help="include the hidden cards")
    dump.set_defaults(command=_trace_dump)
    replay = traces.add_parser("replay", help="run the samples of a trace through the program")
    replay.add_argument("file", metavar="FILE", type=path, help="the trace")
    replay.add_argument(
        "--with-hands", action="store_true", help="refuse a trace without hands, which is not exact"
    )
    replay.set_defaults(command=_trace_replay)
    script = traces.add_parser("script", help="print a trace with hands as a table script")
    script.add_argument("file", metavar="FILE", type=path, help="the trace")
    script.set_defaults(command=_trace_script)


def _trace_dump(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.trace.dump import dump

    return dump(state_directory(chosen), sys.stdout, sys.stderr, with_hands=chosen.with_hands)


def _trace_replay(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.trace.replay import replay_trace

    return replay_trace(chosen.file, with_hands=chosen.with_hands, out=sys.stdout, err=sys.stderr)


def _trace_script(chosen: argparse.Namespace) -> int:
    from kahuna_table.tools.trace.script import script_of_trace

    return script_of_trace(chosen.file, sys.stdout, sys.stderr)
