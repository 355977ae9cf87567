"""`kahuna-table update` and `rollback` on a machine of files: packages are real, dpkg is not."""

import hashlib
import json
import shutil
import subprocess
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from kahuna_table.tools.setup.run import KEY
from kahuna_table.tools.update.machine import CommandError, Machine
from kahuna_table.tools.update.package import pack_installed
from kahuna_table.tools.update.run import REPAIR, WELL_S, rollback, update

OLD, NEW = "0.1.0", "0.2.0"
TOLD = {"games": 2, "moves": 5, "faults": [113]}

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg is not installed")


class FakeMachine(Machine):
    """Installs packages into a directory. The table answers as `answers` says, by its version."""

    is_root = True

    def __init__(self, root: Path) -> None:
        self.root, self.updates, self.info = root / "root", root / "updates", root / "info"
        self.trials: dict[str, Any] = {}
        self.answers: dict[str, Callable[[dict[str, Any]], dict[str, Any] | None]] = {}
        self.done: list[str] = []
        self.fails = ""
        self._now_s = 0.0
        (self.root / REPAIR).parent.mkdir(parents=True)
        (self.root / REPAIR).write_text("#!/bin/sh\n")

    @property
    def version(self) -> str:
        return (self.root / "version").read_text()

    def install(self, file: Path) -> None:
        subprocess.run(["dpkg-deb", "--extract", file, self.root], check=True)

    def command(self, *words: Any, **_limits: Any) -> str:
        line = " ".join(map(str, words))
        if self.fails and self.fails in line:
            raise CommandError(f"{words[0]} ended with 1")
        match [str(word) for word in words]:
            case ["dpkg", "--print-architecture"]:
                return "arm64\n"
            case ["dpkg", "--install", file]:
                assert (self.updates / "unfinished").exists()
                self.install(Path(file))
            case ["dpkg-query", "--show", *_]:
                return f"ii {self.version}"
            case ["dpkg-query", "--listfiles", _]:
                return "/.\n/version\n/usr\n/usr/lib\n/usr/lib/kahuna-table\n/" + REPAIR + "\n"
            case ["dpkg-query", "--status", _]:
                return f"{control(self.version)}Status: install ok installed\n"
            case ["systemctl", *_]:
                pass
            case [_, "--back"]:
                self.install(self.updates / "previous.deb")
                (self.updates / "unfinished").unlink(missing_ok=True)
            case _:
                return super().command(*words)
        self.done.append(line)
        return ""

    def tried(self, program: Path, store: Path) -> str:
        assert (store / "journal.sqlite3").read_text() == "games"
        version = (program.parents[2] / "version").read_text()
        told = self.trials.get(version, TOLD)
        if isinstance(told, Exception):
            raise told
        return f"a word\n{json.dumps(told)}\n"

    def status(self, _store: Path) -> dict[str, Any] | None:
        told = {
            "version": self.version,
            "process": 7,
            "up_s": int(self._now_s),
            "lines": 27,
            "game": {"saved": True},
            "counters": {"samples": int(self._now_s * 25)},
        }
        answer = self.answers.get(self.version, lambda told: told)
        return answer(told)

    def monotonic_s(self) -> float:
        return self._now_s

    def sleep(self, seconds: float) -> None:
        self._now_s += seconds


def control(version: str, **fields: str) -> str:
    given = {
        "Package": "kahuna-table",
        "Version": version,
        "Architecture": "all",
        "Maintainer": "nobody <nobody@localhost>",
        "Description": "a table",
    } | fields
    return "".join(f"{name}: {value}\n" for name, value in given.items())


def package(directory: Path, version: str, damage: str = "", **fields: str) -> Path:
    tree = directory / f"tree-{version}"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "version").write_text(version)
    (tree / "DEBIAN" / "control").write_text(control(version, **fields))
    found = hashlib.md5(version.encode(), usedforsecurity=False).hexdigest()
    (tree / "DEBIAN" / "md5sums").write_text(f"{found}  version\n")
    if damage:
        (tree / damage).write_text("other")
    file = directory / f"kahuna-table_{version}_all.deb"
    subprocess.run(["dpkg-deb", "--build", tree, file], check=True, stdout=subprocess.DEVNULL)
    return file


@pytest.fixture
def machine(tmp_path: Path) -> FakeMachine:
    made = FakeMachine(tmp_path)
    made.install(package(tmp_path, OLD))
    return made


@pytest.fixture
def store(tmp_path: Path) -> Path:
    directory = tmp_path / "store"
    directory.mkdir()
    (directory / "journal.sqlite3").write_text("games")
    return directory


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return package(tmp_path, NEW)


def updated(machine: FakeMachine, file: Path, store: Path) -> tuple[int, str]:
    out = StringIO()
    return update(file, machine, store, out), out.getvalue()


def test_a_version_that_plays_is_taken(machine: FakeMachine, new: Path, store: Path) -> None:
    status, said = updated(machine, new, store)

    assert (status, machine.version) == (0, NEW)
    assert "0.2.0 plays; back: sudo kahuna-table rollback" in said
    assert not (machine.updates / "unfinished").exists()
    assert (machine.updates / "state" / "journal.sqlite3").read_text() == "games"
    assert machine.done[0] == "systemctl stop kahuna-table"


def test_what_was_installed_can_be_installed_again(
    machine: FakeMachine, new: Path, store: Path
) -> None:
    updated(machine, new, store)
    out = StringIO()

    assert rollback(machine, out) == 0

    assert machine.version == OLD
    assert out.getvalue() == "0.1.0 is back\n"


def test_without_an_update_there_is_no_way_back(machine: FakeMachine) -> None:
    out = StringIO()

    assert rollback(machine, out) == 1
    assert "no previous package is kept" in out.getvalue()


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (
            lambda at: package(at, NEW, Package="bash"),
            "expected the package kahuna-table",
        ),
        (lambda at: package(at, NEW, Architecture="riscv64"), "expected a package for arm64"),
        (lambda at: package(at, NEW, damage="version"), "version is not as its checksum says"),
        (lambda at: package(at, NEW, damage="more"), "more is not as its checksum says"),
        (lambda at: cut_off(package(at, NEW)), "nothing was changed"),
        (lambda at: at / "missing.deb", "No such file"),
        (lambda at: with_sum(package(at, NEW), "00"), "expected 00, got"),
    ],
)
def test_a_package_that_is_not_right_changes_nothing(
    machine: FakeMachine, store: Path, tmp_path: Path, made: Callable[[Path], Path], why: str
) -> None:
    status, said = updated(machine, made(tmp_path), store)

    assert (status, machine.version, machine.done) == (1, OLD, [])
    assert why in said


def cut_off(file: Path) -> Path:
    file.write_bytes(file.read_bytes()[:-40])
    return file


def with_sum(file: Path, found: str) -> Path:
    file.with_name(f"{file.name}.sha256").write_text(f"{found}  {file.name}\n")
    return file


def test_its_checksum_beside_it_is_looked_at(machine: FakeMachine, new: Path, store: Path) -> None:
    with_sum(new, hashlib.sha256(new.read_bytes()).hexdigest())

    assert updated(machine, new, store)[0] == 0


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_where_a_key_was_given_only_its_packages_are_taken(
    machine: FakeMachine, new: Path, store: Path, tmp_path: Path
) -> None:
    key, public = tmp_path / "key", machine.root / KEY
    public.parent.mkdir(exist_ok=True)
    for words in (
        ["genpkey", "-algorithm", "ed25519", "-out", key],
        ["pkey", "-in", key, "-pubout", "-out", public],
    ):
        subprocess.run(["openssl", *words], check=True)
    signature = new.with_name(f"{new.name}.sig")

    assert "expected the signature" in updated(machine, new, store)[1]
    signature.write_bytes(bytes(64))
    assert "does not fit the key" in updated(machine, new, store)[1]
    assert machine.version == OLD

    sign = ["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", new, "-out", signature]
    subprocess.run(sign, check=True)
    assert updated(machine, new, store)[0] == 0


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (CommandError("it ended with 1: ImportError"), "fails its trial: it ended with 1"),
        ({"games": 2}, "fails its trial"),
        (TOLD | {"games": 1}, "does not read the games"),
        (TOLD | {"moves": None}, "does not read the games"),
        (TOLD | {"faults": [111, 113]}, "does not work here: KT-111"),
    ],
)
def test_a_version_that_fails_beside_the_running_one_changes_nothing(
    machine: FakeMachine, new: Path, store: Path, told: Any, why: str
) -> None:
    machine.trials[NEW] = told

    status, said = updated(machine, new, store)

    assert (status, machine.version, machine.done) == (1, OLD, [])
    assert why in said
    assert (store / "journal.sqlite3").read_text() == "games"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (lambda _: None, "it does not answer"),
        (lambda told: told | {"version": OLD}, "expected version 0.2.0"),
        (lambda told: told | {"lines": 26}, "26 lines are read, 27 were before"),
        (lambda told: told | {"game": None}, "the game in progress is not there"),
        (lambda told: told | {"game": {"saved": False}}, "the game is not saved"),
        (lambda told: told | {"process": told["up_s"]}, "it does not play on"),
        (lambda told: told | {"counters": {"samples": 9}}, "it does not play on"),
    ],
)
def test_a_table_that_is_not_well_in_a_minute_goes_back(
    machine: FakeMachine,
    new: Path,
    store: Path,
    answer: Callable[[dict[str, Any]], dict[str, Any] | None],
    why: str,
) -> None:
    machine.answers[NEW] = answer

    status, said = updated(machine, new, store)

    assert (status, machine.version) == (1, OLD)
    assert f"after {WELL_S:g} s: {why}" in said
    assert "0.1.0 is back" in said
    assert not (machine.updates / "unfinished").exists()


def test_what_dpkg_refuses_goes_back(machine: FakeMachine, new: Path, store: Path) -> None:
    machine.fails = "dpkg --install"

    status, said = updated(machine, new, store)

    assert (status, machine.version) == (1, OLD)
    assert "going back to 0.1.0" in said


@pytest.mark.parametrize("fails", ["--listfiles", "--build"])
def test_no_update_without_a_way_back(
    machine: FakeMachine, new: Path, store: Path, fails: str
) -> None:
    machine.fails = fails

    status, said = updated(machine, new, store)

    assert (status, machine.version, machine.done) == (1, OLD, [])
    assert said.endswith("nothing was changed\n")


def test_the_package_made_again_is_the_one_that_is_installed(
    machine: FakeMachine, tmp_path: Path
) -> None:
    machine.info.mkdir()
    (machine.info / "kahuna-table.postinst").write_text("#!/bin/sh\n")
    (machine.info / "kahuna-table.postinst").chmod(0o755)

    pack_installed(machine, tmp_path / "again.deb")

    again = tmp_path / "again"
    subprocess.run(["dpkg-deb", "--raw-extract", tmp_path / "again.deb", again], check=True)
    assert (again / "version").read_text() == OLD
    assert (again / "DEBIAN" / "control").read_text() == control(OLD)
    assert (again / "DEBIAN" / "postinst").read_text() == "#!/bin/sh\n"
