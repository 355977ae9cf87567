"""The pin map of the Pico's firmware, as a MicroPython module."""

from kahuna_table.devices.mcp23017 import INPUTS
from kahuna_table.engine.board import LINES, Line, line_name
from kahuna_table.tools.kit.design import Kit


def pins_py(kit: Kit) -> str:
    """firmware/pins.py: GP numbers, and what is wired where."""
    pico, pin_map = kit.pico, kit.pins.map()
    names = [f'    "{line_name(Line(n))}",' for n in range(len(LINES))]
    crossings = [f"    ({at.row}, {at.column})," for at in pin_map.sensors]
    canaries = [f"    ({at.row}, {at.column})," for at in pin_map.canaries]
    return "\n".join(
        [
            '"""Which wire goes where: GP numbers of the Pico. Made from hardware/kit.toml by',
            '`kahuna-table kit build`; a change by hand is lost."""',
            "",
            f"SELECT = {pico.select}",
            '"""Address lines S0 to S3 of both multiplexers."""',
            f"SIGNALS = {pico.signals}",
            '"""Their commons."""',
            f"INPUTS = {INPUTS}",
            '"""Lines on the first multiplexer, from channel 0 on; the second has the others."""',
            f"LIGHTS = {pico.lights}",
            f"ROWS = {pico.rows}",
            f"COLUMNS = {pico.columns}",
            "LINES = (",
            *names,
            ")",
            "CROSSINGS = (",
            *crossings,
            ")",
            '"""Row and column of each line in the reed matrix, from 0."""',
            "CANARIES = (",
            *canaries,
            ")",
            "",
        ]
    )
