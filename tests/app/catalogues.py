"""The catalogues of the translations: the template from the texts, the `.mo` from the `.po`.

`.venv/bin/python -m tests.app.catalogues` writes both after a change of the texts or of a `.po`, and
puts new texts untranslated into every `.po`, changed ones as fuzzy.
"""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from kahuna_table.app.texts import HELP, OPTIONS, TEXTS, Plural, Text
from kahuna_table.app.words import DOMAIN, LOCALE_DIR, OPTION

TEMPLATE: Final = LOCALE_DIR / f"{DOMAIN}.pot"
TRANSLATIONS: Final = ("de", "es", "fr", "nl", "zh_CN")


def po_file(language: str) -> Path:
    return LOCALE_DIR / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def entries() -> Iterator[tuple[str, Text]]:
    """Every text with its context, in the order of the texts."""
    for texts, before in ((TEXTS, ""), (HELP, ""), (OPTIONS, OPTION)):
        for id, text in texts.items():
            yield before + id, text


def template() -> Catalog:
    """The texts as a catalogue without translations."""
    catalogue = new_catalogue(None)
    for context, text in entries():
        source = (text.one, text.other) if isinstance(text, Plural) else text
        comments = ["counts {" + text.by + "}"] if isinstance(text, Plural) else []
        catalogue.add(source, context=context, auto_comments=comments, flags=["python-brace-format"])
    return catalogue


def new_catalogue(language: str | None) -> Catalog:
    """An empty one. Without dates: the same texts give the same file."""
    catalogue = Catalog(
        language,
        project="Kahuna Table",
        charset="utf-8",
        header_comment=f"# Kahuna Table, {language or 'the template'}. "
        "`[draw]` names a button and stays as it is.",
        fuzzy=False,
    )
    catalogue.mime_headers = [
        (name, value) for name, value in catalogue.mime_headers if name in _HEADERS
    ]
    return catalogue


_HEADERS: Final = (
    "Project-Id-Version", "Language", "Plural-Forms", "MIME-Version", "Content-Type",
    "Content-Transfer-Encoding",
)  # fmt: skip


def read(language: str) -> Catalog:
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def compiled(language: str) -> bytes:
    """What the `.mo` of the `.po` is."""
    out = BytesIO()
    write_mo(out, read(language))
    return out.getvalue()


def written(catalogue: Catalog) -> bytes:
    out = BytesIO()
    write_po(out, catalogue, width=100, omit_header=False, ignore_obsolete=True)
    return out.getvalue()
