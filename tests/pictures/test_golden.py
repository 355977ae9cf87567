"""The scenes look as their golden images; `tests/README.md` says how these are made."""

import pytest

from tests.pictures.golden import FOLDER, SHARE, SIZES, drawn, golden_path, kept, share_off
from tests.pictures.scenes import scenes


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_scene_looks_as_it_did(size: tuple[int, int]) -> None:
    off = {
        name: share_off(drawn(screen, size), kept(golden_path(name, size)))
        for name, screen in scenes().items()
    }
    assert not {name: share for name, share in off.items() if share > SHARE}


def test_every_golden_image_is_of_a_scene() -> None:
    expected = {golden_path(name, size) for name in scenes() for size in SIZES}
    assert set(FOLDER.glob("*.png")) == expected
