"""Switches a screen on a card off and on: the property DPMS of its connector, by drm_mode.h.

Only the master of the card may, and that is SDL, which has no such call: the file that SDL has open
is used.
"""

import ctypes
import fcntl
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from kahuna_table.devices.screen.connectors import Connector

ON: Final = 0
OFF: Final = 3

NAME: Final = b"DPMS"
CONNECTOR: Final = 0xC0C0C0C0
"""DRM_MODE_OBJECT_CONNECTOR."""

MAX_PROPERTIES: Final = 256


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


GET_PROPERTY: Final = _code(0xAA, Property)
SET_PROPERTY: Final = _code(0xAB, Setting)
GET_PROPERTIES: Final = _code(0xB9, Properties)

Ioctl = Callable[[int, int, Any], object]
FILES: Final = Path("/proc/self/fd")


def set_dpms(
    connector: Connector, *, on: bool, ioctl: Ioctl = fcntl.ioctl, files: Path = FILES
) -> bool:
    """Whether the screen on the connector is switched on or off now, as asked."""
    for file in _open_files(connector.card, files):
        try:
            property_id = _find(file, connector.id, ioctl)
            if property_id is None:
                return False
            setting = Setting(ON if on else OFF, property_id, connector.id)
            ioctl(file, SET_PROPERTY, setting)
        except OSError:
            continue  # a second file of the same card is not the master's
        return True
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


def _find(file: int, connector: int, ioctl: Ioctl) -> int | None:
    """The number of the property DPMS. Raises: OSError."""
    ids = (ctypes.c_uint32 * MAX_PROPERTIES)()
    values = (ctypes.c_uint64 * MAX_PROPERTIES)()
    wanted = Properties(
        ctypes.addressof(ids), ctypes.addressof(values), MAX_PROPERTIES, connector, CONNECTOR
    )
    ioctl(file, GET_PROPERTIES, wanted)
    for number in ids[: wanted.count]:
        each = Property(id=number)
        ioctl(file, GET_PROPERTY, each)
        if each.name == NAME:
            return int(number)
    return None
