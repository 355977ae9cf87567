"""What is said about a configuration that cannot be used: the place and what was expected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.app.config import ConfigError, parse_config

SEATS = (
    "[[screens]]\nseat = 'black'\nconnector = 'HDMI-A-2'\n"
    "[[screens]]\nseat = 'white'\nconnector = 'HDMI-A-1'\n"
)


def problems(source: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        parse_config(source, "table.toml")
    return caught.value.problems


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        pytest.param(
            '\n[sensors]\ndriver = "matrx"',
            'table.toml:3: [sensors] driver: expected one of "matrix", "mcp23017",'
            ' "pico", "simulated", got \'matrx\': did you mean "matrix"?',
            id="a word nearly right",
        ),
        pytest.param(
            "[sensors]\ndriver = 1",
            'table.toml:2: [sensors] driver: expected one of "matrix", "mcp23017",'
            ' "pico", "simulated", got 1',
            id="a number for a word",
        ),
        pytest.param(
            "[buttons]\ndebounce_ms = true",
            "table.toml:2: [buttons] debounce_ms: expected a whole number 1..500, got true",
            id="a bool is no number",
        ),
        pytest.param(
            "[sensors]\nclosing_ms = 60.0",
            "table.toml:2: [sensors] closing_ms: expected a whole number 5..1000, got 60.0",
            id="a float is no whole number",
        ),
        pytest.param(
            '[sensors]\nclosing_ms = "60"',
            "table.toml:2: [sensors] closing_ms: expected a whole number 5..1000, got '60'",
            id="a text is no number",
        ),
        pytest.param(
            "[sensors]\nclosing_ms = 4",
            "table.toml:2: [sensors] closing_ms: expected a whole number 5..1000, got 4",
            id="one below the range",
        ),
        pytest.param(
            "[sensors]\nclosing_ms = 1001",
            "table.toml:2: [sensors] closing_ms: expected a whole number 5..1000, got 1001",
            id="one above the range",
        ),
        pytest.param(
            "[screen]\ndiagonal_inch = 0",
            "table.toml:2: [screen] diagonal_inch: expected a number 1.5..60.0, got 0",
            id="diagonal 0",
        ),
        pytest.param(
            "[screen]\ndiagonal_inch = true",
            "table.toml:2: [screen] diagonal_inch: expected a number 1.5..60.0, got true",
            id="diagonal true",
        ),
        pytest.param(
            "[screen]\ndiagonal_inch = nan",
            "table.toml:2: [screen] diagonal_inch: expected a number 1.5..60.0, got nan",
            id="diagonal nan",
        ),
        pytest.param(
            '[screen]\ndiagonal_inch = "7"',
            "table.toml:2: [screen] diagonal_inch: expected a number 1.5..60.0, got '7'",
            id="diagonal 7",
        ),
        pytest.param(
            "[screen]\nrotation_degrees = 45",
            "table.toml:2: [screen] rotation_degrees: expected one of 0, 90, 180, 270, got 45",
            id="a number between the choices",
        ),
        pytest.param(
            "[screen]\nrotation_degrees = false",
            "table.toml:2: [screen] rotation_degrees: expected one of 0, 90, 180, 270, got false",
            id="false is not the choice 0",
        ),
        pytest.param(
            "[screen]\nsize = [800]",
            "table.toml:2: [screen] size: expected two whole numbers 200..4096, got [800]",
            id="a list too short",
        ),
        pytest.param(
            "[screen]\nsize = [800, 480, 600]",
            "table.toml:2: [screen] size: expected two whole numbers 200..4096, got"
            " [800, 480, 600]",
            id="a list too long",
        ),
        pytest.param(
            "[screen]\nsize = 800",
            "table.toml:2: [screen] size: expected two whole numbers 200..4096, got 800",
            id="a number for a list",
        ),
        pytest.param(
            '[table]\nlanguage = "english"',
            "table.toml:2: [table] language: expected one of "
            '"en", "de", "es", "fr", "nl", "zh_CN", got \'english\'',
            id="a language by its name",
        ),
        pytest.param(
            '[table]\nplayers = ["Seventeen letters", ""]',
            "table.toml:2: [table] players: expected for each player a name of at most 16"
            " printable letters, without blanks at its ends, or nothing, got"
            " ['Seventeen letters', '']",
            id="a name too long",
        ),
        pytest.param(
            '[game]\nrules = "tk2016"',
            'table.toml:2: [game] rules: expected a rule set and options such as "kosmos1998'
            " take_back=off\", got 'tk2016': 'tk2016' is not a rule set, one of kosmos1998, tk2015,"
            " jijbent, page_fr, long_term",
            id="an unknown rule set",
        ),
        pytest.param(
            '[game]\nrules = "tk2015 resweep=maybe"',
            'table.toml:2: [game] rules: expected a rule set and options such as "kosmos1998'
            " take_back=off\", got 'tk2015 resweep=maybe': 'resweep=maybe' is not resweep= and one"
            " of false, true",
            id="a value that an option does not have",
        ),
        pytest.param(
            "[game]\nrules = 2015",
            'table.toml:2: [game] rules: expected a rule set and options such as "kosmos1998'
            ' take_back=off", got 2015',
            id="a number for a rule set",
        ),
        pytest.param(
            "[pins]\nbuttons = { menu = 3 }",
            "table.toml:2: [pins] buttons: expected for each of the eight buttons a whole number"
            " 2..27, got {'menu': 3}: left is missing",
            id="a button is missing",
        ),
        pytest.param(
            "[pins]\nbuttons = { menu = 3, left = 14, right = 15, ok = 18, back = 19, hand = 20,"
            " draw = 21, help = 26, hlep = 2 }",
            "table.toml:2: [pins] buttons: expected for each of the eight buttons a whole number"
            " 2..27, got {'back': 19, 'draw': 21, 'hand': 20, 'help': 26, 'hlep': 2, 'left': 14,"
            " 'menu': 3, 'ok': 18, ...}: there is no 'hlep', did you mean \"help\"?",
            id="a button that is none",
        ),
        pytest.param(
            "[pins]\nrows = [4, 5, 6, 12, 13, 28]",
            "table.toml:2: [pins] rows: expected six of them, each a whole number 2..27, got"
            " [4, 5, 6, 12, 13, 28]",
            id="a GPIO number that the header lacks",
        ),
        pytest.param(
            "[pins]\nrows = [4, 5, 6, 12, 13, 22]",
            "table.toml:1: [pins]: GPIO 22 has two uses, row R6 and column C2: give one of them"
            " another pin",
            id="two uses of a pin",
        ),
        pytest.param(
            '[store]\ndirectory = "games"',
            'table.toml:2: [store] directory: expected a path that begins with "/" or "~/",'
            " got 'games'",
            id="a relative path",
        ),
        pytest.param(
            '[store]\ndirectory = "/a\\u0000b"',
            'table.toml:2: [store] directory: expected a path that begins with "/" or "~/",'
            " got '/a\\x00b'",
            id="a path that no file system has",
        ),
        pytest.param(
            "[sensors]\nclosing = 60",
            'table.toml:2: [sensors] closing: there is no such option: did you mean "closing_ms"?',
            id="an option nearly right",
        ),
        pytest.param(
            "[buttons]\nvolume = 11",
            'table.toml:2: [buttons] volume: there is no such option: one of "debounce_ms"',
            id="an option near to none",
        ),
        pytest.param(
            "# mine\n[ligths]\ndriver = 'spi'",
            'table.toml:2: [ligths]: there is no such section: did you mean "lights"?',
            id="a section nearly right",
        ),
        pytest.param(
            "[sensors]\ndriver = 'mcp23017'\n[lights]\ndriver = 'hall'",
            'table.toml:4: [lights] driver: expected one of "auto", "spi", "leds0", "pwm", "pico",'
            " \"simulated\", got 'hall'",
            id="an option whose name two sections have",
        ),
        pytest.param(
            "driver = 'pico'",
            "table.toml:1: driver: expected a section (one of table, game, sensors, buttons, pins,"
            " lights, screen, sound, store), got 'pico'",
            id="an option outside every section",
        ),
        pytest.param(
            "sensors = 3",
            "table.toml:1: sensors: expected a section (one of table, game, sensors, buttons, pins,"
            " lights, screen, sound, store), got 3",
            id="a number for a section",
        ),
        pytest.param(
            '[table]\n"two\\nlines" = 1',
            'table.toml: [table] "two\\nlines": there is no such option: one of "language",'
            ' "players", "trust", "dim_after_min", "dark_after_min"',
            id="a key with a line break stays on one line",
        ),
        pytest.param(
            f"[screen]\n{SEATS}",
            "table.toml:1: [screen]: expected one [screen] for both players, or two [[screens]],"
            " got both forms",
            id="a display for both and one for each",
        ),
        pytest.param(
            SEATS.replace("black", "green"),
            'table.toml:2: [[screens]] seat: expected one of "black", "white", got \'green\'',
            id="an unknown seat",
        ),
        pytest.param(
            SEATS.replace("black", "white"),
            'table.toml:1: [[screens]]: expected two, one with seat = "black" and one with seat ='
            ' "white", got white, white',
            id="a seat twice",
        ),
        pytest.param(
            "[[screens]]\nseat = 'black'",
            'table.toml:1: [[screens]]: expected two, one with seat = "black" and one with seat ='
            ' "white", got black',
            id="one seat",
        ),
        pytest.param(
            SEATS.replace("HDMI-A-2", "HDMI-A-1"),
            "table.toml:1: [[screens]]: expected a connector of its own for each screen, got"
            " HDMI-A-1 for both",
            id="two displays on one connector",
        ),
        pytest.param(
            SEATS.replace("HDMI-A-2", "card1-HDMI-A-1"),
            "table.toml:1: [[screens]]: expected a connector of its own for each screen, got"
            " card1-HDMI-A-1 and HDMI-A-1",
            id="one connector by two names",
        ),
        pytest.param(
            SEATS.replace("connector = 'HDMI-A-2'", ""),
            "table.toml:1: [[screens]]: expected a connector of its own for each screen, got none"
            " for black and HDMI-A-1 for white",
            id="a display that takes whatever it finds",
        ),
        pytest.param(
            f"{SEATS}distance_m = 0\n",
            "table.toml:7: [[screens]] distance_m: expected a number 0.2..5.0, got 0",
            id="a fault in the second of two",
        ),
        pytest.param(
            f"{SEATS}facing = 'mover'\n",
            'table.toml:7: [[screens]] facing: there is no such option: one of "size", "driver",'
            ' "touch", "connector", "framebuffer", "rotation_degrees", "motion", "diagonal_inch",'
            ' "distance_m", "seat"',
            id="a display of one player turns to nobody else",
        ),
        pytest.param(
            "screens = 3",
            "table.toml:1: screens: expected two sections [[screens]], got 3",
            id="a number for the displays",
        ),
        pytest.param(
            "[sensors]\nclosing_ms = 60 ms",
            "table.toml:2: expected TOML, got: Expected newline or end of document after a"
            " statement (at line 2, column 17)",
            id="no TOML",
        ),
        pytest.param(
            "[sensors]\nclosing_ms = 60\nclosing_ms = 70\n",
            "table.toml:3: expected TOML, got: Cannot overwrite a value (at line 3, column 16)",
            id="a key twice",
        ),
        pytest.param(
            "a = " + "\n".join(["[" * 500] * 10),
            "table.toml: expected TOML, got: brackets nested too deeply",
            id="brackets without end",
        ),
    ],
)
def test_a_fault_is_told_with_its_place_and_what_was_expected(source: str, problem: str) -> None:
    assert problems(source) == (problem,)


def test_all_faults_of_a_file_are_told_at_once() -> None:
    told = problems("[sensors]\nclosing = 1\nopening_ms = 1\n[lamps]\n[screen]\nsize = 1")

    assert [each.partition(": ")[0] for each in told] == [
        "table.toml:2", "table.toml:3", "table.toml:4", "table.toml:6",
    ]  # fmt: skip


def test_a_long_value_is_cut_in_the_message() -> None:
    (told,) = problems(f'[table]\nlanguage = "{"x" * 900}"')

    assert len(told) < 200


@given(source=st.text())
def test_whatever_a_text_holds_it_is_read_or_refused_with_its_name(source: str) -> None:
    told: tuple[str, ...] = ()
    try:
        parse_config(source, "table.toml")
    except ConfigError as error:
        told = error.problems

    assert all(each.startswith("table.toml:") for each in told)
