"""`doctor`, asked by who may not look into the state directory."""

import os
from pathlib import Path

import pytest

from kahuna_table.tools.doctor.machine import Machine
from tests.store.journals import Tell, in_child

NOBODY = 65534


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another user")
def test_room_below_a_closed_directory_is_that_of_its_file_system(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    (closed / "state").mkdir(parents=True)
    closed.chmod(0o700)
    machine = Machine()

    def act(tell: Tell) -> None:
        os.setuid(NOBODY)
        tell(str(machine.free_mib(closed / "state")))

    (free,) = in_child(act).told
    assert int(free) >= 0
