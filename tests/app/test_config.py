"""The configuration file: what it may hold, where it is looked for, and its example."""

from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kahuna_table.app.config import (
    VARIABLE,
    Config,
    ConfigError,
    example_toml,
    load_config,
    parse_config,
)
from kahuna_table.app.config_sections import (
    LightDriver,
    LightsConfig,
    SeatScreenConfig,
    SensorDriver,
    SensorsConfig,
    TableConfig,
)
from kahuna_table.devices.pins import REFERENCE, with_i2c_sensors, with_pwm_lights
from kahuna_table.engine.player import Player
from kahuna_table.engine.ruleset import RULE_SETS, Handicap
from kahuna_table.table.inputs import Button


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("", Config(), id="an empty file is the defaults"),
        pytest.param("[sensors]\n", Config(), id="an empty section is its defaults"),
        pytest.param(
            '[sensors]\ndriver = "mcp23017"\nclosing_ms = 80',
            Config(sensors=SensorsConfig(driver=SensorDriver.MCP23017, closing_ms=80)),
            id="a section keeps the defaults of what it does not name",
        ),
        pytest.param(
            'lights.colour_order = "RGB"',
            Config(lights=LightsConfig(colour_order="RGB")),
            id="a dotted key",
        ),
        pytest.param(
            '[[screens]]\nseat = "white"\ntouch = true\nconnector = "DSI-1"\n'
            '[[screens]]\nseat = "black"\nconnector = "HDMI-A-1"',
            Config(
                screens=(
                    SeatScreenConfig(seat="black", connector="HDMI-A-1"),
                    SeatScreenConfig(seat="white", connector="DSI-1", touch=True),
                )
            ),
            id="a display for each player, black's first",
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


def test_buttons_leave_the_pins_of_the_sensor_boards() -> None:
    config = parse_config('[sensors]\ndriver = "mcp23017"', "table.toml")

    assert config.pin_map() == with_i2c_sensors(REFERENCE)


def test_pwm_lights_take_their_pin_and_its_button_moves() -> None:
    config = parse_config('[lights]\ndriver = "pwm"', "table.toml")

    assert config.pin_map() == with_pwm_lights(REFERENCE)


def test_pins_of_a_matrix_that_is_not_there_may_have_other_uses() -> None:
    source = '[sensors]\ndriver = "mcp23017"\n[pins]\nrows = [4, 5, 6, 12, 13, 22]'

    assert parse_config(source, "table.toml").pins.rows[5] == 22


def test_contacts_settle_as_the_referee_expects_by_default() -> None:
    config = Config()

    assert config.sensors.closing_ms == 60
    assert config.sensors.opening_ms == 150
    assert config.buttons.debounce_ms == 20


def test_a_home_directory_is_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/someone")

    config = parse_config('[store]\ndirectory = "~/games"', "table.toml")

    assert config.store.directory == Path("/home/someone/games")


def test_the_example_shows_every_option_and_its_default() -> None:
    uncommented = "\n".join(
        line.removeprefix("# ") if " = " in line else line for line in example_toml().splitlines()
    )

    assert parse_config(uncommented, "example") == Config()
    sections = [section for section in fields(Config) if section.name != "screens"]
    for section in sections:
        assert f"\n[{section.name}]\n" in uncommented
        for option in fields(getattr(Config(), section.name)):
            assert f"\n{option.name} = " in uncommented


def test_the_example_as_it_is_changes_nothing() -> None:
    assert parse_config(example_toml(), "example") == Config()


def test_a_named_file_comes_first(tmp_path: Path) -> None:
    named, other = tmp_path / "named.toml", tmp_path / "other.toml"
    named.write_text('[lights]\ncolour_order = "RGB"')
    other.write_text('[lights]\ncolour_order = "BRG"')

    config = load_config(str(named), environ={VARIABLE: str(other)}, system_file=other)

    assert config.lights.colour_order == "RGB"


def test_the_environment_comes_before_the_system_file(tmp_path: Path) -> None:
    named, other = tmp_path / "named.toml", tmp_path / "other.toml"
    named.write_text('[lights]\ncolour_order = "RGB"')
    other.write_text('[lights]\ncolour_order = "BRG"')

    config = load_config(environ={VARIABLE: str(named)}, system_file=other)

    assert config.lights.colour_order == "RGB"


def test_the_system_file_is_read_where_nothing_is_named(tmp_path: Path) -> None:
    system_file = tmp_path / "kahuna-table.toml"
    system_file.write_text('[lights]\ncolour_order = "BRG"')

    assert load_config(environ={}, system_file=system_file).lights.colour_order == "BRG"


def test_without_any_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_config(environ={}, system_file=tmp_path / "none.toml") == Config()


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(b'\xef\xbb\xbf[lights]\ncolour_order = "RGB"')

    assert load_config(str(path)).lights.colour_order == "RGB"


def test_a_named_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "missing.toml"

    with pytest.raises(ConfigError) as caught:
        load_config(environ={VARIABLE: str(path)})

    assert str(caught.value) == (
        f"{path}: expected a configuration, found No such file or directory"
    )


def test_a_system_file_that_leads_nowhere_is_an_error(tmp_path: Path) -> None:
    system_file = tmp_path / "kahuna-table.toml"
    system_file.symlink_to(tmp_path / "gone.toml")

    with pytest.raises(ConfigError, match="No such file"):
        load_config(environ={}, system_file=system_file)


@given(closing_ms=st.integers(5, 1000), opening_ms=st.integers(5, 2000))
def test_every_number_within_its_range_is_taken(closing_ms: int, opening_ms: int) -> None:
    source = f"[sensors]\nclosing_ms = {closing_ms}\nopening_ms = {opening_ms}"

    assert parse_config(source, "table.toml") == replace(
        Config(), sensors=SensorsConfig(closing_ms=closing_ms, opening_ms=opening_ms)
    )


@pytest.mark.parametrize("driver", [each.value for each in SensorDriver])
def test_pins_are_checked_with_every_driver(driver: str) -> None:
    buttons = (
        "menu = 14, left = 14, right = 15, ok = 18, back = 19, hand = 20, draw = 21, help = 26"
    )

    with pytest.raises(ConfigError, match="GPIO 14 has two uses, button menu and button left"):
        parse_config(f'[sensors]\ndriver = "{driver}"\n[pins]\nbuttons = {{ {buttons} }}', "t.toml")


def test_pins_of_no_matrix_may_lie_anywhere() -> None:
    rows = "rows = [20, 20, 20, 20, 20, 20]"

    config = parse_config(f'[sensors]\ndriver = "mcp23017"\n[pins]\n{rows}', "t.toml")

    assert not config.has_matrix


@pytest.mark.parametrize("language", ["it", "english", "e", "../en", "zh", "de_DE"])
def test_a_language_without_words_is_refused(language: str) -> None:
    with pytest.raises(ConfigError, match='expected one of "en"'):
        parse_config(f'[table]\nlanguage = "{language}"', "t.toml")
