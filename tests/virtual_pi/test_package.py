"""The package on the kernel of a Pi: installed, booted, updated, cut off, undone, removed.

    pytest -m virtual_pi tests/virtual_pi/test_package.py        # some 20 minutes

The tests go in their order on one disk; what is done inside is `package_guest`, a boot for each.
`VIRTUAL_PI_UPDATE_CUTS=20` pulls the plug more often.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.virtual_pi.machine import GUEST, PULLED, ROOT, Machine, booted, installed

SECONDS = 1500
OLD, NEW = "0.1.0", "0.2.0"
MOMENTS = ("half-installed", "unpacked", "half-configured", "installed")
"""What dpkg writes into its log; between them are the moments at which a plug is pulled."""

CUTS = int(os.environ.get("VIRTUAL_PI_UPDATE_CUTS", str(len(MOMENTS))))

pytestmark = pytest.mark.timeout(SECONDS * 3)


@pytest.fixture(scope="module")
def pi(place: Path, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    machine = installed(place, tmp_path_factory.mktemp("package"), started=True)
    for name, change in CHANGES.items():
        changed(machine.share, name, *change)
    return machine


CHANGES: dict[str, tuple[str, str, str]] = {
    "good": ("pyproject.toml", "", ""),
    "crashes": (
        "kahuna_table/app/run.py",
        "    sys.setswitchinterval(SWITCH_S)",
        "    sys.exit(70)",
    ),
    "hangs": (
        "kahuna_table/app/run.py",
        "        control.attend()\n",
        "        time.sleep(1000)\n",
    ),
    "cannot-migrate": (
        "kahuna_table/tools/update/trial.py",
        "    ledger = GameLedger(",
        "    (copy / 'journal.sqlite3').unlink()\n    ledger = GameLedger(",
    ),
}
"""A file of the next version, and what is other there."""


def changed(share: Path, name: str, file: str, before: str, after: str) -> None:
    """The package of a next version."""
    copy = share.parent / name
    for part in ("kahuna_table", "systemd", "firmware"):
        shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__py*"))
    for part in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / part, copy / part)
    text = (copy / "pyproject.toml").read_text()
    (copy / "pyproject.toml").write_text(text.replace(f'"{OLD}"', f'"{NEW}"', 1))
    text = (copy / file).read_text()
    assert before in text
    (copy / file).write_text(text.replace(before, after, 1) if before else text)
    subprocess.run(
        [copy / "systemd" / "build-deb", "--without-wheel", share / name],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def cut(machine: Machine, job: str, moment: str) -> None:
    """Boots, does the job, and pulls the plug at a line of dpkg's log."""
    ended = machine.run(
        f"{GUEST} tests.virtual_pi.package_guest {job} 2>/host/cut.log", cut=moment, seconds=SECONDS
    )
    assert ended.status == PULLED, ended


def package(name: str) -> str:
    return f"/host/{name}/kahuna-table_{NEW}_all.deb"


def test_after_a_boot_it_plays_without_a_login_and_stays_up(pi: Machine) -> None:
    seen = booted(pi, "package_guest", "first")

    assert seen["up_s"] >= 0
    assert seen["to compile"] == []  # the service may not write there
    assert seen["verify"] == ""
    assert "1.0 OK" in seen["security"]
    assert seen["socket"] == "0o660"
    assert seen["status"]["game"]["saved"]
    assert "only its user and group may" in seen["stranger"]
    assert seen["dark"]
    assert seen["back_s"] >= 0
    assert seen["hung_s"] >= 0
    assert (seen["told"], seen["kept"]) == (True, "active")
    assert seen["1970"] == ["active", None]
    assert seen["same"]


def test_a_version_that_works_is_taken_and_can_be_left_again(pi: Machine) -> None:
    seen = booted(pi, "package_guest", f"updated {package('good')}")

    assert seen["status"] == 0, seen["said"]
    assert (seen["version"], seen["running"], seen["same"]) == (f"ii {NEW}", NEW, True)

    seen = booted(pi, "package_guest", "rolled_back")

    assert seen["status"] == 0, seen["said"]
    assert (seen["version"], seen["running"]) == (f"ii {OLD}", OLD)
    assert seen["moves"] is not None


@pytest.mark.parametrize("turn", range(CUTS))
def test_a_plug_pulled_in_an_update_leaves_a_table_that_plays(pi: Machine, turn: int) -> None:
    """The first four in updates, the next four in rollbacks, and so on."""
    round_of, moment = divmod(turn, len(MOMENTS))
    job, version = ("rollback", OLD) if round_of % 2 else (f"update {package('good')}", NEW)
    status = MOMENTS[moment]
    named = "kahuna-table" if status == "half-installed" else f"kahuna-table:all {version}"
    cut(pi, f"cut {job}", f"status {status} {named}")

    seen = booted(pi, "package_guest", "whole")

    assert seen["up_s"] >= 0
    assert seen["version"] in (f"ii {OLD}", f"ii {NEW}")
    assert seen["running"] == seen["version"][3:]
    assert seen["moves"] is not None
    assert not seen["unfinished"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("crashes", "is not well after 60 s: it does not answer"),
        ("hangs", "is not well after 60 s: it does not"),
        ("cannot-migrate", "does not read the games"),
    ],
)
def test_a_version_that_does_not_work_is_undone(pi: Machine, name: str, why: str) -> None:
    seen = booted(pi, "package_guest", f"updated {package(name)}")

    assert seen["status"] == 1
    assert why in seen["said"]
    assert (seen["version"], seen["running"]) == (f"ii {OLD}", OLD)
    assert seen["same"]
    assert not seen["unfinished"]


def test_remove_keeps_the_games_and_purge_nothing(pi: Machine) -> None:
    seen = booted(pi, "package_guest", "removed")

    assert seen["removed"] == [True, False, "inactive"]
    assert seen["up_s"] >= 0
    assert seen["games again"] == seen["games"]
    assert (seen["left"], seen["user"]) == ([], None)
