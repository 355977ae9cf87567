"""The committed files: none stale, none changed by hand, and the deck as the layout has it."""

import json
from itertools import pairwise
from math import atan2, degrees, dist
from pathlib import Path

import pytest

from kahuna_table.engine.board import SLOTS, Point
from kahuna_table.tools.kit import build, places
from kahuna_table.tools.kit.build import PIECES, Source
from kahuna_table.tools.kit.models import GAP_MM
from kahuna_table.tools.kit.plan import Plan
from kahuna_table.tools.kit.reading import HARDWARE
from kahuna_table.tools.kit.steps import load_manual


def test_no_file_is_older_than_the_kit() -> None:
    found = json.loads((HARDWARE / build.MANIFEST).read_text("utf-8"))

    assert found["made_from"] == build.made_from(HARDWARE), "kahuna-table kit build makes it new"


def test_every_file_is_as_it_was_made() -> None:
    assert (HARDWARE / build.MANIFEST).read_text("utf-8") == build.manifest(HARDWARE, HARDWARE)


@pytest.mark.parametrize("name", [piece.name for piece in PIECES if not piece.drawn])
def test_tables_and_texts_come_out_the_same_again(plan: Plan, name: str) -> None:
    source = Source(plan, load_manual(HARDWARE / "steps.toml"))
    (piece,) = (piece for piece in PIECES if piece.name == name)

    for place, data in piece.make(source):
        assert (HARDWARE / place).read_bytes() == data, place


def test_a_changed_kit_is_noticed(tmp_path: Path) -> None:
    for name in build.SOURCES:
        (tmp_path / name).write_bytes((HARDWARE / name).read_bytes())
    with (tmp_path / "kit.toml").open("a") as file:
        file.write("# changed\n")

    assert build.made_from(tmp_path) != build.made_from(HARDWARE)


def test_every_slot_of_the_dxf_lies_where_the_layout_has_it(plan: Plan) -> None:
    shapes = polylines((HARDWARE / "cutting" / "deck.dxf").read_text("ascii"), "cut")
    high = max(y for points, _ in shapes for _, y in points) - plan.kit.machine.kerf_mm / 2
    drawn = [slot_of(points) for points, bulges in shapes if bulges == [-1.0, -1.0]]
    halves = sorted(plan.slots, key=lambda slot: on_the_right(plan, slot.a))

    for slot, ends in zip(halves, drawn, strict=True):
        moved = GAP_MM if on_the_right(plan, slot.a) else 0.0
        a, b = ((x - moved, high - y) for x, y in ends)
        assert dist(slot.middle, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) < 0.01, slot.name
        assert degrees(atan2(b[1] - a[1], b[0] - a[0])) == pytest.approx(slot.degrees, abs=0.01)
        assert dist(a, b) == pytest.approx(plan.kit.slot.length_mm, abs=0.01)
        layout = [places.on_board(end) for end in SLOTS[slot.line]]
        assert dist(a, layout[0]) < plan.kit.slot.layout_tolerance_mm, slot.name
        assert dist(b, layout[1]) < plan.kit.slot.layout_tolerance_mm, slot.name


def on_the_right(plan: Plan, at: Point) -> bool:
    return at[0] > plan.kit.deck.joint_x_mm


def polylines(dxf: str, layer: str) -> list[tuple[list[Point], list[float]]]:
    """The polylines of a DXF on one layer: their points, and the bulges of those that have one."""
    lines = [line.strip() for line in dxf.splitlines()]
    pairs = list(zip(map(int, lines[::2]), lines[1::2], strict=True))
    starts = [n for n, (code, _) in enumerate(pairs) if code == 0]
    found = []
    for start, end in pairwise(starts):
        entity = pairs[start:end]
        if entity[0][1] == "LWPOLYLINE" and (8, layer) in entity:
            xs, ys, bulges = (
                [float(value) for at, value in entity if at == code] for code in (10, 20, 42)
            )
            found.append((list(zip(xs, ys, strict=True)), bulges))
    return found


def slot_of(points: list[Point]) -> tuple[Point, Point]:
    """The middles of the round ends of a polyline with two arcs of half a circle."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    return ((ax + dx) / 2, (ay + dy) / 2), ((bx + cx) / 2, (by + cy) / 2)
