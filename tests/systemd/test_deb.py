"""The package that `systemd/build-deb` makes: what is in it, and that it is the same each time."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def built(directory: Path, umask: int = 0o022) -> Path:
    made = subprocess.run(
        [ROOT / "systemd" / "build-deb", "--without-wheel", directory],
        env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        umask=umask,
    )
    return Path(made.stdout.strip())


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("deb"))


@pytest.fixture(scope="module")
def unpacked(package: Path) -> Path:
    root = package.with_suffix("")
    subprocess.run(["dpkg-deb", "--raw-extract", package, root], check=True)
    return root


def test_the_same_input_gives_the_same_bytes(package: Path, tmp_path: Path) -> None:
    assert built(tmp_path, umask=0o077).read_bytes() == package.read_bytes()


def test_the_unit_starts_what_the_package_installs(unpacked: Path) -> None:
    unit = (unpacked / "usr/lib/systemd/system/kahuna-table.service").read_text()

    assert "ExecStart=/usr/bin/kahuna-table run\n" in unit
    assert os.access(unpacked / "usr/bin/kahuna-table", os.X_OK)


def test_a_package_that_is_only_unpacked_can_be_tried(unpacked: Path) -> None:
    tried = subprocess.run(
        ["/usr/bin/env", "-i", unpacked / "usr/bin/kahuna-table", "--version"],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )

    assert (tried.returncode, tried.stdout.strip()) == (
        0,
        unpacked.name.rsplit("_", 1)[0].replace("_", " "),
    )


def test_the_completion_offers_what_may_follow(unpacked: Path) -> None:
    script = unpacked / "usr/share/bash-completion/completions/kahuna-table"
    line = "COMP_WORDS=(kahuna-table trace re) COMP_CWORD=2; _kahuna_table kahuna-table re trace"

    told = subprocess.run(
        ["bash", "-c", f'. "$0"; {line}; echo "${{COMPREPLY[*]}}"', script],
        capture_output=True,
        text=True,
        check=True,
    )

    assert told.stdout == "replay\n"
