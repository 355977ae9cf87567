"""The table's whole memory as one immutable value, and what follows from it.

What can be derived is derived: which bridges are expected, what differs, what is asked.
"""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from kahuna_table.engine.board import ALL_LINES, LINES, NO_LINES, Island, Line, Lines, line_set
from kahuna_table.engine.moves import Move, PlaceBridge
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import DiscardRule, RuleSet
from kahuna_table.engine.state import GameState, Phase
from kahuna_table.table.inputs import NO_BUTTONS, Buttons, Setup
from kahuna_table.table.questions import Question, WipedBoard
from kahuna_table.table.referee import SLIDE_MS, Laid, Picture, look
from kahuna_table.table.screen import Message

MOST_SUSPECTED: Final = 2
"""Hands leave many lines wrong, a broken sensor one or two."""

NEVER_MS: Final = -(10**9)
"""A time before every other."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the display shows what vanishes by itself, in milliseconds."""

    note_ms: int = 8_000
    hand_ms: int = 15_000
    help_ms: int = 30_000
    menu_ms: int = 60_000
    new_game_hold_ms: int = 1_900
    """Two seconds on the button, less what its debouncing takes."""
    look_ms: int = 2_500
    """So long after a restart a line may take to be known; the others are looked at then."""
    suspect_ms: int = 10_000
    """A line asked for that long on a quiet board may have a stuck sensor."""
    rebuild_ms: int = 60_000
    """The same while a whole board is put right."""


class Played(NamedTuple):
    """A move of the game; `turn` counts from 1, the handicap bridges are turn 0."""

    turn: int
    player: Player
    move: Move


@dataclass(frozen=True, slots=True)
class Step:
    """What stood before an action that can be taken back (rule R28)."""

    state: GameState
    turn: int
    sweep: Lines
    move: Move
    laid_ms: int
    """When the bridge of a placing touched its slot."""


@dataclass(frozen=True, slots=True)
class Game:
    """The course of a game: its moves so far and what can be taken back, oldest first."""

    setup: Setup
    state: GameState
    turn: int
    played: tuple[Played, ...] = ()
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Extra:
    """A bridge the game does not know. `reason` says why it was refused; None: not judged yet."""

    line: Line
    at_ms: int
    reason: Message | None = None

    @property
    def fresh(self) -> bool:
        return self.reason is None


@dataclass(frozen=True, slots=True)
class Lifted:
    """A refused or swept bridge that was taken out; `reason` None means swept."""

    line: Line
    at_ms: int
    reason: Message | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """An enemy bridge was lifted: a two-card removal is proposed (referee's rule 4).

    `cursor` indexes the pairs of cards that fit; None while they are not named (secrets).
    """

    line: Line
    cursor: int | None = None
    dismissed: bool = False
    by_hand: bool = False
    """Entered with the buttons: the line's sensor does not tell."""


@dataclass(frozen=True, slots=True)
class HandOpen:
    """Somebody holds `hand`."""

    player: Player
    cursor: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Note:
    """A message that vanishes by itself, or with the next button."""

    message: Message
    until_ms: int


@dataclass(frozen=True, slots=True)
class Halfway:
    """What was half done when the power went (`resume`)."""

    sweep: Lines = NO_LINES
    """The list of swept bridges in force; none once all are lifted."""
    restoring: bool = False
    stuck: Lines = NO_LINES
    paying: Line | None = None
    drawing: bool = False
    removing: Line | None = None
    selected: Island | None = None


_USUAL: Final = Setup(RuleSet())


@dataclass(frozen=True, slots=True)
class Session:
    """The table between two inputs."""

    timing: Timing = Timing()
    usual: Setup = _USUAL
    """What the form of a new game starts with: the setup of the game before."""
    now_ms: int = 0
    game: Game | None = None
    starting: Setup | None = None
    """A game that waits for its cards to be shuffled."""
    last_first: Player | None = None
    """Who began the table's last game (R27, `alternate`)."""
    # the board
    closed: Lines = NO_LINES
    unknown: Lines = ALL_LINES
    moving: Lines = NO_LINES
    still_since_ms: int = 0
    jittery: Lines = NO_LINES
    stuck_buttons: Buttons = NO_BUTTONS
    stuck: Lines = NO_LINES
    """Lines whose sensors do not follow, said with the buttons: they count as unknown."""
    suspected: Lines = NO_LINES
    """Lines asked for so long that their sensors may be stuck."""
    unsaved: bool = False
    troubles: tuple[str, ...] = ()
    """What the devices suffer from, by the codes of the README's table."""
    opened_ms: tuple[int, ...] = (NEVER_MS,) * len(LINES)
    sweep: Lines = NO_LINES
    """The swept bridges of the list in force; those that still lie are `swept`."""
    swept: Lines = NO_LINES
    extras: tuple[Extra, ...] = ()
    lifted: tuple[Lifted, ...] = ()
    restoring: bool = False
    """The game changed first and the board follows: nothing is read as a move (rule 11)."""
    resumed_ms: int = 0
    resuming: Halfway | None = None
    """After a restart, until the first whole picture of the board."""
    # the display
    question: Question | None = None
    proposal: Proposal | None = None
    selected: Island | None = None
    hand: HandOpen | None = None
    help_until_ms: int | None = None
    menu_down_ms: int | None = None
    notes: tuple[Note, ...] = ()

    @property
    def state(self) -> GameState | None:
        return self.game.state if self.game is not None else None

    @property
    def over(self) -> bool:
        """True while the end of a game is shown."""
        return self.game is not None and self.game.state.phase is Phase.OVER

    @property
    def refereeing(self) -> bool:
        """True while the board must lie as the game says."""
        return self.game is not None and not self.over and self.resuming is None

    @property
    def expected(self) -> Lines:
        """X: the lines with a bridge in the engine."""
        if self.game is None:
            return NO_LINES
        black, white = self.game.state.bridges
        return Lines(black | white)

    @property
    def enemy(self) -> Lines:
        """The opponent's bridges, seen from the player to move."""
        if self.game is None:
            return NO_LINES
        return self.game.state.bridges[self.game.state.to_move.opponent]

    @property
    def picture(self) -> Picture:
        if not self.refereeing:
            return Picture(NO_LINES, NO_LINES)
        return look(self.expected, self.swept, self.closed, self.blind)

    @property
    def blind(self) -> Lines:
        """Lines whose sensors tell nothing: unreadable or stuck."""
        return Lines(self.unknown | self.stuck)

    @property
    def asked(self) -> Lines:
        """Lines where a bridge must be lifted or put back before the game goes on."""
        proposal = self.active_proposal
        if not self.refereeing or isinstance(self.question, WipedBoard):
            return NO_LINES
        picture = self.picture
        proposed = line_set(proposal.line) if proposal is not None else NO_LINES
        paying = line_set(*(extra.line for extra in self.extras if extra.fresh))
        return Lines((picture.missing & ~proposed) | (picture.extra & ~paying) | self.swept)

    @property
    def suspect_ms(self) -> int | None:
        """When the few lines still asked for become suspected of a stuck sensor."""
        asked = self.asked
        few = 0 < asked.bit_count() <= MOST_SUSPECTED and asked != self.suspected
        # whoever builds a board up or clears it takes his time
        patience_ms = self.timing.rebuild_ms if self.restoring else self.timing.suspect_ms
        return self.still_since_ms + patience_ms if few else None

    @property
    def laid(self) -> Laid | None:
        """The bridge that may still slide: the newest action of this turn, a placing.

        The last handicap bridge is of this turn too: nobody has acted since.
        """
        if self.game is None or not self.game.steps:
            return None
        step = self.game.steps[-1]
        if step.turn not in (0, self.game.turn):
            return None
        return Laid(step.move.line, step.laid_ms) if isinstance(step.move, PlaceBridge) else None

    @property
    def slidable(self) -> Lines:
        """The line whose bridge was laid a moment ago, for the debouncer."""
        laid = self.laid
        if laid is None or self.now_ms - laid.at_ms > SLIDE_MS:
            return NO_LINES
        return line_set(laid.line)

    @property
    def may_act(self) -> bool:
        """True while the player to move may still lay and remove bridges, whatever his cards."""
        if self.game is None:
            return False
        state = self.game.state
        if state.phase is Phase.LAST_TURNS:
            return True
        free = not state.discarded or state.rules.discard is DiscardRule.ANY_TIME
        return state.phase is Phase.PLAY and free

    @property
    def active_proposal(self) -> Proposal | None:
        """The proposed removal, unless it sleeps because something else differs too."""
        proposal = self.proposal
        if proposal is None or proposal.dismissed or self.restoring:
            return None
        picture = self.picture
        absent = Lines(0) if proposal.by_hand else line_set(proposal.line)
        alone = picture.missing == absent and not picture.extra
        return proposal if alone else None

    @property
    def correcting(self) -> bool:
        """True while the board must be put right before the game goes on."""
        if not self.refereeing or self.active_proposal is not None:
            return False
        picture = self.picture
        asked = [extra.line for extra in self.extras if extra.fresh]
        if self.restoring or picture.missing:
            return not picture.right
        return bool(picture.extra & ~line_set(*asked))

    @property
    def wake_ms(self) -> int | None:
        """When something changes by itself, or None."""
        times = [note.until_ms for note in self.notes]
        if self.suspect_ms is not None:
            times.append(self.suspect_ms)
        if self.resuming is not None:
            times.append(self.resumed_ms + self.timing.look_ms)
        if self.hand is not None:
            times.append(self.hand.at_ms + self.timing.hand_ms)
        if self.help_until_ms is not None:
            times.append(self.help_until_ms)
        if self.question is not None and self.question.closes_ms is not None:
            times.append(self.question.closes_ms)
        if self.menu_down_ms is not None and isinstance(self.question, WipedBoard):
            times.append(self.menu_down_ms + self.timing.new_game_hold_ms)
        return min(times, default=None)


def with_note(session: Session, message: Message) -> Session:
    """The session with a message that vanishes by itself, the newest first, none twice."""
    others = tuple(note for note in session.notes if note.message.id != message.id)
    note = Note(message, session.now_ms + session.timing.note_ms)
    return replace(session, notes=(note, *others))


def with_repair_note(session: Session, games: int, entries: int) -> Session:
    """The session that says what was lost with a damaged file of saved games."""
    if games == entries == 0:
        return with_note(session, Message("journal-repaired"))
    lost = (("games", games), ("entries", entries))
    return with_note(session, Message("journal-lost", lost))
