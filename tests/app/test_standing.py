"""What the running table leaves for `doctor`."""

import os
from pathlib import Path

from kahuna_table.app.device_status import NAME, own_status, place, read, write
from kahuna_table.devices.faults import fault
from kahuna_table.devices.pins import PinKind, PinUse
from kahuna_table.devices.troubles import Trouble

SHORT = fault(
    Trouble.WIRES_SHORTED,
    wire=PinUse(PinKind.ROW, "row R1", 4),
    other=PinUse(PinKind.COLUMN, "column C1", 17),
)
TABLE = own_status("27/27 lines", (fault(Trouble.NOT_SAVED, fault="full", directory="/srv"), SHORT))


def test_it_is_read_back_by_anybody(tmp_path: Path) -> None:
    assert write(tmp_path, TABLE)

    assert read(tmp_path, os.getpid()) == TABLE
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o644


def test_of_another_process_nothing_is_read(tmp_path: Path) -> None:
    write(tmp_path, TABLE)

    assert read(tmp_path, os.getpid() + 1) is None


def test_the_service_leaves_it_in_memory(tmp_path: Path) -> None:
    assert place(tmp_path, {"RUNTIME_DIRECTORY": "/run/kahuna-table"}) == Path("/run/kahuna-table")
    assert place(tmp_path, {}) == tmp_path


def test_what_cannot_be_written_is_known(tmp_path: Path) -> None:
    """It is tried again."""
    assert not write(tmp_path / "missing", TABLE)
