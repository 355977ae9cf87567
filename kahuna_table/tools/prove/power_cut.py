"""`kahuna-table prove power-cut`: games whose table is killed at every write, and goes on.

What is checked: a planned game is played by a chain of processes on one state directory. Each is
killed (SIGKILL) by its own hand at a moment around a write of the journal: before it, inside the
transaction with all rows put and none committed, or after it. The first three fall at the next
write; while the move in flight is still not safe, the three after them fall one write later, and so
on, so that the writes of restoring are cut too. Each process finds the board as it lay and must
resume the game exactly as the last acknowledged write left it, with every wrong bridge lit; the
hands put right what the lights ask for and go on. At the end the whole state must be that of the
game nobody interrupted. So every cut has to be survived on top of all those before it.

What is not: a killed process leaves the page cache, so that lost or reordered blocks are not seen
here. The virtual Pi's plug (`play_on` with a stop) and the store's torn files are for that.
"""

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NoReturn, TextIO

from kahuna_table.app.config import Config
from kahuna_table.app.exits import OK, UNUSABLE, WRONG
from kahuna_table.app.ledger import record_of
from kahuna_table.app.saved import read_game
from kahuna_table.engine.board import Line, line_name, lines_in
from kahuna_table.engine.notation import parse_line, parse_player
from kahuna_table.engine.playback import replay
from kahuna_table.engine.player import Player
from kahuna_table.engine.record import parse_record
from kahuna_table.engine.state import GameState, Phase
from kahuna_table.errors import KahunaError
from kahuna_table.files import FileError, read_text, write_whole
from kahuna_table.store.reading import read_journal
from kahuna_table.table.codec import fingerprint
from kahuna_table.table.lights import Role
from kahuna_table.table.state import Session
from kahuna_table.table.views import board_lights
from kahuna_table.tools.hands import HandsStopped
from kahuna_table.tools.prove.plan import Plan, PlanHands, PlannedChance, plan_game
from kahuna_table.tools.script.run import EPOCH
from kahuna_table.tools.simulation import SimulatedTable

MOMENTS: Final = ("before", "inside", "after")
MAX_CUTS: Final = 5_000
"""No game has so many: the table does not come forward."""

_MAX_BYTES: Final = 1 << 14

BEGINNING: Final = -1
"""The ply in flight while the game is being started."""


class GameDamagedError(KahunaError):
    """A power cut changed the game."""


@dataclass(frozen=True, slots=True)
class Left:
    """What a power cut leaves outside the table, and what the table had acknowledged by then."""

    sticks: Mapping[Line, Player] = field(default_factory=dict)
    ply: int = BEGINNING
    """The index of the move in flight."""
    acknowledged: str | None = None
    """The hash of the state that was last said to be safe."""
    moment: str = ""

    def text(self) -> str:
        sticks = {line_name(line): owner.name.lower() for line, owner in self.sticks.items()}
        return json.dumps(
            {
                "sticks": sticks,
                "ply": self.ply,
                "acknowledged": self.acknowledged,
                "moment": self.moment,
            }
        )


def read_left(text: str) -> Left:
    """Raises:
    KahunaError: it is not what `Left.text` wrote.
    """
    try:
        match json.loads(text):
            case {
                "sticks": dict(sticks),
                "ply": int(ply),
                "acknowledged": str() | None as acknowledged,
                "moment": str(moment),
            } if ply >= BEGINNING:
                lying = {parse_line(line): parse_player(owner) for line, owner in sticks.items()}
                return Left(lying, ply, acknowledged, moment)
        raise KahunaError("something else")
    except (ValueError, TypeError, RecursionError, AttributeError, KahunaError) as error:
        raise KahunaError(f"expected a board left by a power cut, got {error!r}") from error


def prove_power_cut(
    games: int, seed: int, out: TextIO, *, most_turns: int | None = None, shown: bool = True
) -> int:
    """Plays the games with these seeds; 0 when none was damaged, else 1."""
    cuts, damaged = 0, []
    for number in range(seed, seed + games):
        plan = plan_game(number, most_turns)
        with TemporaryDirectory(prefix="kahuna-table-") as directory:
            chain = Chain(plan, Path(directory), out if shown else None)
            try:
                chain.run()
            except GameDamagedError as error:
                damaged.append(f"seed {number}, cut {chain.cuts}: {error}")
        cuts += chain.cuts
        story = f"{plan.turns} turns, {plan.sweeps} sweeps, {chain.cuts} cuts"
        over = "\r" if out.isatty() else ""  # the line of progress
        print(f"{over}seed {number}: {story}, {'DAMAGED' if chain.failed else 'whole'}", file=out)
    for each in damaged:
        print(each, file=out)
    print(f"{cuts} cuts, {len(damaged)} games damaged", file=out)
    return WRONG if damaged else OK


class Chain:
    """One game, played by a process after the other."""

    def __init__(self, plan: Plan, directory: Path, out: TextIO | None) -> None:
        self.cuts = 0
        self.failed = True
        self._plan, self._directory, self._out = plan, directory, out

    def run(self) -> None:
        """Raises:
        GameDamagedError: at the first process that finds or leaves something else than planned.
        """
        whole = self._directory / "whole"
        if _in_child(lambda tell: _play(whole, self._plan, Left(), tell, None)) is not None:
            raise GameDamagedError("the game without cuts was cut")
        left, attempt = Left(), 0
        while True:
            after = self._cut(left, Stop(MOMENTS[attempt % 3], attempt // 3))
            if after is None:
                break
            self.cuts += 1
            if self.cuts > MAX_CUTS:
                raise GameDamagedError("the game does not come to its end")
            attempt = attempt + 1 if after.acknowledged == left.acknowledged else 0
            left = after
            self._progress(left)
        self.failed = False

    def _cut(self, start: Left, stop: "Stop") -> Left | None:
        directory = self._directory / "cut"
        return _in_child(lambda tell: _play(directory, self._plan, start, tell, stop))

    def _progress(self, left: Left) -> None:
        if self._out is not None and self._out.isatty() and self.cuts % 10 == 0:
            where = f"move {left.ply + 1} of {len(self._plan.moves)}"
            print(f"\rseed {self._plan.seed}: {self.cuts} cuts, {where}", end="", file=self._out)
            self._out.flush()


Tell = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a process is killed: around its first write, or after having let some pass.

    No process comes further than two moves, even where that moment never comes.
    """

    moment: str
    passing: int


def _play(directory: Path, plan: Plan, start: Left, tell: Tell, stop: Stop | None) -> None:
    """Plays on and is killed at the stop; tells before what it leaves."""
    passed = 0

    def at_moment(left: Left) -> None:
        nonlocal passed
        late = left.ply > start.ply + 1
        if stop is None or (left.moment != stop.moment and not late):
            return
        if passed == stop.passing or late:
            tell(left.text())
            os.kill(os.getpid(), signal.SIGKILL)
        passed += 1

    GameRunner(directory, plan, start, at_moment).play()


class GameRunner:
    """One process's part of a game, from resuming to its end.

    `at_moment` is called around every write; what it is given is what a cut there would leave.
    """

    def __init__(
        self, directory: Path, plan: Plan, start: Left, at_moment: Callable[[Left], None]
    ) -> None:
        self._directory, self._plan, self._at_moment = directory, plan, at_moment
        self._start, self._ply, self._acknowledged = start, start.ply, start.acknowledged
        self._begun = False
        self._table = SimulatedTable(
            Config(),
            PlannedChance(plan.seed),
            state_dir=directory,
            now=lambda: EPOCH,
            sticks=start.sticks,
            between=self._between,
        )
        self._begun = True
        self._hands = PlanHands(self._table)

    def play(self) -> None:
        """Checks what was found, and plays to the planned end.

        Raises:
            GameDamagedError: something is not as it was acknowledged, or as it was planned.
        """
        over = self._plan.states[-1].phase is Phase.OVER
        if over and self._start.acknowledged == state_hash(self._plan.states[-1]):
            self._check_ended()
            return
        self._check_resumed(self._table.session)
        try:
            self._play_on(self._table)
        except HandsStopped as error:
            raise GameDamagedError(f"move {self._ply + 1}: {error}") from error
        finally:
            self._table.close()

    def _check_ended(self) -> None:
        """The game was over before the cut: its end is shown again, and it is kept whole; one that
        ended early is in progress while it can be reopened."""
        shown = self._table.session.state
        self._table.close()
        kept = read_journal(self._directory)
        record = None
        if kept.current is not None:
            record = record_of(read_game(kept.current.entries), kept.current.started_on)
        elif kept.ended:
            record = parse_record(kept.ended[-1].record)
        steps = list(replay(record)) if record is not None else []
        found = (shown, steps[-1].state if steps else None)
        if found != (self._plan.states[-1],) * 2:
            raise GameDamagedError("the game that was over is not kept as it ended")

    def _planned(self, session: Session) -> GameState | None:
        """The state of the planned game; before that begins the end of an older one is shown."""
        return None if session.over and self._acknowledged is None else session.state

    def _play_on(self, table: SimulatedTable) -> None:
        if self._planned(table.session) is None:
            self._hands.begin()
            self._check_state(table.session.state, self._plan.states[0])
        self._hands.put_right()
        for ply in range(self._next_ply(table.session), len(self._plan.moves)):
            self._ply = ply
            self._hands.put_right()
            self._hands.make(self._plan.moves[ply])
            self._check_state(table.session.state, self._plan.states[ply + 1])
        self._check_state(table.session.state, self._plan.states[-1])

    def _next_ply(self, session: Session) -> int:
        """The index of the first move that the game has not seen."""
        for ply in (max(self._ply, 0), self._ply + 1):
            if session.state == self._plan.states[ply]:
                return ply
        raise GameDamagedError(f"move {self._ply + 1}: neither not made nor made")

    def _check_state(self, found: GameState | None, planned: GameState) -> None:
        if found != planned:
            raise GameDamagedError(f"move {self._ply + 1}: the state is not the planned one")

    def _check_resumed(self, session: Session) -> None:
        """The state as acknowledged, and every bridge that does not lie as it says lit."""
        found = state_hash(self._planned(session))
        if found != self._start.acknowledged:
            wanted = self._start.acknowledged
            raise GameDamagedError(f"move {self._ply + 1}: resumed as {found}, left as {wanted}")
        game = session.game
        if found is None or game is None or game.looking is not None:
            return
        lights = board_lights(session).lines
        picture = session.picture
        wrong = (
            ("missing", picture.missing, (Role.MISSING, Role.HINT)),
            ("swept", game.swept, (Role.REMOVE,)),
        )
        for what, lines, roles in wrong:
            for line in lines_in(lines):
                if lights[line].role not in roles and session.active_proposal is None:
                    raise GameDamagedError(
                        f"{line_name(line)} is {what}, its light does not say so"
                    )
        lying = {line for line in self._start.sticks if not game.expected >> line & 1}
        told = {*lines_in(game.swept), *lines_in(picture.extra)}
        if session.refereeing and lying - told:
            raise GameDamagedError("a bridge lies that the game does not know, and nobody says so")

    def _between(self, moment: str) -> None:
        sticks = self._table.kit.board.sticks if self._begun else self._start.sticks
        if moment == "after" and self._begun:
            self._acknowledged = state_hash(self._planned(self._table.session))
        self._at_moment(Left(sticks, self._ply, self._acknowledged, moment))


def state_hash(state: GameState | None) -> str | None:
    """A hash of the whole state of the engine; None without a game."""
    return None if state is None else fingerprint(state, GameState)


@dataclass(frozen=True, slots=True)
class Place:
    """Where one game goes on: the state directory, and a file with the bridges that lie."""

    directory: Path
    board: Path
    seed: int
    most_turns: int | None = None


def play_on(at: Place, stop_after: int | None, out: TextIO, err: TextIO) -> int:
    """Plays a planned game from where it was left.

    After so many moments around writes it says so, with the board written down, and waits for
    somebody to pull the plug. The exit status: 0 at the planned end, 1 for a damaged game.
    """
    moments = 0

    def at_moment(left: Left) -> None:
        nonlocal moments
        moments += 1
        if moments == stop_after:
            write_whole(at.board, left.text() + "\n")
            print(
                f"move {left.ply + 1}: {left.moment} a write: pull the plug", file=out, flush=True
            )
            while True:
                signal.pause()

    try:
        start = _left_at(at.board)
        plan = plan_game(at.seed, at.most_turns)
        GameRunner(at.directory, plan, start, at_moment).play()
    except GameDamagedError as error:
        print(f"seed {at.seed}: {error}", file=err)
        return WRONG
    except (OSError, KahunaError) as error:
        print(error, file=err)
        return UNUSABLE
    print(f"seed {at.seed}: whole, {moments} moments, {state_hash(plan.states[-1])}", file=out)
    return OK


def _left_at(board: Path) -> Left:
    """Raises: `KahunaError`."""
    try:
        text = read_text(board, "a board left by a power cut", _MAX_BYTES)
    except FileError as error:
        if error.missing:
            return Left()
        raise
    try:
        return read_left(text)
    except KahunaError as error:
        raise KahunaError(f"{board}: {error}") from error


def _in_child(act: Callable[[Tell], None]) -> Left | None:
    """What a child process left when it was killed; None when it came to its end.

    Raises:
        GameDamagedError: it found the game damaged, or failed.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _be_child(act, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL and told:
        return read_left(told)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
        return None
    raise GameDamagedError(told.strip() or f"the process ended with {status}")


def _be_child(act: Callable[[Tell], None], writing: int) -> NoReturn:
    """Does it and leaves without the parent's shutdown code."""

    def tell(text: str) -> Any:
        return os.write(writing, text.encode())

    status = 1
    try:
        act(tell)
        status = 0
    except GameDamagedError as error:
        tell(str(error))
    except BaseException:  # noqa: BLE001 - the top of a process; everything goes to the parent
        tell(traceback.format_exc())
    finally:
        with suppress(OSError):
            sys.stderr.flush()
        os._exit(status)
