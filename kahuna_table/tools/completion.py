"""The completion of the command line for bash, made from its parser (`python -m` this module)."""

import argparse
from collections.abc import Iterator
from typing import Final

from kahuna_table.tools.cli import command_line

_SCRIPT: Final = """\
# What bash completes after kahuna-table: commands, options, files.
_kahuna_table() {{
    local words=
    case "$(IFS=' '; echo "${{COMP_WORDS[*]:1:COMP_CWORD-1}}")" in
{cases}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$2"))
}}
complete -o default -F _kahuna_table kahuna-table
"""


def completion() -> str:
    """A script for bash; the deepest command whose words begin the line gives the choice."""
    cases = sorted(_words(command_line(), ()), key=lambda case: -len(case[0]))
    return _SCRIPT.format(
        cases="\n".join(
            f"        {pattern(words)}) words='{' '.join(choice)}' ;;" for words, choice in cases
        )
    )


def pattern(words: tuple[str, ...]) -> str:
    """Of `case`: everything that begins with these words."""
    return f"'{' '.join(words)}'*" if words else "*"


def _words(
    parser: argparse.ArgumentParser, before: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    choice: list[str] = []
    for action in parser._actions:
        if action.help != argparse.SUPPRESS:
            choice += [name for name in action.option_strings if name.startswith("--")]
        if isinstance(action, argparse._SubParsersAction):
            choice += action.choices
            for name, command in action.choices.items():
                yield from _words(command, (*before, name))
    yield before, choice


if __name__ == "__main__":
    print(completion(), end="")
