"""A button acts on the board as it lay when the button went down (referee's rule 15): one contact
and one button close to each other spend what the same two spend when done slowly, one after the
other, or less; never anything else.

Some pairs belong to every test run, `pytest -m soak` tries all.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

import pytest

from kahuna_table.engine.board import LINES, Line, lines_in
from kahuna_table.engine.moves import Move, PlaceBridge
from kahuna_table.engine.player import Player
from kahuna_table.engine.rules import legal_moves
from kahuna_table.engine.ruleset import Handicap, RuleSet
from kahuna_table.table.inputs import Button
from kahuna_table.table.session import OK_GUARD_MS
from kahuna_table.table.waiting import Waiting, waiting
from tests.table.sampled import PRESS_MS, SCAN_MS, SLOWLY_MS, Sampled

DECK: Final = (
    "ALOA BARI HUNA ELAI DUDA HUNA JOJO KAHU LALE "
    "ALOA BARI COCO COCO DUDA ELAI FAAA FAAA GOLA GOLA IFFI IFFI JOJO KAHU LALE"
)
GAPS_MS: Final = (10, 20, 40, 60, 80, 110, 150, 200, 250, 300)
COUNTS: Final = [pytest.param(40, id="some"), pytest.param(None, id="all", marks=pytest.mark.soak)]


def started(*lines: str) -> Sampled:
    """White has laid handicap bridges."""
    table = Sampled(DECK, RuleSet(handicap=Handicap(3, Player.WHITE)))
    table.lay(*lines)
    return table


def play() -> Sampled:
    table = started("HUNA-LALE", "KAHU-LALE", "ALOA-HUNA")
    table.lay("BARI-DUDA")
    return table


def draw_menu() -> Sampled:
    table = play()
    table.press(Button.DRAW)
    return table


def proposal() -> Sampled:
    table = play()
    table.lift("HUNA-LALE")
    return table


def proposal_named() -> Sampled:
    table = proposal()
    table.press(Button.RIGHT)
    return table


def card_choice() -> Sampled:
    table = started("HUNA-LALE", "KAHU-LALE", "ALOA-HUNA")
    table.lay("ALOA-BARI")
    return table


def removal() -> Sampled:
    table = card_choice()
    table.press(Button.RIGHT, Button.OK)
    table.lay("ALOA-DUDA")
    return table


def correction() -> Sampled:
    table = play()
    table.lift("BARI-DUDA")
    return table


def over() -> Sampled:
    table = Sampled(DECK, RuleSet())
    table.lay("BARI-DUDA")
    table.press(Button.MENU, Button.RIGHT, Button.RIGHT, Button.OK, Button.RIGHT, Button.OK)
    return table


def handicap() -> Sampled:
    return started("HUNA-LALE")


PHASES: Final = {
    "handicap": (handicap, Waiting.HANDICAP),
    "play": (play, Waiting.PLAY),
    "draw menu": (draw_menu, Waiting.DRAW),
    "proposal": (proposal, Waiting.CHOOSE),
    "proposal with named pairs": (proposal_named, Waiting.CHOOSE),
    "card choice": (card_choice, Waiting.CHOOSE),
    "removal": (removal, Waiting.REMOVE),
    "correction": (correction, Waiting.CORRECT),
    "over": (over, Waiting.OVER),
}


def lines_that_matter(table: Sampled) -> tuple[Line, ...]:
    """Lines with a bridge, lines asked for, lines that can be paid for, and one that cannot."""
    known = {*lines_in(table.closed), *lines_in(table.session.game.expected)}
    known |= {move.line for move in legal_moves(table.state) if isinstance(move, PlaceBridge)}
    others = [Line(n) for n in range(len(LINES)) if Line(n) not in known]
    return (*sorted(known), *others[:1])


Spent = tuple[bool, tuple[Move, ...]]
NOTHING: Final[Spent] = (False, ())


def spent(table: Sampled, before: Sampled) -> Spent:
    """Whether a game ended, and the moves made since; a move taken back is not spent."""
    ended = table.session.refereeing is not before.session.refereeing
    return ended, () if ended else table.moves[len(before.moves) :]


def replaces_a_question(start: Sampled, line: Line) -> bool:
    """Whether the contact puts another question in the place of the open one."""
    table = start.copy()
    table.turn(line)
    table.wait(SLOWLY_MS)
    before, after = start.session, table.session
    asked = after.open if after.open is not None else after.active_proposal
    return before.open is not None and asked is not None and asked != before.open


def slowly(start: Sampled, line: Line, button: Button, *, contact_first: bool) -> Sampled:
    table = start.copy()
    if contact_first:
        table.turn(line)
        table.wait(SLOWLY_MS)
        table.press(button)
    else:
        table.press(button)
        table.turn(line)
        table.wait(SLOWLY_MS)
    return table


def quickly(
    start: Sampled, line: Line, button: Button, gap_ms: int, *, contact_first: bool
) -> Sampled:
    table = start.copy()
    if contact_first:
        table.turn(line)
        table.wait(gap_ms)
        table.press(button)
    else:
        table.down(button)
        table.wait(min(gap_ms, PRESS_MS))
        if gap_ms > PRESS_MS:
            table.up(button)
            table.wait(gap_ms - PRESS_MS)
        table.turn(line)
        table.wait(max(PRESS_MS - gap_ms, SCAN_MS))
        table.up(button)
        table.wait(SLOWLY_MS)
    return table


def pairs(start: Sampled) -> Iterator[tuple[Line, Button, int, bool]]:
    for line in lines_that_matter(start):
        for button in Button:
            for gap_ms in GAPS_MS:
                yield line, button, gap_ms, True
                yield line, button, gap_ms, False


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize(("open_table", "phase"), PHASES.values(), ids=PHASES)
def test_nothing_is_spent_that_slow_hands_would_not_spend(
    open_table: Callable[[], Sampled], phase: Waiting, count: int | None
) -> None:
    start = open_table()
    assert waiting(start.session) is phase
    chosen = list(pairs(start))
    if count is not None:
        rng, oks = Random(phase.value), [pair for pair in chosen if pair[1] is Button.OK]
        chosen = rng.sample(oks, count // 2) + rng.sample(chosen, count // 2)
    slow: dict[tuple[Line, Button, bool], Spent] = {}
    for line, button, gap_ms, contact_first in chosen:
        key = (line, button, contact_first)
        if key not in slow:
            slow[key] = spent(slowly(start, line, button, contact_first=contact_first), start)
        table = quickly(start, line, button, gap_ms, contact_first=contact_first)
        found = spent(table, start)
        if contact_first and button is Button.OK and gap_ms <= OK_GUARD_MS:
            assert found == NOTHING or not replaces_a_question(start, line)
        assert found in (slow[key], NOTHING), (
            line,
            button.name,
            gap_ms,
            contact_first,
            found,
            slow[key],
        )
