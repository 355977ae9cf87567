"""Raw samples in, settled edges out: per line and per button, by levels and times, never by edges
of a driver. Unknown is a third state that never counts as open or closed.

A closing settles after 60 ms and an opening after 150 ms without a change: a bridge that is laid
should be seen at once, one that sits badly should not be reported lifted. A contact that chatters
takes as long for both: it must not play between two rests. Where a sensor sees whose bridge lies
there, the other's in its place settles as an opening does; a sensor that no longer sees it leaves
known what it saw, until the bridge is lifted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Final

from kahuna_table.engine.board import (
    ALL_LINES,
    LINES,
    NEIGHBOURS,
    NO_LINES,
    Line,
    Lines,
    line_set,
    lines_in,
)
from kahuna_table.table.health import Health, watch
from kahuna_table.table.inputs import (
    NO_BUTTONS,
    NO_OWNERS,
    BoardSettled,
    Button,
    ButtonPressed,
    ButtonReleased,
    Buttons,
    Edge,
    HealthChanged,
    Input,
    Owners,
    Sample,
)

QUIET_MS: Final = 200
"""A line is moving until it was quiet for this time."""


STUCK_MS: Final = 30_000

CHORD: Final = 3
"""So many buttons at once are a guest's flat hand: none of them counts until some are released."""


@dataclass(frozen=True, slots=True)
class SettleTimes:
    """How long a contact must rest before it counts, in milliseconds."""

    closing_ms: int = 60
    opening_ms: int = 150
    unknown_ms: int = 1000
    """A line that cannot be read keeps its last settled state for this time (a bus hiccup)."""
    button_ms: int = 20


@dataclass(frozen=True, slots=True)
class Contacts:
    """What is known of the 27 lines. At first nothing is: every line is unknown."""

    closed: Lines = NO_LINES
    unknown: Lines = ALL_LINES
    raw_closed: Lines = NO_LINES
    raw_unknown: Lines = ALL_LINES
    owners: Owners = NO_OWNERS
    raw_owners: Owners = NO_OWNERS
    since_ms: tuple[int, ...] = (0,) * len(LINES)
    """When each line last changed in the raw samples."""
    began_ms: tuple[int, ...] = (0,) * len(LINES)
    """When each line that has not settled began to change, or did last."""
    moving: Lines = ALL_LINES


@dataclass(frozen=True, slots=True)
class Pad:
    """What is known of the eight buttons. A button counts only after it was seen released."""

    down: Buttons = NO_BUTTONS
    raw: Buttons = NO_BUTTONS
    since_ms: tuple[int, ...] = (0,) * len(Button)
    armed: Buttons = NO_BUTTONS
    stuck: Buttons = NO_BUTTONS
    """Pressed longer than a finger would."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A button's change that waits for the contacts that changed before it (rule 15)."""

    since_ms: int
    """When the button went down, or up."""
    button: Button
    pressed: bool


@dataclass(frozen=True, slots=True)
class Senses:
    """Everything between the samples and the session's inputs."""

    times: SettleTimes = SettleTimes()
    contacts: Contacts = Contacts()
    pad: Pad = Pad()
    waiting: tuple[Waiting, ...] = ()
    health: Health = field(default_factory=Health)

    @property
    def busy(self) -> bool:
        """True while something is changing, so that sampling must be fast."""
        return bool(self.contacts.moving or self.waiting) or self.pad.raw != self.pad.down


def feed(senses: Senses, sample: Sample, slidable: Lines) -> tuple[Senses, tuple[Input, ...]]:
    """Takes one sample in; the inputs it caused, buttons before bridges.

    A button acts on the board as it lay when the button went down: it waits while a contact that
    changed before has not settled, for a settle time at most (rule 15).

    A closing waits while a settled bridge is out of its slot: openings take longer to settle, and a
    stick that was moved, or a bumped table, must not look like a placing first (rule 7, case 5).
    `slidable` are bridges laid a moment ago: beside one of them a closing waits also while it
    bounces, since the stick may be sliding over (rule 6).
    """
    before = senses.contacts
    contacts, settled = _settle(before, sample, slidable, senses)
    pad, presses = _press(senses.pad, sample, senses.times)
    waiting = senses.waiting + presses
    changed = (before.raw_closed ^ contacts.raw_closed) & ~sample.unknown
    changed |= _differ(before.raw_owners, contacts.raw_owners)
    rested = before.moving & ~contacts.moving
    closed = contacts.raw_closed
    health = watch(senses.health, sample.at_ms, closed, changed, rested, hands=bool(presses))
    if contacts is before and pad is senses.pad and health is senses.health and not waiting:
        return senses, ()
    unsettled = _restless(contacts, sample.at_ms, senses.times) & ~health.jittery
    began_ms = [contacts.began_ms[line] for line in lines_in(Lines(unsettled))]
    latest_ms = sample.at_ms - senses.times.opening_ms
    due = tuple(takewhile(lambda each: _acts(each, began_ms, latest_ms), waiting))
    inputs = _in_order(before, contacts, settled, due, sample.at_ms)
    if health.jittery != senses.health.jittery or pad.stuck != senses.pad.stuck:
        changes = HealthChanged(sample.at_ms, health.jittery, health.flapping, pad.stuck)
        inputs = (*inputs, changes)
    waiting = waiting[len(due) :]
    return replace(senses, contacts=contacts, pad=pad, waiting=waiting, health=health), inputs


def _acts(each: Waiting, began_ms: Sequence[int], latest_ms: int) -> bool:
    """Whether the contacts that changed before the button have settled, or took too long;
    `began_ms` says when those began to move that have not."""
    return each.since_ms <= latest_ms or all(began > each.since_ms for began in began_ms)


def _in_order(
    before: Contacts,
    contacts: Contacts,
    settled: BoardSettled | None,
    due: tuple[Waiting, ...],
    at_ms: int,
) -> tuple[Input, ...]:
    """Edges and buttons by the times at which they began."""
    inputs: list[Input] = []
    later = settled.edges if settled is not None else ()
    for each in due:
        earlier = tuple(e for e in later if contacts.began_ms[e.line] <= each.since_ms)
        if settled is not None and earlier:
            later = tuple(edge for edge in later if edge not in earlier)
            inputs.append(_as_of(settled, earlier, later, before))
        change = ButtonPressed if each.pressed else ButtonReleased
        inputs.append(change(at_ms, each.button))
    if settled is not None and (later or not settled.edges):
        inputs.append(replace(settled, edges=later))
    return tuple(inputs)


def _as_of(
    settled: BoardSettled, edges: tuple[Edge, ...], later: tuple[Edge, ...], before: Contacts
) -> BoardSettled:
    """The settled board after these edges and before the later ones."""
    undone = line_set(*(edge.line for edge in later))
    return replace(
        settled,
        closed=Lines(settled.closed & ~undone | before.closed & undone),
        unknown=Lines(settled.unknown & ~undone | before.unknown & undone),
        edges=edges,
        owners=_joined(settled.owners.within(~undone), before.owners.within(undone)),
    )


def _settle(
    before: Contacts, sample: Sample, slidable: Lines, senses: Senses
) -> tuple[Contacts, BoardSettled | None]:
    contacts = _looked_at(before, sample, senses.times)
    if contacts is before and not contacts.moving:
        return contacts, None
    edges: list[Edge] = []
    bouncing = slidable & _changed_since(contacts, sample.at_ms - senses.times.closing_ms)
    # openings first: a bridge that slid over leaves its old slot and reaches the new one at once
    pending = lines_in(_pending(contacts))
    for line in sorted(pending, key=lambda line: contacts.raw_closed >> line & 1):
        if not _rests(contacts, line, sample.at_ms, senses):
            continue
        leaving = _leaving(contacts) & ~senses.health.jittery
        if contacts.raw_closed >> line & 1 and (leaving or NEIGHBOURS[line] & bouncing):
            continue
        contacts, changes = _counted(contacts, line)
        edges += changes
    contacts = replace(contacts, moving=_moving(contacts, sample.at_ms))
    if not edges and _same(contacts, before):
        return contacts, None
    edges.sort(key=lambda edge: (edge.at_ms, edge.line))
    return contacts, BoardSettled(
        sample.at_ms,
        contacts.closed,
        contacts.unknown,
        tuple(edges),
        contacts.moving,
        contacts.owners,
    )


def _looked_at(contacts: Contacts, sample: Sample, times: SettleTimes) -> Contacts:
    changed = (contacts.raw_closed ^ sample.closed) | (contacts.raw_unknown ^ sample.unknown)
    if sample.owners != contacts.raw_owners:
        changed |= contacts.raw_owners.black ^ sample.owners.black
        changed |= contacts.raw_owners.white ^ sample.owners.white
    if not changed:
        return contacts
    beginning = changed & ~_restless(contacts, sample.at_ms, times)
    return replace(
        contacts,
        raw_closed=sample.closed,
        raw_unknown=sample.unknown,
        raw_owners=sample.owners,
        since_ms=_changed_at(contacts.since_ms, changed, sample.at_ms),
        began_ms=_changed_at(contacts.began_ms, beginning, sample.at_ms),
    )


def _rests(contacts: Contacts, line: Line, at_ms: int, senses: Senses) -> bool:
    """Whether the line is as it is for long enough."""
    times, bit = senses.times, 1 << line
    if contacts.raw_unknown & bit:
        needed_ms = times.unknown_ms
    elif not contacts.raw_closed & bit or (senses.health.jittery | _exchanged(contacts)) & bit:
        needed_ms = times.opening_ms
    else:
        needed_ms = times.closing_ms
    return at_ms - contacts.since_ms[line] >= needed_ms


def _counted(contacts: Contacts, line: Line) -> tuple[Contacts, tuple[Edge, ...]]:
    """The line counts as it is, and the edges that this was."""
    bit, since_ms = 1 << line, contacts.since_ms[line]
    open_, owners = Lines(contacts.closed & ~bit), contacts.owners.within(~bit)
    if contacts.raw_unknown & bit:
        unknown = Lines(contacts.unknown | bit)
        return replace(contacts, closed=open_, unknown=unknown, owners=owners), ()
    edges: tuple[Edge, ...] = ()
    closing, exchanged = contacts.raw_closed & bit, _exchanged(contacts) & bit
    if exchanged or not closing:
        edges = (Edge(line, closed=False, at_ms=since_ms, owner=contacts.owners.of(line)),)
    if exchanged or (closing and not contacts.closed & bit):
        laid = contacts.raw_owners.of(line)
        edges = (*edges, Edge(line, closed=True, at_ms=since_ms, owner=laid))
    if closing:
        owners = _joined(owners, contacts.raw_owners.within(bit))
    known = Lines(contacts.unknown & ~bit)
    return replace(contacts, closed=Lines(open_ | closing), unknown=known, owners=owners), edges


def _exchanged(contacts: Contacts) -> int:
    """Lines where the bridge of one player lies now and the other's counts yet."""
    return _differ(contacts.owners, contacts.raw_owners)


def _same(settled: Contacts, before: Contacts) -> bool:
    """Whether there is nothing to say of contacts without edges."""
    return (settled.unknown, settled.moving, settled.owners) == (
        before.unknown,
        before.moving,
        before.owners,
    )


def _differ(owners: Owners, others: Owners) -> int:
    """Lines with a bridge of one colour and of the other."""
    return (owners.black & others.white) | (owners.white & others.black)


def _joined(owners: Owners, others: Owners) -> Owners:
    """What is seen on different lines."""
    return Owners(Lines(owners.black | others.black), Lines(owners.white | others.white))


def _changed_at(since_ms: tuple[int, ...], changed: int, at_ms: int) -> tuple[int, ...]:
    return tuple(at_ms if changed >> n & 1 else since for n, since in enumerate(since_ms))


def _changed_since(contacts: Contacts, at_ms: int) -> int:
    return sum(1 << n for n, since in enumerate(contacts.since_ms) if since > at_ms)


def _leaving(contacts: Contacts) -> int:
    """Lines that count as closed and are open just now."""
    return contacts.closed & ~contacts.raw_closed & ~contacts.raw_unknown


def _moving(contacts: Contacts, at_ms: int) -> Lines:
    """Lines that are pending or changed a moment ago: a chattering one moves all the while."""
    recent = _changed_since(contacts, at_ms - QUIET_MS)
    return Lines(_pending(contacts) | (recent & ~contacts.raw_unknown))


def _unsettled(contacts: Contacts) -> Lines:
    """Lines that can be read and do not count yet as they are."""
    changed = (contacts.raw_closed ^ contacts.closed) | contacts.unknown
    if contacts.raw_owners != contacts.owners:
        changed |= contacts.raw_owners.black & ~contacts.owners.black
        changed |= contacts.raw_owners.white & ~contacts.owners.white
    return Lines(changed & ~contacts.raw_unknown & ALL_LINES)


def _restless(contacts: Contacts, at_ms: int, times: SettleTimes) -> int:
    """Lines that do not count yet as they are; a contact that bounces is back for a moment."""
    bouncing = _changed_since(contacts, at_ms - times.closing_ms) & ~contacts.raw_unknown
    return _unsettled(contacts) | bouncing


def _pending(contacts: Contacts) -> Lines:
    return Lines(_unsettled(contacts) | (contacts.raw_unknown & ~contacts.unknown))


def _press(pad: Pad, sample: Sample, times: SettleTimes) -> tuple[Pad, tuple[Waiting, ...]]:
    changed = pad.raw ^ sample.pressed
    if not changed and not sample.pressed and not pad.down and pad.armed == _ALL_BUTTONS:
        return pad, ()
    since = _changed_at(pad.since_ms, changed, sample.at_ms)
    down, armed = int(pad.down), int(pad.armed)
    stuck = _held_for_long(sample, since)
    chord = (sample.pressed & ~stuck).bit_count() >= CHORD
    changes: list[Waiting] = []
    for button in Button:
        bit = 1 << button
        rests = sample.at_ms - since[button] >= times.button_ms
        if sample.pressed & bit:
            if rests and armed & bit and not (down | stuck) & bit and not chord:
                down |= bit
                changes.append(Waiting(since[button], button, pressed=True))
        elif not armed & bit:
            armed |= bit
        elif rests and down & bit:
            down &= ~bit
            changes.append(Waiting(since[button], button, pressed=False))
    return Pad(Buttons(down), sample.pressed, since, Buttons(armed), stuck), tuple(changes)


def _held_for_long(sample: Sample, since_ms: tuple[int, ...]) -> Buttons:
    """Buttons pressed for longer than anybody holds one."""
    return Buttons(
        sum(
            1 << button
            for button in Button
            if sample.pressed >> button & 1 and sample.at_ms - since_ms[button] >= STUCK_MS
        )
    )


_ALL_BUTTONS: Final = Buttons((1 << len(Button)) - 1)
