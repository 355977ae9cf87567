"""Single questions to a Pico, for the tools: the table itself never waits for an answer."""

import time
from collections.abc import Callable
from typing import Final, TypeVar

from kahuna_table.devices.faults import fault
from kahuna_table.devices.pico.conversation import Heard, Hello
from kahuna_table.devices.pico.link import PicoLink
from kahuna_table.devices.ports import DeviceError
from kahuna_table.devices.troubles import Trouble

ANSWER_S: Final = 4.0
"""Longer than a port without firmware behind it takes to be called silent."""

ROUND_S: Final = 0.05

_T = TypeVar("_T")


def greeted(link: PicoLink) -> Hello:
    """What the Pico says of itself. Raises: DeviceError, why it says nothing."""
    hello = _waited(link, lambda heard: heard.hello)
    failure = link.failure
    link.shut()
    if hello is None:
        raise failure or _silent()
    return hello


def asked(link: PicoLink, request: str, answer: str = "") -> str | None:
    """The answer to a request, without its first word, which is `answer` or the request's own;
    None where a port is there and nothing answers. Raises: DeviceError, there is no port."""
    link.ask(request)
    found = _waited(link, lambda heard: heard.answers.get(answer or request))
    failure = link.failure
    link.shut()
    if found is None and failure is not None and failure.fault.trouble is not Trouble.PICO_SILENT:
        raise failure
    return found


def looked(link: PicoLink, s: float) -> Heard:
    """What is known of the board after so many seconds. Raises: DeviceError."""
    end_s = time.monotonic() + s
    while (left_s := end_s - time.monotonic()) > 0:
        link.attend(min(left_s, ROUND_S))
    heard, failure = link.heard, link.failure
    link.shut()
    if failure is not None:
        raise failure
    return heard


def _waited(link: PicoLink, look: Callable[[Heard], _T | None]) -> _T | None:
    """What is found in the link, attended to until it is there or the patience ends."""
    end_s = time.monotonic() + ANSWER_S
    while time.monotonic() < end_s:
        link.attend(ROUND_S)
        if (found := look(link.heard)) is not None:
            return found
        if link.failure is not None:
            return None
    return None


def _silent() -> DeviceError:
    return DeviceError(fault(Trouble.PICO_SILENT, device="its port"))
