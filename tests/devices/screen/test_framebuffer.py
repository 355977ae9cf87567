"""Pictures in a framebuffer's memory."""

import struct

import pygame
import pytest

from kahuna_table.devices.screen.connectors import connectors
from kahuna_table.devices.screen.framebuffer import FramebufferOutput, Shape, open_framebuffer
from kahuna_table.devices.screen.options import ScreenError, ScreenOptions
from tests.devices.screen.trees import Machine

COLOURS = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (8, 4, 8), (0, 0, 0)]
SIZE = (3, 2)


def picture() -> pygame.Surface:
    """A pixel of each colour."""
    surface = pygame.Surface(SIZE, 0, 32)
    for n, colour in enumerate(COLOURS):
        surface.set_at((n % SIZE[0], n // SIZE[0]), colour)
    return surface


def test_32_bits_are_blue_green_red(machine: Machine) -> None:
    memory = machine.framebuffer(0, SIZE, 32)
    output = open_framebuffer(ScreenOptions(), machine.places)
    output.present(picture())

    expected = [b"%c%c%c\0" % (blue, green, red) for red, green, blue in COLOURS]
    assert memory.read_bytes() == b"".join(expected)


def test_16_bits_are_red_green_blue_in_5_6_5(machine: Machine) -> None:
    memory = machine.framebuffer(0, SIZE, 16)
    output = open_framebuffer(ScreenOptions(), machine.places)
    output.present(picture())

    pixels = struct.unpack("<6H", memory.read_bytes())
    assert [f"{pixel:04x}" for pixel in pixels] == ["f800", "07e0", "001f", "ffff", "0821", "0000"]


@pytest.mark.parametrize("bits", [16, 32])
def test_longer_lines_are_skipped_to_their_end(machine: Machine, bits: int) -> None:
    stride = 3 * bits // 8 + 20
    memory = machine.framebuffer(0, SIZE, bits, stride=stride)
    memory.write_bytes(b"\xee" * stride * 2)
    output = open_framebuffer(ScreenOptions(), machine.places)
    output.present(picture())

    row = 3 * bits // 8
    first, second = memory.read_bytes()[:stride], memory.read_bytes()[stride:]
    assert first[row:] == second[row:] == b"\xee" * 20
    assert b"\xee" not in first[:row] + second[:row]


@pytest.mark.parametrize("stride", [12, 40])
def test_what_others_write_there_is_noticed(machine: Machine, stride: int) -> None:
    memory = machine.framebuffer(0, SIZE, 32, stride=stride)
    output = open_framebuffer(ScreenOptions(), machine.places)
    output.present(picture())
    assert output.intact()

    with memory.open("r+b") as file:
        file.write(b"console")

    assert not output.intact()


def test_how_it_is_shown(machine: Machine) -> None:
    machine.framebuffer(0, SIZE)
    output = open_framebuffer(ScreenOptions(), machine.places)

    assert output.how == f"framebuffer 3x2 on {machine.places.dev}/fb0"
    assert output.size == SIZE


def test_the_one_with_a_screen_is_taken(machine: Machine) -> None:
    machine.socket(1, "HDMI-A-1", "disconnected")
    machine.framebuffer(0, SIZE, card=1)
    machine.framebuffer(1, SIZE)

    assert open_framebuffer(ScreenOptions(), machine.places).how.endswith("fb1")


def test_the_one_that_is_named_is_taken(machine: Machine) -> None:
    machine.framebuffer(0, SIZE)
    machine.framebuffer(1, SIZE)

    options = ScreenOptions(framebuffer="/dev/fb1")
    assert open_framebuffer(options, machine.places).how.endswith("fb1")


def test_it_stays_as_long_as_its_card_has_a_screen(machine: Machine) -> None:
    machine.socket(1, "HDMI-A-1")
    machine.framebuffer(0, SIZE, card=1)
    output = open_framebuffer(ScreenOptions(), machine.places)
    assert output.stays(connectors(machine.places.sys))

    machine.socket(1, "HDMI-A-1", "disconnected")
    machine.socket(2, "HDMI-A-2")
    assert not output.stays(connectors(machine.places.sys))


def test_without_a_card_it_stays(machine: Machine) -> None:
    machine.framebuffer(1, SIZE)

    assert open_framebuffer(ScreenOptions(), machine.places).stays(())


def test_no_framebuffer_is_named_as_such(machine: Machine) -> None:
    with pytest.raises(ScreenError, match=r"KT-407.*no /dev/fb0"):
        open_framebuffer(ScreenOptions(), machine.places)
    machine.framebuffer(0, SIZE)
    with pytest.raises(ScreenError, match=r"KT-407.*no /dev/fb2"):
        open_framebuffer(ScreenOptions(framebuffer="/dev/fb2"), machine.places)


def test_no_screen_behind_it_is_named_as_such(machine: Machine) -> None:
    machine.socket(1, "HDMI-A-1", "disconnected")
    machine.framebuffer(0, SIZE, card=1)

    with pytest.raises(ScreenError, match=r"KT-410.*card1 HDMI-A-1 disconnected"):
        open_framebuffer(ScreenOptions(), machine.places)


@pytest.mark.parametrize("bits", [1, 8, 24])
def test_other_depths_are_named(machine: Machine, bits: int) -> None:
    machine.framebuffer(0, (8, 2), bits)

    with pytest.raises(ScreenError, match=f"KT-409.*expected 16 or 32 bits.*got {bits}"):
        open_framebuffer(ScreenOptions(), machine.places)


def test_a_node_that_is_missing_is_named(machine: Machine) -> None:
    machine.framebuffer(0, SIZE).unlink()

    with pytest.raises(ScreenError, match=r"KT-407.*fb0 is missing"):
        open_framebuffer(ScreenOptions(), machine.places)


@pytest.mark.parametrize("text", ["", "800", "a,b", "0,0"])
def test_nonsense_of_the_kernel_is_an_error_with_a_name(machine: Machine, text: str) -> None:
    machine.framebuffer(0, SIZE)
    (machine.places.sys / "class/graphics/fb0/virtual_size").write_text(text)

    with pytest.raises(ScreenError, match=r"KT-409"):
        open_framebuffer(ScreenOptions(), machine.places)


@pytest.mark.parametrize(
    ("bits", "first"), [(32, (255, 0, 0, 0)), (16, (0x1F, 0x00))], ids=["32 bits", "16 bits"]
)
def test_a_screen_with_red_in_the_lowest_bits_gets_it_there(
    machine: Machine, bits: int, first: tuple[int, ...]
) -> None:
    """As its driver says; the first pixel is red."""
    memory = machine.framebuffer(0, SIZE, bits)
    shape = Shape(*SIZE, bits, SIZE[0] * bits // 8, red_first=True)
    FramebufferOutput(memory, shape, frozenset()).present(picture())
    assert tuple(memory.read_bytes()[: bits // 8]) == first
