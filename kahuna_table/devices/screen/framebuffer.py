"""The screen by /dev/fbN: for a pygame that reaches none, and for screens without a card."""

import fcntl
import mmap
import os
import struct
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pygame

from kahuna_table.devices.access import own_name
from kahuna_table.devices.faults import fault
from kahuna_table.devices.screen.connectors import Connector, connectors, described
from kahuna_table.devices.screen.options import Places, ScreenError, ScreenOptions
from kahuna_table.devices.screen.outputs import taken_events
from kahuna_table.devices.screen.sdl import start_sdl
from kahuna_table.devices.troubles import Trouble

_VARIABLE_INFO: Final = 0x4600
"""FBIOGET_VSCREENINFO of fb.h; the first numbers are the visible size, the virtual one, the
offset, the depth, gray, and then where red begins."""
_VARIABLE_INFO_BYTES: Final = 160
_BLANK: Final = 0x4611
"""FBIOBLANK of fb.h, with one of the two below."""
_UNBLANKED: Final = 0
_POWERED_DOWN: Final = 4
_MASKS: Final[dict[int, tuple[int, int, int, int]]] = {
    16: (0xF800, 0x07E0, 0x001F, 0),
    32: (0xFF0000, 0x00FF00, 0x0000FF, 0),
}


@dataclass(frozen=True, slots=True)
class Shape:
    """How the pixels lie in the memory."""

    width: int
    height: int
    bits: int
    stride: int
    """Bytes from line to line."""
    red_first: bool = False
    """Red in the lowest bits, where others have blue."""


class FramebufferOutput:
    """The port `Output` over a framebuffer's memory. Touches come by SDL, if it has them."""

    def __init__(self, node: Path, shape: Shape, cards: frozenset[int]) -> None:
        """`cards` are those whose picture it is; empty for one without a card."""
        self._node, self._shape, self._cards = node, shape, cards
        masks = _MASKS[shape.bits]
        if shape.red_first:
            masks = (masks[2], masks[1], masks[0], 0)
        self._picture = pygame.Surface((shape.width, shape.height), 0, shape.bits, masks)
        file = os.open(node, os.O_RDWR | os.O_CLOEXEC)
        try:
            self._memory = mmap.mmap(file, shape.stride * shape.height)
        finally:
            os.close(file)
        self._written = b""
        self.switch(on=True)  # whoever had it before may have ended while it was dark
        try:
            start_sdl("evdev")
            pygame.display.set_mode((shape.width, shape.height))
        except pygame.error:
            pygame.display.quit()

    @property
    def how(self) -> str:
        return f"framebuffer {self._shape.width}x{self._shape.height} on {self._node}"

    @property
    def size(self) -> tuple[int, int]:
        return self._shape.width, self._shape.height

    def present(self, picture: pygame.Surface) -> None:
        self._picture.blit(picture, (0, 0))
        pixels = self._picture.get_buffer().raw
        pitch, stride = self._picture.get_pitch(), self._shape.stride
        if pitch == stride:
            self._memory[: len(pixels)] = pixels
        else:
            row = min(self._shape.width * self._shape.bits // 8, stride)
            for y in range(self._shape.height):
                self._memory[y * stride : y * stride + row] = pixels[y * pitch : y * pitch + row]
        self._written = self._memory[:]

    def switch(self, *, on: bool) -> None:
        try:
            file = os.open(self._node, os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            return  # the next picture says so
        try:
            fcntl.ioctl(file, _BLANK, _UNBLANKED if on else _POWERED_DOWN)
        except OSError:
            return  # its driver cannot
        finally:
            os.close(file)

    def intact(self) -> bool:
        return self._memory[:] == self._written

    def events(self) -> list[pygame.event.Event]:
        return taken_events()

    def stays(self, found: tuple[Connector, ...]) -> bool:
        ours = [each for each in found if each.card in self._cards]
        return not self._cards or any(each.connected for each in ours)

    def close(self) -> None:
        self._memory.close()
        pygame.display.quit()


def open_framebuffer(options: ScreenOptions, places: Places) -> FramebufferOutput:
    """The first framebuffer with a screen, or the one that the options name.

    Raises:
        ScreenError: none, or it may not be written, or its form is unknown.
    """
    folder, cards = _choice(options, places)
    node = places.dev / folder.name
    if not node.exists():
        raise ScreenError(fault(Trouble.NO_FRAMEBUFFER, detail=f"{node} is missing"))
    if not os.access(node, os.R_OK | os.W_OK):
        raise ScreenError(fault(Trouble.FRAMEBUFFER_SHUT, node=str(node), user=own_name()))
    try:
        return FramebufferOutput(node, _shape(folder, node), cards)
    except (OSError, ValueError, KeyError, pygame.error) as error:
        raise ScreenError(fault(Trouble.FRAMEBUFFER_FAILS, detail=f"{node}: {error}")) from error


def _choice(options: ScreenOptions, places: Places) -> tuple[Path, frozenset[int]]:
    """The folder of the framebuffer in /sys and the cards behind it."""
    root = places.sys / "class" / "graphics"
    folders = sorted(root.glob("fb[0-9]*"), key=lambda folder: (len(folder.name), folder.name))
    wanted = Path(options.framebuffer).name
    folders = [folder for folder in folders if wanted in ("", folder.name)]
    if not folders:
        raise ScreenError(fault(Trouble.NO_FRAMEBUFFER, detail=f"no /dev/{wanted or 'fb0'}"))
    found = connectors(places.sys)
    for folder in folders:
        cards = _cards_of(folder, places.sys)
        ours = [each for each in found if each.card in cards]
        if not ours or any(each.connected for each in ours):
            return folder, cards if ours else frozenset()
    raise ScreenError(fault(Trouble.NO_SCREEN, connectors=described(found)))


def _cards_of(folder: Path, sys: Path) -> frozenset[int]:
    """The numbers of the cards of the same device; none for a driver of framebuffers alone."""
    device = os.path.realpath(folder / "device")
    return frozenset(
        int(card.name.removeprefix("card"))
        for card in (sys / "class" / "drm").glob("card*")
        if card.name.removeprefix("card").isdigit()
        and (card / "device").exists()
        and os.path.realpath(card / "device") == device
    )


def _shape(folder: Path, node: Path) -> Shape:
    width, height = map(int, (folder / "virtual_size").read_text().split(","))
    bits = int((folder / "bits_per_pixel").read_text())
    stride = int((folder / "stride").read_text())
    if bits not in _MASKS:
        raise ValueError(f"expected 16 or 32 bits for each pixel, got {bits}")
    if width < 1 or height < 1:
        raise ValueError(f"expected a size, got {width},{height}")
    return _visible(Shape(width, height, bits, stride or width * bits // 8), node)


def _visible(shape: Shape, node: Path) -> Shape:
    """The virtual size may hold two pictures; the device tells what is seen of it."""
    info = bytearray(_VARIABLE_INFO_BYTES)
    file = os.open(node, os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.ioctl(file, _VARIABLE_INFO, info)
    except OSError:
        return shape  # no real device
    finally:
        os.close(file)
    numbers = struct.unpack_from("9I", info)
    return replace(shape, width=numbers[0], height=numbers[1], red_first=numbers[8] == 0)
