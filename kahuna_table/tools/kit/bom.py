"""What to buy, print and cut: quantities derived from the design, and lists for a shop."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Final

from kahuna_table.devices.pins import SIZE
from kahuna_table.engine.board import BRIDGES_EACH, ISLANDS, LINES
from kahuna_table.table.inputs import Button
from kahuna_table.tools.kit.design import Build, Item, Kit
from kahuna_table.tools.kit.models import batten_m, cut, printed, sheets
from kahuna_table.tools.kit.places import screws
from kahuna_table.tools.kit.wiring import leads, metres_by_colour

PRICES: Final = {
    "A": "under 1", "B": "1 to 5", "C": "5 to 20", "D": "20 to 60", "E": "more than 60",
}  # fmt: skip
"""Euros or dollars, each or a pack."""


@dataclass(frozen=True, slots=True)
class Row:
    """An item of one build: how many the design needs, and how many to buy or make."""

    item: Item
    needed: int
    to_buy: int


def counts(kit: Kit, build: Build) -> Mapping[str, int]:
    """What the words of `count` stand for; metres are rounded up."""
    rows = leads(kit, build)
    return {
        "lines": len(LINES),
        "islands": len(ISLANDS),
        "lights": len(ISLANDS) + len(LINES),
        "buttons": len(Button),
        "bridges": 2 * BRIDGES_EACH,
        "crossings": len(LINES) + len(kit.pins.canaries),
        "columns": SIZE,
        "signal_m": sum(metres_by_colour(rows, kit.wires.signal_mm2).values()),
        "power_m": sum(metres_by_colour(rows, kit.wires.power_mm2).values()),
        "batten_m": ceil(batten_m(kit)),
        "sheets_3": sheets(kit, kit.deck.thickness_mm),
        "sheets_6": sheets(kit, kit.frame.thickness_mm),
        "wood_screws": 2 * len(screws(kit)),
    }


def model_counts(kit: Kit) -> Mapping[str, int]:
    """How many of each printed part, and one of each plate."""
    return {part.name: part.count for part in printed(kit)} | {part.name: 1 for part in cut(kit)}


def rows(kit: Kit, build: Build) -> tuple[Row, ...]:
    """The bill of one build, in the order of the file. A model that is unknown counts 0: the rule
    check names it."""
    known, models = counts(kit, build), model_counts(kit)
    found = []
    for item in kit.item:
        if build.value not in item.builds:
            continue
        if isinstance(item.count, int):
            needed = item.count
        else:
            needed = models.get(item.id, 0) if item.model else known[item.count]
        wires = sum(metres for _, metres in colours(kit, build, item))
        found.append(Row(item, needed, wires or ceil(needed * (100 + item.spares) / 100)))
    return tuple(found)


def colours(kit: Kit, build: Build, item: Item) -> tuple[tuple[str, int], ...]:
    """Metres of each colour to buy, where an item is wire; spares included."""
    sections = {"signal_m": kit.wires.signal_mm2, "power_m": kit.wires.power_mm2}
    if item.count not in sections:
        return ()
    metres = metres_by_colour(leads(kit, build), sections[str(item.count)])
    return tuple(
        (colour, ceil(needed * (100 + item.spares) / 100)) for colour, needed in metres.items()
    )


def bom_csv(kit: Kit, builds: Iterable[Build]) -> str:
    """The bill of one build, or of several side by side."""
    chosen = tuple(builds)
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    needed = [f"needed for {build.value}" for build in chosen]
    buy = [f"with spares for {build.value}" for build in chosen]
    table.writerow(
        ("id", "item", "part number", "instead", *needed, *buy, "spares %", "what for", "price")
    )
    bills = [{row.item.id: row for row in rows(kit, build)} for build in chosen]
    for item in kit.item:
        of = [bill.get(item.id) for bill in bills]
        if not any(of):
            continue
        table.writerow(
            (
                item.id, item.what, item.part, item.instead,
                *(row.needed if row else 0 for row in of),
                *(row.to_buy if row else 0 for row in of),
                item.spares, item.purpose, PRICES[item.price],
            )
        )  # fmt: skip
    return text.getvalue()


def shopping_list(kit: Kit, build: Build) -> str:
    """What to hand in at a shop: bought things only, one a line."""
    bought = [row for row in rows(kit, build) if not row.item.model]
    lines = [f"Shopping list, Kahuna table, build {build.value}", ""]
    for row in bought:
        item = row.item
        lines.append(f"[ ] {row.to_buy:>3} x {item.what}")
        lines += [
            f"              {metres:>3} {colour}" for colour, metres in colours(kit, build, item)
        ]
        lines.append(f"          {item.part}; or {item.instead}")
    return "\n".join(lines) + "\n"
