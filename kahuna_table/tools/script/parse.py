"""Reads a table script whole, before anything runs. Every mistake names its line and what was
expected there."""

from collections import Counter
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Final, NoReturn, TypeVar

from kahuna_table.app.numbers import HIGHEST_SEED, read_whole
from kahuna_table.app.texts import HELP, TEXTS
from kahuna_table.engine.board import Island, Line, Lines, line_between, line_set
from kahuna_table.engine.notation import OPTIONS, parse_rules
from kahuna_table.engine.player import Player
from kahuna_table.engine.reading import NotationError
from kahuna_table.engine.ruleset import RULE_SETS, Starter
from kahuna_table.errors import KahunaError
from kahuna_table.table.inputs import Button, Setup
from kahuna_table.table.lights import Role
from kahuna_table.table.screen import Option
from kahuna_table.table.waiting import Waiting
from kahuna_table.tools.script import conditions
from kahuna_table.tools.script import statements as st
from kahuna_table.tools.script.conditions import Condition

E = TypeVar("E", bound=Enum)
T = TypeVar("T")

UNTIL_MS: Final = 5000
DAY_MS: Final = 24 * 60 * 60 * 1000
PACK_SIZE: Final = 24
SMALLEST_DECK: Final = 14  # what two full hands leave (R17)


class ScriptError(KahunaError):
    """A script that cannot be read; exit status 64. `number` is the line, from 1."""

    def __init__(self, number: int, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.number = number


class Words:
    """The words of one line, taken from left to right."""

    def __init__(self, number: int, words: list[str]) -> None:
        self.number = number
        self.timed = False  # a list of names may be followed by a time
        self._words = words
        self._next = 0

    @property
    def more(self) -> bool:
        return self._next < len(self._words)

    @property
    def listed(self) -> bool:
        """True while a list of names goes on."""
        return self.more and not (self.timed and self.peeked.isdigit())

    @property
    def peeked(self) -> str:
        return self._words[self._next] if self.more else ""

    def fail(self, expected: str, found: str | None = None) -> NoReturn:
        shown = found if found is not None else repr(self.peeked) if self.more else "nothing more"
        raise ScriptError(self.number, expected, shown)

    def take(self, expected: str) -> str:
        if not self.more:
            self.fail(expected)
        self._next += 1
        return self._words[self._next - 1]

    def read(self, expected: str, convert: Callable[[str], T | None]) -> T:
        """The next word as what it stands for; `convert` gives None for a word it does not know."""
        value = convert(self.peeked) if self.more else None
        if value is None:
            self.fail(expected)
        self._next += 1
        return value

    def whole(self, what: str, lowest: int, highest: int) -> int:
        return self.read(
            f"{what}: a whole number {lowest}..{highest}",
            lambda word: read_whole(word, lowest, highest),
        )

    def percent(self) -> float:
        def convert(word: str) -> float | None:
            plain = word.isascii() and word.replace(".", "", 1).isdigit()
            return float(word) if plain and float(word) <= 100 else None

        return self.read("a percentage 0..100", convert)

    def ms(self) -> int:
        return self.whole("milliseconds", 0, DAY_MS)

    def one_of(self, what: str, choices: type[E]) -> E:
        known = {str(each.value): each for each in choices}
        return self.read(f"{what}: {', '.join(known)}", lambda word: known.get(word.lower()))

    def island(self) -> Island:
        names = Island.__members__
        return self.read(f"an island: {', '.join(names)}", lambda word: names.get(word.upper()))

    def islands(self) -> tuple[Island, ...]:
        found = []
        while self.listed:
            found.append(self.island())
        return tuple(found)

    def line(self) -> Line:
        return self.read("a line of the board such as ALOA-BARI", _line)

    def lines(self, *, least: int) -> tuple[Line, ...]:
        found = [self.line() for _ in range(least)]
        while self.listed:
            found.append(self.line())
        return tuple(found)

    def line_set(self) -> Lines:
        return line_set(*self.lines(least=0))

    def colour(self) -> Player:
        return self.read("black or white", lambda word: _COLOURS.get(word.lower()))

    def colour_or(self, other: str) -> Player | None:
        if self.peeked.lower() == other:
            self.take(other)
            return None
        return self.read(f"black, white or {other}", lambda word: _COLOURS.get(word.lower()))

    def button(self) -> Button:
        names = {button.name.lower(): button for button in Button}
        return self.read(f"a button: {' '.join(names)}", lambda word: names.get(word.lower()))


_COLOURS: Final = {player.name.lower(): player for player in Player}


def parse_script(text: str) -> tuple[st.Numbered, ...]:
    """The statements of a script.

    Raises:
        ScriptError: for the first line that is not exactly understood.
    """
    found: list[st.Numbered] = []
    for number, line in enumerate(text.split("\n"), start=1):
        words = Words(number, line.partition("#")[0].split())
        if words.more:
            found.append(st.Numbered(number, _statement(words)))
            if words.more:
                words.fail("the end of the line")
    _check_first_deck(found)
    return tuple(found)


def _statement(words: Words) -> st.Statement:
    keyword = words.peeked.lower()
    parse = _STATEMENTS.get(keyword)
    if parse is None:
        words.fail(f"a statement: {', '.join(_STATEMENTS)}")
    words.take("a statement")
    return parse(words)


def _deck(words: Words) -> st.Deck:
    cards = words.islands()
    most = Counter(cards).most_common(1)
    if most and most[0][1] > 2:
        words.fail("each island at most twice in a deck", f"{most[0][0].name} {most[0][1]} times")
    if not SMALLEST_DECK <= len(cards) <= PACK_SIZE:
        words.fail(
            f"{PACK_SIZE} cards, or the {SMALLEST_DECK} or more discards of a later deal",
            f"{len(cards)} cards",
        )
    return st.Deck(cards)


def _check_first_deck(script: Iterable[st.Numbered]) -> None:
    """The first deck is dealt by the first game, so it must be a whole pack."""
    for each in script:
        if isinstance(each.statement, st.Deck):
            count = len(each.statement.cards)
            if count != PACK_SIZE:
                raise ScriptError(
                    each.number, f"{PACK_SIZE} cards in the first deck", f"{count} cards"
                )
            return


def _game(words: Words) -> st.StartGame:
    number, given = words.number, {}
    known = ("ruleset", "first", "opponent", *OPTIONS)
    while words.more:
        word = words.peeked
        key, equals, value = word.partition("=")
        key = key.lower()
        if not equals or key not in known:
            words.fail(f"KEY=VALUE with a key of {', '.join(known)}")
        if key in given:
            words.fail(f"{key} only once")
        given[key] = value.lower()
        words.take("a setting")
    if given.pop("opponent", "none") != "none":
        raise ScriptError(number, "opponent=none: this table plays two people", "an opponent")
    first_word = given.pop("first", None)
    if first_word is not None and first_word not in _COLOURS:
        raise ScriptError(number, "first=black or first=white", repr(f"first={first_word}"))
    rules_text = " ".join(
        [given.pop("ruleset", next(iter(RULE_SETS))), *(f"{k}={v}" for k, v in given.items())]
    )
    try:
        rules = parse_rules(rules_text)
    except NotationError as error:
        raise ScriptError(number, error.expected, repr(error.found)) from error
    first = _COLOURS[first_word] if first_word is not None else None
    if first is None and ("starter" not in given or rules.starter is Starter.BLACK):
        first = Player.BLACK
    return st.StartGame(Setup(rules, first))


def _place(words: Words) -> st.Place:
    return st.Place(words.line(), words.colour() if words.more else None)


def _slide(words: Words) -> st.SlideStick:
    first, second = words.line(), words.line()
    if first == second:
        words.fail("two different lines", "the same twice")
    return st.SlideStick(first, second, words.ms())


def _until(words: Words) -> st.Until:
    words.timed = True
    condition = _condition(words)
    return st.Until(condition, words.ms() if words.more else UNTIL_MS)


def _fault(words: Words) -> st.Statement:
    names = {"sensors", *(device.value for device in st.Device)}
    what = words.read(
        "sensors, lights, screen or disk",
        lambda word: word.lower() if word.lower() in names else None,
    )
    if what != "sensors":
        return st.FaultDevice(st.Device(what))
    ms = words.ms()
    return st.FaultSensors(ms, words.one_of("a failure", st.SensorFailure), words.lines(least=0))


def _stuck(words: Words) -> st.Stuck:
    line = words.line()
    states = {"open": False, "closed": True}
    return st.Stuck(line, words.read("open or closed", lambda word: states.get(word.lower())))


def _shot(words: Words) -> st.Shot:
    def convert(word: str) -> str | None:
        plain = word.replace("-", "").replace("_", "").replace(".", "")
        return word if plain.isascii() and plain.isalnum() and len(word) <= 100 else None

    return st.Shot(words.read("a name of letters, digits, '-', '_' and '.'", convert))


_STATEMENTS: Final[dict[str, Callable[[Words], st.Statement]]] = {
    "deck": _deck,
    "seed": lambda words: st.Seed(words.whole("a seed", 0, HIGHEST_SEED)),
    "game": _game,
    "place": _place,
    "lift": lambda words: st.Lift(words.line()),
    "slide": _slide,
    "obey": lambda _words: st.Obey(),
    "bump": lambda words: st.Bump(words.lines(least=1)),
    "chatter": lambda words: st.Chatter(words.line(), words.ms(), words.whole("hertz", 1, 500)),
    "dropouts": lambda words: st.Dropouts(words.percent(), words.ms(), words.lines(least=1)),
    "press": lambda words: st.Press(words.button()),
    "hold": lambda words: st.Hold(words.button(), words.ms()),
    "down": lambda words: st.Down(words.button()),
    "up": lambda words: st.Up(words.button()),
    "select": lambda words: st.Select(words.island()),
    "choose": lambda words: st.Choose(_option(words)),
    "wait": lambda words: st.Wait(words.ms()),
    "until": _until,
    "stuck": _stuck,
    "free": lambda words: st.Free(words.line()),
    "fault": _fault,
    "repair": lambda words: st.RepairDevice(words.one_of("a device", st.Device)),
    "clock": lambda words: st.ClockJump(words.whole("seconds", -(10**10), 10**10)),
    "crash": lambda _words: st.Crash(),
    "restart": lambda _words: st.Restart(),
    "expect": lambda words: st.Expect(_condition(words)),
    "shot": _shot,
}


def _option(words: Words) -> Option:
    parse = _OPTIONS.get(words.peeked.lower())
    if parse is None:
        words.fail(f"an option: {', '.join(_OPTIONS)}")
    id = words.take("an option").lower()
    return parse(id, words)


def _plain(id: str, _words: Words) -> Option:
    return Option(id)


def _one_card(id: str, words: Words) -> Option:
    return Option(id, (words.island(),))


_OPTIONS: Final[dict[str, Callable[[str, Words], Option]]] = {
    "card": _one_card,
    "pair": lambda id, words: Option(id, (words.island(), words.island())),
    "take": _one_card,
    "deck": _plain,
    "decline": _plain,
    "discard": _one_card,
    "end": _plain,
    "continue": _plain,
    "new": _plain,
    "yes": _plain,
    "no": _plain,
    "line": lambda id, words: Option(id, line=words.line()),
}


def _condition(words: Words) -> Condition:
    parse = _CONDITIONS.get(words.peeked.lower())
    if parse is None:
        words.fail(f"a condition: {', '.join(_CONDITIONS)}")
    words.take("a condition")
    return parse(words)


def _light(words: Words) -> Condition:
    line = _line(words.peeked)
    if line is not None:
        words.take("a line")
        return conditions.line_light(line, words.one_of("a role", Role))
    names = Island.__members__
    island = words.read("an island or a line of the board", lambda word: names.get(word.upper()))
    return conditions.island_light(island, words.one_of("a role", Role))


def _message(words: Words) -> Condition:
    def convert(word: str) -> str | None:
        return word.lower() if word.lower() in MESSAGE_IDS else None

    return conditions.message(
        words.read("a message id (kahuna-table messages lists them)", convert)
    )


def _score(words: Words) -> Condition:
    return conditions.score(words.whole("points", 0, 99), words.whole("points", 0, 99))


_CONDITIONS: Final[dict[str, Callable[[Words], Condition]]] = {
    "turn": lambda words: conditions.turn(words.colour()),
    "phase": lambda words: conditions.phase(words.one_of("a phase", Waiting)),
    "offered": lambda words: conditions.offered(_option(words), yes=True),
    "refused": lambda words: conditions.offered(_option(words), yes=False),
    "bridges": lambda words: conditions.bridges(words.colour(), words.line_set()),
    "control": lambda words: conditions.control(words.island(), words.colour_or("none")),
    "light": _light,
    "hand": lambda words: conditions.hand(words.colour(), words.islands()),
    "faceup": lambda words: conditions.face_up(words.islands()),
    "deck": lambda words: conditions.deck_size(words.whole("cards", 0, PACK_SIZE)),
    "score": _score,
    "winner": lambda words: conditions.winner(words.colour_or("draw")),
    "missing": lambda words: conditions.missing(words.line_set()),
    "extra": lambda words: conditions.extra(words.line_set()),
    "message": _message,
    "hidden": lambda _words: conditions.hand_shown(None),
    "shown": lambda words: conditions.hand_shown(words.colour()),
}

MESSAGE_IDS: Final = tuple(sorted({*TEXTS, *HELP}))


def _line(word: str) -> Line | None:
    one, _, other = word.upper().partition("-")
    names = Island.__members__
    if one not in names or other not in names:
        return None
    return line_between(names[one], names[other])
