"""Runs in MicroPython: golden.json against the firmware's own protocol.py. Prints what differs."""

import json
import sys

sys.path[:] = [sys.argv[1]]

from protocol import LineReader, framed, unframed  # noqa: E402 - found from here on

with open(sys.argv[1] + "/golden.json") as file:
    golden = json.load(file)
for body, line in golden["framed"]:
    if framed(body) != line.encode() + b"\n" or unframed(line.encode()) != body:
        print("framed", body, framed(body))
for line in golden["damaged"]:
    if unframed(line.encode()) is not None:
        print("damaged", line)
for stream, lines in golden["streams"]:
    reader = LineReader()
    taken = [reader.take(byte) for byte in stream.encode()]
    found = [line.decode() for line in taken if line is not None]
    if found != lines:
        print("stream", stream, found)
print("done")
