"""The scenes look as their golden images; `tests/README.md` says how these are made."""

import pytest

from tests.pictures.golden import FOLDER, SHARE, VIEWS, View, drawn, golden_path, kept, share_off
from tests.pictures.scenes import scenes


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_every_scene_looks_as_it_did(view: View) -> None:
    off = {
        name: share_off(drawn(screen, view), kept(golden_path(name, view)))
        for name, screen in scenes().items()
    }
    assert not {name: share for name, share in off.items() if share > SHARE}


def test_every_golden_image_is_of_a_scene() -> None:
    expected = {golden_path(name, view) for name in scenes() for view in VIEWS}
    assert set(FOLDER.glob("*.png")) == expected
