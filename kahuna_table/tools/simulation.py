"""The program on the simulated kit, on a clock that is handed in: for scripts and the window."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Final

from kahuna_table.app.assembly import new_senses, new_session
from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import SensorDriver
from kahuna_table.app.daemon import Chance, Daemon, Ports, Witness
from kahuna_table.app.ledger import GameLedger
from kahuna_table.devices.pins import REFERENCE
from kahuna_table.devices.simulated import SimulatedKit, build
from kahuna_table.devices.simulated.display import RecordingDisplay
from kahuna_table.devices.simulated.noise import QUIET, Noise
from kahuna_table.engine.board import ALL_LINES, NO_LINES, Line
from kahuna_table.engine.player import Player
from kahuna_table.files import PRIVATE, whole_file
from kahuna_table.store.values import StoreError
from kahuna_table.table.screen import Screen
from kahuna_table.table.state import Session
from kahuna_table.table.views import screen

BOOT_MS: Final = 300
"""After this time a resting board is known: the opening time and a slow sample on top."""

BOOT_LIMIT_MS: Final = 3000
"""Lines that cannot be read are given up by then."""


class SimulatedTable:
    """A kit and the daemon that runs it; everything happens in `advance`.

    Raises:
        StateDirectoryBusy: another table keeps its games in `state_dir`.
    """

    def __init__(
        self,
        config: Config,
        chance: Chance,
        *,
        state_dir: Path,
        now: Callable[[], datetime],
        witnesses: Sequence[Witness] = (),
        sticks: Mapping[Line, Player] | None = None,
        between: Callable[[str], None] = lambda _moment: None,
        noise: Noise = QUIET,
        noise_chance: Random | None = None,
    ) -> None:
        """`sticks` lie on the board already; `between` as for the ledger."""
        self.noise, self._noise_chance = noise, noise_chance or Random(0)
        # the simulated board is a matrix, also where the configured one has other sensors
        wired = config.pin_map() if config.has_matrix else REFERENCE
        self.kit: SimulatedKit = build(wired, noise=noise, rng=self._noise_chance)
        self.see_colours(pico=config.sensors.driver is SensorDriver.PICO)
        for line, colour in (sticks or {}).items():
            self.kit.board.place(line, colour)
        seats = 2 if config.screens else 1
        self.displays = tuple(RecordingDisplay() for _ in range(seats))
        self.disk_fails = False
        self._late_ms = 0
        self.now_ms = 0
        self._config, self._chance, self._witnesses = config, chance, witnesses
        self._state_dir, self._now, self._between = state_dir, now, between
        self.daemon = self._start()
        self._boot()

    def _start(self) -> Daemon:
        ledger = GameLedger(self._state_dir, self._now, between=self._write_moment)
        session = replace(new_session(self._config), now_ms=self.now_ms, touched_ms=self.now_ms)
        session = ledger.restore(session)
        ports = Ports(self.kit.sensors, self.kit.buttons, self.kit.strip, self.displays)
        self.ledger = ledger
        senses = new_senses(self._config)
        daemon = Daemon(ports, session, senses, self._chance, ledger, self._witnesses)
        daemon.deal_again()
        return daemon

    def see_colours(self, *, pico: bool) -> None:
        """Whether the sensors are from now on those of the colour kit."""
        self.kit.board.coloured = ALL_LINES if pico else NO_LINES

    def crash(self) -> None:
        """The process is killed: no shutdown code runs, the files stay as they are."""
        left = {path: path.read_bytes() for path in self._state_dir.iterdir() if path.is_file()}
        self.ledger.close()  # in the place of the kernel, which takes the lock back
        for path, content in left.items():
            with whole_file(path, PRIVATE) as file:
                file.write(content)
        self.running = False

    def restart(self) -> None:
        """The program starts again on the board as it is; a running one is stopped first."""
        if self.running:
            self.daemon.close()
        self.kit.restart()
        self.daemon = self._start()
        self._boot()

    def _boot(self) -> None:
        """Runs until a resting board is known."""
        self.running = True
        ready_ms, latest_ms = self.now_ms + BOOT_MS, self.now_ms + BOOT_LIMIT_MS
        self.advance(ready_ms)
        while self.session.looking and self.now_ms < latest_ms:
            self.advance(min(self.next_ms, latest_ms))

    @property
    def session(self) -> Session:
        return self.daemon.session

    @property
    def screens(self) -> tuple[Screen, ...]:
        """What each display shows now."""
        seats = self.daemon.ports.seats
        return tuple(
            display.screen or screen(self.session, seat)
            for seat, display in zip(seats, self.displays, strict=True)
        )

    @property
    def screen(self) -> Screen:
        """What the display shows now; where each player has his own, that of the mover."""
        state = self.session.state
        mover = state.to_move if state is not None else Player.BLACK
        return self.screens[min(mover, len(self.screens) - 1)]

    def advance(self, to_ms: int) -> None:
        """Lets time pass: every sample that is due is taken at its moment."""
        while self.running and self._due_ms() <= to_ms:
            self._sample(self._due_ms())
            self._late_ms = self.noise.lateness_ms(self._noise_chance)
        self.kit.advance(to_ms)
        self.now_ms = to_ms

    def advance_to_sample(self, at_most_ms: int) -> None:
        """Lets time pass until the next sample was taken, or until `at_most_ms`."""
        self.advance(min(self.next_ms, at_most_ms) if self.running else at_most_ms)

    @property
    def next_ms(self) -> int:
        """When the next sample is due; now when it is due already, or when nothing runs."""
        return max(self._due_ms(), self.now_ms) if self.running else self.now_ms

    def close(self) -> None:
        """Lights off, devices released, the game kept."""
        if self.running:
            self.daemon.close()
        self.running = False

    def _write_moment(self, moment: str) -> None:
        if self.disk_fails and moment == "before":
            raise StoreError("the disk fails: the script lets it")
        self._between(moment)

    def _due_ms(self) -> int:
        return self.daemon.next_ms + self._late_ms

    def _sample(self, at_ms: int) -> None:
        self.kit.advance(at_ms)
        self.now_ms = at_ms  # also where the process ends in the middle of this sample
        self.daemon.step(at_ms)
