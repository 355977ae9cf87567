"""Traces with lists of other lengths, and where a trace may be written."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kahuna_table.tools.cli import main
from tests.app.flown import flown, recorded
from tests.tools.test_trace_commands import SHORT, replayed, rewritten

LISTS = ("since_ms", "opened_ms", "recent_ms", "unrest", "bounces")


@pytest.mark.parametrize("change", [lambda old: old[:-1], lambda old: old + old[-1:], lambda _: []])
@pytest.mark.parametrize("name", LISTS)
def test_a_trace_whose_lists_have_other_lengths_is_unreadable(
    name: str,
    change: Callable[[list[Any]], list[Any]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = list(recorded(SHORT).with_hands)
    start = json.loads(lines[1])
    for holder in holders(start, name):
        holder[name] = change(holder[name])
    lines[1] = json.dumps(start)

    altered = rewritten(tmp_path, lines)

    assert replayed(altered, capsys)[0] == 64
    assert main(["trace", "script", str(altered)]) == 64
    told = capsys.readouterr().err
    assert "changed:2: ." in told
    assert f"{name}: expected a list as long as at first, " in told


def holders(data: Any, name: str) -> list[dict[str, Any]]:
    """Every object in the data that has such a field."""
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    found = [each for one in inner for each in holders(one, name)]
    return [data, *found] if isinstance(data, dict) and name in data else found


@settings(suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_change_of_length_in_a_snapshot_stops_the_program(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lines = list(recorded(SHORT + "press draw\nchoose deck\n").with_hands)
    at = data.draw(st.sampled_from([n for n, line in enumerate(lines) if '["Start"' in line]))
    start = json.loads(lines[at])
    places = [each for each in every_list(start) if each]
    chosen = data.draw(st.sampled_from(range(len(places))))
    if data.draw(st.booleans()):
        places[chosen].pop()
    else:
        places[chosen].append(places[chosen][-1])
    lines[at] = json.dumps(start)
    path = rewritten(tmp_path_factory.mktemp("altered"), lines)

    assert main(["trace", "replay", str(path)]) in (0, 1, 64)
    assert main(["trace", "script", str(path)]) in (0, 1, 64)


def every_list(data: Any) -> list[list[Any]]:
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    found = [each for one in inner for each in every_list(one)]
    return [data, *found] if isinstance(data, list) else found


def test_a_trace_is_for_its_user_alone_from_the_beginning(tmp_path: Path) -> None:
    with flown(tmp_path, SHORT) as flight:
        assert flight.written(with_hands=True).stat().st_mode & 0o777 == 0o600


def test_traces_go_nowhere_else(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a link to somebody else")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "traces").symlink_to(elsewhere)
    os.chown(tmp_path / "state" / "traces", 65534, 65534, follow_symlinks=False)

    with flown(tmp_path / "state", SHORT) as flight:
        flight.recorder.request()
        flight.attend()

    assert list(elsewhere.iterdir()) == []
    assert "no trace could be written" in caplog.text
