"""The catalogues of the translations: the template from the texts, the `.mo` from the `.po`.

`.venv/bin/python -m tests.app.catalogues` writes both after a change of the texts or of a `.po`. It
puts new texts untranslated into every `.po`, changed ones as fuzzy.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from kahuna_table.app.texts import HELP, OPTIONS, TEXTS, Plural, Text, forms
from kahuna_table.app.words import DOMAIN, LOCALE_DIR, OPTION

TEMPLATE: Final = LOCALE_DIR / f"{DOMAIN}.pot"
TRANSLATIONS: Final = tuple(sorted(each.parts[-3] for each in LOCALE_DIR.glob("*/*/*.po")))


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
        source = forms(text) if isinstance(text, Plural) else text
        comments = ["counts {" + text.by + "}"] if isinstance(text, Plural) else []
        catalogue.add(
            source, context=context, auto_comments=comments, flags=["python-brace-format"]
        )
    return catalogue


def new_catalogue(language: str | None) -> Catalog:
    """An empty one. Its dates are fixed: the same texts give the same file."""
    return Catalog(
        language,
        project="Kahuna Table",
        version="display",
        charset="utf-8",
        header_comment=f"# Kahuna Table, {language or 'the template'}.\n"
        "# The context says what a text is for; `[draw]` names a button and stays as it is.",
        creation_date=_DATE,
        revision_date=_DATE,
        msgid_bugs_address="the issues of the repository",
        last_translator="Kahuna Table",
        language_team=language or "none",
        fuzzy=False,
    )


_DATE: Final = datetime(2026, 12, 1, tzinfo=UTC)


def read(language: str) -> Catalog:
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def updated(language: str) -> bytes:
    """The `.po` with every text: new ones untranslated, changed ones fuzzy, others gone."""
    catalogue = read(language)
    catalogue.update(template(), update_creation_date=False)
    return written(catalogue)


def written(catalogue: Catalog) -> bytes:
    out = BytesIO()
    write_po(out, catalogue, width=100, ignore_obsolete=True)
    return out.getvalue()


def compiled(language: str) -> bytes:
    """What the `.mo` of the `.po` is."""
    out = BytesIO()
    write_mo(out, read(language))
    return out.getvalue()


def main() -> None:
    TEMPLATE.write_bytes(written(template()))
    for language in TRANSLATIONS:
        po_file(language).write_bytes(updated(language))
        po_file(language).with_suffix(".mo").write_bytes(compiled(language))


if __name__ == "__main__":
    main()
