"""What does not work, for guests: what still does, and what hands can do.

What needs a shell is said to staff, by the id with `-staff`.
"""

from typing import Final

from kahuna_table.app.texts.plural import Plural, Text

TROUBLES: Final[dict[str, Text]] = {
    "sensor-stuck": "The table is unsure about {line}. Press the bridge down or turn it. Or "
    "choose the line in the [menu].",
    "sensor-stuck-staff": "KT-330: the sensor of {line} does not follow its bridge.",
    "sensor-jittery": "The bridge {line} sits badly. Press it down or turn it.",
    "sensor-jittery-staff": "KT-331: the contact of {line} chatters. Replace a weak magnet.",
    "button-stuck": "The button {button} is stuck. Free it, and it works again.",
    "button-stuck-staff": "KT-332: the button {button} is held down or stuck.",
    "sensors-unknown": Plural(
        "The table cannot see {lines}. A bridge there still counts. Enter it in the [menu].",
        "The table cannot see {lines}. Bridges there still count. Use the [menu].",
        by="lines",
    ),
    "sensors-unknown-staff": "KT-301: no answer from {lines}. Run kahuna-table doctor.",
    "trouble-kt-1": "Part of the board does not answer. Play on, and enter bridges in the [menu].",
    "trouble-kt-1-staff": "{codes}: pins or wiring fail. Run kahuna-table doctor.",
    "trouble-kt-2": "The lights do not work. Play on: this display says everything.",
    "trouble-kt-2-staff": "{codes}: the lights fail. Run kahuna-table doctor.",
    "trouble-kt-3": "Some sensors or buttons do not work. Play on, and enter bridges in the "
    "[menu].",
    "trouble-kt-3-staff": "{codes}: sensors or buttons fail. Run kahuna-table doctor.",
    "trouble-kt-5": "Power is weak, so the lights are dim. You can play on.",
    "trouble-kt-5-staff": "{codes}: power is weak. Use the 5 V, 3 A supply.",
    "journal-repaired": "The saved games were damaged. The table kept all that was readable.",
    "journal-repaired-staff": "The damaged file is kept with its date in its name.",
    "journal-lost": "The saved games were damaged. Games lost: {games}. Last steps lost: "
    "{entries}.",
    "journal-lost-staff": "The damaged file is kept with its date in its name. Games lost: "
    "{games}. Last steps lost: {entries}.",
    "not-saved": "This game is not saved now. Play on, but leave the table on.",
    "not-saved-staff": "KT-507: the game cannot be saved. Run kahuna-table doctor.",
}
