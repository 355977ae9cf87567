"""A name that changes is made durable before the journal goes on: a rename alone may be lost."""

import os
from pathlib import Path

import pytest

from kahuna_table.store.aside import sync_directory
from tests.store.journals import FILE, fill, journal_in


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What becomes durable, and what is renamed, in order."""
    told: list[str] = []
    fsync, rename, replace = os.fsync, os.rename, os.replace

    def synced(file: int) -> None:
        told.append(f"sync {os.readlink(f'/proc/self/fd/{file}')}")
        fsync(file)

    def renamed(old: str | Path, new: str | Path) -> None:
        told.append(f"rename {Path(new).name}")
        rename(old, new)

    def replaced(old: str | Path, new: str | Path) -> None:
        told.append(f"rename {Path(new).name}")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "rename", renamed)
    monkeypatch.setattr(os, "replace", replaced)
    return told


def test_a_directory_is_synced_through_the_kernel(tmp_path: Path, steps: list[str]) -> None:
    sync_directory(tmp_path)
    assert steps == [f"sync {tmp_path}"]


def test_a_repaired_journal_takes_its_name_between_two_syncs(
    tmp_path: Path, steps: list[str]
) -> None:
    fill(tmp_path)
    file = tmp_path / FILE
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0xFF
    file.write_bytes(content)
    steps.clear()
    with journal_in(tmp_path):
        pass
    ours = [step for step in steps if step.startswith("rename") or step == f"sync {tmp_path}"]
    names = [n for n, step in enumerate(ours) if step == f"rename {FILE}"]
    assert len(names) == 1, ours
    assert ours[names[0] + 1] == f"sync {tmp_path}"
    assert f"sync {tmp_path}" in ours[: names[0]]
