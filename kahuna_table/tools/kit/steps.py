"""The steps of the manual as `hardware/steps.toml` has them: do this, see that, and what if not."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kahuna_table.app.settings import Kind, Unfit, text
from kahuna_table.tools.kit.design import Build
from kahuna_table.tools.kit.kinds import given, listed
from kahuna_table.tools.kit.reading import KitError, parse_toml, read_text, record
from kahuna_table.tools.kit.wiring import Kind as WireKind

CHAPTERS: Final = ("before", "wood", "print", "solder", "lid", "box", "test", "play")


def _texts() -> Kind[tuple[str, ...]]:
    def read(value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or any(not isinstance(each, str) for each in value):
            raise Unfit
        return tuple(value)

    return Kind("a list of texts", read, repr)


def _kinds() -> Kind[tuple[WireKind, ...]]:
    words = {kind.value: kind for kind in WireKind}

    def read(value: object) -> tuple[WireKind, ...]:
        if not isinstance(value, list):
            raise Unfit
        if unknown := [each for each in value if each not in words]:
            raise Unfit(f"there is no {unknown[0]!r}")
        return tuple(words[each] for each in value)

    return Kind(f"a list of {', '.join(words)}", read, repr)


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `parts` are ids of the bill; `tests` are the kinds of wires whose every
    row this step tests."""

    id: str = given(text("a short name", r"[a-z0-9][a-z0-9-]{0,39}"))
    chapter: str = given(text(f"one of {', '.join(CHAPTERS)}", "|".join(CHAPTERS)))
    title: str = given(text("a title", r"[^\n]{3,80}"))
    builds: tuple[str, ...] = given(listed(tuple(build.value for build in Build)))
    pictures: tuple[str, ...] = given(_texts())
    parts: tuple[str, ...] = given(_texts())
    need: tuple[str, ...] = given(_texts())
    do: tuple[str, ...] = given(_texts())
    see: tuple[str, ...] = given(_texts())
    otherwise: tuple[str, ...] = given(_texts())
    tests: tuple[WireKind, ...] = given(_kinds())

    @property
    def texts(self) -> tuple[str, ...]:
        return *self.need, *self.do, *self.see, *self.otherwise


@dataclass(frozen=True, slots=True)
class Question:
    """What a builder asked, and the answer."""

    ask: str = given(text("a question", r"[^\n]{3,200}"))
    answer: str = given(text("an answer", r"[^\n]{3,900}"))


@dataclass(frozen=True, slots=True)
class Manual:
    """The words of the manual. Texts have {names} of facts."""

    step: tuple[Step, ...]
    question: tuple[Question, ...]
    intro: tuple[str, ...] = given(_texts())
    honest: tuple[str, ...] = given(_texts())
    tools: tuple[str, ...] = given(_texts())


def load_manual(path: Path) -> Manual:
    """Raises: KitError, with every fault."""
    manual: Manual = record(Manual, parse_toml(read_text(path), path.name), path.name)
    ids = [step.id for step in manual.step]
    if twice := [each for each in ids if ids.count(each) > 1]:
        raise KitError(f'{path.name}: step "{twice[0]}": expected each id once, got it twice')
    places = [CHAPTERS.index(step.chapter) for step in manual.step]
    if places != sorted(places):
        raise KitError(f"{path.name}: expected the chapters in the order {', '.join(CHAPTERS)}")
    return manual
