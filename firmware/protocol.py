"""Lines with a checksum: bytes in, bodies out, and back. Pure; runs in CPython too.

What the bodies mean is said in PROTOCOL.md and done in conversation.py.
"""

LONGEST = 300
"""Bytes of a line without its end; the longest is a frame of lights with 248."""

_NIBBLES = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740 (polynomial 0x1021, begins with 0xFFFF); "123456789" gives 0x29B1."""
    crc = 0xFFFF
    for byte in data:
        crc = (crc << 4 & 0xFFFF) ^ _NIBBLES[crc >> 12 ^ byte >> 4]
        crc = (crc << 4 & 0xFFFF) ^ _NIBBLES[crc >> 12 ^ byte & 15]
    return crc


def framed(body: str) -> bytes:
    """The line that carries a body of printable ASCII without `$` and `*`."""
    data = body.encode()
    return b"$%s*%04X\n" % (data, crc16(data))


def unframed(line: bytes) -> str | None:
    """The body of a line without its end; None where the line is damaged."""
    if len(line) < 6 or line[0] != 0x24 or line[-5] != 0x2A:
        return None
    body = line[1:-5]
    for byte in body:
        if not 0x20 <= byte <= 0x7E or byte in b"$*":
            return None
    if line[-4:] != b"%04X" % crc16(body):
        return None
    return body.decode()


class LineReader:
    """Cuts what arrives into lines. A line that is too long is dropped to its end."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._overlong = False

    def take(self, byte: int) -> bytes | None:
        """One more byte; the line that it ends, empty where that was too long.

        `$` begins a line wherever it comes: half a line costs no whole one.
        """
        if byte == 0x0A or byte == 0x0D:
            line = b"" if self._overlong else bytes(self._line)
            ended = self._overlong or len(line) > 0
            self._line = bytearray()
            self._overlong = False
            return line if ended else None
        if byte == 0x24:
            self._line = bytearray()
            self._overlong = False
        if len(self._line) >= LONGEST:
            self._overlong = True
        else:
            self._line.append(byte)
        return None
