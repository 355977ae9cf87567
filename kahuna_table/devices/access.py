"""Whose right to a device is missing."""

import os
import pwd

from kahuna_table.devices.troubles import TROUBLES


def own_name() -> str:
    """The user of this process; the number of one without a name."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def no_access(devices: str, group: str) -> str:
    """KT-114, for devices that Raspberry Pi OS gives to this group."""
    trouble = TROUBLES["KT-114"].filled(devices=devices, group=group, user=own_name())
    return f"{trouble.cause}: {trouble.repair}"
