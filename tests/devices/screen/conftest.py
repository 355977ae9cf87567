"""A machine of plain files, and an environment without a desktop."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tests.devices.screen.trees import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture(autouse=True)
def _no_desktop(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    # SDL's settings are written into the environment; they go when the test ends.
    for name in ("SDL_VIDEODRIVER", "SDL_KMSDRM_DEVICE_INDEX", "SDL_FRAMEBUFFER_ACCELERATION"):
        monkeypatch.setenv(name, "")
    yield
    pygame.display.quit()
