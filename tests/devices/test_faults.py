"""A fault is what its trouble has texts for, and nothing is read out of those."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from kahuna_table.devices.access import no_access
from kahuna_table.devices.faults import Fault, Value, fault
from kahuna_table.devices.lifeline import format_fault, parse_fault
from kahuna_table.devices.pins import PinKind, PinUse
from kahuna_table.devices.troubles import Trouble
from kahuna_table.table.codec import CodecError

PACKAGE = Path(__file__).parents[2] / "kahuna_table"

USES = st.builds(PinUse, st.sampled_from(PinKind), st.text(), st.integers(2, 27))
LISTS = st.one_of(*(st.lists(each).map(tuple) for each in (st.text(), USES, st.integers(0, 99))))


@st.composite
def faults(draw: st.DrawFn, depth: int = 1) -> Fault:
    """Any fault, whether a driver can come to it or not."""
    kinds: list[st.SearchStrategy[Value]] = [st.integers(0, 1 << 30), st.text(), USES, LISTS]
    inner = faults(depth - 1) if depth else st.nothing()
    trouble = draw(st.sampled_from(Trouble))
    values = tuple((name, draw(st.one_of(*kinds, inner))) for name in trouble.placeholders)
    before = tuple(draw(st.lists(inner, max_size=depth)))
    try:
        return Fault(trouble, values, before)
    except ValueError:  # a value of another kind than its text can say
        reject()


def sample(trouble: Trouble) -> Fault:
    """One with values as its text wants them: numbers where it formats some, else lists."""
    values: dict[str, Value] = dict.fromkeys(trouble.placeholders, ("one", "two"))
    for name in {"address", "why"} & values.keys():
        values[name] = 0x20 if name == "address" else fault(Trouble.NO_CONNECTOR)
    return fault(trouble, **values)


@cache
def nodes() -> tuple[ast.AST, ...]:
    """The code of the package that has to do with troubles."""
    texts = [path.read_text("utf-8") for path in PACKAGE.rglob("*.py")]
    return tuple(node for text in texts if "rouble" in text for node in ast.walk(ast.parse(text)))


def named(node: ast.AST) -> str:
    """The name of a `Trouble.NAME`, else nothing."""
    match node:
        case ast.Attribute(value=ast.Name(id="Trouble"), attr=name):
            return name
    return ""


def calls() -> Iterator[tuple[str, list[str | None]]]:
    """Where a fault of a trouble that is named there gets its values: the names of both."""
    for node in nodes():
        match node:
            case ast.Call(func=ast.Name(id="fault" | "_trouble"), args=[*_, last], keywords=words):
                if name := named(last):
                    yield name, [word.arg for word in words]


@pytest.mark.parametrize("trouble", Trouble)
def test_each_text_is_filled_by_the_values_of_its_fault(trouble: Trouble) -> None:
    found = sample(trouble)

    assert not {"{", "}"} & {*str(found)}
    assert str(found).startswith("" if trouble.code is None else f"KT-{trouble.code} ")
    assert found.cause in str(found)
    assert found.repair in str(found)


@pytest.mark.parametrize("trouble", Trouble)
def test_a_fault_has_exactly_the_values_of_its_texts(trouble: Trouble) -> None:
    values = sample(trouble).values

    with pytest.raises(ValueError, match=rf"{trouble.name}: expected values for .*more"):
        Fault(trouble, (*values, ("more", 1)))
    for n in range(len(values)):
        with pytest.raises(ValueError, match=trouble.name):
            Fault(trouble, values[:n] + values[n + 1 :])


def test_every_trouble_is_one_that_somebody_notices_or_the_first_of_its_code() -> None:
    first = {each.code: each for each in reversed(Trouble) if each.code is not None}

    made = set(map(named, nodes()))
    assert {each.name for each in Trouble} - made <= {each.name for each in first.values()}


def test_whoever_notices_a_fault_gives_the_values_of_its_texts() -> None:
    given = list(calls())

    assert len(given) > 50
    assert [
        (name, words)
        for name, words in given
        if sorted(map(str, words)) != Trouble[name].placeholders
    ] == []


def test_codes_stand_in_their_order_and_say_what_helps() -> None:
    codes = [each.code for each in Trouble if each.code is not None]
    first = {each.code: each for each in reversed(Trouble) if each.code is not None}

    assert codes == sorted(codes)
    assert all(100 < code < 600 for code in codes)
    assert all(each.cause and each.repair for each in first.values())


def test_a_list_is_joined_as_its_text_says() -> None:
    column = PinUse(PinKind.COLUMN, "column C1", 17)
    rows = (PinUse(PinKind.ROW, "row R1", 4), PinUse(PinKind.ROW, "row R2", 5))

    found = fault(Trouble.COLUMN_OR_ROW_LOW, column=column, rows=rows)

    assert str(found) == (
        "KT-312 expected column C1 (GPIO 17) high with no row selected, read low: check its 10k "
        "pull-up to 3.3 V and the wire for a short to ground, and row R1 (GPIO 4) for one, and "
        "row R2 (GPIO 5) for one"
    )


def test_what_failed_before_is_told_behind_with_its_code() -> None:
    before = fault(Trouble.SPI_TIMEOUT, tries=4)

    assert str(Fault(Trouble.LEDS_SHORT, (), (before,))) == (
        "KT-205 the driver's strip is shorter than 39 lights: dtoverlay=ws2812-pio,num_leds=39 in "
        f"/boot/firmware/config.txt; before that {before}"
    )


@given(faults())
def test_a_fault_comes_back_from_a_process_as_it_was(found: Fault) -> None:
    assert parse_fault(format_fault(found)) == found


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xff",
        b"{}",
        b'{"trouble":"PAINT","values":[],"before":[]}',
        b'{"trouble":"NO_ACCESS","values":[["user",["str","pi"]]],"before":[]}',
        b'{"trouble":"SIMULATED_LINES","values":[["lines",["int",3]]],"before":[]}',
        b'{"trouble":"NO_CHIP","values":[],"before":[' * 2000 + b"]}" * 2000,
        format_fault(no_access("/dev/i2c-1", "i2c")).replace(b"group", b"troop"),
    ],
)
def test_a_process_that_tells_no_fault_is_not_understood(payload: bytes) -> None:
    with pytest.raises(CodecError):
        parse_fault(payload)
