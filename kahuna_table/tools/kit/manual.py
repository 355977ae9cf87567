"""`manual.pdf`: the steps with their pictures, the parts, the readings. Needs the extra `kit`."""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from xml.sax.saxutils import escape

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    Image,
    KeepTogether,
    PageBreak,
    PageTemplate,
    Paragraph,
    Table,
    TableStyle,
)

from kahuna_table.tools.kit import (
    bom,
    field_picture,
    lid_picture,
    matrix_picture,
    pictures,
    pin_pictures,
    plates,
    sheets,
)
from kahuna_table.tools.kit.design import Build, Kit
from kahuna_table.tools.kit.facts import filled
from kahuna_table.tools.kit.pdf import BOLD, FONT, register_fonts
from kahuna_table.tools.kit.plan import Plan
from kahuna_table.tools.kit.shapes import Drawing
from kahuna_table.tools.kit.steps import CHAPTERS, Manual, Step

TITLES: Final = {
    "before": "Before you begin", "wood": "Wood", "print": "Printed parts", "solder": "Soldering",
    "lid": "The lid", "box": "The box", "test": "Testing", "play": "Playing",
}  # fmt: skip
INK: Final = HexColor("#26262b")
RULE: Final = HexColor("#b9722d")
WIDTH: Final = 170 * mm
FLAT: Final[dict[str, Callable[[Kit], Any]]] = {
    "matrix-component": matrix_picture.component_side, "matrix-solder": matrix_picture.solder_side,
    "lid-reeds": lid_picture.reeds, "lid-lights": lid_picture.lights,
    "header": pin_pictures.header, "shifter": pin_pictures.shifter,
}  # fmt: skip

PLAIN: Final = ParagraphStyle("plain", fontName=FONT, fontSize=9.5, leading=13, textColor=INK)
SMALL: Final = ParagraphStyle("small", parent=PLAIN, fontSize=8, leading=10)
ITEM: Final = ParagraphStyle("item", parent=PLAIN, leftIndent=14, bulletIndent=2, spaceAfter=2)
HEAD: Final = ParagraphStyle("head", parent=PLAIN, fontName=BOLD, spaceBefore=5, spaceAfter=1)
STEP: Final = ParagraphStyle(
    "step", parent=PLAIN, fontName=BOLD, fontSize=12.5, leading=17, spaceBefore=12, textColor=RULE
)
CHAPTER: Final = ParagraphStyle("chapter", parent=PLAIN, fontName=BOLD, fontSize=19, leading=26)
TITLE: Final = ParagraphStyle("title", parent=CHAPTER, fontSize=28, leading=36)


def manual_pdf(plan: Plan, manual: Manual, known: Mapping[str, str]) -> bytes:
    """The whole manual."""
    register_fonts()
    rl_config.invariant = 1
    file = io.BytesIO()
    document = BaseDocTemplate(
        file, pagesize=A4, title="Kahuna table, manual", author="Kahuna Table", invariant=1
    )
    room = Frame(20 * mm, 18 * mm, WIDTH, A4[1] - 36 * mm, 0, 0, 0, 0)
    document.addPageTemplates(PageTemplate(frames=[room], onPage=_page_number))
    document.build(list(_story(plan, manual, known)))
    return file.getvalue()


def _page_number(canvas: Any, document: Any) -> None:
    canvas.setFont(FONT, 8)
    canvas.drawCentredString(A4[0] / 2, 10 * mm, f"Kahuna table, manual: {document.page}")


def _story(plan: Plan, manual: Manual, known: Mapping[str, str]) -> Iterator[Any]:
    yield Paragraph("Kahuna table", TITLE)
    yield Paragraph("The manual: from parts to a first game", STEP)
    yield _picture(plan, "table")
    for text in manual.intro:
        yield _text(text, known)
    yield Paragraph("Computed, never built", HEAD)
    for text in manual.honest:
        yield _text(text, known)
    yield PageBreak()
    yield from _needs(plan, manual, known)
    numbers = {step.id: n for n, step in enumerate(manual.step, start=1)}
    for chapter in CHAPTERS:
        yield PageBreak()
        heading = [Paragraph(TITLES[chapter], CHAPTER)]
        for step in manual.step:
            if step.chapter == chapter:
                yield from _step(plan, step, numbers[step.id], known, heading)
                heading = []
    yield from _appendix(plan, manual, known)


def _needs(plan: Plan, manual: Manual, known: Mapping[str, str]) -> Iterator[Any]:
    yield Paragraph("What you need", CHAPTER)
    yield Paragraph("Tools", HEAD)
    for tool in manual.tools:
        yield Paragraph(escape(filled(tool, known)), ITEM, bulletText="•")
    yield Paragraph("Money and time", HEAD)
    yield _text(
        "Parts for {cost} euros or dollars; {hours} hours of work (both estimated). The table is "
        "{deck_size} large.",
        known,
    )
    yield Paragraph("To print", HEAD)
    rows = [("file", "how many", "size in mm", "note")]
    for part in plan.printed:
        size = " x ".join(f"{side:.1f}" for side in part.size_mm)
        only = "" if len(part.builds) == len(Build) else " (" + ", ".join(
            build.value for build in part.builds
        ) + " only)"  # fmt: skip
        rows.append((part.file, str(part.count), size, part.note + only))
    yield _table(rows, (0.3, 0.12, 0.25, 0.33))
    yield Paragraph("To buy for the build matrix, spares included", HEAD)
    bought = []
    for row in bom.rows(plan.kit, Build.MATRIX):
        if row.item.model:
            continue
        metres = bom.colours(plan.kit, Build.MATRIX, row.item)
        what = " ".join([row.item.what, ", ".join(f"{m} {colour}" for colour, m in metres)])
        bought.append((str(row.to_buy), what.strip(), row.item.part))
    yield _table([("how many", "what", "part number"), *bought], (0.12, 0.5, 0.38))
    yield Paragraph("The other builds' lists, and what may be taken instead: bom.csv.", SMALL)


def _step(
    plan: Plan, step: Step, number: int, known: Mapping[str, str], heading: list[Any]
) -> Iterator[Any]:
    only = "" if len(step.builds) == len(Build) else f" (only {', '.join(step.builds)})"
    known = {**known, "build": step.builds[0] if len(step.builds) == 1 else known["build"]}
    start = [*heading, Paragraph(escape(f"Step {number}: {step.title}{only}"), STEP)]
    for title, needs in (("Parts", _parts(plan, step)), ("With", step.need)):
        if needs:
            text = "; ".join(filled(each, known) for each in needs)
            start.append(Paragraph(f"<b>{title}:</b> {escape(text)}.", PLAIN))
    start += [_picture(plan, name) for name in step.pictures]
    doing = [
        Paragraph(escape(filled(text, known)), ITEM, bulletText=f"{n}.")
        for n, text in enumerate(step.do, start=1)
    ]
    yield KeepTogether([*start, *doing[:1]])
    yield from doing[1:]
    for title, texts in (
        ("See before you go on", step.see),
        ("When it is not so", step.otherwise),
    ):
        items = [Paragraph(escape(filled(text, known)), ITEM, bulletText="•") for text in texts]
        yield KeepTogether([Paragraph(title, HEAD), items[0]])
        yield from items[1:]


def _parts(plan: Plan, step: Step) -> list[str]:
    """What a step uses of the bill, with the number where it uses all of it."""
    items = {item.id: item for item in plan.kit.item}
    found = []
    for part in step.parts:
        builds = [build for build in step.builds if build in items[part].builds]
        build = Build(builds[0])
        needed = {row.item.id: row.needed for row in bom.rows(plan.kit, build)}
        only = "" if len(builds) == len(step.builds) else f" (only {', '.join(builds)})"
        shared = sum(part in each.parts for each in plan.steps if build.value in each.builds) > 1
        name = items[part].what.partition(",")[0]
        count = needed.get(part, 1)
        metres = "metres" in items[part].what
        found.append((name if shared or metres or count == 1 else f"{count} x {name}") + only)
    return found


class _Sheet(Flowable):  # type: ignore[misc]  # reportlab is not typed
    """A plate's drawing in small, its name under it."""

    def __init__(self, drawing: Drawing, share: float) -> None:
        super().__init__()
        self.drawing, self.share = drawing, share
        self.width = drawing.width * share * mm
        self.height = drawing.height * share * mm + 14

    def wrap(self, *_room: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        canvas = self.canv
        canvas.saveState()
        canvas.translate(0, self.height)
        canvas.scale(self.share, self.share)
        sheets.draw(canvas, self.drawing, line_mm=0.1 / self.share)
        canvas.restoreState()
        canvas.setFont(BOLD, 7)
        canvas.drawString(0, 3, self.drawing.title)


def _plates(plan: Plan) -> Any:
    """All plates side by side, cut lines red."""
    thick = {plate.name: plate.thickness_mm for plate in plan.cut}
    made = {
        each.name: replace(each, title=f"cutting/{each.name}, plywood {thick[each.name]:g} mm")
        for each in plates.drawings(plan.kit)
    }
    rows = [
        ("deck", "sensor-plate"),
        ("frame", "floor"),
        ("display-bezel", "button-panel"),
        ("trial",),
    ]
    cells: list[list[Any]] = [[_Sheet(made[name], 0.13) for name in row] for row in rows]
    cells[-1].append("")
    return Table(cells, style=[("VALIGN", (0, 0), (-1, -1), "TOP")])


def _appendix(plan: Plan, manual: Manual, known: Mapping[str, str]) -> Iterator[Any]:
    yield PageBreak()
    yield Paragraph("The field", CHAPTER)
    yield _text(
        "Under the bridge {own_mt} mT on average along the glass; the dullest reed of the class "
        "closes at {needed_mt} mT when the rule of thumb is wrong by its whole factor. In the "
        "worst case each reed could lie {closes} mm lower and still close, and all other magnets "
        "{opens} mm nearer and it would still open. {verdict}.",
        known,
    )
    yield _text(
        "Were the rule of thumb wrong by a factor of {doubted}: {doubted_verdict}. With a wider "
        "class of reeds, 10 to 20 ampere turns, and magnets 3 mm high: {other_verdict}. This is "
        "what chose reed and magnet.",
        known,
    )
    yield _across(field_picture.field_picture(plan.kit))
    yield Paragraph("Questions that came up", CHAPTER)
    for question in manual.question:
        asked = Paragraph(escape(question.ask), HEAD)
        yield KeepTogether([asked, _text(question.answer, known)])


def _text(text: str, known: Mapping[str, str]) -> Any:
    return Paragraph(escape(filled(text, known)), ParagraphStyle("p", parent=PLAIN, spaceAfter=5))


def _picture(plan: Plan, name: str) -> Any:
    """A rendered scene, or a flat picture."""
    if name == "plates":
        return _plates(plan)
    if name in FLAT:
        return _across(FLAT[name](plan.kit))
    image = pictures.PICTURES[name](plan.kit)
    file = io.BytesIO()
    image.quantize(64).save(file, "PNG")
    file.seek(0)
    width = WIDTH * 0.8
    return Image(file, width, width * image.height / image.width)


def _across(drawing: Any) -> Any:
    """One of reportlab's drawings, as wide as the page."""
    share = WIDTH / drawing.width
    drawing.scale(share, share)
    drawing.width, drawing.height = WIDTH, drawing.height * share
    return drawing


def _table(rows: Sequence[tuple[str, ...]], shares: tuple[float, ...]) -> Any:
    cells = [[Paragraph(escape(cell), SMALL) for cell in row] for row in rows]
    table = Table(cells, colWidths=[WIDTH * share for share in shares], repeatRows=1)
    table.setStyle(
        TableStyle(
            [
                ("LINEBELOW", (0, 0), (-1, -1), 0.25, RULE),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("TOPPADDING", (0, 0), (-1, -1), 1.5),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
            ]
        )
    )
    return table
