"""Files that people name: what is read, what is refused, and what a writer leaves behind."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from kahuna_table.files import (
    PRIVATE,
    PUBLIC,
    FileError,
    is_planted,
    read_text,
    whole_file,
    write_whole,
)

MAX_BYTES = 1000
SOMEBODY = 65534


def bound(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


def nothing(path: Path) -> None:
    assert not path.exists()


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(100 << 30)


def in_a_loop(path: Path) -> None:
    path.symlink_to(path)


REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (nothing, ": expected a letter, found No such file or directory"),
    "a directory": (Path.mkdir, ": expected a letter, found a directory"),
    "a pipe": (os.mkfifo, ": expected a letter, found a pipe"),
    "a socket": (bound, ": expected a letter, found a socket"),
    "an endless device": (
        lambda path: path.symlink_to("/dev/zero"),
        ": expected a letter, found a device",
    ),
    "a link to itself": (
        in_a_loop,
        ": expected a letter, found Too many levels of symbolic links",
    ),
    "100 GB": (sparse, ": expected a letter of at most 1,000 bytes, found more"),
    "one byte too long": (
        lambda path: path.write_bytes(b"a" * (MAX_BYTES + 1)),
        ": expected a letter of at most 1,000 bytes, found more",
    ),
    "Latin-1": (
        lambda path: path.write_bytes(b"a\nJ\xf6rg"),
        ":2:2: expected UTF-8 text, found the byte 0xf6: save the file as UTF-8",
    ),
    "UTF-16": (
        lambda path: path.write_bytes("a".encode("utf-16")),
        ":1:1: expected UTF-8 text, found the byte 0xff: save the file as UTF-8",
    ),
}


@pytest.mark.parametrize(("make", "told"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_is_named(
    make: Callable[[Path], object], told: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    make(path)

    with pytest.raises(FileError) as refused:
        read_text(path, "a letter", MAX_BYTES)

    assert str(refused.value) == f"{path}{told}"
    assert refused.value.missing == ("No such file" in told)


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(FileError, match=r"expected a letter, found .*embedded null"):
        read_text("a\0b", "a letter", MAX_BYTES)


def test_byte_order_mark_and_line_ends_of_windows_are_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")

    assert read_text(path, "a letter", MAX_BYTES) == "one\ntwo\n"


@pytest.mark.parametrize("mode", [PRIVATE, PUBLIC], ids=oct)
def test_a_written_file_has_its_mode_from_the_first_byte_on(mode: int, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with whole_file(tmp_path / "file", mode) as file:
            (building,) = tmp_path.iterdir()
            assert building.stat().st_mode & 0o777 == mode
            file.write(b"whole")
    finally:
        os.umask(before)

    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"whole"


def test_until_it_is_whole_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, "old")

    def fail() -> None:
        with whole_file(path, PUBLIC) as file:
            file.write(b"half")
            file.flush()
            raise OSError("the card fails")

    with pytest.raises(OSError, match="the card fails"):
        fail()

    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir], ids=["a pipe", "a directory"])
def test_nothing_but_a_file_is_replaced(make: Callable[[Path], object], tmp_path: Path) -> None:
    make(tmp_path / "there")

    with pytest.raises(OSError, match="no regular file"):
        write_whole(tmp_path / "there", "text")
    with pytest.raises(OSError, match="no regular file"):
        write_whole(Path("/dev/null"), "text")


def test_a_link_gives_way_and_what_it_leads_to_stays(tmp_path: Path) -> None:
    precious, link = tmp_path / "precious", tmp_path / "link"
    precious.write_text("mine")
    link.symlink_to(precious)

    write_whole(link, "new")

    assert (precious.read_text(), link.read_text(), link.is_symlink()) == ("mine", "new", False)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a link to somebody else")
def test_root_follows_no_directory_that_another_user_has_planted(tmp_path: Path) -> None:
    (tmp_path / "precious").mkdir()
    for name, owner in (("own", 0), ("planted", SOMEBODY)):
        (tmp_path / name).symlink_to(tmp_path / "precious")
        os.chown(tmp_path / name, owner, owner, follow_symlinks=False)

    write_whole(tmp_path / "own" / "file", "text")
    with pytest.raises(OSError, match="Not a directory"):
        write_whole(tmp_path / "planted" / "other", "text")

    assert [path.name for path in (tmp_path / "precious").iterdir()] == ["file"]
    assert is_planted(tmp_path / "planted")
    assert not is_planted(tmp_path / "own")
