"""What has happened."""

from typing import Final

from kahuna_table.app.texts.plural import Plural, Text

REPORTS: Final[dict[str, Text]] = {
    "scoring": Plural(
        "{player} wins round {round}. {more} to {less} in islands gives {points} point.",
        "{player} wins round {round}. {more} to {less} in islands gives {points} points.",
        by="points",
    ),
    "scoring-tie": Plural(
        "Nobody wins round {round}. Both have {more} island, so there is no point.",
        "Nobody wins round {round}. Both have {more} islands, so there is no point.",
        by="more",
    ),
    "counting": "Round {round} is over. Who has more islands?",
    "next-round": "Round {round} begins.",
    "drew": "{player} drew. [ok] shows the card.",
    "last-card": "This is the last card. The round ends when you take it.",
    "last-card-final": "This is the last card. Then each of you has one more turn.",
    "removed": "{player} removed {owner}'s bridge {line} for {card} and {card2}.",
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
