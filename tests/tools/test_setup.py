"""`kahuna-table setup` on trees that stand for a Pi."""

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import pytest

from kahuna_table.app.config import Config
from kahuna_table.app.config_sections import LightDriver, SensorDriver
from kahuna_table.app.given_away import given_away
from kahuna_table.tools.setup import run
from kahuna_table.tools.setup.boot import OVERLAY
from kahuna_table.tools.setup.run import KEY, TARGET, Terminal, set_up

FOUR, FIVE = "Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 5 Model B Rev 1.0"
STOCK = """\
#dtparam=i2c_arm=on
#dtparam=spi=on
dtparam=audio=on
dtoverlay=vc4-kms-v3d
[cm5]
dtoverlay=dwc2,dr_mode=host
"""
BOARDS = replace(Config(), sensors=replace(Config().sensors, driver=SensorDriver.MCP23017))
SPI_LIGHTS = replace(Config(), lights=replace(Config().lights, driver=LightDriver.SPI))
PEM = "-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----\n"

Pi = Callable[..., Path]


@pytest.fixture(autouse=True)
def as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    def made(model: str = FOUR, config: str = STOCK, target: str = "graphical.target") -> Path:
        for name, text in {
            "proc/device-tree/model": model,
            "boot/firmware/config.txt": config,
        }.items():
            (tmp_path / name).parent.mkdir(parents=True)
            (tmp_path / name).write_text(text)
        (tmp_path / TARGET).parent.mkdir(parents=True)
        (tmp_path / TARGET).symlink_to(f"/usr/lib/systemd/system/{target}")
        return tmp_path

    return made


def boot_file(root: Path) -> str:
    return (root / "boot/firmware/config.txt").read_text()


def done(
    root: Path, config: Config, answers: str = "", **options: bool
) -> tuple[int, str, list[str]]:
    """The exit status, what was said, and the lines that config.txt has now and had not before."""
    before, out = boot_file(root), StringIO()
    terminal = Terminal(StringIO(answers), out, **options)
    status = set_up(config, terminal, lambda: datetime(2026, 12, 1, tzinfo=UTC), root=root)
    new = boot_file(root).removeprefix(before).splitlines()
    return (
        status,
        out.getvalue(),
        [line for line in new if line.startswith("dt") and line[-1] != "="],
    )


@pytest.mark.parametrize(
    ("model", "config", "before", "lines"),
    [
        (FOUR, Config(), STOCK, ["dtparam=spi=on"]),
        (FOUR, Config(), f"{STOCK}[all]\ndtparam=spi=on\n", []),
        (FOUR, Config(), "dtparam=i2c_arm=on,spi=on\n", ["dtparam=i2c_arm=off"]),
        (FOUR, Config(), "[pi5]\ndtparam=spi=on\n", ["dtparam=spi=on"]),
        (FOUR, Config(), "dtparam=spi=on\ndtparam=spi=off", ["dtparam=spi=on"]),
        (FOUR, BOARDS, STOCK, ["dtparam=spi=on", "dtparam=i2c_arm=on"]),
        (FIVE, Config(), STOCK, [OVERLAY]),
        (FIVE, Config(), "dtparam=spi=on\n", ["dtparam=spi=off", OVERLAY]),
        (FIVE, SPI_LIGHTS, STOCK, ["dtparam=spi=on"]),
    ],
)
def test_the_pi_gets_what_its_configuration_needs_and_nothing_twice(
    pi: Pi, model: str, config: Config, before: str, lines: list[str]
) -> None:
    root = pi(model, before)

    assert done(root, config, yes=True)[2] == lines

    assert boot_file(root).startswith(before)
    assert given_away(config, root) == ()
    status, said, again = done(root, config, yes=True)
    assert (status, again) == (0, [])
    assert "all is as the table needs it" in said


def test_each_change_is_asked_for_and_may_be_refused(pi: Pi) -> None:
    root = pi()

    status, said, lines = done(root, BOARDS, "n\nwhat\nyes\nn\n")

    assert (status, lines) == (0, ["dtparam=i2c_arm=on"])
    assert "SPI, for the lights (dtparam=spi=on)? [y/n]" in said
    assert (root / TARGET).readlink().name == "graphical.target"


def test_the_old_file_is_kept_and_the_table_boots_to_the_console(pi: Pi) -> None:
    root = pi()

    _, said, _ = done(root, Config(), yes=True)

    (copy,) = (root / "boot/firmware").glob("config-*.before.txt")
    assert copy.read_text() == STOCK
    assert copy.name in said
    assert "  dtparam=spi=on" in said.splitlines()
    assert (root / TARGET).readlink().name == "multi-user.target"


@pytest.mark.parametrize("options", [{"dry_run": True}, {}], ids=["dry run", "nobody answers"])
def test_nothing_changes_before_everything_is_agreed_on(pi: Pi, options: dict[str, bool]) -> None:
    root = pi()

    _, said, lines = done(root, Config(), **({} if options else {"answers": "y\n"}), **options)

    assert (lines, boot_file(root)) == ([], STOCK)
    assert (root / TARGET).readlink().name == "graphical.target"
    assert "dtparam=spi=on" in said
    assert "nothing was changed" in said


def test_an_interrupted_one_can_be_repeated(pi: Pi, monkeypatch: pytest.MonkeyPatch) -> None:
    root = pi()
    written: list[Path] = []

    def cut(path: Path, text: str) -> None:
        written.append(path)
        if len(written) == 2:
            raise OSError(28, "No space left on device", str(path))
        path.write_text(text)

    with monkeypatch.context() as cutting:
        cutting.setattr(run, "write_whole", cut)
        assert done(root, Config(), yes=True)[0] == 1
    assert boot_file(root) == STOCK

    assert done(root, Config(), yes=True)[::2] == (0, ["dtparam=spi=on"])


@pytest.mark.parametrize(("text", "status"), [(PEM, 0), ("nothing of the kind", 64)])
def test_a_key_for_updates_is_taken_at_set_up(pi: Pi, text: str, status: int) -> None:
    root, out = pi(target="multi-user.target"), StringIO()
    (root / "key").write_text(text)
    terminal = Terminal(StringIO(), out, yes=True)

    got = set_up(
        Config(), terminal, lambda: datetime(2026, 12, 1, tzinfo=UTC), key=root / "key", root=root
    )

    assert got == status
    assert (root / KEY).exists() is (status == 0)
    assert (boot_file(root) == STOCK) is (status != 0)
