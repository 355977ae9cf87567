"""The statements of a table script, each in one place: how it is written, and what it does.

A statement is a function named as in the script. It reads its words and returns what is to be done
at the table. `HAND_STATEMENTS` are those that need no running table, only hands at a kit.
"""

from collections import Counter
from collections.abc import Callable
from typing import Final

from kahuna_table.app.config_sections import SensorDriver
from kahuna_table.app.numbers import HIGHEST_SEED
from kahuna_table.devices.simulated.board import SensorFault
from kahuna_table.devices.simulated.contacts import MAX_HZ, MIN_HZ
from kahuna_table.engine.notation import OPTIONS, parse_rules
from kahuna_table.engine.player import Player
from kahuna_table.engine.reading import NotationError
from kahuna_table.engine.ruleset import RULE_SETS, Starter
from kahuna_table.table.inputs import Setup
from kahuna_table.tools.hands import Hands
from kahuna_table.tools.script.conditions import read_condition
from kahuna_table.tools.script.options import read_option
from kahuna_table.tools.script.run import Runner
from kahuna_table.tools.script.words import COLOURS, ScriptError, Words

UNTIL_MS: Final = 5000
PACK_SIZE: Final = 24
SMALLEST_DECK: Final = 14
"""What two full hands leave (R17)."""


HandAction = Callable[[Hands], None]
Action = Callable[[Runner], None]

HAND_STATEMENTS: Final[dict[str, Callable[[Words], HandAction]]] = {}
STATEMENTS: Final[dict[str, Callable[[Words], Action]]] = {}


def _statement(read: Callable[[Words], Action]) -> None:
    STATEMENTS[read.__name__] = read


def _by_hand(read: Callable[[Words], HandAction]) -> None:
    def at_table(words: Words) -> Action:
        act = read(words)
        return lambda run: act(run.hands)

    HAND_STATEMENTS[read.__name__] = read
    STATEMENTS[read.__name__] = at_table


# --- setting up


@_statement
def deck(words: Words) -> Action:
    cards, number = words.islands(), words.number
    most = Counter(cards).most_common(1)
    if most and most[0][1] > 2:
        words.fail("each island at most twice in a deck", f"{most[0][0].name} {most[0][1]} times")
    if not SMALLEST_DECK <= len(cards) <= PACK_SIZE:
        words.fail(
            f"{PACK_SIZE} cards, or the {SMALLEST_DECK} or more discards of a later deal",
            f"{len(cards)} cards",
        )
    if "deck" not in words.before and len(cards) != PACK_SIZE:
        # the first deck is dealt by the first game
        words.fail(f"{PACK_SIZE} cards in the first deck", f"{len(cards)} cards")
    return lambda run: run.chance.decks.append((number, cards))


@_statement
def seed(words: Words) -> Action:
    number = words.whole("a seed", 0, HIGHEST_SEED)
    return lambda run: run.chance.seed(number)


@_statement
def game(words: Words) -> Action:
    number, given = words.number, _settings(words)
    if given.pop("opponent", "none") != "none":
        raise ScriptError(number, "opponent=none: this table plays two people", "an opponent")
    first_word = given.pop("first", None)
    if first_word is not None and first_word not in COLOURS:
        raise ScriptError(number, "first=black or first=white", repr(f"first={first_word}"))
    kit = given.pop("kit", None)
    if kit not in (None, SensorDriver.PICO.value):
        raise ScriptError(number, "kit=pico, or the configured sensors without", repr(f"kit={kit}"))
    rules_text = " ".join(
        [given.pop("ruleset", next(iter(RULE_SETS))), *(f"{k}={v}" for k, v in given.items())]
    )
    try:
        rules = parse_rules(rules_text)
    except NotationError as error:
        raise ScriptError(number, error.expected, repr(error.found)) from error
    first = COLOURS[first_word] if first_word is not None else None
    if first is None and ("starter" not in given or rules.starter is Starter.BLACK):
        first = Player.BLACK
    return lambda run: run.start_game(Setup(rules, first), pico=kit is not None)


def _settings(words: Words) -> dict[str, str]:
    given: dict[str, str] = {}
    known = ("ruleset", "first", "opponent", "kit", *OPTIONS)
    while words.more:
        key, equals, value = words.peeked.partition("=")
        key = key.lower()
        if not equals or key not in known:
            words.fail(f"KEY=VALUE with a key of {', '.join(known)}")
        if key in given:
            words.fail(f"{key} only once")
        given[key] = value.lower()
        words.take("a setting")
    return given


# --- hands, buttons, time


@_by_hand
def place(words: Words) -> HandAction:
    line, colour = words.line(), words.colour() if words.more else None
    return lambda hands: hands.lay(line, hands.colour_for(line) if colour is None else colour)


@_by_hand
def lift(words: Words) -> HandAction:
    line = words.line()
    return lambda hands: hands.lift(line)


@_statement
def slide(words: Words) -> Action:
    first, second = words.line(), words.line()
    if first == second:
        words.fail("two different lines", "the same twice")
    ms = words.ms()
    return lambda run: run.hands.slide(first, second, ms, run.hands.colour_for(first))


@_statement
def obey(_words: Words) -> Action:
    return lambda run: run.hands.obey()


@_statement
def bump(words: Words) -> Action:
    lines = words.lines(least=1)
    return lambda run: run.hands.bump(lines, run.chance.bumps)


@_statement
def chatter(words: Words) -> Action:
    line, ms, hz = words.line(), words.ms(), words.decimal("hertz", MIN_HZ, MAX_HZ)
    return lambda run: run.board.chatter(line, ms, hz)


@_statement
def dropouts(words: Words) -> Action:
    percent, ms, lines = words.decimal("a percentage", 0, 100), words.ms(), words.lines(least=1)
    return lambda run: run.board.dropouts(percent, ms, lines, run.chance.noise)


@_by_hand
def press(words: Words) -> HandAction:
    button = words.button()
    return lambda hands: hands.press(button)


@_statement
def hold(words: Words) -> Action:
    button, ms = words.button(), words.ms()
    return lambda run: run.hands.press(button, ms)


@_by_hand
def down(words: Words) -> HandAction:
    button = words.button()
    return lambda hands: hands.down(button)


@_by_hand
def up(words: Words) -> HandAction:
    button = words.button()
    return lambda hands: hands.up(button)


@_statement
def touch(_words: Words) -> Action:
    return lambda run: run.table.displays[0].touch()


@_statement
def reveal(words: Words) -> Action:
    player = words.colour()
    return lambda run: run.ask_hand(player, held=True)


@_statement
def conceal(words: Words) -> Action:
    player = words.colour()
    return lambda run: run.ask_hand(player, held=False)


@_statement
def select(words: Words) -> Action:
    card = words.island()
    return lambda run: run.hands.select(card)


@_statement
def choose(words: Words) -> Action:
    option = read_option(words)
    return lambda run: run.choose(option)


@_by_hand
def wait(words: Words) -> HandAction:
    ms = words.ms()
    return lambda hands: hands.wait(ms)


@_statement
def until(words: Words) -> Action:
    words.timed = True
    condition = read_condition(words)
    ms = words.ms() if words.more else UNTIL_MS
    return lambda run: run.until(condition, ms)


# --- faults


@_statement
def stuck(words: Words) -> Action:
    line, states = words.line(), {"open": False, "closed": True}
    closed = words.read("open or closed", lambda word: states.get(word.lower()))
    return lambda run: run.board.stuck(line, closed=closed)


@_statement
def free(words: Words) -> Action:
    line = words.line()
    return lambda run: run.board.free(line)


@_statement
def fault(words: Words) -> Action:
    known = ("sensors", *_DEVICES)
    what = words.read(
        "sensors, lights, screen or disk",
        lambda word: word.lower() if word.lower() in known else None,
    )
    if what != "sensors":
        return lambda run: run.set_fault(what, failing=True)
    ms, kind = words.ms(), words.one_of("a failure", SensorFault)
    lines = words.lines(least=0)
    return lambda run: run.board.fault_sensors(ms, kind, lines or None)


@_statement
def repair(words: Words) -> Action:
    device = words.read(
        f"a device: {', '.join(_DEVICES)}",
        lambda word: word.lower() if word.lower() in _DEVICES else None,
    )
    return lambda run: run.set_fault(device, failing=False)


_DEVICES: Final = ("lights", "screen", "disk")


@_statement
def clock(words: Words) -> Action:
    seconds = words.whole("seconds", -(10**10), 10**10)
    return lambda run: run.jump_clock(seconds)


@_statement
def crash(_words: Words) -> Action:
    return lambda run: run.crash()


@_statement
def restart(_words: Words) -> Action:
    return lambda run: run.table.restart()


# --- looking


@_statement
def expect(words: Words) -> Action:
    condition = read_condition(words)
    return lambda run: run.expect(condition)


@_statement
def shot(words: Words) -> Action:
    def convert(word: str) -> str | None:
        plain = word.replace("-", "").replace("_", "").replace(".", "")
        return word if plain.isascii() and plain.isalnum() and len(word) <= 100 else None

    name = words.read("a name of letters, digits, '-', '_' and '.'", convert)
    return lambda run: run.shot(name)
