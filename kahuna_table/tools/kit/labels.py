"""What is printed on paper and glued: words at the buttons, names of islands, the card.

Needs the extra `kit`.
"""

from typing import Any, Final

from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth

from kahuna_table.engine.board import ISLANDS
from kahuna_table.table.inputs import Button
from kahuna_table.tools.kit.design import Kit
from kahuna_table.tools.kit.pdf import BOLD, CHINESE, FONT, new_canvas

NAMES: Final = {
    "en": "English", "de": "Deutsch", "fr": "Français", "nl": "Nederlands", "es": "Español",
    "zh": "中文",
}  # fmt: skip
LARGEST: Final = 13
CARD_MM: Final = (148.0, 105.0)
"""A postcard."""


def buttons_pdf(kit: Kit) -> bytes:
    """For each language two strips of four words, at the pitch of the buttons."""
    canvas, file = new_canvas(landscape(A4), "Kahuna table, words at the buttons")
    width, height = kit.labels.size_mm
    y = 180.0
    for language, words in kit.labels.words.by_language().items():
        canvas.setFont(_face(language, FONT), 8)
        canvas.drawString(15 * mm, (y + height + 1) * mm, NAMES[language])
        for n, word in enumerate(words):
            x = 15 + n % 4 * width
            top = y - n // 4 * height
            _box(canvas, x, top, width, height, word, _face(language, BOLD))
        y -= 2 * height + 5
    _note(canvas, 4 * width + 25, kit)
    canvas.save()
    return file.getvalue()


def islands_pdf(kit: Kit) -> bytes:
    """The names of the islands, the same in every language, for a deck without engraving."""
    canvas, file = new_canvas(A4, "Kahuna table, names of the islands")
    width, height = kit.labels.size_mm
    canvas.setFont(FONT, 9)
    canvas.drawString(15 * mm, 280 * mm, "Islands keep their names in every language.")
    for n, island in enumerate(ISLANDS):
        x, y = 15 + n % 4 * width, 260 - n // 4 * height
        _box(canvas, x, y, width, height, island.name, BOLD)
    canvas.save()
    return file.getvalue()


def card_pdf(kit: Kit) -> bytes:
    """A card for each language: the eight buttons and what each does."""
    width, height = CARD_MM
    canvas, file = new_canvas((width * mm, height * mm), "Kahuna table, card of the buttons")
    cards = kit.labels.card.by_language()
    for language, words in kit.labels.words.by_language().items():
        plain, bold = _face(language, FONT), _face(language, BOLD)
        canvas.setFont(BOLD, 15)
        canvas.drawString(10 * mm, (height - 14) * mm, "KAHUNA")
        canvas.setFont(plain, 9)
        canvas.drawRightString((width - 10) * mm, (height - 14) * mm, NAMES[language])
        for button in Button:
            y = height - 26 - 9.5 * button
            canvas.circle(14 * mm, (y + 1.2) * mm, 3 * mm)
            canvas.setFont(bold, 11)
            canvas.drawString(21 * mm, y * mm, words[button])
            canvas.setFont(plain, 10)
            canvas.drawString(58 * mm, y * mm, cards[language][button])
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _face(language: str, usual: str) -> str:
    return CHINESE if language == "zh" else usual


def _box(
    canvas: Any, x: float, y: float, width: float, height: float, word: str, face: str
) -> None:
    """A label with its cutting line, the word as large as fits."""
    canvas.setLineWidth(0.2)
    canvas.rect(x * mm, y * mm, width * mm, height * mm)
    size = LARGEST
    while size > 5 and stringWidth(word, face, size) > (width - 4) * mm:
        size -= 1
    canvas.setFont(face, size)
    canvas.drawCentredString((x + width / 2) * mm, (y + height / 2) * mm - size / 3, word)


def _note(canvas: Any, x: float, kit: Kit) -> None:
    canvas.setFont(FONT, 8)
    words = (
        "Print at 100 %. Cut on the lines.",
        f"Each label is {kit.labels.size_mm[0]:g} x {kit.labels.size_mm[1]:g} mm; the buttons",
        f"lie {kit.button.pitch_mm:g} mm apart. From the left:",
        "menu, left, right, ok (upper strip),",
        "back, hand, draw, help (lower strip):",
        "glue both in one row, the lower strip",
        "at the right of the upper one.",
    )
    for n, line in enumerate(words):
        canvas.drawString(x * mm, (190 - 5 * n) * mm, line)
