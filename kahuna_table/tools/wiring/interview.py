"""The questions and answers as a state machine: what was noticed goes in, a new state comes out.

Pure: time comes in with every input, readings are those of `devices.matrix`. What to say and which
lights to light follow from the state, in `asking`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar, assert_never

from kahuna_table.app.wiring.learned import COLOURS, LIGHT_NAMES, Ghost, Learned
from kahuna_table.devices.diagnosis import Diagnosis, Reading, WireTests
from kahuna_table.devices.faults import Fault
from kahuna_table.devices.pins import CROSSINGS, Crossing, PinMap
from kahuna_table.engine.board import Line
from kahuna_table.table.inputs import Button
from kahuna_table.tools.wiring.state import (
    Answer,
    Answered,
    Input,
    Interview,
    Part,
    Seen,
    Tested,
)
from kahuna_table.tools.wiring.steps import (
    Corners,
    EmptyBoard,
    LayBridge,
    PressButton,
    ShowColour,
    ShowLight,
    ThreeCorners,
    corners,
    steps,
)

SETTLE_MS: Final = 40
"""How long a picture of the contacts must rest to count; shorter flickers are bounces."""
BUTTON_MS: Final = 20
LIFT_MS: Final = 800
"""A contact open for this time was lifted; a shorter opening is a dead zone."""
DARK_END: Final = 3
"""So many dark lights in a row are the end of the strip."""

_MEANINGS: Final = {
    Button.OK: Answer.OK,
    Button.LEFT: Answer.LEFT,
    Button.RIGHT: Answer.RIGHT,
    Button.BACK: Answer.BACK,
}

T = TypeVar("T")


def begin(pin_map: PinMap, learned: Learned) -> Interview:
    """The first question; what `learned` has already is not asked again."""
    return Interview(pin_map, learned, steps(learned))


def handle(now: Interview, noticed: Input) -> Interview:
    """The state after an input."""
    now = replace(now, now_ms=noticed.at_ms)
    if now.step is None:
        return now
    match noticed:
        case Seen():
            return _seen(now, noticed)
        case Answered(answer=answer):
            return _answered(now, answer)
        case Tested(tests=tests):
            return _tested(now, tests)
        case _:
            assert_never(noticed)


def options(now: Interview) -> tuple[int | None, ...]:
    """What `left` and `right` choose from: colours or lights; None is nothing that shines."""
    match now.step:
        case ShowColour(sent=sent):
            return (*((sent + n) % len(COLOURS) for n in range(len(COLOURS))), None)
        case ShowLight(place=place):
            claimed = {light for at, light in now.learned.shines.items() if at != place}
            lights = [(place + n) % len(LIGHT_NAMES) for n in range(len(LIGHT_NAMES))]
            return (*(light for light in lights if light not in claimed), None)
        case _:
            return ()


def _seen(now: Interview, seen: Seen) -> Interview:
    before = now.buttons.rested
    pressed = frozenset(button for button in Button if seen.pressed >> button & 1)
    now = replace(
        now,
        reading=seen.reading,
        contacts=now.contacts.fed(_closed(now, seen.reading), seen.at_ms, SETTLE_MS),
        buttons=now.buttons.fed(pressed, seen.at_ms, BUTTON_MS),
    )
    if new := frozenset(now.buttons.rested - before):
        now = _pressed(now, new)
    if isinstance(now.step, LayBridge):
        return _bridge_seen(now, now.step)
    if isinstance(now.step, Corners):
        return _corners_seen(now, now.step)
    return now


def _closed(now: Interview, reading: Reading) -> frozenset[Crossing]:
    """Every closed crossing but canaries; a column that is low by itself says nothing."""
    return frozenset(
        at
        for at in CROSSINGS
        if (reading.rows[at.row] & ~reading.idle) >> at.column & 1
        and at not in now.pin_map.canaries
    )


def _pressed(now: Interview, new: frozenset[Button]) -> Interview:
    if isinstance(now.step, PressButton):
        heard = _with(now.learned.heard, now.step.button, new)
        return _next(replace(now, learned=replace(now.learned, heard=heard)))
    known = {place: button for button, place in now.learned.buttons().items()}
    if len(new) == 1:
        (place,) = new
        answer = _MEANINGS.get(known.get(place, place))
        return now if answer is None else _answered(now, answer)
    return now


def _answered(now: Interview, answer: Answer) -> Interview:
    if answer is Answer.STOP:
        return replace(now, stopped=True)
    if answer is Answer.BACK:
        return _back(now)
    if isinstance(now.step, ShowColour | ShowLight):
        return _chosen(now, now.step, answer)
    return _confirmed(now) if answer is Answer.OK else now


def _confirmed(now: Interview) -> Interview:
    """`ok` to what hands were asked to do."""
    match now.step:
        case PressButton(button=button):
            heard = _with(now.learned.heard, button, frozenset())
            return _next(replace(now, learned=replace(now.learned, heard=heard)))
        case EmptyBoard():
            return _to(now, Part.TESTING)
        case LayBridge(line=line) if now.late:
            return _bridge_given_up(now, line)
        case Corners() if now.late:
            return _next(now)
        case _:
            return now


def _bridge_given_up(now: Interview, line: Line) -> Interview:
    """Nothing opens or closes any more: it sticks, or it is dead."""
    learned = now.learned
    if not now.cleared:
        learned = replace(learned, always=learned.always | now.closed)
        return replace(now, learned=learned, resting=now.resting | now.closed)
    if now.part is Part.LYING:
        learned = replace(learned, sticking=learned.sticking | {line})
        return _next(replace(now, learned=learned, resting=now.resting | now.found))
    return _to(now, Part.TESTING)


def _chosen(now: Interview, step: ShowColour | ShowLight, answer: Answer) -> Interview:
    choices = options(now)
    if answer is not Answer.OK:
        turned = now.guess + (1 if answer is Answer.RIGHT else -1)
        return replace(now, guess=turned % len(choices))
    choice, learned = choices[now.guess], now.learned
    if isinstance(step, ShowColour):
        colours = (*learned.colours[: step.sent], choice)
        if choice is None and step.sent == 0:
            colours = (None,) * len(COLOURS)
            now = _without_lights(now)
        return _next(replace(now, learned=replace(learned, colours=colours)))
    place = step.place
    shines = _with(learned.shines, place, choice)
    last = [shines.get(place - n, -1) for n in range(DARK_END)]
    if last == [None] * DARK_END:
        shines = dict(shines) | dict.fromkeys(range(place, len(LIGHT_NAMES)))
        now = _without_lights(now)
    return _next(replace(now, learned=replace(learned, shines=shines)))


def _without_lights(now: Interview) -> Interview:
    """No further question about lights."""
    first, *others = now.to_ask
    left = [each for each in others if not isinstance(each, ShowColour | ShowLight)]
    return replace(now, to_ask=(first, *left))


def _bridge_seen(now: Interview, step: LayBridge) -> Interview:
    if not now.cleared:
        return now if now.closed else _to(replace(now, cleared=True), Part.WAITING)
    if now.part is Part.WAITING:
        return _to(replace(now, found=now.closed), Part.TESTING) if now.closed else now
    if now.part is Part.TESTING:
        return now
    if now.closed & now.found:
        if now.opened_ms is not None:
            moved = now.learned.moved | {step.line}
            now = replace(now, opened_ms=None, learned=replace(now.learned, moved=moved))
        found = now.found | now.closed
        closes = _with(now.learned.closes, step.line, found)
        return replace(now, found=found, learned=replace(now.learned, closes=closes))
    if now.opened_ms is None:
        return replace(now, opened_ms=now.contacts.since_ms)
    return _next(now) if now.now_ms - now.opened_ms >= LIFT_MS and not now.closed else now


def _corners_seen(now: Interview, step: Corners) -> Interview:
    if now.part is Part.WAITING and now.closed.issuperset(step.crossings):
        return _to(replace(now, found=now.closed), Part.TESTING)
    if now.part is Part.LYING and not now.closed:
        return _next(now)
    return now


def _tested(now: Interview, tests: WireTests) -> Interview:
    if not now.wants_tests:
        return now
    backward = frozenset(tests.bad)
    canaries = now.pin_map.canaries
    links = {at for at in canaries if now.reading and now.reading.rows[at.row] >> at.column & 1}
    both_ways = backward & {*now.contacts.rested, *links}
    learned = replace(
        now.learned,
        bridged=now.learned.bridged | both_ways,
        wires=tuple(dict.fromkeys((*now.learned.wires, *_said(now, tests)))),
    )
    match now.step:
        case EmptyBoard():
            always = frozenset(now.contacts.rested)
            learned = replace(learned, always=always)
            return _next(replace(now, learned=learned, resting=always))
        case LayBridge(line=line):
            closes = _with(learned.closes, line, now.found)
            found = sorted(backward - both_ways - {*learned.reversed.values(), *canaries})
            turned = {each: at for each, at in learned.reversed.items() if each != line}
            if found and not now.found:
                turned[line] = found[0]
            learned = replace(learned, closes=closes, reversed=turned)
            now = replace(now, learned=learned)
            return _to(now, Part.LYING) if now.found else _next(now)
        case Corners(crossings=(middle, beside, below), fourth=fourth):
            if fourth in now.found:
                ghost = Ghost(fourth, middle, (beside, below))
                learned = replace(learned, ghost=ghost)
            return _to(replace(now, learned=learned), Part.LYING)
        case _:
            return now


def _said(now: Interview, tests: WireTests) -> Iterator[Fault]:
    """Broken wires by their canaries, and shorts; diodes are found by what flows backward."""
    judge = Diagnosis(now.learned.pin_map(now.pin_map))
    if now.reading is not None:
        yield from judge.scan(now.reading).faults
    yield from judge.shorts(tests)


def _next(now: Interview) -> Interview:
    asked = (*now.asked, now.to_ask[0])
    return _enter(replace(now, asked=asked, to_ask=now.to_ask[1:]))


def _back(now: Interview) -> Interview:
    if not now.asked:
        return _enter(now)
    before, to_ask, learned = now.asked[-1], now.to_ask, now.learned
    if isinstance(before, ShowColour):
        learned = replace(learned, colours=learned.colours[: before.sent])
    if isinstance(before, ShowLight):
        seen = {at: light for at, light in learned.shines.items() if at < before.place}
        learned = replace(learned, shines=seen)
    if isinstance(before, ShowColour | ShowLight):
        # a dark light may have cut the questions after it short
        again = [each for each in steps(learned) if isinstance(each, ShowColour | ShowLight)]
        others = [each for each in to_ask if not isinstance(each, ShowColour | ShowLight)]
        to_ask = (*again[1:], *others)
    return _enter(replace(now, learned=learned, asked=now.asked[:-1], to_ask=(before, *to_ask)))


def _enter(now: Interview) -> Interview:
    """The present question from its beginning; what an earlier answer said about it is dropped."""
    learned = now.learned
    match now.step:
        case LayBridge(line=line):
            learned = replace(
                learned, moved=learned.moved - {line}, sticking=learned.sticking - {line}
            )
            now = replace(now, cleared=not now.closed)
        case ThreeCorners() | Corners():
            rectangle = corners(learned, now.pin_map)
            if rectangle is None:
                return replace(now, asked=(*now.asked, now.to_ask[0]), to_ask=())
            now = replace(now, to_ask=(rectangle, *now.to_ask[1:]))
        case _:
            pass
    return _to(
        replace(now, learned=learned, guess=0, found=frozenset(), opened_ms=None),
        Part.WAITING,
    )


def _to(now: Interview, part: Part) -> Interview:
    return replace(now, part=part, since_ms=now.now_ms)


def _with(mapping: Mapping[Any, T], key: object, value: T) -> dict[Any, T]:
    return {**mapping, key: value}
