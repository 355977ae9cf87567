"""The program on the simulated kit, on a clock that is handed in: for scripts and the window."""

from collections.abc import Callable, Sequence

from kahuna_table.app.config import Config
from kahuna_table.app.daemon import Chance, Daemon, Ports, Witness
from kahuna_table.app.records import Scribe
from kahuna_table.devices.simulated import SimulatedKit, build
from kahuna_table.devices.simulated.display import RecordingDisplay
from kahuna_table.table.debounce import Senses, SettleTimes
from kahuna_table.table.inputs import Setup
from kahuna_table.table.screen import Screen
from kahuna_table.table.situation import Session, Timing
from kahuna_table.table.views import screen

BOOT_MS = 300
"""After so long a resting board is known: the opening time and a slow sample on top."""


class SimulatedTable:
    """A kit and the daemon that runs it; everything happens in `advance`."""

    def __init__(
        self,
        config: Config,
        chance: Chance,
        today: Callable[[], str],
        witnesses: Sequence[Witness] = (),
    ) -> None:
        self.kit: SimulatedKit = build(config.pin_map())
        self.display = RecordingDisplay()
        self.scribe = Scribe(today)
        ports = Ports(self.kit.sensors, self.kit.buttons, self.kit.strip, self.display)
        self.daemon = Daemon(
            ports, new_session(config), new_senses(config), chance, self.scribe, witnesses
        )
        self.now_ms = 0
        self.advance(BOOT_MS)

    @property
    def session(self) -> Session:
        return self.daemon.session

    @property
    def screen(self) -> Screen:
        """What the display shows now."""
        return self.display.screen if self.display.screen is not None else screen(self.session)

    def advance(self, to_ms: int) -> None:
        """Lets time pass: every sample that is due is taken at its moment."""
        while self.daemon.next_ms <= to_ms:
            self._sample(self.daemon.next_ms)
        self.kit.advance(to_ms)
        self.now_ms = to_ms

    def advance_to_sample(self, at_most_ms: int) -> None:
        """Lets time pass until the next sample was taken, or until `at_most_ms`."""
        self.advance(min(max(self.daemon.next_ms, self.now_ms), at_most_ms))

    def close(self) -> None:
        """Lights off, devices released."""
        self.daemon.close()

    def _sample(self, at_ms: int) -> None:
        self.kit.advance(at_ms)
        self.daemon.step(at_ms)


def new_session(config: Config) -> Session:
    """A table at rest, as configured."""
    black, white = config.table.players
    return Session(
        timing=Timing(hand_ms=config.screen.hand_hides_after_s * 1000),
        usual=Setup(config.game.rules, names=(black, white)),
    )


def new_senses(config: Config) -> Senses:
    """Debouncing as configured."""
    return Senses(
        SettleTimes(
            closing_ms=config.sensors.closing_ms,
            opening_ms=config.sensors.opening_ms,
            button_ms=config.buttons.debounce_ms,
        )
    )
