"""The table's whole memory as one immutable value, and what follows from it.

What can be derived is derived: which bridges are expected, what differs, what is asked.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from kahuna_table.engine.board import LINES, NO_LINES, Island, Lines, line_set
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RuleSet
from kahuna_table.engine.state import GameState
from kahuna_table.table.counting import Count, count_of
from kahuna_table.table.game import NEVER_MS, Game, Proposal
from kahuna_table.table.inputs import NO_BUTTONS, Buttons, Code, Setup
from kahuna_table.table.questions import Open, Question, WipedBoard
from kahuna_table.table.referee import SLIDE_MS, Picture, look
from kahuna_table.table.screen import Backlight, Message
from kahuna_table.table.sight import NOTHING_SEEN, Sight, swapped

MAX_SUSPECTED: Final = 2
"""Hands leave many lines wrong, a broken sensor one or two."""


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
    pause_ms: int = 900_000
    """After so long without a hand the next person is asked whether the game goes on."""
    reopen_ms: int = 600_000
    """How long an early end can be taken back (secrets: then its record is whole)."""
    greeting_ms: int = 6_000
    """How long the greeting speaks each language."""
    dim_ms: int | None = None
    """How long nobody does anything until the displays dim; None: they never do."""
    dark_ms: int | None = None
    """The same until they are dark."""


@dataclass(frozen=True, slots=True)
class Note:
    """A message that vanishes by itself, or with the next button."""

    message: Message
    until_ms: int


_USUAL: Final = Setup(RuleSet())
_NO_DIFFERENCE: Final = Picture(NO_LINES, NO_LINES)


# Without slots, since what follows from the fields is computed once for each value: every line of
# the display and every light asks for the picture.
@dataclass(frozen=True)
class Session:
    """The table between two inputs."""

    timing: Timing = Timing()
    usual: Setup = _USUAL
    """What the form of a new game starts with: the setup of the game before."""
    language: str = ""
    """What the displays speak, as chosen in the menu; empty: as each was set up."""
    languages: tuple[str, ...] = ()
    """What the menu offers, first what the table was set up with."""
    now_ms: int = 0
    touched_ms: int = 0
    """When somebody last did something: laid or lifted a bridge, pressed, touched."""
    game: Game | None = None
    starting: Setup | None = None
    """A game that waits for its cards to be shuffled."""
    last_first: Player | None = None
    """Who began the table's last game (R27, `alternate`)."""
    # the board
    sight: Sight = NOTHING_SEEN
    still_since_ms: int = 0
    stuck_buttons: Buttons = NO_BUTTONS
    unsaved: bool = False
    troubles: tuple[Code, ...] = ()
    """What the devices suffer from, by the codes of the README's table."""
    opened_ms: tuple[int, ...] = (NEVER_MS,) * len(LINES)
    # the displays
    own_displays: bool = False
    """Whether each player has his own, where his hand may stay open."""
    trust: bool = False
    """Whether the waiting player's hand is shown without asking him."""
    asking: tuple[bool, bool] = (False, False)
    """Whether black, and white, hold their hands open on displays of their own."""
    open: Open | None = None
    help_until_ms: int | None = None
    ok_from_ms: int = NEVER_MS
    """An `ok` before was meant for a question that the board has replaced."""
    look_from_ms: int = NEVER_MS
    """An `ok` before does not show the card just drawn."""
    notes: tuple[Note, ...] = ()
    count: Count | None = None
    """The scoring that is being counted."""

    @property
    def state(self) -> GameState | None:
        return self.game.state if self.game is not None else None

    @property
    def question(self) -> Question | None:
        return self.open.question if self.open is not None else None

    @property
    def over(self) -> bool:
        """True while the end of a game is shown."""
        return self.game is not None and self.game.over

    @property
    def looking(self) -> bool:
        """True after a restart, until the first whole look at the board."""
        return self.game is not None and self.game.looking is not None

    @property
    def refereeing(self) -> bool:
        """True while the board must lie as the game says."""
        return self.game is not None and not self.game.over and self.game.looking is None

    @property
    def learning(self) -> bool:
        """True in a lesson."""
        return self.game is not None and self.game.setup.lesson

    @property
    def said_off(self) -> Lines:
        """The bridge that people said they lifted, where its sensor does not tell."""
        proposal = self.game.proposal if self.game is not None else None
        return Lines(line_set(proposal.line) & self.sight.blind) if proposal else NO_LINES

    @cached_property
    def differences(self) -> Picture:
        """How the board differs from the game as it stands, whatever the table waits for."""
        sight, game = self.sight, self.game
        if game is None:
            return Picture(NO_LINES, Lines(sight.closed & ~sight.blind))
        picture = look(game.expected, game.swept, sight.closed, sight.blind)
        return replace(
            picture,
            missing=Lines(picture.missing | self.said_off),
            swapped=swapped(sight, game.state.bridges),
        )

    @property
    def picture(self) -> Picture:
        """How the board differs while it must lie as the game says."""
        return self.differences if self.refereeing else _NO_DIFFERENCE

    @property
    def to_lift(self) -> Lines:
        """The swept bridges that can be seen to lie: the turn does not end before they are off."""
        return Lines(self.game.swept & ~self.sight.blind) if self.game is not None else NO_LINES

    @cached_property
    def asked(self) -> Lines:
        """Lines where a bridge must be lifted or put back before the game goes on."""
        game, proposal, picture = self.game, self.active_proposal, self.picture
        if game is None or not self.refereeing or isinstance(self.question, WipedBoard):
            return NO_LINES  # over a wiped board nothing is put right before the answer
        proposed = line_set(proposal.line) if proposal is not None else NO_LINES
        paying = NO_LINES if game.restoring else game.fresh
        wrong = (picture.missing & ~proposed) | (picture.extra & ~paying) | picture.swapped
        return Lines(wrong | self.to_lift)

    @property
    def suspect_ms(self) -> int | None:
        """When the few lines still asked for are asked for once more, or suspected."""
        game, asked, timing = self.game, self.asked, self.timing
        if game is None or asked == game.suspected:
            return None
        if not 0 < asked.bit_count() <= MAX_SUSPECTED:
            return None
        if not asked & ~self.to_lift:
            wait_ms = timing.remind_ms if asked != game.reminded else timing.doubt_ms
        else:
            wait_ms = timing.rebuild_ms if game.restoring else timing.suspect_ms
        return self.still_since_ms + wait_ms

    @cached_property
    def slidable(self) -> Lines:
        """The lines whose bridges were laid a moment ago, for the debouncer."""
        laid = self.game.laid if self.game is not None else ()
        return line_set(*(each.line for each in laid if self.now_ms - each.at_ms <= SLIDE_MS))

    @cached_property
    def active_proposal(self) -> Proposal | None:
        """The proposed removal, unless it sleeps because something else differs too."""
        game = self.game
        if game is None or game.restoring or game.proposal is None or game.proposal.dismissed:
            return None
        alone = Picture(missing=line_set(game.proposal.line), extra=NO_LINES)
        return game.proposal if self.picture == alone else None

    @cached_property
    def correcting(self) -> bool:
        """True while the board must be put right before the game goes on."""
        game, picture = self.game, self.picture
        if game is None or self.active_proposal is not None:
            return False
        if game.restoring or picture.missing or picture.swapped:
            return not picture.right
        return bool(picture.extra & ~game.fresh)

    @property
    def renew_ms(self) -> int | None:
        """When `menu`, held over a wiped board, begins a new game."""
        question = self.question
        if not isinstance(question, WipedBoard) or question.menu_down_ms is None:
            return None
        return question.menu_down_ms + self.timing.new_game_hold_ms

    @property
    def counted(self) -> tuple[Island, ...] | None:
        """While a scoring is counted: the islands counted so far, the newest last."""
        return None if self.count is None else self.count.counted(self.now_ms)

    @property
    def pause_ms(self) -> int | None:
        """When a turn in which nobody does anything counts as left."""
        game = self.game
        if game is None or self.open is not None or not self.refereeing or self.learning:
            return None
        busy = self.asked or self.active_proposal is not None or game.hand is not None
        return None if busy else self.touched_ms + self.timing.pause_ms

    @property
    def final_ms(self) -> int | None:
        """When the end of the game can no longer be taken back, where it still can."""
        game = self.game
        return game.over_ms + self.timing.reopen_ms if game and game.over and game.steps else None

    @property
    def resting(self) -> bool:
        """True while nobody plays and nothing is asked: any button leads on."""
        unasked = self.open is None and self.help_until_ms is None
        return self.game is None and self.starting is None and unasked

    @property
    def spoken(self) -> str:
        """What the displays speak now: the greeting each language in turn, that of the table first.
        Nobody sees it change in the dark."""
        if not self._greets:
            return self.language
        first = self.language or self.languages[0]
        turns = (self.language, *(each for each in self.languages if each != first))
        return turns[(self.now_ms - self.touched_ms) // self.timing.greeting_ms % len(turns)]

    @property
    def _greets(self) -> bool:
        dark = self.backlight is Backlight.DARK
        return self.resting and bool(self.languages) and not dark

    @property
    def backlight(self) -> Backlight:
        """How bright the displays are; over an open hand they stay bright."""
        timing, rest_ms = self.timing, self.now_ms - self.touched_ms
        if any(self.asking) or (self.game is not None and self.game.hand is not None):
            return Backlight.BRIGHT
        if timing.dark_ms is not None and rest_ms >= timing.dark_ms:
            return Backlight.DARK
        if timing.dim_ms is not None and rest_ms >= timing.dim_ms:
            return Backlight.DIM
        return Backlight.BRIGHT

    @cached_property
    def wake_ms(self) -> int | None:
        """When something changes by itself, or None."""
        game, timing = self.game, self.timing
        times = [self.suspect_ms, self.help_until_ms, self.renew_ms, self.pause_ms, self.final_ms]
        times += [note.until_ms for note in self.notes]
        fades = (self.touched_ms + after for after in (timing.dim_ms, timing.dark_ms) if after)
        times += [fade_ms for fade_ms in fades if fade_ms > self.now_ms]
        if self._greets:
            rest_ms = (self.now_ms - self.touched_ms) % timing.greeting_ms
            times.append(self.now_ms + timing.greeting_ms - rest_ms)
        if self.count is not None:
            times.append(self.count.next_ms(self.now_ms))
        if self.open is not None:
            times.append(self.open.closes_ms)
        if game is not None and game.looking is not None:
            times.append(game.looking.since_ms + timing.look_ms)
        if game is not None and game.hand is not None and not self.own_displays:
            times.append(game.hand.at_ms + timing.hand_ms)
        return min((time_ms for time_ms in times if time_ms is not None), default=None)


def with_note(session: Session, message: Message, *, from_ms: int | None = None) -> Session:
    """The session with a message that vanishes by itself, the newest first, none twice. Its time
    begins now, or at `from_ms`."""
    others = tuple(note for note in session.notes if note.message.id != message.id)
    begins_ms = session.now_ms if from_ms is None else from_ms
    note = Note(message, begins_ms + session.timing.note_ms)
    return replace(session, notes=(note, *others))


def with_scoring(session: Session, message: Message, bridges: tuple[Lines, Lines]) -> Session:
    """The session that counts these islands, then tells the result."""
    count = count_of(bridges, session.now_ms)
    return replace(with_note(session, message, from_ms=count.result_ms), count=count)


def with_repair_note(session: Session, games: int, entries: int) -> Session:
    """The session that says what was lost with a damaged file of saved games."""
    if games == entries == 0:
        return with_note(session, Message("journal-repaired"))
    lost = (("games", games), ("entries", entries))
    return with_note(session, Message("journal-lost", lost))
