"""The screen's process: `python -m kahuna_table.devices.screen.worker`, started by `opening`."""

import os
import sys
import time
from typing import Final

from kahuna_table.devices.faults import fault
from kahuna_table.devices.lifeline import DaemonGoneError, Lifeline
from kahuna_table.devices.screen.options import from_arguments
from kahuna_table.devices.screen.rendered import parse_screen
from kahuna_table.devices.troubles import Trouble
from kahuna_table.table.codec import CodecError

HANG_S: Final = 20.0
"""A screen may take seconds to start on a busy Zero; one that takes longer to flip has stopped."""

_QUICK_S: Final = 0.04
"""Between two looks for touches while a screen is there."""

_IDLE_S: Final = 0.25


def main() -> None:
    options, places = from_arguments(sys.argv[1:])
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    # pygame takes it along where it is installed: memory and seconds of a Zero for nothing
    sys.modules["numpy"] = None  # type: ignore[assignment]  # what import takes for "not there"
    try:
        # Before the first sign of life: from a slow card this takes longer than any picture.
        from kahuna_table.devices.screen.screen_loop import ScreenLoop
    except ImportError as error:
        Lifeline.take().refuse(fault(Trouble.PYGAME_UNLOADED, detail=str(error)))
        return
    line = Lifeline.take(hang_s=HANG_S)
    screens = ScreenLoop(options, places, line)
    line.send(b"\0")  # no button is down, whatever the process before said
    try:
        while True:
            data = line.wait(_IDLE_S if screens.output is None else _QUICK_S)
            if data is not None:
                screens.show(*parse_screen(data))
            screens.step(time.monotonic_ns() // 1_000_000)
    except DaemonGoneError:
        screens.close()
    except CodecError as error:
        screens.close()
        line.refuse(fault(Trouble.SCREEN_UNKNOWN, error=str(error)))


if __name__ == "__main__":
    main()
