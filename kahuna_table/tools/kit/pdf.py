"""PDF pages that come out the same every time, and their fonts. Needs the extra `kit`."""

import io
from pathlib import Path
from typing import Any, Final

from reportlab import rl_config
from reportlab.graphics import renderSVG
from reportlab.graphics.shapes import Rect, String
from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FONT: Final = "DejaVu"
BOLD: Final = "DejaVu-Bold"
CHINESE: Final = "MicroHei"

_FOLDER: Final = Path("/usr/share/fonts/truetype")
FACES: Final = {
    FONT: _FOLDER / "dejavu/DejaVuSans.ttf",
    BOLD: _FOLDER / "dejavu/DejaVuSans-Bold.ttf",
    CHINESE: _FOLDER / "wqy/wqy-microhei.ttc",
}
"""From the Debian packages fonts-dejavu-core and fonts-wqy-microhei."""


def register_fonts() -> None:
    """Makes the faces known to reportlab; again does nothing."""
    for name, path in FACES.items():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(path)))


def new_canvas(size: tuple[float, float], title: str) -> tuple[Canvas, io.BytesIO]:
    """An empty page of a size in points, and where `save` writes the file."""
    register_fonts()
    rl_config.invariant = 1
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=size, invariant=1)
    canvas.setTitle(title)
    canvas.setAuthor("Kahuna Table")
    return canvas, file


INK: Final = HexColor("#26262b")


def words(
    drawing: Any, at: tuple[float, float], text: str, size: float, *, bold: bool = False,
    anchor: str = "middle", over: Any = None, colour: Any = INK,
) -> None:  # fmt: skip
    """A line of text in one of reportlab's drawings, its middle's height at `at`; `over` is the
    colour that hides what lies behind it."""
    face, (x, y) = BOLD if bold else FONT, at
    if over is not None:
        width = pdfmetrics.stringWidth(text, face, size)
        left = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        drawing.add(
            Rect(left - 1, y - size * 0.55, width + 2, size * 1.1, fillColor=over, strokeColor=None)
        )
    drawing.add(
        String(x, y - size * 0.35, text, fontName=face, fontSize=size, fillColor=colour,
               textAnchor=anchor)
    )  # fmt: skip


def svg_of(drawing: Any) -> bytes:
    """One of reportlab's drawings as an SVG that names its fonts as a browser knows them."""
    text: str = renderSVG.drawToString(drawing)
    text = text.replace(f"font-family: {BOLD}", "font-weight: bold; font-family: DejaVu Sans")
    return text.replace(f"font-family: {FONT}", "font-family: DejaVu Sans, sans-serif").encode()
