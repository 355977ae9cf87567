"""What has happened."""

from typing import Final

from kahuna_table.app.texts.plural import Plural, Text

REPORTS: Final[dict[str, Text]] = {
    "scoring": Plural(
        "Round {round}: {player} leads {more} to {less} in islands and gets {points} point.",
        "Round {round}: {player} leads {more} to {less} in islands and gets {points} points.",
        by="points",
    ),
    "scoring-tie": Plural(
        "Round {round}: both have {more} island, so nobody gets a point.",
        "Round {round}: both have {more} islands, so nobody gets a point.",
        by="more",
    ),
    "exactly-half": "{player} has exactly half of {island}. It takes one bridge more.",
    "over-next": "Clear the board when you like. Press [ok] to play again.",
    "over-take-back": "Press [ok] to play again, or [back] to undo the last move.",
    # the turn before, under the name of its player
    "did-place": "Laid {line} for {card}.",
    "did-place-free": "Laid {line} for free.",
    "did-remove": "Removed {line} for {card} and {card2}.",
    "did-discard": Plural(
        "Discarded {count} card face down.",
        "Discarded {count} cards face down.",
    ),
    "did-take": "Took {card}.",
    "did-draw": "Drew from the deck.",
    "did-decline": "Drew nothing.",
    "did-end": "Ended the turn.",
    # under the map
    "standing": "{card}: {have} of {count}, {needed} needed",
    "standing-has": "{player} has {card}",
    "loses": "{player} loses {card}.",
}
