"""A board with any wiring, and a maker who does what the questions ask and answers what is seen."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import StoreConfig
from kahuna_table.app.wiring.learned import ALL, Learned
from kahuna_table.devices.diagnosis import Following, Reading, WireTests
from kahuna_table.devices.pins import COLUMN_WIRES, REFERENCE, ROW_WIRES, Crossing, PinMap
from kahuna_table.devices.strip import PIXELS, wire_bytes
from kahuna_table.engine.board import ISLANDS, Line, line_name
from kahuna_table.table.inputs import NO_BUTTONS, Button, Buttons
from kahuna_table.tools.wiring.asking import frame
from kahuna_table.tools.wiring.findings import findings
from kahuna_table.tools.wiring.interview import LIFT_MS, begin, handle, options
from kahuna_table.tools.wiring.state import (
    PATIENCE_MS,
    Answer,
    Answered,
    Interview,
    Part,
    Seen,
    Tested,
)
from kahuna_table.tools.wiring.steps import (
    Corners,
    EmptyBoard,
    LayBridge,
    PressButton,
    ShowColour,
    ShowLight,
)

TICK_MS = 50
QUIET = Following(COLUMN_WIRES, (0,) * 6)


def line(name: str) -> Line:
    return Line([line_name(each) for each in ALL].index(name))


def at(name: str) -> Crossing:
    return Crossing(int(name[1]) - 1, int(name[3]) - 1)


@dataclass
class Board:
    """What closes what, and what shines where."""

    contacts: dict[Line, set[Crossing]] = field(
        default_factory=lambda: {line: {REFERENCE.sensors[line]} for line in ALL}
    )
    buttons: dict[Button, set[Button]] = field(
        default_factory=lambda: {button: {button} for button in Button}
    )
    strip: list[int | None] = field(default_factory=lambda: list(range(PIXELS)))
    pixel_order: str = "GRB"
    broken_canaries: set[Crossing] = field(default_factory=set)
    backward: set[Crossing] = field(default_factory=set)
    """Bridged diodes: they let current through backward while their contact is closed."""
    turned: Mapping[Line, Crossing] = field(default_factory=dict)
    """Reversed diodes: a stick in the slot lets current through backward only."""
    stuck: set[Crossing] = field(default_factory=set)
    sticks: set[Line] = field(default_factory=set)
    held: set[Button] = field(default_factory=set)

    def closed(self) -> set[Crossing]:
        canaries = set(REFERENCE.canaries) - self.broken_canaries
        return canaries.union(self.stuck, *(self.contacts[each] for each in self.sticks))

    def reading(self) -> Reading:
        rows = [0] * 6
        for crossing in self.closed():
            rows[crossing.row] |= 1 << crossing.column
        return Reading(0, tuple(rows))

    def pressed(self) -> Buttons:
        down = set[Button]().union(*(self.buttons[each] for each in self.held))
        return Buttons(sum(1 << each for each in down)) if down else NO_BUTTONS

    def tests(self) -> WireTests:
        columns = [0] * 6
        wrong = self.backward & self.closed()
        for crossing in wrong | {self.turned[each] for each in self.sticks if each in self.turned}:
            columns[crossing.column] |= 1 << crossing.row
        return WireTests(QUIET, Following(ROW_WIRES, (0,) * 6), tuple(columns))


class Maker:
    """Sits at the board until all questions are answered."""

    def __init__(
        self,
        board: Board,
        *,
        moved: frozenset[Line] = frozenset(),
        known: Learned | None = None,
        plan: PinMap = REFERENCE,
    ) -> None:
        self.board, self.now_ms, self._moved = board, 0, moved
        self.interview: Interview = begin(plan, known if known is not None else Learned())

    def learn(self) -> Learned:
        while self.interview.step is not None:
            self.next()
        return self.interview.learned

    def texts(self) -> list[str]:
        return [each.text for each in findings(self.interview.learned, REFERENCE) if each.defect]

    def next(self) -> None:
        """Does what the present question asks."""
        match self.interview.step:
            case PressButton(button=button):
                self.press(button)
                if self.interview.step == PressButton(button):
                    self.answer(Answer.OK)
            case ShowColour(sent=sent):
                data = wire_bytes(frame(self.interview)[:1], self.interview.learned.sent_order)
                shown = "RGB".index(self.board.pixel_order[data.index(255)])
                assert frame(self.interview)[0][sent] == 255
                self.choose(shown if self.board.strip[0] is not None else None)
            case ShowLight(place=place):
                lit = [n for n, colour in enumerate(frame(self.interview)) if any(colour)]
                assert lit == [place]
                self.choose(self.board.strip[place])
            case EmptyBoard():
                self.wait(100)
                self.answer(Answer.OK)
                self.wait(100)
            case LayBridge(line=asked):
                self.lay(asked)
            case Corners(lines=lines):
                self.board.sticks |= set(lines)
                self.wait(200)
                self.board.sticks.clear()
                self.wait(200)
            case None:
                raise AssertionError("nothing is asked")

    def lay(self, asked: Line) -> None:
        self.wait(150)
        if len(ISLANDS) + asked in self.board.strip:
            assert self.lit_slots() == [asked]
        self.board.sticks.add(asked)
        self.wait(200)
        if self.interview.part is not Part.LYING:
            self.wait(PATIENCE_MS)
            self.answer(Answer.OK)
            self.wait(50)
        if asked in self._moved:
            self.board.sticks.clear()
            self.wait(200)
            self.board.sticks.add(asked)
            self.wait(200)
        self.board.sticks.clear()
        self.wait(LIFT_MS + 100)
        if self.interview.step == LayBridge(asked):
            self.wait(PATIENCE_MS)
            self.answer(Answer.OK)

    def lit_slots(self) -> list[Line]:
        """The lines whose lights are seen to shine."""
        lit = [self.board.strip[n] for n, rgb in enumerate(frame(self.interview)) if any(rgb)]
        return [Line(light - len(ISLANDS)) for light in lit if light is not None]

    def choose(self, shown: int | None) -> None:
        for _ in range(PIXELS + 1):
            if options(self.interview)[self.interview.guess] == shown:
                break
            self.answer(Answer.RIGHT)
        self.answer(Answer.OK)

    def press(self, button: Button) -> None:
        self.board.held.add(button)
        self.wait(100)
        self.board.held.clear()
        self.wait(100)

    def answer(self, answer: Answer) -> None:
        self.interview = handle(self.interview, Answered(self.now_ms, answer))

    def wait(self, ms: int) -> None:
        for _ in range(0, ms, TICK_MS):
            self.now_ms += TICK_MS
            seen = Seen(self.now_ms, self.board.reading(), self.board.pressed())
            self.interview = handle(self.interview, seen)
            if self.interview.wants_tests:
                tested = Tested(self.now_ms, self.board.tests())
                self.interview = handle(self.interview, tested)


def permuted(seed: int) -> PinMap:
    free = [*REFERENCE.sensors, REFERENCE.spare]
    return replace(REFERENCE, wired=tuple(Random(seed).sample(free, 27)))


def of_state(directory: Path) -> Config:
    return Config(store=StoreConfig(directory=directory))


def as_board(pin_map: PinMap) -> Board:
    return Board(contacts={each: {pin_map.sensors[each]} for each in ALL})


def with_contacts(**contacts: str) -> Board:
    board = Board()
    for name, crossings in contacts.items():
        board.contacts[line(name.replace("_", "-"))] = {at(each) for each in crossings.split()}
    return board
