"""PDF pages that come out the same every time, and their fonts. Needs the extra `kit`."""

import io
from pathlib import Path
from typing import Any, Final

from reportlab import rl_config
from reportlab.graphics import renderSVG
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


def svg_of(drawing: Any) -> bytes:
    """One of reportlab's drawings as an SVG that names its fonts as a browser knows them."""
    text: str = renderSVG.drawToString(drawing)
    text = text.replace(f"font-family: {BOLD}", "font-weight: bold; font-family: DejaVu Sans")
    return text.replace(f"font-family: {FONT}", "font-family: DejaVu Sans, sans-serif").encode()
