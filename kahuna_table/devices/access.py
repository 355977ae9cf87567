"""Whose right to a device is missing."""

import os
import pwd

from kahuna_table.devices.faults import Fault, fault
from kahuna_table.devices.troubles import Trouble


def own_name() -> str:
    """The user of this process; the number of one without a name."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def no_access(devices: str, group: str) -> Fault:
    """For devices that Raspberry Pi OS gives to this group."""
    return fault(Trouble.NO_ACCESS, devices=devices, group=group, user=own_name())
