"""The whole kit without hardware: the drivers of the Pi on pins that a simulated board moves."""

from random import Random

from kahuna_table.devices.buttons import GpioButtons
from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.matrix import MatrixSensors
from kahuna_table.devices.pins import REFERENCE, PinMap
from kahuna_table.devices.simulated.board import SimulatedBoard
from kahuna_table.devices.simulated.net import Net
from kahuna_table.devices.simulated.noise import QUIET, Noise
from kahuna_table.devices.simulated.pins import NetFactory
from kahuna_table.devices.simulated.strip import RecordingStrip
from kahuna_table.devices.troubles import Trouble
from kahuna_table.engine.board import NO_LINES, Lines, line_name, lines_in
from kahuna_table.table.inputs import NO_OWNERS, Owners


class KitSensors(MatrixSensors):
    """The matrix, with lines that may give no answer by themselves, as a dead sensor board's do,
    and with those that see colours, as the Pico's do."""

    def __init__(self, factory: NetFactory, pin_map: PinMap, board: SimulatedBoard) -> None:
        super().__init__(factory, pin_map, pause_us=_no_pause)
        self._net = factory.net
        self._board = board
        self._read_at: tuple[object, ...] | None = None
        self._closed = NO_LINES

    def scan(self) -> tuple[Lines, Lines]:
        # A net that rests reads the same, and most of a scripted game it rests.
        now = self._net.changes, self._net.failing, self._tests
        if not self._ready or self._tests_due or now != self._read_at:
            super().scan()
            self._read_at = now
        closed, unknown = self._last.closed, self._last.unknown
        dead = self._board.unreadable
        self._closed = Lines(closed & ~dead)
        return self._closed, Lines(unknown | dead)

    def owners(self) -> Owners:
        return self._board.sees(self._closed) if self._board.coloured else NO_OWNERS

    def faults(self) -> tuple[Fault, ...]:
        faults, dead = super().faults(), self._board.unreadable
        if not dead:
            return faults
        names = tuple(map(line_name, lines_in(dead)))
        return (*faults, fault(Trouble.SIMULATED_LINES, lines=names))


class SimulatedKit:
    """A board, its wiring, and the drivers that read it.

    What is done to `board` is read by `sensors` and `buttons` at once; time passes in `advance`
    alone.
    """

    def __init__(self, pin_map: PinMap, board: SimulatedBoard) -> None:
        self.pin_map = pin_map
        self.board = board
        self.net = Net(pin_map)
        self.strip = RecordingStrip()
        self._connect()
        board.watch(self._follow)

    def advance(self, to_ms: int) -> None:
        """Let time pass on the board until `to_ms` and take a new look."""
        self.board.advance(to_ms)

    def restart(self) -> None:
        """New drivers on the same board, as after the process was killed.

        Nothing is shut down, the kernel takes the pins back, and sticks, fingers and lights stay
        as they are.
        """
        self.factory.cut()
        self.net.release()
        self._connect()

    def _connect(self) -> None:
        self.factory = NetFactory(self.net)
        self.sensors = KitSensors(self.factory, self.pin_map, self.board)
        self.buttons = GpioButtons(self.factory, self.pin_map)

    def _follow(self) -> None:
        self.net.set_contacts(self.board.closed)
        self.net.set_buttons(self.board.pressed)
        self.net.failing = self.board.failing


def build(
    pin_map: PinMap = REFERENCE, *, noise: Noise = QUIET, rng: Random | None = None
) -> SimulatedKit:
    """A healthy kit at 0 ms with an empty board; noise needs a stream of chance."""
    return SimulatedKit(pin_map, SimulatedBoard(noise=noise, rng=rng))


def _no_pause(_us: int) -> None:
    """The net settles at once."""
