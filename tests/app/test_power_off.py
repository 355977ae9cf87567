"""Whether games are lost at power-off, by the mounts of real systems."""

from pathlib import Path

import pytest

from kahuna_table.app.power_off import is_lost_at_power_off

CARD = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n"
MEMORY = "tmpfs /run tmpfs rw,nosuid 0 0\n"
OVERLAYROOT = """\
/dev/mmcblk0p2 /media/root-ro ext4 ro,relatime 0 0
tmpfs-root /media/root-rw tmpfs rw,relatime 0 0
overlayroot / overlay rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay,workdir=/w 0 0
"""
DATA = "/dev/mmcblk0p3 /var/lib/kahuna-table ext4 rw 0 0\n"
CONTAINER = "overlay / overlay rw,lowerdir=/l,upperdir=/var/lib/docker/x/diff,workdir=/w 0 0\n"


@pytest.mark.parametrize(
    ("mounts", "lost"),
    [
        (CARD + MEMORY, False),
        (OVERLAYROOT, True),
        (OVERLAYROOT + DATA, False),
        (CARD + "tmpfs /var tmpfs rw 0 0\n", True),
        (CONTAINER, False),
        ("", False),
    ],
    ids=["card", "overlayroot", "data partition", "in memory", "container", "unknown"],
)
def test_games_on_an_overlay_in_memory_are_lost(mounts: str, lost: bool) -> None:
    assert is_lost_at_power_off(Path("/var/lib/kahuna-table"), mounts) is lost
