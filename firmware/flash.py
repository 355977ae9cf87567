"""The few files that outlive the power: offsets with a checksum, what the last crash said, and the
wish to stay at the prompt. Each is written whole beside the old one and renamed over it.
"""

import os

import pins
from protocol import framed, unframed

OFFSETS = "offsets.txt"
CRASH = "crash.txt"
STAY = "stay.txt"
KIT = "kit.txt"
LINES = len(pins.LINES)
LONGEST = 2000


def load_offsets() -> tuple[list[int] | None, bool]:
    """The offsets, None where there are none; and whether a file is there that is damaged."""
    data = _read(OFFSETS)
    if data is None:
        return None, False
    body = unframed(data.rstrip())
    words = body.split(" ") if body is not None else []
    if len(words) != LINES + 1 or words[0] != "offsets":
        return None, True
    if not all(word.isdigit() and int(word) <= 3300 for word in words[1:]):
        return None, True
    return [int(word) for word in words[1:]], False


def store_offsets(offsets: list[int]) -> bool:
    """False where the flash takes nothing."""
    return _write(OFFSETS, framed("offsets " + " ".join(map(str, offsets))))


def load_kit() -> str:
    """Which board this Pico reads: `hall` or `matrix`."""
    return (_read(KIT) or b"hall").decode().strip()


def load_crash() -> str:
    return (_read(CRASH) or b"").decode()


def store_crash(text: str) -> None:
    """The same crash again costs no write."""
    if text != load_crash():
        _write(CRASH, text.encode())


def wish_to_stay() -> None:
    _write(STAY, b"")


def take_wish_to_stay() -> bool:
    """Whether the firmware is to leave the prompt to whoever installs it; once."""
    try:
        os.remove(STAY)
    except OSError:
        return False
    return True


def _read(name: str) -> bytes | None:
    try:
        with open(name, "rb") as file:
            return file.read(LONGEST)
    except OSError:
        return None


def _write(name: str, data: bytes) -> bool:
    try:
        with open(name + ".new", "wb") as file:
            file.write(data)
        os.rename(name + ".new", name)
    except OSError:
        return False
    return True
