"""Why a move is not legal, as data. The words for players live in the locale files."""

from enum import Enum

from kahuna_table.engine.moves import Move
from kahuna_table.errors import KahunaError


class Illegality(Enum):
    """A reason for refusing a move; `rule` is the rule of RULES.md that forbids it."""

    rule: str

    def __new__(cls, value: str, rule: str) -> "Illegality":
        member = object.__new__(cls)
        member._value_ = value
        member.rule = rule
        return member

    GAME_OVER = "game_over", "R21"
    DEAL_DUE = "deal_due", "R17"
    NO_DEAL_DUE = "no_deal_due", "R17"
    WRONG_CARDS = "wrong_cards", "R17"  # not exactly the cards to be shuffled and dealt
    HANDICAP_FIRST = "handicap_first", "R26"
    NO_CARD_DUE = "no_card_due", "R26"  # a handicap bridge is not paid for
    CARD_DUE = "card_due", "R1"
    CARD_NOT_AT_LINE = "card_not_at_line", "R1"
    CARD_NOT_HELD = "card_not_held", "R1"
    LINE_TAKEN = "line_taken", "R1"
    NO_BRIDGE_LEFT = "no_bridge_left", "R25"
    ENEMY_ISLAND = "enemy_island", "R9"
    AFTER_DISCARD = "after_discard", "R10"  # nothing is played after a discard
    NO_ENEMY_BRIDGE = "no_enemy_bridge", "R7"
    CARDS_DO_NOT_FIT = "cards_do_not_fit", "R7"
    DISCARD_AFTER_PLAY = "discard_after_play", "R10"
    HAND_NOT_FULL = "hand_not_full", "R10"
    NOTHING_TO_DRAW = "nothing_to_draw", "R12"
    NO_DISCARD_IN_LAST_TURNS = "no_discard_in_last_turns", "R19"
    NO_DRAW_IN_LAST_TURNS = "no_draw_in_last_turns", "R19"  # hence no declining either
    FULL_HAND = "full_hand", "R14"
    NOT_FACE_UP = "not_face_up", "R12"
    DECK_EMPTY = "deck_empty", "R12"
    DECLINED_BEFORE = "declined_before", "R13"  # the opponent declined in the turn just before
    MUST_DRAW = "must_draw", "R13"  # `draw_optional=false`
    DISCARD_COMMITS = "discard_commits", "R11"
    TURN_NOT_OVER = "turn_not_over", "R13"  # there is something to draw, or to decline


class IllegalMove(KahunaError):  # noqa: N818 - "illegal move" is the word of the field
    """A move was applied that is not legal in the state; nothing has changed."""

    def __init__(self, reason: Illegality, move: Move) -> None:
        super().__init__(f"illegal move: {reason.value} (rule {reason.rule}), got {move!r}")
        self.reason = reason
        self.move = move
