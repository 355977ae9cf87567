"""Lines with a checksum, as firmware/PROTOCOL.md has them. Pure."""

import re
from binascii import crc_hqx
from typing import Final

LONGEST: Final = 300
"""Bytes of a line without its end; the firmware drops longer ones."""

_LINE: Final = re.compile(rb"\$([ -#%-)+-~]*)\*([0-9A-F]{4})")


def framed(body: str) -> bytes:
    """The line that carries a body of printable ASCII without `$` and `*`."""
    data = body.encode("ascii")
    return b"$%s*%04X\n" % (data, crc_hqx(data, 0xFFFF))


def unframed(line: bytes) -> str | None:
    """The body of a line without its end; None where the line is damaged."""
    found = _LINE.fullmatch(line)
    if found is None or crc_hqx(found[1], 0xFFFF) != int(found[2], 16):
        return None
    return found[1].decode("ascii")


class LineReader:
    """Cuts what arrives into lines."""

    def __init__(self) -> None:
        self._rest = b""

    def take(self, data: bytes) -> list[bytes]:
        """The lines that `data` ends, each from its last `$` on; what is too long comes empty."""
        *lines, rest = re.split(rb"[\r\n]", self._rest + data)
        self._rest = _from_dollar(rest)[: LONGEST + 1]
        return [each if len(each) <= LONGEST else b"" for each in map(_from_dollar, lines) if each]


def _from_dollar(line: bytes) -> bytes:
    """`$` begins a line wherever it comes: half a line costs no whole one."""
    return line[max(0, line.rfind(b"$")) :]
