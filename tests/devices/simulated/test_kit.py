"""The whole kit: what hands do is what the drivers of the Pi read."""

from random import Random

import pytest

from kahuna_table.devices.pins import REFERENCE
from kahuna_table.devices.simulated import build
from kahuna_table.devices.simulated.board import SensorFault
from kahuna_table.devices.simulated.noise import HIGH
from kahuna_table.devices.simulated.strip import RecordingStrip
from kahuna_table.devices.strip import PIXELS, LightsError
from kahuna_table.engine.board import ALL_LINES, NO_LINES, Line, line_set
from kahuna_table.engine.player import Player
from kahuna_table.table.inputs import Button

ALOA_BARI = Line(0)


def test_the_drivers_follow_the_board_at_once_and_through_time() -> None:
    kit = build()
    kit.board.slide(ALOA_BARI, Line(1), 50, Player.BLACK)
    kit.board.press(Button.DRAW)
    assert kit.sensors.scan() == (line_set(ALOA_BARI), NO_LINES)
    assert kit.buttons.read() == 1 << Button.DRAW

    kit.advance(50)
    assert kit.sensors.scan() == (line_set(Line(1)), NO_LINES)


def test_an_error_of_the_sensors_makes_lines_unknown_for_its_time() -> None:
    kit = build()
    kit.board.place(ALOA_BARI, Player.WHITE)
    kit.board.fault_sensors(500, SensorFault.ERROR)
    kit.board.press(Button.OK)

    kit.advance(499)
    assert kit.sensors.scan() == (NO_LINES, ALL_LINES)
    assert len(kit.sensors.faults()) == 1
    assert kit.buttons.read() == 1 << Button.OK

    kit.advance(500)
    assert kit.sensors.scan() == (line_set(ALOA_BARI), NO_LINES)
    assert kit.sensors.faults() == ()


def test_lines_that_give_no_answer_are_unknown_and_named_and_the_others_are_read() -> None:
    kit = build()
    kit.board.place(Line(0), Player.BLACK)
    kit.board.place(Line(1), Player.BLACK)

    kit.board.fault_sensors(500, SensorFault.ERROR, [Line(0), Line(2)])

    assert kit.sensors.scan() == (line_set(Line(1)), line_set(Line(0), Line(2)))
    assert str(kit.sensors.faults()[0]).startswith("KT-301 no answer from ALOA-BARI, ALOA-HUNA")
    kit.advance(500)
    assert kit.sensors.scan() == (line_set(Line(0), Line(1)), NO_LINES)
    assert kit.sensors.faults() == ()


def test_after_a_restart_new_drivers_read_what_lies_there() -> None:
    kit = build()
    kit.board.place(ALOA_BARI, Player.WHITE)
    kit.board.press(Button.MENU)
    kit.sensors.scan()
    kit.buttons.read()
    old, old_factory = kit.sensors, kit.factory

    kit.restart()

    assert kit.sensors is not old
    assert kit.sensors.scan() == (line_set(ALOA_BARI), NO_LINES)
    assert kit.buttons.read() == 1 << Button.MENU
    old.close()
    old_factory.pin(REFERENCE.rows[0]).function = "output"
    assert kit.sensors.scan() == (line_set(ALOA_BARI), NO_LINES)


def test_a_noisy_hour_of_scans_gives_known_lines_and_no_fault() -> None:
    kit = build(noise=HIGH, rng=Random(4))
    for n in range(0, 27, 2):
        kit.board.place(Line(n), Player.BLACK)

    for ms in range(10, 5000, 10):
        kit.advance(ms)
        _, unknown = kit.sensors.scan()
        assert unknown == NO_LINES
        assert kit.sensors.faults() == ()

    assert kit.net.most_outputs == 1


def test_the_strip_remembers_what_it_shows_and_fails_on_request() -> None:
    strip = RecordingStrip()
    white = ((255, 255, 255),) * PIXELS
    strip.show(white)
    strip.fail()
    with pytest.raises(LightsError, match="no answer from the simulated lights"):
        strip.show(((0, 0, 0),) * PIXELS)
    assert (strip.frame, strip.frames, strip.peak_ma) == (white, 1, 2340)

    strip.repair()
    strip.show(((0, 0, 0),) * PIXELS)
    assert (strip.frame, strip.frames) == (((0, 0, 0),) * PIXELS, 2)


def test_a_frame_of_the_wrong_length_is_a_bug() -> None:
    with pytest.raises(AssertionError, match="expected 39 colours, got 1"):
        RecordingStrip().show(((0, 0, 0),))
