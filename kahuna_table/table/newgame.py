"""The form of a new game: its rows, and what `ok` changes in each."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from string import ascii_uppercase, digits
from typing import Any, Final, TypeVar

from kahuna_table.engine.names import MAX_LETTERS
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RULE_SETS, Handicap, RuleSet
from kahuna_table.table.inputs import Setup
from kahuna_table.table.screen import Option

CUSTOM: Final = "custom"
"""The rule set's name in the form when single options were changed."""

LETTERS: Final = (*ascii_uppercase, *"ÄÖÜÉÈÇÑ", *digits, "-", "'", " ")
"""What names are made of with the buttons."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the form: `value` says what it is set to, `turn` what `ok` makes of the setup."""

    id: str
    value: Callable[[Setup], str | None]
    turn: Callable[[Setup], Setup]


def rule_set_name(rules: RuleSet) -> str:
    """The named set whose rules these are, apart from the personal options, or `custom`."""
    for name, named in RULE_SETS.items():
        if _with_personal(named, rules) == rules:
            return name
    return CUSTOM


def start_options(setup: Setup) -> tuple[Option, ...]:
    """What can be played: sides are swapped only where somebody has a name."""
    swap = (Option("swap"),) if any(setup.names) else ()
    return (Option("start"), *swap, Option("learn"), Option("options"))


def with_sides_swapped(setup: Setup) -> Setup:
    """The players with each other's colour; a head start stays with who had it."""
    black, white = setup.names
    handicap = setup.rules.handicap
    if handicap is not None:
        handicap = replace(handicap, player=handicap.player.opponent)
    return replace(setup, names=(white, black), rules=replace(setup.rules, handicap=handicap))


def options(setup: Setup) -> tuple[Option, ...]:
    """The form's rows as options of the display."""
    return tuple(Option(row.id, value=row.value(setup)) for row in ROWS)


def name_options(setup: Setup, player: Player) -> tuple[Option, ...]:
    """What may be done to a name: finish it, take a letter off, or add one."""
    letters = tuple(Option("letter", value=letter) for letter in LETTERS)
    name = setup.names[player]
    editing = (Option("name-done", value=name), Option("name-delete", value=name[-1:]))
    return editing + (letters if len(name) < MAX_LETTERS else ())


def edit_name(setup: Setup, player: Player, option: Option) -> Setup:
    """The setup after one choice of `name_options`."""
    name = setup.names[player]
    if option.id == "name-delete":
        name = name[:-1]
    elif option.id == "letter" and option.value is not None:
        capital = not name or not name[-1].isalpha()
        name += option.value if capital else option.value.lower()
    names = (name, setup.names[1]) if player is Player.BLACK else (setup.names[0], name)
    return replace(setup, names=names)


def with_whole_names(setup: Setup) -> Setup:
    """Without the blank that waits for the next letter of a name (`names.is_name`)."""
    black, white = setup.names
    return replace(setup, names=(black.strip(), white.strip()))


def _with_personal(named: RuleSet, rules: RuleSet) -> RuleSet:
    """The named set with the options that belong to the evening, not to a rule set."""
    return replace(
        named,
        handicap=rules.handicap,
        starter=rules.starter,
        take_back=rules.take_back,
        memory_aid=rules.memory_aid,
        rounds=rules.rounds,
    )


def _next_set(setup: Setup) -> Setup:
    names = list(RULE_SETS)
    current = rule_set_name(setup.rules)
    after = names[(names.index(current) + 1) % len(names)] if current in names else names[0]
    return replace(setup, rules=_with_personal(RULE_SETS[after], setup.rules))


_VALUES: Final[dict[str, tuple[object, ...]]] = {
    "handicap": (
        None,
        *(Handicap(count, who) for who in (Player.WHITE, Player.BLACK) for count in (1, 2, 3)),
    ),
    "rounds": (3, 2, 1),
}

T = TypeVar("T")


def _after(values: tuple[T, ...], value: T) -> T:
    return values[(values.index(value) + 1) % len(values)]


def _option_row(name: str, id: str | None = None) -> Row:
    """A row for one option of the rule set, cycling through its values."""

    def value(setup: Setup) -> str:
        current = getattr(setup.rules, name)
        if isinstance(current, Handicap):
            return f"{current.bridges}:{current.player.name.lower()}"
        if isinstance(current, Enum):
            return str(current.value)
        return "0" if current is None else str(current).lower()

    def turn(setup: Setup) -> Setup:
        current = getattr(setup.rules, name)
        if name in _VALUES:
            following: object = _after(_VALUES[name], current)
        elif isinstance(current, Enum):
            following = _after(tuple(type(current)), current)
        else:
            following = not current
        return replace(setup, rules=_with(setup.rules, name, following), first=None)

    return Row(id or name, value, turn)


def _with(rules: RuleSet, name: str, value: object) -> RuleSet:
    changed: dict[str, Any] = {name: value}
    return replace(rules, **changed)


def _name_row(player: Player) -> Row:
    return Row(
        f"name-{player.name.lower()}", lambda setup: setup.names[player], lambda setup: setup
    )


ROWS: Final = (
    Row("start", lambda _setup: None, lambda setup: setup),
    Row("ruleset", lambda setup: rule_set_name(setup.rules), _next_set),
    _option_row("starter"),
    _option_row("handicap"),
    _name_row(Player.BLACK),
    _name_row(Player.WHITE),
    _option_row("take_back"),
    _option_row("memory_aid"),
    _option_row("rounds"),
    _option_row("discard", "discard-rule"),
    _option_row("discard_commits_draw"),
    _option_row("draw_optional"),
    _option_row("round_end"),
    _option_row("early_end"),
    _option_row("resweep"),
    _option_row("long_term"),
)
