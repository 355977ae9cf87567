"""The rules of the kit, each seen failing on a planted mistake."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kahuna_table.app.exits import OK, UNAVAILABLE, UNUSABLE, WRONG
from kahuna_table.devices.pins import Crossing
from kahuna_table.tools.cli import main
from kahuna_table.tools.kit import build
from kahuna_table.tools.kit.check import RULES
from kahuna_table.tools.kit.design import Build, Kit
from kahuna_table.tools.kit.plan import Plan, draw_up
from kahuna_table.tools.kit.shapes import mirrored
from kahuna_table.tools.kit.steps import Step
from kahuna_table.tools.kit.wiring import End, Kind, Lead

Plant = Callable[[Plan], Plan]


def kit(section: str, **values: Any) -> Plant:
    """The kit with other values in one section, everything else derived from them."""

    def plant(plan: Plan) -> Plan:
        changed = replace(getattr(plan.kit, section), **values)
        return draw_up(replace(plan.kit, **{section: changed}), plan.steps)

    return plant


def items(change: Callable[[Kit], tuple[Any, ...]]) -> Plant:
    return lambda plan: replace(plan, kit=replace(plan.kit, item=change(plan.kit)))


def leads(change: Callable[[Lead], Lead | None], build: Build = Build.MATRIX) -> Plant:
    """One build's wires, each changed or (None) left out."""

    def plant(plan: Plan) -> Plan:
        changed = tuple(new for lead in plan.leads[build] if (new := change(lead)) is not None)
        return replace(plan, leads={**plan.leads, build: changed})

    return plant


def without(text: str) -> Callable[[Lead], Lead | None]:
    return lambda lead: None if text in f"{lead.start} to {lead.end}" else lead


def slot_moved(plan: Plan) -> Plan:
    """DUDA-ELAI pushed 7 mm towards BARI-DUDA."""
    slots = list(plan.slots)
    slot = slots[10]
    slots[10] = replace(slot, a=(slot.a[0], slot.a[1] - 7), b=(slot.b[0], slot.b[1] - 7))
    return replace(plan, slots=tuple(slots))


def slot_at_the_edge(plan: Plan) -> Plan:
    slots = list(plan.slots)
    slots[0] = replace(slots[0], a=(3.0, 100.0), b=(38.0, 100.0))
    return replace(plan, slots=tuple(slots))


def light_moved(plan: Plan) -> Plan:
    lights = list(plan.lights)
    lights[12] = lights[12]._replace(at=plan.slots[0].middle)
    return replace(plan, lights=tuple(lights))


def drill_outside(plan: Plan) -> Plan:
    drills = list(plan.drills)
    drills[0] = drills[0]._replace(at=(1.0, 30.0))
    return replace(plan, drills=tuple(drills))


def diode_turned(lead: Lead) -> Lead:
    return replace(lead, ring=lead.start) if lead.start.pin == "R1C3b" else lead


def lights_swapped(lead: Lead) -> Lead:
    names = {"light BARI": "light COCO", "light COCO": "light BARI"}
    if lead.end.pin != "DIN":
        return lead
    return replace(lead, end=End(names.get(lead.end.part, lead.end.part), "DIN"))


def link_at_a_line(lead: Lead) -> Lead:
    if lead.kind is not Kind.LINK or not lead.start.pin.startswith("R1C1"):
        return lead
    return replace(lead, start=End("matrix", "R1C3a"), end=End("matrix", "R1C3b"))


def past_the_fuse(lead: Lead) -> Lead:
    return replace(lead, end=End("rail", "5V")) if lead.start == End("jack", "+") else lead


def untested(kind: Kind) -> Plant:
    def plant(plan: Plan) -> Plan:
        steps = (
            replace(step, tests=tuple(each for each in step.tests if each is not kind))
            for step in plan.steps
        )
        return replace(plan, steps=tuple(steps))

    return plant


def steps(change: Callable[[Step], Step]) -> Plant:
    """The manual with its steps changed."""
    return lambda plan: replace(plan, steps=tuple(map(change, plan.steps)))


def told(text: str, other: str) -> Plant:
    """What the steps tell to do, with other words."""
    return steps(lambda step: replace(step, do=tuple(t.replace(text, other) for t in step.do)))


def needed(text: str, other: str) -> Plant:
    """What the steps need, with other words."""
    return steps(lambda step: replace(step, need=tuple(t.replace(text, other) for t in step.need)))


def mirrored_face(name: str) -> Plant:
    """A face drawn as it is seen through the wood."""

    def plant(plan: Plan) -> Plan:
        turned = tuple(mirrored(shape, 0.0) for shape in plan.faces[name])
        return replace(plan, faces={**plan.faces, name: turned})

    return plant


def face_without_slots(plan: Plan) -> Plan:
    return replace(plan, faces={**plan.faces, "sensor-plate": ()})


def item(name: str, **values: Any) -> Plant:
    return items(
        lambda kit: tuple(replace(each, **values) if each.id == name else each for each in kit.item)
    )


def unbilled(name: str) -> Plant:
    return items(lambda kit: tuple(each for each in kit.item if each.id != name))


def short_jack_wire(lead: Lead) -> Lead:
    return replace(lead, length_mm=40) if lead.start.part == "jack" else lead


def without_slack(lead: Lead) -> Lead:
    return replace(lead, length_mm=170) if lead.end.part == "display" else lead


def without_step(name: str) -> Plant:
    return lambda plan: replace(plan, steps=tuple(step for step in plan.steps if step.id != name))


def unused(name: str) -> Plant:
    return steps(
        lambda step: replace(step, parts=tuple(each for each in step.parts if each != name))
    )


OTHER_BUTTONS = (3, 14, 15, 18, 19, 20, 21, 17)
ON_SPI = (3, 14, 15, 18, 19, 20, 21, 9)

PLANTED = [
    ("slots lie as the layout has them", slot_moved, "DUDA-ELAI: an end 7."),
    ("slots apart", kit("slot", width_mm=13.0), "BARI-DUDA and DUDA-ELAI: 0.8 mm of wood"),
    ("bridges apart", kit("bridge", shoulder_mm=3.5), "bridges -0.6 mm apart"),
    ("slots inside the board", slot_at_the_edge, "ALOA-BARI: 3.0 mm from the edge"),
    ("lights clear of slots", light_moved, "light ALOA-BARI and slot ALOA-BARI"),
    ("holders clear of wells", kit("holder", width_mm=8.0), "well of DUDA-HUNA and holder of DUDA"),
    ("holders fit their holes", mirrored_face("sensor-plate"), "a peg comes 3.3 mm into the wood"),
    ("holders fit their holes", mirrored_face("trial"), "trial: a peg comes 3.3 mm into the wood"),
    ("holders fit their holes", face_without_slots, "2 pegs on drawn outlines, expected 56"),
    ("lights flush with the deck", kit("light", stem_mm=6.0), "skin lies 0.4 mm below the deck's"),
    ("lights flush with the deck", kit("light", stem_mm=7.0), "1.4 mm under the flange"),
    (
        "the bezel hides the picture's edge",
        kit("display", window_mm=(155.0, 85.0)),
        "-0.45 mm of the picture hidden at left and right",
    ),
    ("drills inside the board", drill_outside, "screw 1: -0.6 mm from the edge"),
    ("joints clear of cuts", kit("sensor_plate", joint_x_mm=282.0), "sensor plate: slot"),
    ("joints clear of cuts", kit("sensor_plate", joint_x_mm=303.0), "expected one to bridge"),
    ("plates fit the machine", kit("deck", joint_x_mm=400.0), "deck: a piece of 558 x 406 mm"),
    ("prints fit the printer", kit("machine", print_bed_mm=90.0), "pi_mount: 97 x 68"),
    ("prints span without support", kit("light", island_mm=14.0), "skin of an island's well: 13.7"),
    ("a bridge fits its slot", kit("bridge", play_side_mm=0.2), "play at each side 0.2 mm less"),
    ("a bridge fits its slot", kit("bridge", play_end_mm=1.0), "play at each end 1.15 mm at most"),
    ("a bridge fits its slot", kit("bridge", tongue_over_deck_mm=0.3), "over a thick deck"),
    ("a bridge fits its slot", kit("bridge", shoulder_mm=0.2), "fall in upside down"),
    ("a bridge fits its slot", kit("disc", diameter_mm=7.0), "mm beside the magnet"),
    ("buttons reach their switches", kit("button", boss_height_mm=4.0), "the disc meets"),
    ("wood over the reed", kit("sensor_plate", thickness_mm=4.0), "4.2 mm at most, expected 3.5"),
    ("leads of the reeds can be soldered", kit("holder", length_mm=31.0), "4.69 mm of each lead"),
    ("every round hole has a drill", kit("button", hole_mm=18.5), "buttons, deck: 18.5 mm"),
    ("every round hole has a drill", kit("pi", mount_hole_mm=3.0), "mount of the Pi, floor: 3 mm"),
    ("screws hold", kit("screws", wood_mm=20.0), "floor: 17 mm of the screw in the batten"),
    ("screws hold", kit("screws", wood_mm=12.0), "lid: 6 mm of the screw in the batten"),
    ("screws hold", kit("screws", mount_mm=7.0), "mount: a screw of 7 mm, expected 7.8"),
    (
        "screws hold",
        item("wood screw", what="screw 3 x 20 mm"),
        "wood screw: screw 3 x 20 mm in the bill, expected 3 x 16",
    ),
    ("screws hold", told("M3 x 12", "M3 x 14"), 'step "floor": a screw M3 x 14 is not in the bill'),
    ("every drill in the list of tools", needed("drills of 5 mm", "drills of 6 mm"),
     "a drill of 6 mm is not in the list of tools"),
    ("every drill in the list of tools", kit("machine", hand_drills_mm=(2.0, 3.2, 4.0)),
     "a drill of 3.2 mm in the list of tools: no step uses it"),
    ("every drill in the list of tools", kit("machine", hand_drills_mm=(2.0, 3.2, 4.0)),
     "a drill of 5 mm is not in the list of tools"),
    (
        "heads of screws sit flush",
        item("clip screw", instead="ISO 7380, M3 x 20"),
        "clip screw: ISO 7380, M3 x 20: expected a countersunk head",
    ),
    ("sensors apart", slot_moved, "BARI-DUDA and DUDA-ELAI: 24."),
    ("every reed must close", kit("magnet", width_mm=1.5, height_mm=1.5), "ALOA-BARI: 2."),
    ("every reed must stay open", kit("magnet", height_mm=3.0), "FAAA-JOJO: 0.6"),
    ("every reed must stay open", kit("reed", pull_in_at=(10.0, 15.0)), "of all others, expected"),
    (
        "a lifted bridge is not heard",
        kit("reed", lifted_mm=15.0),
        "lifted by 15 mm: 0.61 mT at its reed, expected below 0.50",
    ),
    ("a lifted bridge is not heard", kit("reed", beside_mm=25.0), "25 mm along: 0.70 mT"),
    ("every line wired once", leads(without("reed ALOA-BARI a")), "ALOA-BARI has 1 wires"),
    ("every line wired once", leads(without("multiplexer 1 C0"), Build.PICO), "pico: ALOA-BARI"),
    ("every light wired once", leads(without("light HUNA DIN")), "light HUNA has 0 data wires"),
    ("every light wired once", leads(lights_swapped), "light 2 is light COCO"),
    ("every button wired once", leads(without("button ok 1")), "button ok has 0 signal wires"),
    ("no pin twice", kit("pins", buttons=OTHER_BUTTONS), "GPIO 17 has two uses, column C1"),
    ("no pin that the kernel owns", kit("pins", buttons=ON_SPI), "button help on GPIO 9"),
    ("the daemon's own map", kit("pins", rows=(4, 5, 6, 12, 16, 13)), "row R5 on GPIO 16"),
    ("the daemon's own map", kit("electric", limiter_ma=900.0), "limiter 900 mA"),
    ("diodes all the same way", leads(diode_turned), "matrix R1C3b: the ring is at"),
    ("diodes all the same way", kit("pins", cathode="column"), "matrix R1C1b: the ring is at"),
    ("canaries where they belong", leads(link_at_a_line), "R1C3a: a link"),
    (
        "canaries where they belong",
        kit("pins", canaries=(*(Crossing(n, n) for n in range(6)), Crossing(0, 1), Crossing(1, 0))),
        "canaries at R1C1 R2C2",
    ),
    ("a low level that reads low", kit("electric", diode_mv=900.0), "900 mV, expected below 800"),
    ("current of the lights", kit("electric", pixel_ma=20.0), "a pixel draws 20 mA"),
    ("current of the supplies", kit("electric", light_supply_ma=1500.0), "pico: 5 V of the lights"),
    ("fuse", kit("electric", fuse_ma=1000.0), "1000 mA, expected 1600..3000"),
    ("fuse", leads(past_the_fuse), "jack + goes to rail 5V"),
    ("current of the wires", kit("wires", signal_limit_ma=300.0), "carries 500 mA, expected at"),
    ("voltage at the lights", kit("wires", signal_mm2=0.08), "mV at the worst light, expected"),
    ("level shifter", leads(without("to shifter 2")), "does not pass the level shifter"),
    (
        "level shifter",
        unbilled("shifter"),
        "no level shifter in the bill",
    ),
    ("level shifter", item("shifter", instead="TI SN74HCT125N"), "SN74HCT125N: expected AHCT"),
    ("every wire reaches", leads(short_jack_wire), "jack + to fuse 1 is 40 mm, expected"),
    ("every wire reaches", kit("wires", lid_mm=0.0), "to button menu 1 is 570 mm, expected"),
    (
        "every wire reaches",
        told("on its back edge", "on its front edge"),
        "matrix R1C3a to reed ALOA-BARI a is 640 mm, expected 926",
    ),
    ("every wire reaches", leads(without_slack), "header 4 (5 V) to display 5V is 170 mm, exp"),
    ("every wire reaches", kit("display", ribbon_mm=120.0), "ribbon is 120 mm, expected"),
    (
        "every model in the bill",
        unbilled("stand"),
        "stand: printed, but not in the bill",
    ),
    (
        "every billed model drawn",
        lambda plan: replace(plan, printed=plan.printed[1:]),
        "bridge_black: in the bill of materials, but there is no such model",
    ),
    ("every billed model drawn", item("reed_holder", spares=10), "reed_holder: 10 % spares"),
    ("plywood in the bill", unbilled("plywood 6"), "frame: no plywood of 6 mm in the bill"),
    ("plywood in the bill", kit("machine", sheet_mm=(500.0, 300.0)), "deck: a piece of 558 x 308"),
    ("every part used by a step", unused("foam tape"), "pico: no step uses foam tape"),
    ("every part used by a step", unbilled("oil"), 'step "finish": oil is not in the bill'),
    (
        "every pin of the header named",
        told("{header_matrix}", "pin 7 (GPIO 4): orange, matrix R1"),
        "matrix: no step leads pin 1 of the header to matrix 3V3",
    ),
    ("every drawing has its step", without_step("finish"), "labels/card: no step names it"),
    (
        "every wired part in the bill",
        unbilled("jack"),
        "matrix: jack is wired, but jack is not in the bill",
    ),
    ("every wire tested by a step", untested(Kind.ROW), "header 7 (GPIO 4) to matrix R1: no step"),
    (
        "every kind of wire cut by a step",
        unused("signal wire"),
        'matrix: no step with wire names the kind "row"',
    ),
    ("every kind of wire cut by a step", needed('"pull-up"', ""), 'the kind "pull-up"'),
    (
        "glued where it is laid in",
        steps(lambda s: replace(s, parts=(*s.parts, "pixel")) if s.id == "wells" else s),
        'step "wells": pixel is laid in without glue sticks',
    ),
    (
        "every step says what to see",
        lambda plan: replace(plan, steps=(replace(plan.steps[0], see=()), *plan.steps[1:])),
        'step "choose": nothing under see',
    ),
]  # fmt: skip


def test_the_kit_as_committed_holds_every_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kit", "check"]) == OK

    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(RULES)
    assert all(line.startswith("ok     ") for line in lines)


@pytest.mark.parametrize(
    ("rule", "plant", "told"), PLANTED, ids=[f"{rule}: {told}" for rule, _, told in PLANTED]
)
def test_a_planted_mistake_is_named_by_its_rule(
    plan: Plan, rule: str, plant: Plant, told: str
) -> None:
    (look,) = (each for each in RULES if each.name == rule)

    faults = look.find(plant(plan)).faults

    assert [fault for fault in faults if told in fault], faults


def test_every_rule_has_been_seen_failing() -> None:
    assert {rule.name for rule in RULES} == {rule for rule, _, _ in PLANTED}


def test_programs_read_the_same_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kit", "check", "--json"]) == OK

    rules = json.loads(capsys.readouterr().out)
    assert [each["rule"] for each in rules] == [rule.name for rule in RULES]
    assert all(each["ok"] and each["measure"] and not each["faults"] for each in rules)


def test_drawing_without_the_extra_says_in_one_line_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "MODULES", ("reportlab_of_another_name",))

    assert main(["kit", "build", "--only", "cutting"]) == UNAVAILABLE

    (line,) = capsys.readouterr().err.splitlines()
    assert "reportlab_of_another_name" in line
    assert "pip install -e '.[kit]'" in line


def test_a_folder_that_cannot_be_written_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()

    assert main(["kit", "build", "--only", "bills", "--out", str(tmp_path / "file")]) == WRONG
    assert "file: cannot write it: " in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["build", "--only", "deck"], ["field", "--kits", "0"], []])
def test_a_wrong_word_on_the_command_line_is_64(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as raised:
        main(["kit", *arguments])

    assert raised.value.code == UNUSABLE
