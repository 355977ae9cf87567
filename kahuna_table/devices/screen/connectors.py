"""Which screens are plugged in, read from /sys/class/drm."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_CONNECTOR: Final = re.compile(r"card(\d+)-(.+)")
_UNSEEN: Final = ("Writeback",)


@dataclass(frozen=True, slots=True)
class Connector:
    """A socket for a screen, `name` as in `HDMI-A-1`."""

    card: int
    name: str
    connected: bool
    modes: str
    """Changes when another screen is plugged in."""
    id: int = 0
    """The kernel's number, by which SDL orders the screens of a card; 0 on old kernels."""

    @property
    def full_name(self) -> str:
        return f"card{self.card} {self.name}"


def connectors(sys: Path) -> tuple[Connector, ...]:
    """All sockets, in the order in which SDL counts them within a card."""
    found = []
    for folder in (sys / "class" / "drm").glob("card*-*"):
        match = _CONNECTOR.fullmatch(folder.name)
        if match is None or match[2].startswith(_UNSEEN):
            continue
        state, number = _text(folder / "status"), _text(folder / "connector_id")
        found.append(
            Connector(
                int(match[1]),
                match[2],
                state == "connected",
                _text(folder / "modes"),
                int(number) if number.isdigit() else 0,
            )
        )
    return tuple(sorted(found, key=lambda each: (each.card, each.id, each.name)))


def chosen(found: tuple[Connector, ...], name: str = "") -> tuple[Connector, int] | None:
    """The screen to use and its place among the connected ones of its card; None without one."""
    for each in found:
        if each.connected and name in ("", each.name, f"card{each.card}-{each.name}"):
            beside = [other for other in found if other.card == each.card and other.connected]
            return each, beside.index(each)
    return None


def described(found: tuple[Connector, ...]) -> str:
    """`card1 HDMI-A-1 disconnected, ...`"""
    return ", ".join(
        f"{each.full_name} {'connected' if each.connected else 'disconnected'}" for each in found
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""  # a card may go away while it is read
