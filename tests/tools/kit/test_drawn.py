"""What only the drawing libraries can tell: solids, paper, fonts. `pytest -m kit`.

The libraries are imported inside: without the extra this file is collected and not run.
"""

import shutil
import subprocess
from dataclasses import replace
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from kahuna_table.engine.board import ISLANDS, Island
from kahuna_table.tools.kit.models import printed
from kahuna_table.tools.kit.plan import Plan
from kahuna_table.tools.kit.reading import HARDWARE

pytestmark = [pytest.mark.kit, pytest.mark.timeout(300), pytest.mark.filterwarnings("default")]


def test_the_parts_go_together_at_both_ends_of_their_tolerances(plan: Plan) -> None:
    from kahuna_table.tools.kit import assembly

    assert list(assembly.faults(plan.kit)) == []


def test_parts_that_cut_into_each_other_are_named(plan: Plan) -> None:
    from kahuna_table.tools.kit import assembly

    kit = plan.kit
    tight = replace(
        kit,
        button=replace(kit.button, boss_height_mm=4.0),
        holder=replace(kit.holder, glass_play_mm=0.0, width_mm=9.5),
        bridge=replace(kit.bridge, cap_play_mm=0.0),
    )
    found = "\n".join(assembly.faults(tight))

    assert "button, as planned: pressed and switch cut into each other by" in found
    assert "slot, as planned: cap and bridge are 0.000 mm apart, expected 0.05" in found
    assert "slot, as planned: well and holder cut into each other" in found


@pytest.mark.parametrize("holder", ["reed_holder_x27", "hall_holder_x27"])
@pytest.mark.parametrize(("plate", "slots"), [("sensor-plate", 27), ("trial", 1)])
def test_the_pegs_of_the_committed_holders_enter_the_committed_plates(
    plan: Plan, holder: str, plate: str, slots: int
) -> None:
    """A holder is turned over onto the face that is seen: its pegs are mirrored."""
    import ezdxf
    import trimesh

    mesh: Any = trimesh.load_mesh(HARDWARE / "parts" / f"{holder}.stl")
    tips = [complex(x, y) for x, y, z in mesh.vertices if z > mesh.bounds[1][2] - 0.01]
    rims = [[tip for tip in tips if (tip.real > 0) == right] for right in (True, False)]
    pegs = [sum(rim) / len(rim) for rim in rims]
    space = ezdxf.readfile(HARDWARE / "cutting" / f"{plate}.dxf").modelspace()
    holes = [(complex(*each.dxf.center.vec2), each.dxf.radius)
             for each in space.query('CIRCLE[layer=="cut"]')]  # fmt: skip
    outlines = [[complex(*point) for point in each.get_points("xy")]
                for each in space.query('LWPOLYLINE[layer=="engrave"]')]  # fmt: skip
    outlines = [each for each in outlines if len(each) == 4 and isclose(
        abs(each[1] - each[0]), plan.kit.holder.length_mm, abs_tol=1e-3)]  # fmt: skip
    placed = [
        (a + c) / 2 + (b - a) / abs(b - a) * -peg.conjugate()
        for a, b, c, _ in outlines
        for peg in pegs
    ]

    assert (len(pegs), len(outlines)) == (2, slots)
    for at in placed:
        assert min(abs(at - hole) - radius for hole, radius in holes) < -plan.kit.holder.peg_mm / 2


def test_the_paper_deck_has_the_joint_of_the_wood(plan: Plan) -> None:
    from kahuna_table.tools.kit import places, plates
    from kahuna_table.tools.kit.shapes import Layer, Path

    joint = places.joint(plan.kit.deck.joint_x_mm, places.deck_height(plan.kit), plan.kit)
    drawn = {
        layout: [shape for shape in plates.whole_deck(plan.kit, layout).on(Layer.CUT)
                 if isinstance(shape, Path) and shape.points == tuple(joint)]
        for layout in places.Layout
    }  # fmt: skip

    assert len(drawn[places.Layout.MEASURED]) == 1
    assert drawn[places.Layout.SCHEMATIC] == []


def test_every_part_prints_as_it_lies_and_has_the_size_of_the_plan(plan: Plan) -> None:
    from kahuna_table.tools.kit import meshes

    for part in plan.printed:
        mesh = meshes.mesh_of((HARDWARE / "parts" / f"{part.file}.stl").read_bytes())
        assert list(meshes.faults(plan.kit, part, mesh)) == []


def test_a_part_that_does_not_print_is_named(plan: Plan) -> None:
    from kahuna_table.tools.kit import meshes, solids

    light = replace(plan.kit.light, island_mm=20.0, board_mm=22.0)
    wide = replace(plan.kit, light=light)
    (well,) = (part for part in printed(wide) if part.name == "light_well_island")
    mesh = meshes.mesh_of(meshes.stl(solids.light_well(wide, light.island_mm)))

    assert list(meshes.faults(wide, well, mesh)) == [
        "light_well_island: a ceiling spans 18.1 mm without support"
    ]
    mesh.update_faces([True] * (len(mesh.faces) - 1) + [False])
    assert "light_well_island: the mesh is not closed" in list(meshes.faults(wide, well, mesh))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("layout", ["measured", "schematic"])
def test_the_scale_bar_of_every_page_is_100_mm_long(
    tmp_path: Path, paper: str, layout: str
) -> None:
    from PIL import Image

    pdftoppm = shutil.which("pdftoppm")
    assert pdftoppm, "expected pdftoppm (poppler-utils)"
    file = HARDWARE / "cutting" / f"deck-{layout}-{paper}.pdf"
    subprocess.run([pdftoppm, "-r", "254", "-gray", file, tmp_path / "page"], check=True)
    pages = sorted(tmp_path.iterdir())

    assert len(pages) == 9
    for page in pages:
        image = Image.open(page)
        row = image.crop((0, image.height - 51, image.width, image.height - 50)).tobytes()
        longest = max(map(len, row.translate(bytes(255 if x > 128 else 1 for x in range(256)))
                          .split(b"\xff")))  # fmt: skip
        assert longest == pytest.approx(1000, abs=6), page  # ten pixels a millimetre, and its ends


def test_every_word_of_the_labels_can_be_written(plan: Plan) -> None:
    from fontTools.ttLib import TTCollection, TTFont

    from kahuna_table.tools.kit.pdf import BOLD, CHINESE, FACES, FONT

    plain = [TTFont(FACES[face]).getBestCmap() for face in (FONT, BOLD)]
    chinese = [TTCollection(FACES[CHINESE]).fonts[0].getBestCmap()]
    labels = plan.kit.labels
    for language, words in labels.words.by_language().items():
        faces = chinese if language == "zh" else plain
        text = {*"".join((*words, *labels.card.by_language()[language]))}
        assert [letter for letter in text for face in faces if ord(letter) not in face] == []


@pytest.mark.parametrize("island", ISLANDS, ids=lambda island: island.name)
def test_the_name_of_an_island_lies_on_its_own_land(plan: Plan, island: Island) -> None:
    from kahuna_table.pictures.board_picture import coast_points
    from kahuna_table.tools.kit import places, plates
    from kahuna_table.tools.kit.lettering import letters
    from kahuna_table.tools.kit.shapes import Layer

    at = plates.name_place(plan.kit, island)
    name = letters(Layer.ENGRAVE, island.name, at, plates.NAME_MM)
    coast = coast_points(island, places.WIDTH)

    assert all(places.inside(point, coast) for path in name for point in path.points)


def test_every_picture_of_a_step_is_drawn(plan: Plan) -> None:
    from kahuna_table.tools.kit.manual import FLAT
    from kahuna_table.tools.kit.pictures import PICTURES

    named = {picture for step in plan.steps for picture in step.pictures}
    drawn = {*PICTURES, *FLAT, "plates"}

    assert named | {"table"} == drawn


@pytest.mark.parametrize(
    "name", ["deck", "sensor-plate", "frame", "floor", "button-panel", "display-bezel", "trial"]
)
def test_a_cad_program_opens_every_drawing(name: str) -> None:
    import ezdxf

    document = ezdxf.readfile(HARDWARE / "cutting" / f"{name}.dxf")

    assert document.units == ezdxf.units.MM
    assert not document.audit().has_errors
    assert {each.dxf.layer for each in document.modelspace()} <= {"0", "cut", "engrave", "mark"}
