"""Switches the screens of a card off and on: the property DPMS of its connectors, by drm_mode.h.

Only the master of the card may, and that is SDL, which has no such call: the file that SDL has open
is used.
"""

import ctypes
import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

ON: Final = 0
OFF: Final = 3

NAME: Final = b"DPMS"
CONNECTOR: Final = 0xC0C0C0C0
"""DRM_MODE_OBJECT_CONNECTOR."""

MAX_FOUND: Final = 256


class Resources(ctypes.Structure):
    """drm_mode_card_res"""

    _fields_ = (
        ("framebuffers", ctypes.c_uint64),
        ("crtcs", ctypes.c_uint64),
        ("connectors", ctypes.c_uint64),
        ("encoders", ctypes.c_uint64),
        ("count_framebuffers", ctypes.c_uint32),
        ("count_crtcs", ctypes.c_uint32),
        ("count_connectors", ctypes.c_uint32),
        ("count_encoders", ctypes.c_uint32),
        ("sizes", ctypes.c_uint32 * 4),
    )


class Properties(ctypes.Structure):
    """drm_mode_obj_get_properties"""

    _fields_ = (
        ("properties", ctypes.c_uint64),
        ("values", ctypes.c_uint64),
        ("count", ctypes.c_uint32),
        ("object", ctypes.c_uint32),
        ("kind", ctypes.c_uint32),
    )


class Property(ctypes.Structure):
    """drm_mode_get_property"""

    _fields_ = (
        ("values", ctypes.c_uint64),
        ("enums", ctypes.c_uint64),
        ("id", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("name", ctypes.c_char * 32),
        ("count_values", ctypes.c_uint32),
        ("count_enums", ctypes.c_uint32),
    )


class Setting(ctypes.Structure):
    """drm_mode_connector_set_property"""

    _fields_ = (
        ("value", ctypes.c_uint64),
        ("property", ctypes.c_uint32),
        ("connector", ctypes.c_uint32),
    )


def _code(number: int, kind: type[ctypes.Structure]) -> int:
    """DRM_IOWR of drm.h."""
    return 3 << 30 | ctypes.sizeof(kind) << 16 | ord("d") << 8 | number


GET_RESOURCES: Final = _code(0xA0, Resources)
GET_PROPERTY: Final = _code(0xAA, Property)
SET_PROPERTY: Final = _code(0xAB, Setting)
GET_PROPERTIES: Final = _code(0xB9, Properties)

Ioctl = Callable[[int, int, Any], object]
FILES: Final = Path("/proc/self/fd")


def set_dpms(card: int, *, on: bool, ioctl: Ioctl = fcntl.ioctl, files: Path = FILES) -> bool:
    """Whether the screens of a card are switched on or off now, as asked. They all are: whoever is
    the master shows on the others nothing."""
    for file in _open_files(card, files):
        try:
            return _set(file, ON if on else OFF, ioctl)
        except OSError:
            continue  # a second file of the same card is not the master's
    return False


def _open_files(card: int, files: Path) -> Iterator[int]:
    """The files by which this process has the card open."""
    for entry in sorted(files.iterdir(), key=lambda each: int(each.name)):
        try:
            leads_to = os.readlink(entry)
        except OSError:
            continue  # the one that lists them
        if leads_to.endswith(f"/dri/card{card}"):
            yield int(entry.name)


def _set(file: int, value: int, ioctl: Ioctl) -> bool:
    """Whether the card has anything to set. Raises: OSError."""
    found = False
    for connector in _connectors(file, ioctl):
        property_id = _find(file, connector, ioctl)
        if property_id is not None:
            ioctl(file, SET_PROPERTY, Setting(value, property_id, connector))
            found = True
    return found


def _connectors(file: int, ioctl: Ioctl) -> list[int]:
    """The numbers of the card's connectors. Raises: OSError."""
    ids = (ctypes.c_uint32 * MAX_FOUND)()
    wanted = Resources(connectors=ctypes.addressof(ids), count_connectors=MAX_FOUND)
    ioctl(file, GET_RESOURCES, wanted)
    return list(ids[: wanted.count_connectors])


def _find(file: int, connector: int, ioctl: Ioctl) -> int | None:
    """The number of the property DPMS. Raises: OSError."""
    ids = (ctypes.c_uint32 * MAX_FOUND)()
    values = (ctypes.c_uint64 * MAX_FOUND)()
    wanted = Properties(
        ctypes.addressof(ids), ctypes.addressof(values), MAX_FOUND, connector, CONNECTOR
    )
    ioctl(file, GET_PROPERTIES, wanted)
    for number in ids[: wanted.count]:
        each = Property(id=number)
        ioctl(file, GET_PROPERTY, each)
        if each.name == NAME:
            return int(number)
    return None
