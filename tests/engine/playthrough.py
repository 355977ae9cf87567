"""A whole game as text, for the golden files: move, events, position and what each player knows.

A change of the rules is then a change of text that a human can judge. The files are written again
only on request, from the root of the project: `python -m tests.engine.playthrough`.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from kahuna_table.engine.moves import Move
from kahuna_table.engine.notation import (
    format_cards,
    format_event,
    format_move,
    format_player,
    format_rules,
    parse_move,
    parse_player,
    parse_rules,
)
from kahuna_table.engine.observation import observe
from kahuna_table.engine.player import Player
from kahuna_table.engine.position import format_position
from kahuna_table.engine.rules import apply, new_game
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.engine.state import GameState, cards_in
from tests.engine.games import random_game

GOLDEN = Path(__file__).parent / "golden"

GAMES = {
    "kosmos1998.txt": ("kosmos1998", 1),
    "page_fr.txt": ("page_fr", 2),
    "long_term_with_handicap.txt": ("long_term handicap=2:white discard=any_time", 3),
}
"""The rules of each file, and the seed of its random moves."""


def playthrough(rules: RuleSet, first: Player, moves: Iterable[Move]) -> str:
    """The game of these moves."""
    state = new_game(rules, first)
    lines = [f"rules: {format_rules(rules)}", f"first: {format_player(first)}"]
    for move in moves:
        state, events = apply(state, move)
        lines += ["", f"move: {format_move(move)}"]
        lines += [f"  event: {format_event(event)}" for event in events]
        lines.append(f"  position: {format_position(state)}")
        lines += [f"  {line}" for line in _observations(state)]
    return "\n".join(lines) + "\n"


def played_again(text: str) -> str:
    """The game of the moves in a golden file, as it goes now."""
    rules, first, *rest = text.splitlines()
    moves = [line.removeprefix("move: ") for line in rest if line.startswith("move: ")]
    return playthrough(
        parse_rules(rules.removeprefix("rules: ")),
        parse_player(first.removeprefix("first: ")),
        map(parse_move, moves),
    )


def random_playthrough(rules: RuleSet, seed: int) -> str:
    """A game of random moves."""
    steps = list(random_game(rules, seed))
    return playthrough(rules, steps[0][0].first, (move for _, move, _, _ in steps))


def _observations(state: GameState) -> Iterator[str]:
    for player in Player:
        seen = observe(state, player)
        hand, hidden, unseen = (
            format_cards(cards_in(cards)) or "none"
            for cards in (seen.hand, seen.hidden, seen.unseen)
        )
        yield (
            f"{format_player(player)} knows: hand {hand}; hidden {hidden}; "
            f"opponent holds {seen.opponent_hand_size}, hid {seen.opponent_hidden_count}; "
            f"deck {seen.deck_size}; unseen {unseen}"
        )


if __name__ == "__main__":
    for name, (rules, seed) in GAMES.items():
        (GOLDEN / name).write_text(random_playthrough(parse_rules(rules), seed), "utf-8")
