"""The pin map: the reference as the wiring plan has it, and what cannot be wired."""

import csv
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from kahuna_table.devices.pins import (
    CANARIES,
    CROSSINGS,
    REFERENCE,
    Crossing,
    PinError,
    PinMap,
    Wire,
    check,
    pin_map_csv,
    with_i2c_sensors,
    with_pwm_lights,
)
from kahuna_table.engine.board import LINES, Line, line_name
from kahuna_table.table.inputs import Button


def crossing_of(name: str) -> str:
    names = [line_name(Line(n)) for n in range(len(LINES))]
    return REFERENCE.sensors[names.index(name)].name


def moved(**buttons: int) -> Mapping[Button, int]:
    return {**REFERENCE.buttons, **{Button[name]: pin for name, pin in buttons.items()}}


def test_the_reference_map_and_its_variant_with_pwm_lights_can_be_wired() -> None:
    check(REFERENCE)
    check(with_pwm_lights(REFERENCE))


@pytest.mark.parametrize(
    ("line", "crossing"),
    [
        ("ALOA-BARI", "R1C3"),
        ("BARI-COCO", "R1C6"),
        ("BARI-DUDA", "R2C1"),
        ("BARI-FAAA", "R2C5"),
        ("COCO-GOLA", "R3C1"),
        ("IFFI-LALE", "R6C2"),
        ("JOJO-KAHU", "R6C3"),
        ("KAHU-LALE", "R6C4"),
    ],
)
def test_lines_fill_the_free_crossings_row_by_row(line: str, crossing: str) -> None:
    assert crossing_of(line) == crossing


def test_every_crossing_has_exactly_one_use() -> None:
    assert sorted((*REFERENCE.sensors, *REFERENCE.canaries, REFERENCE.spare)) == list(CROSSINGS)
    assert REFERENCE.spare.name == "R6C5"


@pytest.mark.parametrize("kit", [REFERENCE, with_pwm_lights(REFERENCE)], ids=["spi", "pwm"])
def test_buttons_beside_sensor_boards_leave_the_bus_alone(kit: PinMap) -> None:
    beside = with_i2c_sensors(kit)
    pins = [*beside.buttons.values(), beside.lights]

    assert not {2, 3} & set(pins)
    assert len(set(pins)) == len(pins)
    assert with_i2c_sensors(REFERENCE).buttons == moved(MENU=4)


def test_pwm_lights_take_the_pin_of_ok_and_move_ok_to_gpio_2() -> None:
    pwm = with_pwm_lights(REFERENCE)

    assert (pwm.lights, pwm.buttons) == (18, moved(OK=2))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        pytest.param(
            {"lights": 17},
            "GPIO 17 has two uses, column C1 and lights: give one of them another pin",
            id="lights on a column",
        ),
        pytest.param(
            {"buttons": moved(OK=4)},
            "GPIO 4 has two uses, row R1 and button ok: give one of them another pin",
            id="button on a row",
        ),
        pytest.param(
            {"buttons": moved(LEFT=3)},
            "GPIO 3 has two uses, button menu and button left: give one of them another pin",
            id="two buttons",
        ),
        pytest.param(
            {"columns": (17, 22, 23, 24, 25, 13)},
            "GPIO 13 has two uses, row R5 and column C6: give one of them another pin",
            id="row and column",
        ),
        pytest.param(
            {"buttons": moved(HELP=28)}, "button help: expected a GPIO 2..27, got 28", id="28"
        ),
        pytest.param(
            {"rows": (1, 5, 6, 12, 13, 16)}, "row R1: expected a GPIO 2..27, got 1", id="1"
        ),
        *(
            pytest.param(
                {"buttons": moved(BACK=pin)},
                f"button back on GPIO {pin}: the kernel owns GPIO 7 to 11 while the lights on "
                "GPIO 10 use SPI: give it another pin",
                id=f"kernel owns {pin}",
            )
            for pin in (7, 8, 9, 11)
        ),
        pytest.param(
            {"buttons": moved(BACK=10)},
            "GPIO 10 has two uses, button back and lights: give one of them another pin",
            id="button on the lights",
        ),
        pytest.param(
            {"rows": (2, 5, 6, 12, 13, 16)},
            "row R1 on GPIO 2: a row must float, and GPIO 2 and 3 have a fixed pull-up resistor: "
            "give it another pin",
            id="row with a fixed pull-up",
        ),
        pytest.param({"rows": (4, 5)}, "expected 6 row pins, got 2", id="rows"),
        pytest.param({"columns": (17,) * 7}, "expected 6 column pins, got 7", id="columns"),
        pytest.param(
            {"buttons": {Button.OK: 18}},
            "expected a pin for every button, got none for "
            "menu, left, right, back, hand, draw, help",
            id="buttons missing",
        ),
        pytest.param(
            {"canaries": CANARIES[:7]},
            "expected 8 canaries at different crossings, got 7: R1C1 R1C2 R2C3 R2C4 R3C5 R4C5 R5C6",
            id="too few canaries",
        ),
        pytest.param(
            {"canaries": (Crossing(5, 4), *CANARIES[1:])},
            "column C1 has no canary: expected at least one",
            id="wire without canary",
        ),
        pytest.param(
            {"canaries": tuple(Crossing(n, n) for n in range(6)) + CANARIES[2:4]},
            "R1 and C1 have the same canaries, R1C1: a break could not be told apart",
            id="same canaries",
        ),
    ],
)
def test_a_map_that_cannot_be_wired_is_refused_by_name(change: dict[str, Any], text: str) -> None:
    with pytest.raises(PinError, match=f"^{re.escape(text)}$"):
        check(replace(REFERENCE, **change))


def test_a_button_may_use_a_pin_of_spi_when_the_lights_do_not() -> None:
    check(replace(with_pwm_lights(REFERENCE), buttons=moved(OK=2, BACK=9)))


def test_no_two_wires_have_the_same_canaries() -> None:
    assert len({REFERENCE.canaries_of(wire) for wire in Wire}) == 12


@pytest.mark.parametrize("pin_map", [REFERENCE, with_pwm_lights(REFERENCE)], ids=["spi", "pwm"])
def test_the_printed_map_names_every_line_button_and_light(pin_map: PinMap) -> None:
    rows = list(csv.reader(pin_map_csv(pin_map).splitlines()))
    pins, lights = rows.index(["name", "pin"]), rows.index(["name", "LED index"])

    assert rows[0] == ["name", "row pin", "column pin"]
    assert rows[1] == ["ALOA-BARI", "4", "23"]
    assert rows[27:29] == [["KAHU-LALE", "16", "24"], ["canary R1C1", "4", "17"]]
    assert rows[pins - 1] == ["spare", "16", "25"]
    assert rows[pins + 1 : lights] == [
        *([button.name.lower(), str(pin_map.buttons[button])] for button in Button),
        ["lights", str(pin_map.lights)],
    ]
    assert rows[lights + 1] == ["ALOA", "0"]
    assert rows[lights + 13] == ["ALOA-BARI", "12"]
    assert rows[-1] == ["KAHU-LALE", "38"]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        pytest.param(
            {"buttons": moved(MENU=4, OK=2)},
            "GPIO 2 has two uses, SDA of the sensor boards and button ok: "
            "give one of them another pin",
            id="a button on the bus",
        ),
        pytest.param(
            {"buttons": moved(MENU=4, OK=14)},
            "GPIO 14 has two uses, button left and button ok: give one of them another pin",
            id="two buttons",
        ),
        pytest.param(
            {"buttons": moved(MENU=10)},
            "GPIO 10 has two uses, button menu and lights: give one of them another pin",
            id="a button on the lights",
        ),
    ],
)
def test_pins_beside_sensor_boards_are_checked_without_those_of_the_matrix(
    change: dict[str, Any], text: str
) -> None:
    kit = with_i2c_sensors(REFERENCE)
    check(kit, has_matrix=False)

    with pytest.raises(PinError, match=re.escape(text)):
        check(replace(kit, **change), has_matrix=False)
