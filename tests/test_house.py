"""The rules of the house that no other tool checks."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "kahuna_table"

TOP_LEVEL = {
    "pyproject.toml", "README.md", "firmware", "hardware", "kahuna_table", "systemd", "tests",
}  # fmt: skip
BUILT = {"build", "dist"}

PLAIN = ("engine", "table", "opponent", "store")

MAX_LINES = 450

UNFINISHED = re.compile(r"\b([T]ODO|[F]IXME|[X]XX|[N]otImplementedError)\b")

WRITTEN = {".py", ".md", ".toml", ".service", ".c", ".scad"}
"""The endings of files that somebody writes and reads."""


def written() -> Iterator[Path]:
    """Every file of the project that somebody writes and reads."""
    yield from (ROOT / "pyproject.toml", ROOT / "README.md", ROOT / ".ci" / "run")
    for room in sorted(TOP_LEVEL):
        yield from (path for path in (ROOT / room).rglob("*") if path.suffix in WRITTEN)


def at_the_top() -> set[str]:
    """What the project keeps at the top level; without git, what lies there."""
    if git := shutil.which("git"):
        listed = subprocess.run(
            [git, "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
        ).stdout
        if listed:
            return {path.partition("/")[0] for path in listed.split("\0") if path}
    return {path.name for path in ROOT.iterdir()} - BUILT


def imported(path: Path) -> Iterator[str]:
    """The top-level packages that a module imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield str(node.module).partition(".")[0]


def shell_lines() -> list[str]:
    """The command lines of the README, in its order."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.M | re.S)
    return [line for block in blocks for line in block.splitlines()]


def test_the_top_level_holds_only_what_its_owner_fixed() -> None:
    added = {name for name in at_the_top() if not name.startswith(".")} - TOP_LEVEL

    assert added == set()


def test_a_module_can_be_read_in_one_go() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines())
        for path in written()
        if path.suffix == ".py"
    }

    assert {path: lines for path, lines in lengths.items() if lines > MAX_LINES} == {}


def test_nothing_is_left_for_later() -> None:
    left = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in written()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if UNFINISHED.search(line)
    ]

    assert left == []


def test_every_room_has_its_place_in_the_arrows() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    (arrows,) = (each for each in contracts["contracts"] if each["id"] == "arrows")
    named = {name for layer in arrows["layers"] for name in re.findall(r"\w+", layer)}
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    modules = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}

    assert rooms | modules <= named


def test_every_directory_with_modules_is_a_package() -> None:
    """Where `__init__.py` is missing, the arrows are not checked."""
    directories = {path.parent for path in PACKAGE.rglob("*.py")}

    assert {path for path in directories if not (path / "__init__.py").is_file()} == set()


def test_the_game_needs_nothing_but_python() -> None:
    foreign = {
        f"{path.relative_to(ROOT)}: {name}"
        for room in PLAIN
        for path in (PACKAGE / room).rglob("*.py")
        for name in imported(path)
        if name not in sys.stdlib_module_names | {"kahuna_table"}
    }

    assert foreign == set()


def test_the_readme_has_one_line_to_play_and_one_to_test_with_the_same_start() -> None:
    play, test = shell_lines()

    assert play.endswith(" && .venv/bin/pip install -e . && .venv/bin/kahuna-table simulate")
    assert test.endswith(" && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest")
    assert play.partition(" && .venv/bin/pip ")[0] == test.partition(" && .venv/bin/pip ")[0]


def test_the_build_runs_the_line_of_the_readme() -> None:
    line = subprocess.run(
        [ROOT / ".ci" / "run", "--print-line"], capture_output=True, text=True, check=True
    ).stdout  # fmt: skip

    assert line == f"{shell_lines()[1]}\n"
