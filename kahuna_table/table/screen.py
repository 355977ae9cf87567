"""What the small display shows, as data: message ids with arguments, no words, no pixels."""

from dataclasses import dataclass
from enum import Enum

from kahuna_table.engine.board import NO_LINES, Island, Line, Lines
from kahuna_table.engine.player import Player

Argument = int | str | Island | Player | tuple[Island, Island] | tuple[tuple[Island, Island], ...]
"""A line is given by its two islands, several lines by a tuple of them."""


@dataclass(frozen=True, slots=True)
class Message:
    """A text by its id (`kahuna-table messages` lists them) with named arguments.

    A `variant` says the same where less can be done: its text is that of `ID-VARIANT`.
    """

    id: str
    arguments: tuple[tuple[str, Argument], ...] = ()
    variant: str = ""


class Kind(Enum):
    """The scenes of the display."""

    IDLE = "idle"  # no game: the board and a greeting
    GAME = "game"  # a turn: what can be done, how it stands, the cards
    LAID = "laid"  # the bridge just laid, and what its islands lack
    SWEEP = "sweep"  # who took what, and the bridges that go
    REMOVAL = "removal"  # an enemy bridge was lifted: two cards pay for it
    CORRECTION = "correction"  # where the board differs from the game
    DRAW = "draw"  # how the turn ends, on pictured cards
    NEW_GAME = "new-game"  # what to play, in a few large choices
    OPTIONS = "options"  # a menu or a question with options and a cursor
    HAND = "hand"  # a player's hand, face up
    SCORING = "scoring"  # a round was scored
    OVER = "over"  # the game's end and its course
    HELP = "help"  # an explanation, `help` page


class Backlight(Enum):
    """How bright the display is."""

    BRIGHT = "bright"
    DIM = "dim"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a menu or question. `id` with its cards or line is how table scripts call it:
    `take HUNA`, `pair ELAI ELAI`, `line ALOA-BARI`, `deck`, `yes`.
    """

    id: str
    cards: tuple[Island, ...] = ()
    line: Line | None = None
    value: str | None = None
    """For a setting in a form: what it is set to now, shown beside its name."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand held open. `cursor` indexes `cards` and is None where nothing can be chosen."""

    player: Player
    cards: tuple[Island, ...]
    cursor: int | None
    selected: Island | None
    """The card chosen to pay for the next bridge."""
    new: Island | None = None
    """The card drawn last, until its holder acts again."""


@dataclass(frozen=True, slots=True)
class Score:
    """The standing, public knowledge only. Pairs hold black's value, then white's."""

    names: tuple[str, str]
    to_move: Player | None
    round: int
    rounds: int
    """Of the whole game (rule R30)."""
    points: tuple[int, int]
    hand_sizes: tuple[int, int]
    face_up: tuple[Island, ...]
    deck: int
    last_turn: tuple[Message, ...]
    """What the player before did: his cards stay readable until the next turn ends."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The map of the board. Pairs hold black's lines, then white's."""

    bridges: tuple[Lines, Lines]
    line: Line | None = None
    """The line that the scene is about: laid just now, lifted, or to be paid."""
    swept: Lines = NO_LINES
    """The bridges of a sweep, `lying` those that still lie."""
    lying: Lines = NO_LINES
    missing: Lines = NO_LINES
    extra: Lines = NO_LINES
    counted: tuple[Island, ...] | None = None
    """While a scoring is counted: the islands counted so far, the newest last."""
    would: tuple[tuple[Island, Player | None], ...] = ()
    """Who would have which islands by what is being decided."""
    would_go: Lines = NO_LINES
    """The bridges that would be swept by it."""


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A scoring: islands and points of black, then white."""

    round: int
    islands: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Story:
    """How the game went. Pairs hold black's value, then white's."""

    scorings: tuple[RoundScore, ...]
    control: tuple[tuple[int, int], ...]
    """The islands held after each turn."""
    turning_points: tuple[int, ...]
    """Indexes of `control` where another player took the lead."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The whole display. The prompt says what the table waits for; notes say why something was
    refused, or what just happened, the newest first.
    """

    kind: Kind
    prompt: Message
    notes: tuple[Message, ...] = ()
    options: tuple[Option, ...] = ()
    cursor: int | None = None
    hand: Hand | None = None
    score: Score | None = None
    discards: tuple[Island, ...] | None = None
    """With `memory_aid`: the open discards of the round."""
    chart: Chart | None = None
    told: tuple[Message, ...] = ()
    """What the scene's picture says in words: majorities, what a sweep took."""
    story: Story | None = None
    language: str = ""
    """What it speaks; empty: as the display was set up."""
    backlight: Backlight = Backlight.BRIGHT

    @property
    def faces(self) -> Player | None:
        """Who looks at the display now: who holds a hand open, else who moves."""
        if self.hand is not None:
            return self.hand.player
        return self.score.to_move if self.score is not None else None
