"""The table's whole memory as one immutable value, and what follows from it.

What can be derived is derived: which bridges are expected, what differs, what is asked.
"""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from kahuna_table.engine.board import LINES, NO_LINES, Island, Line, Lines, line_set
from kahuna_table.engine.moves import Deal, DrawCard, Move, PlaceBridge, TakeCard
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import DiscardRule, RuleSet
from kahuna_table.engine.state import GameState, Phase
from kahuna_table.table.inputs import NO_BUTTONS, Buttons, Code, Setup
from kahuna_table.table.questions import Question, WipedBoard
from kahuna_table.table.referee import SLIDE_MS, Laid, Picture, look
from kahuna_table.table.screen import Message
from kahuna_table.table.sight import NO_STICKS, NOTHING_SEEN, Sight, swapped

MAX_SUSPECTED: Final = 2
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
    """How long after a restart a line may take to be known; then the others decide."""
    remind_ms: int = 10_000
    """Swept bridges that still lie on a quiet board are asked for once more."""
    doubt_ms: int = 20_000
    """Then their sensors may be stuck: people think before they lift."""
    suspect_ms: int = 10_000
    """A missing or extra line asked for that long may have a stuck sensor."""
    rebuild_ms: int = 60_000
    """The same while a whole board is put right: building takes time."""
    reopen_ms: int = 600_000
    """How long an early end can be taken back (secrets: then its record is whole)."""


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

    @property
    def expected(self) -> Lines:
        """X: the lines with a bridge in the engine."""
        black, white = self.state.bridges
        return Lines(black | white)

    @property
    def steps_kept(self) -> int:
        """How many steps playing the moves again would leave to take back: those of the last turn,
        since its last draw."""
        count, turn = 0, 0
        for played in self.played:
            if isinstance(played.move, TakeCard | DrawCard | Deal):
                count = 0
            else:
                count, turn = (count + 1 if played.turn == turn else 1), played.turn
        return count


@dataclass(frozen=True, slots=True)
class Extra:
    """A bridge the game does not know. `reason` says why it was refused; None: not judged yet."""

    line: Line
    at_ms: int
    """When its contact closed."""
    settled_ms: int
    """When that was certain; bridges of one scan share it."""
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
class PendingExtra:
    """A bridge that the game does not know, as a restart finds it again."""

    line: Line
    reason: Message | None


@dataclass(frozen=True, slots=True)
class Pending:
    """What a restart must find again beside the moves (referee's rule 16)."""

    steps_forgotten: int = 0
    """How many steps of the last turn can no longer be taken back."""
    sweep: Lines = NO_LINES
    swept: Lines = NO_LINES
    restoring: bool = False
    missing: Lines = NO_LINES
    extras: tuple[PendingExtra, ...] = ()
    strangers: tuple[Lines, Lines] = NO_STICKS
    """Black's and white's bridges that lie where the game has none of theirs."""
    distrusted: Lines = NO_LINES
    was_right: Lines = NO_LINES
    following: Lines = NO_LINES
    flapping: Lines = NO_LINES
    reminded: Lines = NO_LINES
    suspected: Lines = NO_LINES
    question: Question | None = None
    proposal: Proposal | None = None
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
    sight: Sight = NOTHING_SEEN
    still_since_ms: int = 0
    stuck_buttons: Buttons = NO_BUTTONS
    reminded: Lines = NO_LINES
    """Swept lines that were asked for once more."""
    suspected: Lines = NO_LINES
    """Lines asked for so long that their sensors may be stuck."""
    unsaved: bool = False
    troubles: tuple[Code, ...] = ()
    """What the devices suffer from, by the codes of the README's table."""
    opened_ms: tuple[int, ...] = (NEVER_MS,) * len(LINES)
    sweep: Lines = NO_LINES
    """The list of swept bridges: one that was lifted and lies again is back on it (rule 1)."""
    swept: Lines = NO_LINES
    """R: the swept bridges that still lie, as far as the table knows."""
    extras: tuple[Extra, ...] = ()
    lifted: tuple[Lifted, ...] = ()
    restoring: bool = False
    """The game changed first and the board follows: nothing is read as a move (rule 11)."""
    resumed_ms: int = 0
    resuming: Pending | None = None
    """After a restart, until the first whole look at the board."""
    over_ms: int = 0
    """When the game was over."""
    # the display
    question: Question | None = None
    proposal: Proposal | None = None
    selected: Island | None = None
    hand: HandOpen | None = None
    help_until_ms: int | None = None
    menu_down_ms: int | None = None
    ok_from_ms: int = NEVER_MS
    """An `ok` before was meant for a question that the board has replaced."""
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
        """X: the lines with a bridge in the engine, those of blind lines included."""
        return self.game.expected if self.game is not None else NO_LINES

    @property
    def enemy(self) -> Lines:
        """The opponent's bridges, seen from the player to move."""
        if self.game is None:
            return NO_LINES
        return self.game.state.bridges[self.game.state.to_move.opponent]

    @property
    def said_off(self) -> Lines:
        """The bridge that people said they lifted, where its sensor does not tell."""
        proposal = self.proposal
        return Lines(line_set(proposal.line) & self.sight.blind) if proposal else NO_LINES

    @property
    def differences(self) -> Picture:
        """How the board differs from the game as it stands, whatever the table waits for."""
        if self.game is None:
            return Picture(NO_LINES, Lines(self.sight.closed & ~self.sight.blind))
        sight = self.sight
        picture = look(self.expected, self.swept, sight.closed, sight.blind)
        return replace(
            picture,
            missing=Lines(picture.missing | self.said_off),
            swapped=swapped(sight, self.game.state.bridges),
        )

    @property
    def picture(self) -> Picture:
        """How the board differs while it must lie as the game says."""
        return self.differences if self.refereeing else Picture(NO_LINES, NO_LINES)

    @property
    def to_lift(self) -> Lines:
        """The swept bridges that can be seen to lie: the turn does not end before they are off."""
        return Lines(self.swept & ~self.sight.blind)

    @property
    def asked(self) -> Lines:
        """Lines where a bridge must be lifted or put back before the game goes on."""
        proposal = self.active_proposal
        if not self.refereeing or isinstance(self.question, WipedBoard):
            return NO_LINES
        picture = self.picture
        proposed = line_set(proposal.line) if proposal is not None else NO_LINES
        fresh = line_set(*(extra.line for extra in self.extras if extra.fresh))
        paying = NO_LINES if self.restoring else fresh
        wrong = (picture.missing & ~proposed) | (picture.extra & ~paying) | picture.swapped
        return Lines(wrong | self.to_lift)

    @property
    def suspect_ms(self) -> int | None:
        """When the few lines still asked for are asked for once more, or suspected."""
        asked, timing = self.asked, self.timing
        if not 0 < asked.bit_count() <= MAX_SUSPECTED or asked == self.suspected:
            return None
        if not asked & ~self.to_lift:
            wait_ms = timing.remind_ms if asked != self.reminded else timing.doubt_ms
        else:
            wait_ms = timing.rebuild_ms if self.restoring else timing.suspect_ms
        return self.still_since_ms + wait_ms

    @property
    def laid(self) -> tuple[Laid, ...]:
        """The bridges that may still slide: the last two laid in this turn, the newest first.

        The last handicap bridge is of this turn too: nobody has acted since.
        """
        if self.game is None:
            return ()
        turns = (0, self.game.turn)
        return tuple(
            Laid(step.move.line, step.laid_ms)
            for step in reversed(self.game.steps)
            if step.turn in turns and isinstance(step.move, PlaceBridge)
        )[:2]

    @property
    def slidable(self) -> Lines:
        """The lines whose bridges were laid a moment ago, for the debouncer."""
        return line_set(*(laid.line for laid in self.laid if self.now_ms - laid.at_ms <= SLIDE_MS))

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
        alone = Picture(missing=line_set(proposal.line), extra=NO_LINES)
        return proposal if self.picture == alone else None

    @property
    def correcting(self) -> bool:
        """True while the board must be put right before the game goes on."""
        if not self.refereeing or self.active_proposal is not None:
            return False
        picture = self.picture
        asked = [extra.line for extra in self.extras if extra.fresh]
        if self.restoring or picture.missing or picture.swapped:
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
        if self.over and self.game is not None and self.game.steps:
            times.append(self.over_ms + self.timing.reopen_ms)
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
