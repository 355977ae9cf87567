"""The screen on a card is switched off and on through the file that SDL has open."""

import ctypes
import errno
from pathlib import Path
from typing import Any

import pytest

from kahuna_table.devices.screen.dpms import (
    CONNECTOR,
    GET_PROPERTIES,
    GET_PROPERTY,
    GET_RESOURCES,
    OFF,
    ON,
    SET_PROPERTY,
    set_dpms,
)

Names = dict[int, dict[int, bytes]]


class Card:
    """What the kernel answers for a card: for each connector its properties by number. Only the
    file `master` may set anything."""

    def __init__(self, names: Names, master: int) -> None:
        self._names, self._master = names, master
        self.set: list[tuple[int, int, int]] = []

    def ioctl(self, file: int, code: int, given: Any) -> int:
        if code == GET_RESOURCES:
            assert (given.count_crtcs, given.crtcs) == (0, 0)
            _fill(given.connectors, given.count_connectors, list(self._names))
            given.count_connectors = len(self._names)
        elif code == GET_PROPERTIES:
            assert given.kind == CONNECTOR
            names = self._names[given.object]
            _fill(given.properties, given.count, list(names))
            given.count = len(names)
        elif code == GET_PROPERTY:
            given.name = {n: name for each in self._names.values() for n, name in each.items()}[
                given.id
            ]
        elif code == SET_PROPERTY:
            if file != self._master:
                raise PermissionError(errno.EACCES, "not the master")
            self.set.append((given.connector, given.property, given.value))
        else:
            raise AssertionError(hex(code))
        return 0


def _fill(address: int, room: int, numbers: list[int]) -> None:
    assert len(numbers) <= room
    (ctypes.c_uint32 * len(numbers)).from_address(address)[:] = numbers


HDMI = {1: b"EDID", 2: b"DPMS", 5: b"link-status"}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """The files that a process has open: something, two of the card, one of another card."""
    for number, leads_to in {0: "/dev/null", 5: "card1", 7: "card1", 8: "card0"}.items():
        (tmp_path / str(number)).symlink_to(f"/dev/dri/{leads_to}")
    return tmp_path


@pytest.mark.parametrize(("on", "value"), [(True, ON), (False, OFF)])
@pytest.mark.parametrize("master", [5, 7])
def test_the_master_sets_the_property_of_every_connector_by_its_name(
    files: Path, *, on: bool, value: int, master: int
) -> None:
    card = Card({32: HDMI, 40: {9: b"EDID"}, 51: {2: b"DPMS"}}, master)
    assert set_dpms(1, on=on, ioctl=card.ioctl, files=files)
    assert card.set == [(32, 2, value), (51, 2, value)]


@pytest.mark.parametrize(
    "card",
    [Card({}, 5), Card({32: {1: b"EDID"}}, 5), Card({32: HDMI}, 8)],
    ids=["no connector", "no DPMS", "not the master"],
)
def test_a_card_that_cannot_stays_as_it_is(files: Path, card: Card) -> None:
    assert not set_dpms(1, on=False, ioctl=card.ioctl, files=files)
    assert card.set == []


def test_the_numbers_are_those_of_drm_h() -> None:
    assert (GET_PROPERTY, SET_PROPERTY, GET_PROPERTIES) == (0xC04064AA, 0xC01064AB, 0xC02064B9)
    assert GET_RESOURCES == 0xC04064A0
