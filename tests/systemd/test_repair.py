"""`repair` on a machine of files, cut off at each of its commands and run again."""

import os
import subprocess
from itertools import count
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "systemd" / "deb" / "repair"

DPKG = """\
case "$1" in
--configure) [ "$(cat "$W/status")" = half-configured ] && echo installed >"$W/status" ;;
--install) cut; cp "$2" "$W/version"; cut; echo installed >"$W/status" ;;
esac
cut
"""
DPKG_QUERY = '[ "$(cat "$W/status")" = installed ] && printf "ii " || printf "iF "'
PROGRAM = '[ ! -e "$3/journal.sqlite3" ] || ! grep -q unreadable "$3/journal.sqlite3" || exit 64'
CUT = """\
n=$(($(cat "$W/count") + 1)); echo $n >"$W/count"
[ $n != "$CUT" ] || kill -9 0
"""
COMMANDS = {
    "dpkg": DPKG,
    "dpkg-query": DPKG_QUERY,
    "kahuna-table": PROGRAM,
    "systemctl": 'echo "$@" >>"$W/systemctl"; cut',
    "sync": "cut",
    "cp": '/bin/cp "$@"; cut',
    "mv": 'cut; /bin/mv "$@"; cut',
    "rm": '/bin/rm "$@"; cut',
    "mkdir": '/bin/mkdir "$@"; cut',
}
MOMENTS = 5
"""At which it can be cut off, and more."""


@pytest.fixture
def world(tmp_path: Path) -> Path:
    made(tmp_path)
    return tmp_path


def made(place: Path) -> Path:
    (place / "bin").mkdir(parents=True)
    for name, body in COMMANDS.items():
        command = place / "bin" / name
        command.write_text(f"#!/bin/sh\ncut() {{\n{CUT}}}\n{body}\n")
        command.chmod(0o755)
    (place / "updates").mkdir()
    (place / "store").mkdir()
    (place / "status").write_text("installed\n")
    (place / "version").write_text("new")
    (place / "systemctl").touch()
    return place


def updating(world: Path, journal: str) -> None:
    """An update is on its way, and the new version has written its journal."""
    updates = world / "updates"
    (updates / "previous.deb").write_text("old")
    (updates / "store").write_text(f"{world / 'store'}\n")
    (updates / "unfinished").touch()
    (updates / "state").mkdir()
    (updates / "state" / "journal.sqlite3").write_text("as it was")
    (updates / "state" / "journal.head").write_text("as it was")
    (world / "store" / "journal.sqlite3").write_text(journal)


def repair(world: Path, *words: str, cut: int = 0) -> int:
    (world / "count").write_text("0")
    path = f"{world / 'bin'}:{os.environ['PATH']}"
    told = {"W": str(world), "CUT": str(cut), "KAHUNA_TABLE_UPDATES": str(world / "updates")}
    return subprocess.run(
        ["sh", SCRIPT, *words],
        env={"PATH": path} | told,
        check=False,
        capture_output=True,
        start_new_session=True,  # the plug is pulled for all of its processes
    ).returncode


def read(world: Path, name: str) -> str:
    return (world / name).read_text().strip()


@pytest.mark.parametrize(
    ("status", "journal", "after"),
    [
        ("installed", "played on", "played on"),
        ("half-configured", "played on", "played on"),
        ("half-installed", "unreadable", "as it was"),
    ],
)
def test_an_update_is_undone_wherever_the_repair_itself_is_cut_off(
    tmp_path: Path, status: str, journal: str, after: str
) -> None:
    for cut in count(1):
        world = made(tmp_path / str(cut))
        updating(world, journal)
        (world / "status").write_text(status)

        was_cut = repair(world, cut=cut) != 0
        assert repair(world) == 0

        assert read(world, "version") == "old"
        assert read(world, "status") == "installed"
        assert read(world, "store/journal.sqlite3") == after
        assert not (world / "updates" / "unfinished").exists()
        assert read(world, "systemctl").splitlines()[-1] == "--no-block start kahuna-table"
        if after != journal:
            assert read(world, "store/newer/journal.sqlite3") == journal
        if not was_cut:
            break
    assert cut > MOMENTS


def test_a_package_that_apt_left_half_is_configured(world: Path) -> None:
    (world / "status").write_text("half-configured")

    assert repair(world) == 0

    assert (read(world, "version"), read(world, "status")) == ("new", "installed")


def test_where_that_fails_the_package_before_is_taken(world: Path) -> None:
    (world / "status").write_text("half-installed")
    (world / "updates" / "previous.deb").write_text("old")

    assert repair(world) == 0

    assert (read(world, "version"), read(world, "status")) == ("old", "installed")


def test_without_one_it_says_so(world: Path) -> None:
    (world / "status").write_text("half-installed")

    assert repair(world) == 1


def test_where_nothing_is_wrong_nothing_is_done(world: Path) -> None:
    (world / "updates" / "previous.deb").write_text("old")

    assert repair(world) == 0

    assert read(world, "version") == "new"


def test_by_hand_it_goes_back_and_keeps_the_games(world: Path) -> None:
    updating(world, "played on")
    (world / "updates" / "unfinished").unlink()

    assert repair(world, "--back") == 0

    assert read(world, "version") == "old"
    assert read(world, "store/journal.sqlite3") == "played on"
