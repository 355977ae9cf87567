"""The three standard streams, which the caller may have closed or may close."""

import io
import os
import sys
from typing import Any, Final

_STREAMS: Final = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))


def keep_streams() -> None:
    """From now on a stream that is closed costs nothing but what is written to it.

    A closed one leads to nowhere, so that no file takes its number and what is printed with it.
    One whose reader goes away is written to nowhere from then on. Names that an old locale cannot
    spell come out as escapes.
    """
    for name, mode in _STREAMS:
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115 - until the exit
            os.set_inheritable(nowhere.fileno(), True)  # noqa: FBT003 - takes no keyword
            setattr(sys, name, nowhere)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is getattr(sys, f"__{name}__") and isinstance(stream, io.TextIOWrapper):
            # PYTHONUNBUFFERED, as the service sets it, makes the one that is replaced write through
            at_once = name == "stderr" or stream.line_buffering or stream.write_through
            setattr(sys, name, _lasting(stream, line_buffering=at_once))


def _lasting(stream: io.TextIOWrapper, *, line_buffering: bool) -> io.TextIOWrapper:
    stream.flush()
    return io.TextIOWrapper(
        io.BufferedWriter(_Lasting(stream.fileno(), "w", closefd=False)),
        encoding=stream.encoding,
        errors="backslashreplace",
        line_buffering=line_buffering,
    )


class _Lasting(io.FileIO):
    """A file that takes everything, also when nobody reads it any more."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            return memoryview(data).nbytes
