"""The English texts of the display by id. gettext translates them; `words` fills them in.

`{player}`, `{owner}` ... are players, `{line}` and `{lines}` lines, `{card}` and `{island}` an
island's name, `[draw]` the name of a button as it is printed beside it.
"""

from typing import Final

from kahuna_table.app.texts.help import HELP
from kahuna_table.app.texts.labels import LABELS
from kahuna_table.app.texts.lesson import LESSON
from kahuna_table.app.texts.options import ABOUT, OPTIONS
from kahuna_table.app.texts.plural import Plural, Text, forms
from kahuna_table.app.texts.prompts import PROMPTS
from kahuna_table.app.texts.reasons import REASONS
from kahuna_table.app.texts.reports import REPORTS
from kahuna_table.app.texts.troubles import TROUBLES

__all__ = ["HELP", "OPTIONS", "TEXTS", "Plural", "Text", "forms"]

TEXTS: Final[dict[str, Text]] = {
    **PROMPTS,
    **LESSON,
    **REASONS,
    **REPORTS,
    **TROUBLES,
    **ABOUT,
    **LABELS,
}
"""Everything but the options and the help pages."""
