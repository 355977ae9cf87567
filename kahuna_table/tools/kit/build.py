"""`kahuna-table kit build`: makes every file of the kit, a line for each piece."""

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TextIO

from kahuna_table.app.exits import OK, UNAVAILABLE
from kahuna_table.engine import board
from kahuna_table.pictures import coasts
from kahuna_table.tools.kit import bom, field, power
from kahuna_table.tools.kit.check import load_plan
from kahuna_table.tools.kit.design import Build
from kahuna_table.tools.kit.facts import doubts, facts
from kahuna_table.tools.kit.firmware_pins import pins_py
from kahuna_table.tools.kit.plan import Plan
from kahuna_table.tools.kit.random_kits import try_kits
from kahuna_table.tools.kit.reading import KitError
from kahuna_table.tools.kit.readme import readme
from kahuna_table.tools.kit.steps import Manual, load_manual
from kahuna_table.tools.kit.wiring import leads, leads_csv

KITS: Final = 1000
"""Random kits whose verdict the manual prints."""
MANIFEST: Final = "manifest.json"
SOURCES: Final = ("kit.toml", "steps.toml")
MODULES: Final = ("build123d", "ezdxf", "fontTools", "numpy", "PIL", "reportlab", "trimesh",
                  "wireviz")  # fmt: skip
FONTS: Final = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
)

File = tuple[str, bytes]
"""Its place below the kit's folder, and what is in it."""


@dataclass(frozen=True, slots=True)
class Source:
    """What every piece is made from."""

    plan: Plan
    manual: Manual


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the kit that can be built alone."""

    name: str
    make: Callable[[Source], Iterator[File]]
    drawn: bool = True
    """Whether it needs the extra `kit`."""


def build(hardware: Path, out: Path, only: str | None, say: TextIO, err: TextIO) -> int:
    """Makes the pieces below `out`; the exit status. Raises: KitError, OSError."""
    pieces = [piece for piece in PIECES if only in (None, piece.name)]
    if any(piece.drawn for piece in pieces) and not _complete(err):
        return UNAVAILABLE
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    source = Source(load_plan(hardware), load_manual(hardware / "steps.toml"))
    for piece in pieces:
        for place, data in piece.make(source):
            path = out / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            print(f"{piece.name:8} {place} ({len(data):,} bytes)", file=say, flush=True)
    if only is None:
        (out / MANIFEST).write_text(manifest(hardware, out), "utf-8")
    return OK


def show_field(plan: Plan, kits: int, picture: Path | None, say: TextIO, err: TextIO) -> int:
    """The margins of each line, the verdict of random kits, and a picture; the exit status."""
    for slot, margin in zip(plan.slots, field.margins(plan.kit), strict=True):
        print(
            f"{slot.name}: {margin.own_mt:.1f} mT, closes with {margin.closes:.1f} mm to spare; "
            f"all others {margin.others_mt:.2f} mT, stays open with {margin.opens:.1f} mm to spare",
            file=say,
        )
    print(try_kits(plan.kit, kits).told(), file=say)
    if picture is None:
        return OK
    if not _complete(err):
        return UNAVAILABLE
    picture.write_bytes(_field_svg(plan))
    return OK


def _complete(err: TextIO) -> bool:
    """Whether the extra and its Debian packages are here; what is missing is told."""
    lacking = [name for name in MODULES if find_spec(name) is None]
    lacking += [] if shutil.which("dot") else ["dot"]
    lacking += [font for font in FONTS if not Path(font).is_file()]
    if lacking:
        print(
            f"drawing the kit needs {', '.join(lacking)}: pip install -e '.[kit]' and "
            "sudo apt install graphviz libgl1 fonts-dejavu-core fonts-wqy-microhei",
            file=err,
        )
    return not lacking


def manifest(hardware: Path, out: Path) -> str:
    """A fingerprint of what the files were made from, and of each file."""
    files = {
        str(path.relative_to(out)): _digest(path.read_bytes())
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name not in (*SOURCES, MANIFEST)
    }
    return json.dumps({"made_from": made_from(hardware), "files": files}, indent=1) + "\n"


def made_from(hardware: Path) -> str:
    """A fingerprint of the sources: the kit's own files, and the board as the engine has it."""
    parts = [(hardware / name).read_bytes() for name in SOURCES]
    shown = (
        board.LINES, board.SLOTS, board.ISLAND_LIGHTS, board.SCHEMATIC, board.BOARD_WIDTH_MM,
        coasts.COASTS, coasts.NAMES_AT, coasts.LINE_LIGHTS,
    )  # fmt: skip
    return _digest(b"\0".join([*parts, repr(shown).encode()]))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _cutting(source: Source) -> Iterator[File]:
    from kahuna_table.tools.kit import plates, sheets
    from kahuna_table.tools.kit.places import Layout
    from kahuna_table.tools.kit.shapes import for_kerf

    kit = source.plan.kit
    for plan in plates.drawings(kit):
        drawing = for_kerf(plan, kit.machine.kerf_mm)
        yield f"cutting/{drawing.name}.svg", sheets.svg(drawing).encode()
        yield f"cutting/{drawing.name}.dxf", sheets.dxf(drawing).encode()
        yield f"cutting/{drawing.name}.pdf", sheets.pdf(drawing)
    for layout in Layout:
        for paper in sheets.PAPERS:
            drawing = plates.whole_deck(kit, layout)
            yield f"cutting/deck-{layout.value}-{paper.name}.pdf", sheets.tiled_pdf(drawing, paper)


def _parts(source: Source) -> Iterator[File]:
    """Raises: KitError, for a part that cannot be printed or two that do not go together."""
    from kahuna_table.tools.kit import assembly, meshes, solids

    kit = source.plan.kit
    made = solids.solids(kit)
    faults = list(assembly.faults(kit))
    for part in source.plan.printed:
        data = meshes.stl(made[part.name])
        faults += meshes.faults(kit, part, meshes.mesh_of(data))
        yield f"parts/{part.file}.stl", data
        yield f"parts/{part.file}.step", meshes.step(made[part.name], part.name)
    if faults:
        raise KitError(*faults)


def _wiring(source: Source) -> Iterator[File]:
    for build in Build:
        yield f"wiring/{build.value}.csv", leads_csv(leads(source.plan.kit, build)).encode()


def _diagrams(source: Source) -> Iterator[File]:
    from kahuna_table.tools.kit import diagrams, matrix_picture
    from kahuna_table.tools.kit.pdf import svg_of

    kit = source.plan.kit
    for build in Build:
        yield f"wiring/{build.value}.svg", diagrams.diagram_svg(kit, build).encode()
    yield "wiring/matrix-component-side.svg", svg_of(matrix_picture.component_side(kit))
    yield "wiring/matrix-solder-side.svg", svg_of(matrix_picture.solder_side(kit))


def _bills(source: Source) -> Iterator[File]:
    kit = source.plan.kit
    yield "bom.csv", bom.bom_csv(kit, Build).encode()
    for build in Build:
        yield f"bom-{build.value}.csv", bom.bom_csv(kit, [build]).encode()
        yield f"shopping-{build.value}.txt", bom.shopping_list(kit, build).encode()
    yield "power.csv", power.power_csv(kit).encode()


def _labels(source: Source) -> Iterator[File]:
    from kahuna_table.tools.kit import labels

    kit = source.plan.kit
    yield "labels/buttons.pdf", labels.buttons_pdf(kit)
    yield "labels/islands.pdf", labels.islands_pdf(kit)
    yield "labels/card.pdf", labels.card_pdf(kit)


def _field(source: Source) -> Iterator[File]:
    yield "field.svg", _field_svg(source.plan)


def _field_svg(plan: Plan) -> bytes:
    from kahuna_table.tools.kit.field_picture import field_picture
    from kahuna_table.tools.kit.pdf import svg_of

    return svg_of(field_picture(plan.kit))


def _firmware(source: Source) -> Iterator[File]:
    """Beside the kit's folder: the firmware has it among its own files."""
    yield "../firmware/pins.py", pins_py(source.plan.kit).encode()


def _readme(source: Source) -> Iterator[File]:
    known = facts(source.plan, KITS)
    yield "README.md", readme(source.manual, known).encode()


def _manual(source: Source) -> Iterator[File]:
    from kahuna_table.tools.kit.manual import manual_pdf

    known = facts(source.plan, KITS)
    known = {**known, **doubts(source.plan.kit, KITS)}
    yield "manual.pdf", manual_pdf(source.plan, source.manual, known)


PIECES: Final = (
    Piece("bills", _bills, drawn=False),
    Piece("wiring", _wiring, drawn=False),
    Piece("readme", _readme, drawn=False),
    Piece("firmware", _firmware, drawn=False),
    Piece("diagrams", _diagrams),
    Piece("field", _field),
    Piece("cutting", _cutting),
    Piece("labels", _labels),
    Piece("parts", _parts),
    Piece("manual", _manual),
)
