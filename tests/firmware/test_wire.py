"""A wire that is disturbed, pulled or abused, from the real firmware to the table's own link."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from kahuna_table.devices.pico.wire import framed
from tests.firmware.bench import Bench
from tests.firmware.field import Field

FRAME = bytes(n * 7 % 256 for n in range(117))
DARK = bytes(117)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with Bench(tmp_path, Field(Random(2))) as bench:
        bench.start()
        yield bench


class Disturbed:
    """Harms one byte in so many."""

    def __init__(self, harm: str, rng: Random, one_in: int) -> None:
        self._harm, self._rng, self._one_in = harm, rng, one_in
        self._late = b""

    def __call__(self, data: bytes) -> bytes:
        sent = bytearray(self._late)
        self._late = b""
        for n, byte in enumerate(data):
            if self._rng.randrange(self._one_in):
                sent.append(byte)
            elif self._harm == "flip":
                sent.append(byte ^ 1 << self._rng.randrange(8))
            elif self._harm == "double":
                sent += bytes([byte, byte])
            elif self._harm == "delay":
                self._late = data[n:]
                break
        return bytes(sent)


def wait(bench: Bench, done: Callable[[], bool], s: float) -> float:
    """Seconds on the bench until something holds, no more than `s`."""
    began_s = bench.now_s
    while not done():
        assert bench.now_s - began_s < s, (bench.link.heard, bench.link.failure)
        bench.turn()
    return bench.now_s - began_s


HARMS = ("drop", "flip", "double", "delay")


@pytest.mark.parametrize("harm", HARMS)
def test_a_disturbed_wire_costs_nothing_but_time(bench: Bench, harm: str) -> None:
    play_disturbed(bench, harm, 2)


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize("harm", HARMS)
def test_a_wire_that_is_disturbed_for_long_costs_nothing_but_time(bench: Bench, harm: str) -> None:
    play_disturbed(bench, harm, 200, one_in=1000)


def play_disturbed(bench: Bench, harm: str, bridges: int, one_in: int = 250) -> None:
    """A frame of lights is 245 bytes: one of 250 harms most of them, and of a hundred that are sent
    again for 4 s some never come through.
    """
    bench.to_host = Disturbed(harm, Random(1), one_in)
    bench.to_pico = Disturbed(harm, Random(2), one_in)
    rng = Random(3)

    for _ in range(bridges):
        before = bench.field.signs
        line = rng.randrange(27)
        if line in bench.field.magnets:
            bench.lift(line)
        else:
            bench.lay(line, rng.choice("+-"))
        began_s = bench.now_s
        while bench.link.heard.states != bench.field.signs:
            assert bench.link.heard.states in (before, "?" * 27)
            assert bench.now_s - began_s < 2.0
            bench.turn()
        bench.link.show(FRAME)
        wait(bench, lambda: bench.pico.frame() == FRAME, 4.0)
        bench.link.show(DARK)
        wait(bench, lambda: bench.pico.frame() == DARK, 4.0)


def test_a_cable_that_is_pulled_at_any_moment_heals_by_itself(bench: Bench) -> None:
    rng = Random(5)
    bench.link.show(FRAME)
    for n in range(3):
        bench.lay(n * 4, "+-"[n % 2])
        bench.turn(rng.randint(1, 5))

        bench.pull()
        bench.settle(rng.uniform(0.02, 0.3))
        assert bench.link.heard.states == "?" * 27
        assert bench.link.failure is not None
        assert bench.link.failure.fault.code == 340
        bench.settle(rng.uniform(0.0, 1.5))
        bench.reset(watchdog=False)  # its supply came through the cable
        bench.plug()

        assert wait(bench, lambda: bench.link.heard.states == bench.field.signs, 2.0) < 2.0
        wait(bench, lambda: bench.pico.frame() == FRAME, 1.0)
        assert bench.link.failure is None


def test_a_pico_that_starts_again_with_bridges_on_the_board_tells_no_other_board(
    bench: Bench,
) -> None:
    rng = Random(6)
    bench.link.show(FRAME)
    for n in range(3):
        bench.lay(n * 3, "-+"[n % 2])
        bench.turn(rng.randint(1, 4))
        bench.settle(0.1)
        bench.told.clear()

        bench.reset()
        if n == 1:  # the host hears nothing for so long that it greets again
            bench.to_pico = lambda _data: b""
            bench.settle(1.3)
            bench.to_pico = lambda data: data

        wait(bench, lambda: bench.pico.frame() == FRAME, 2.0)
        wait(bench, lambda: bench.link.heard.states == bench.field.signs, 0.5)
        assert set(bench.told) <= {"?" * 27, bench.field.signs}


def test_a_board_of_which_nothing_is_heard_is_unknown_after_a_second(bench: Bench) -> None:
    bench.to_host = lambda _data: b""
    bench.settle(0.9)
    assert bench.link.heard.states == bench.field.signs

    bench.settle(0.3)

    assert bench.link.heard.states == "?" * 27
    bench.to_host = lambda data: data
    wait(bench, lambda: bench.link.heard.states == bench.field.signs, 1.0)


def test_the_lights_go_dark_when_the_host_is_silent_for_five_seconds(bench: Bench) -> None:
    bench.link.show(FRAME)
    bench.settle(0.1)
    assert bench.pico.frame() == FRAME

    bench.pull()
    bench.pico.scans(950)
    assert bench.pico.frame() == FRAME
    bench.pico.scans(60)
    assert bench.pico.frame() == DARK


def test_the_lights_go_dark_when_the_table_ends(bench: Bench) -> None:
    bench.link.show(FRAME)
    bench.settle(0.1)

    bench.link.shut()
    bench.turn(3, 2)

    assert bench.pico.frame() == DARK


GARBAGE = {
    "noise": Random(4).randbytes(3000),
    "interrupts": b"\x03\x03\x04\x01" * 100,
    "half lines": framed("state")[:4] * 50,
    "one endless line": b"x" * 5000,
    "beginnings": b"$" * 2000,
    "a flood of questions": framed("raw") * 300,
    "letters beyond ASCII": "\u00e9\u20ac\U0001f600".encode() * 100,
    "lights that are no frame": framed("lights 1 00")
    + framed("lights")
    + framed("lights 1 " + "zz" * 117),
}


@pytest.mark.parametrize("name", GARBAGE)
def test_a_host_that_sends_nonsense_changes_nothing(bench: Bench, name: str) -> None:
    bench.link.show(FRAME)
    bench.settle(0.1)
    bench.pico.write(b"\n" + GARBAGE[name][:3000])
    bench.told.clear()
    bench.lay(8, "+")

    bench.settle(0.6)

    assert bench.link.heard.states == bench.field.signs
    assert bench.told
    assert bench.pico.frame() == FRAME


def test_a_host_that_stops_reading_gets_the_newest_state_when_it_reads_again(bench: Bench) -> None:
    for n in range(150):  # its line fills up and nothing takes the rest
        if n % 2:
            bench.field.lift(1)
        else:
            bench.field.lay(1, "+")
        bench.pico.levels(bench.field)
        bench.pico.write(framed("raw"))
        bench.pico.scans(3)
    bench.field.lay(2, "-")
    bench.pico.levels(bench.field)
    bench.pico.scans(3)

    bench.settle(0.5)

    assert bench.link.heard.states == bench.field.signs


def test_words_that_nobody_knows_are_answered_but_a_flood_of_them_is_not(bench: Bench) -> None:
    bench.pull()
    bench.pico.write(framed("dance now") * 40)
    bench.pico.scans(20)

    answers = bench.pico.read().count(framed("error word dance"))

    assert 1 <= answers <= 20


def test_every_question_of_a_tool_is_answered(bench: Bench) -> None:
    for question in ("raw", "log", "state"):
        bench.link.ask(question)
    bench.settle(0.1)

    answers = bench.link.heard.answers
    assert len(answers["raw"].split()) == 27
    assert answers["log"] == "power "
    hello = bench.link.heard.hello
    assert hello is not None
    assert (hello.kit, hello.serial, hello.firmware) == ("hall", "e66140007b123456", 1)


def test_a_crash_is_kept_for_the_log_and_the_firmware_starts_again(bench: Bench) -> None:
    bench.lay(3, "+")
    bench.settle(0.1)
    assert bench.pico.ask("crash") == "reset"
    bench.reset()
    bench.settle(1.5)
    bench.link.ask("log")
    bench.settle(0.2)

    cause, _, crash = bench.link.heard.answers["log"].partition(" ")
    assert cause == "reset"
    assert "RuntimeError: as the test wants" in crash
    assert bench.link.heard.states == bench.field.signs


def test_stopping_leaves_the_prompt_once(bench: Bench) -> None:
    bench.pull()
    bench.pico.write(framed("stop"))
    assert bench.pico.ask("scans 5") == "reset"
    bench.pico.kill()

    assert (bench.pico.flash / "stay.txt").exists()
    bench.reset()
    with pytest.raises(AssertionError, match="firmware is stopped: Ctrl-D starts it"):
        bench.pico.ask("scans 1")
    assert not (bench.pico.flash / "stay.txt").exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, set()),
        (b"", {"offsets"}),
        (b"$offsets 1650*0000", {"offsets"}),
        (b"\xff" * 99, {"offsets"}),
    ],
)
def test_a_damaged_file_of_offsets_is_told_and_not_believed(
    tmp_path: Path, content: bytes | None, words: set[str]
) -> None:
    with Bench(tmp_path, Field(Random(2))) as bench:
        bench.start()
        file = bench.pico.flash / "offsets.txt"
        if content is not None:
            file.write_bytes(content)

        bench.reset()
        bench.settle(1.5)

        told = {word for word in bench.link.heard.faults if not word.startswith("untold")}
        assert told == words
        if content is None:
            assert bench.link.heard.states == bench.field.signs
        else:
            bench.link.ask("calibrate")
            bench.settle(0.2)
            assert bench.link.heard.faults == ()


def test_flash_is_written_when_offsets_have_moved_and_once_an_hour_at_most(bench: Bench) -> None:
    file = bench.pico.flash / "offsets.txt"
    first = file.read_bytes()
    bench.field.warmth = 1.0
    bench.pico.levels(bench.field)

    bench.pico.do("pass 3000000")
    for _ in range(40):
        bench.pico.do("pass 2000")
        bench.turn(1)
    assert file.read_bytes() == first
    bench.pico.do("pass 700000")
    bench.turn(2)

    assert file.read_bytes() != first


def typed(bench: Bench, line: str) -> str:
    bench.pico.read()
    bench.pico.write(line.encode() + b"\r")
    bench.pico.scans(12)
    return bench.pico.read().decode()


def test_a_terminal_talks_to_the_firmware_where_no_host_does(bench: Bench) -> None:
    bench.pull()
    bench.pico.do("pass 6000")
    bench.pico.scans(2)
    bench.lay(0, "+")
    bench.pico.scans(3)

    assert "calibrate" in typed(bench, "help")
    assert "ALOA-BARI  +" in typed(bench, "read")
    assert typed(bench, "version").endswith("hello 1 1 hall e66140007b123456\r\n")
    assert "none" in typed(bench, "faults")
    assert "ALOA-BARI: no empty slot reads so" in typed(bench, "calibrate")
    assert "type help" in typed(bench, "\u00e9dance")
    typed(bench, "watch")
    bench.lift(0)
    bench.pico.scans(4)
    assert bench.pico.read().decode() == "ALOA-BARI .\r\n"
    typed(bench, "lights")
    assert bench.pico.frame()[0] == 40
    bench.pico.scans(30)
    assert bench.pico.frame()[1] == 40
    bench.pico.write(b" ")
    bench.pico.scans(1)
    assert bench.pico.frame() == DARK


def test_a_reed_matrix_on_a_pico_tells_closed_lines_and_broken_wires(tmp_path: Path) -> None:
    with Bench(tmp_path, kit="matrix") as bench:
        canaries = [0b000011, 0b001100, 0b010000, 0b010000, 0b100000, 0b100000]
        bench.pico.do("contacts " + " ".join(map(str, canaries)))
        bench.settle(0.2)
        assert bench.link.heard.states == "." * 27

        laid = [canaries[0] | 0b000100, *canaries[1:]]  # R1C3, the first crossing that is a line's
        bench.pico.do("contacts " + " ".join(map(str, laid)))
        bench.settle(0.1)
        assert bench.link.heard.states == "c" + "." * 26

        bench.pico.do("broken 7")  # row R2
        bench.settle(0.3)
        assert bench.link.heard.faults == ("row:1",)
        assert bench.link.heard.states[:8] == "c..." + "????"
