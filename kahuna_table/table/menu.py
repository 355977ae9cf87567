"""The main menu, the form of a new game, and questions that nobody has to answer: they close."""

from dataclasses import replace

from kahuna_table.engine.names import MAX_LETTERS
from kahuna_table.engine.player import Player
from kahuna_table.table import lesson, newgame
from kahuna_table.table.inputs import Setup
from kahuna_table.table.manual_entry import enter, lines_offered
from kahuna_table.table.play import Result, abandon, begin
from kahuna_table.table.questions import (
    Confirm,
    Doubt,
    GameOptions,
    Menu,
    NameEntry,
    NewGame,
    Open,
    Question,
    Sensors,
)
from kahuna_table.table.screen import Option
from kahuna_table.table.state import Session

LANGUAGE = "language"
GIVE_UP, ABORT, SWITCH_OFF = Option("give-up"), Option("abort"), Option("switch-off")
SENSORS = Option("sensors")
MORE = Option("more")
CONTINUE, NEW = Option("continue"), Option("new")


def options(
    session: Session, question: Menu | Sensors | NewGame | GameOptions | NameEntry
) -> tuple[Option, ...]:
    """What these offer."""
    match question:
        case Menu(more=more):
            return _STAFF if more else menu_options(session)
        case Sensors():
            return sensor_options(session)
        case NewGame(setup=setup):
            return newgame.start_options(setup)
        case GameOptions(setup=setup):
            return newgame.options(setup)
        case NameEntry(setup=setup, player=player):
            return newgame.name_options(setup, player)


def menu_options(session: Session) -> tuple[Option, ...]:
    """In a game also the way to its lines, for bridges that the sensors do not see."""
    spoken = session.language or next(iter(session.languages), None)
    language = (Option(LANGUAGE, value=spoken),) if spoken else ()
    if not session.refereeing:
        return NEW, CONTINUE, SWITCH_OFF, *language
    sensors = (SENSORS,) if sensor_options(session) else ()
    if session.learning:
        return CONTINUE, NEW, SWITCH_OFF, *language, *sensors
    return CONTINUE, NEW, GIVE_UP, MORE, *language, *sensors


def sensor_options(session: Session) -> tuple[Option, ...]:
    """The lines whose bridges can be entered by hand."""
    return tuple(Option("line", line=line) for line in lines_offered(session))


def open_menu(session: Session) -> Session:
    """The main menu."""
    return open_question(session, Menu())


def ask_take_back(session: Session) -> Session:
    """With `take_back=consent` the other player must agree."""
    return open_question(session, Confirm(Doubt.TAKE_BACK))


def ask_to_leave(session: Session) -> Session:
    """Whether the lesson is put away for a game."""
    return open_question(session, Confirm(Doubt.NEW_GAME))


def renew(session: Session) -> Result:
    """The old game is put away as unfinished, and what to play next is asked."""
    session, effects = abandon(session)
    return ask_what_to_play(session), effects


def ask_what_to_play(session: Session) -> Session:
    """A game, as the one before; the lesson; or other options."""
    return open_question(session, NewGame(session.usual))


def open_question(session: Session, question: Question, cursor: int = 0) -> Session:
    """Opens a question that nobody has to answer."""
    if isinstance(question, NewGame | GameOptions | NameEntry):
        # what was filled in stays when the form closes
        session = replace(session, usual=replace(question.setup, first=None))
    closes_ms = session.now_ms + session.timing.menu_ms
    return replace(session, open=Open(question, cursor, closes_ms), help_until_ms=None)


def answer_menu(
    session: Session,
    question: Menu | Sensors | NewGame | GameOptions | NameEntry,
    at: int,
    chosen: Option,
) -> Result:
    """`ok` on the option chosen there; `at` is the cursor."""
    match question:
        case Menu():
            return _menu(session, at, chosen)
        case Sensors():
            closed = replace(session, open=None)
            return enter(closed, chosen.line) if chosen.line is not None else (closed, ())
        case NewGame(setup=setup):
            return _start(session, setup, chosen)
        case GameOptions(setup=setup):
            return _form(session, setup, at, chosen)
        case NameEntry():
            return _name(session, question, at, chosen), ()


_STAFF = ABORT, SWITCH_OFF
_DOUBTS = {GIVE_UP: Doubt.GIVE_UP, ABORT: Doubt.ABORT, SWITCH_OFF: Doubt.SWITCH_OFF}


def _menu(session: Session, at: int, chosen: Option) -> Result:
    if chosen == CONTINUE:
        return replace(session, open=None), ()
    if chosen.id == LANGUAGE:
        return _next_language(session, at), ()
    if chosen == SENSORS:
        return open_question(session, Sensors()), ()
    if chosen == MORE:
        return open_question(session, Menu(more=True)), ()
    if chosen == NEW:
        if session.refereeing:
            return open_question(session, Confirm(Doubt.NEW_GAME)), ()
        return ask_what_to_play(session), ()
    return open_question(session, Confirm(_DOUBTS[chosen])), ()


def _next_language(session: Session, at: int) -> Session:
    """The menu in the next language, its cursor where it was."""
    known = ("", *session.languages[1:])
    after = known[(known.index(session.language) + 1) % len(known)]
    return open_question(replace(session, language=after), Menu(), at)


def _start(session: Session, setup: Setup, chosen: Option) -> Result:
    match chosen.id:
        case "start":
            return begin(session, setup)
        case "swap":
            return begin(session, newgame.with_sides_swapped(setup))
        case "learn":
            return begin(session, lesson.SETUP)
        case _:
            return open_question(session, GameOptions(setup)), ()


def _form(session: Session, setup: Setup, at: int, chosen: Option) -> Result:
    if chosen.id == "start":
        return begin(session, setup)
    for player in Player:
        if chosen.id == f"name-{player.name.lower()}":
            return open_question(session, NameEntry(setup, player)), ()
    row = next(row for row in newgame.ROWS if row.id == chosen.id)
    return open_question(session, GameOptions(row.turn(setup)), at), ()


def _name(session: Session, question: NameEntry, at: int, chosen: Option) -> Session:
    player, setup = question.player, newgame.edit_name(question.setup, question.player, chosen)
    if chosen.id == "name-done":
        return open_question(session, GameOptions(setup), name_row(player))
    full = len(setup.names[player]) >= MAX_LETTERS
    return open_question(session, NameEntry(setup, player), 0 if full else at)


def name_row(player: Player) -> int:
    """Where the player's name stands in the form."""
    ids = [row.id for row in newgame.ROWS]
    return ids.index(f"name-{player.name.lower()}")
