"""The configuration file: what it may hold, and what is said about one that cannot be used."""

from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.app.config import (
    MAX_BYTES,
    VARIABLE,
    Config,
    ConfigError,
    LightDriver,
    LightsConfig,
    SensorDriver,
    SensorsConfig,
    TableConfig,
    example_toml,
    load_config,
    parse_config,
)
from kahuna_table.devices.pins import REFERENCE, with_pwm_lights
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RULE_SETS, Handicap
from kahuna_table.table.inputs import Button


def problems(source: str) -> tuple[str, ...]:
    with pytest.raises(ConfigError) as caught:
        parse_config(source, "table.toml")
    return caught.value.problems


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("", Config(), id="an empty file is the defaults"),
        pytest.param("[sensors]\n", Config(), id="an empty section is its defaults"),
        pytest.param(
            '[sensors]\ndriver = "pico"\nclosing_ms = 80',
            Config(sensors=SensorsConfig(driver=SensorDriver.PICO, closing_ms=80)),
            id="a section keeps the defaults of what it does not name",
        ),
        pytest.param(
            'table.language = "de"',
            Config(table=TableConfig(language="de")),
            id="a dotted key",
        ),
        pytest.param(
            '[table]\nplayers = ["Aloha", "Ümit"]',
            Config(table=TableConfig(players=("Aloha", "Ümit"))),
            id="names in any alphabet",
        ),
        pytest.param(
            '[lights]\r\ndriver = "simulated"\r\n',
            Config(lights=LightsConfig(driver=LightDriver.SIMULATED)),
            id="the line ends of Windows",
        ),
    ],
)
def test_what_a_file_sets(source: str, expected: Config) -> None:
    assert parse_config(source, "table.toml") == expected


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_rule_set_is_chosen_by_its_name(name: str) -> None:
    assert parse_config(f'[game]\nrules = "{name}"', "table.toml").game.rules == RULE_SETS[name]


def test_options_after_a_rule_set_override_it() -> None:
    source = '[game]\nrules = "tk2015 resweep=true handicap=2:white"'

    assert parse_config(source, "table.toml").game.rules == replace(
        RULE_SETS["tk2015"], resweep=True, handicap=Handicap(2, Player.WHITE)
    )


def test_buttons_are_kept_in_the_order_of_the_buttons() -> None:
    source = (
        "[pins]\nbuttons = { help = 14, draw = 15, hand = 18, back = 19,"
        " ok = 20, right = 21, left = 26, menu = 3 }"
    )

    config = parse_config(source, "table.toml")

    assert config.pins.buttons == (3, 26, 21, 20, 19, 18, 15, 14)
    assert config.pin_map().buttons[Button.HELP] == 14


def test_the_default_pins_are_those_of_the_reference_kit() -> None:
    assert Config().pin_map() == REFERENCE


def test_pwm_lights_take_their_pin_and_its_button_moves() -> None:
    config = parse_config('[lights]\ndriver = "pwm"', "table.toml")

    assert config.pin_map() == with_pwm_lights(REFERENCE)


def test_pins_of_a_matrix_that_is_not_there_may_have_other_uses() -> None:
    source = '[sensors]\ndriver = "pico"\n[pins]\nrows = [4, 5, 6, 12, 13, 22]'

    assert parse_config(source, "table.toml").pins.rows[5] == 22


def test_a_home_directory_is_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/someone")

    config = parse_config('[store]\ndirectory = "~/games"', "table.toml")

    assert config.store.directory == Path("/home/someone/games")


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        pytest.param(
            '\n[sensors]\ndriver = "matrx"',
            'table.toml:3: [sensors] driver: expected one of "matrix", "mcp23017", "pico",'
            ' "simulated", got \'matrx\': did you mean "matrix"?',
            id="a word nearly right",
        ),
        pytest.param(
            "[sensors]\ndriver = 1",
            'table.toml:2: [sensors] driver: expected one of "matrix", "mcp23017", "pico",'
            ' "simulated", got 1',
            id="a number for a word",
        ),
        pytest.param(
            "[sensors]\nclosing_ms = true",
            "table.toml:2: [sensors] closing_ms: expected a whole number 5..1000, got true",
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
            "[screen]\nsize = [800, 480, 1]",
            "table.toml:2: [screen] size: expected two whole numbers 200..4096, got [800, 480, 1]",
            id="a list too long",
        ),
        pytest.param(
            "[screen]\nsize = 800",
            "table.toml:2: [screen] size: expected two whole numbers 200..4096, got 800",
            id="a number for a list",
        ),
        pytest.param(
            '[table]\nlanguage = "english"',
            "table.toml:2: [table] language: expected two letters such as \"en\", got 'english'",
            id="a language by its name",
        ),
        pytest.param(
            '[table]\nplayers = ["Seventeen letters", ""]',
            "table.toml:2: [table] players: expected two names of at most 16 letters, empty for"
            " the colour's own, got ['Seventeen letters', '']",
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
            "driver = 'pico'",
            "table.toml:1: driver: expected a section (one of table, game, sensors, buttons, pins,"
            " lights, screen, store), got 'pico'",
            id="an option outside every section",
        ),
        pytest.param(
            "sensors = 3",
            "table.toml:1: sensors: expected a section (one of table, game, sensors, buttons, pins,"
            " lights, screen, store), got 3",
            id="a number for a section",
        ),
        pytest.param(
            '[table]\n"two\\nlines" = 1',
            'table.toml: [table] "two\\nlines": there is no such option: one of "language",'
            ' "players"',
            id="a key with a line break stays on one line",
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
            "a = " + "[" * 5000,
            "table.toml: expected TOML, got brackets nested too deeply",
            id="brackets without end",
        ),
    ],
)
def test_a_fault_is_told_with_its_place_and_what_was_expected(source: str, problem: str) -> None:
    assert problems(source) == (problem,)


def test_all_faults_of_a_file_are_told_at_once() -> None:
    told = problems("[sensors]\nclosing_ms = 1\nopening_ms = 1\n[lamps]\n[screen]\nsize = 1")

    assert [each.partition(": ")[0] for each in told] == [
        "table.toml:2", "table.toml:3", "table.toml:4", "table.toml:6",
    ]  # fmt: skip


def test_a_long_value_is_cut_in_the_message() -> None:
    (told,) = problems(f'[table]\nlanguage = "{"x" * 10_000}"')

    assert len(told) < 200


def test_the_example_shows_every_option_and_its_default() -> None:
    uncommented = "\n".join(
        line.removeprefix("# ") if " = " in line else line for line in example_toml().splitlines()
    )

    assert parse_config(uncommented, "example") == Config()
    for section in fields(Config):
        assert f"\n[{section.name}]\n" in uncommented
        for option in fields(getattr(Config(), section.name)):
            assert f"\n{option.name} = " in uncommented


def test_the_example_as_it_is_changes_nothing() -> None:
    assert parse_config(example_toml(), "example") == Config()


def test_a_named_file_comes_first(tmp_path: Path) -> None:
    named, other = tmp_path / "named.toml", tmp_path / "other.toml"
    named.write_text('[table]\nlanguage = "de"')
    other.write_text('[table]\nlanguage = "fr"')

    config = load_config(str(named), environ={VARIABLE: str(other)}, system_file=other)

    assert config.table.language == "de"


def test_the_environment_comes_before_the_system_file(tmp_path: Path) -> None:
    named, other = tmp_path / "named.toml", tmp_path / "other.toml"
    named.write_text('[table]\nlanguage = "de"')
    other.write_text('[table]\nlanguage = "fr"')

    config = load_config(environ={VARIABLE: str(named)}, system_file=other)

    assert config.table.language == "de"


def test_the_system_file_is_read_where_nothing_is_named(tmp_path: Path) -> None:
    system_file = tmp_path / "kahuna-table.toml"
    system_file.write_text('[table]\nlanguage = "fr"')

    assert load_config(environ={}, system_file=system_file).table.language == "fr"


def test_without_any_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_config(environ={}, system_file=tmp_path / "none.toml") == Config()


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b'\xef\xbb\xbf[table]\nlanguage = "de"')

    assert load_config(str(path)).table.language == "de"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        pytest.param(
            b'[table]\nplayers = ["J\xf6rg", ""]',
            ":2: expected UTF-8, got the byte 0xf6: save the file as UTF-8",
            id="Latin-1",
        ),
        pytest.param(
            '[table]\nlanguage = "de"'.encode("utf-16"),
            ":1: expected UTF-8, got the byte 0xff: save the file as UTF-8",
            id="UTF-16",
        ),
        pytest.param(
            b"#" * (MAX_BYTES + 1),
            ": expected a configuration of at most 1,000,000 bytes",
            id="far too long",
        ),
    ],
)
def test_a_file_of_the_wrong_bytes_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(content)

    with pytest.raises(ConfigError) as caught:
        load_config(str(path))

    assert caught.value.problems == (f"{path}{problem}",)


def test_a_named_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "missing.toml"

    with pytest.raises(ConfigError) as caught:
        load_config(environ={VARIABLE: str(path)})

    assert str(caught.value) == (
        f"{path}: cannot read the configuration: No such file or directory"
    )


def test_a_directory_is_no_configuration(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="expected a configuration file, got a directory"):
        load_config(str(tmp_path))


def test_a_path_that_no_file_can_have_is_an_error() -> None:
    with pytest.raises(ConfigError, match="cannot read the configuration: embedded null byte"):
        load_config("a\0b")


def test_a_system_file_that_leads_nowhere_is_an_error(tmp_path: Path) -> None:
    system_file = tmp_path / "kahuna-table.toml"
    system_file.symlink_to(tmp_path / "gone.toml")

    with pytest.raises(ConfigError, match="No such file"):
        load_config(environ={}, system_file=system_file)


@given(source=st.text())
def test_whatever_a_text_holds_it_is_read_or_refused_with_its_name(source: str) -> None:
    told: tuple[str, ...] = ()
    try:
        parse_config(source, "table.toml")
    except ConfigError as error:
        told = error.problems

    assert all(each.startswith("table.toml:") for each in told)


@given(closing_ms=st.integers(5, 1000), opening_ms=st.integers(5, 2000))
def test_every_number_within_its_range_is_taken(closing_ms: int, opening_ms: int) -> None:
    source = f"[sensors]\nclosing_ms = {closing_ms}\nopening_ms = {opening_ms}"

    assert parse_config(source, "table.toml") == replace(
        Config(), sensors=SensorsConfig(closing_ms=closing_ms, opening_ms=opening_ms)
    )
