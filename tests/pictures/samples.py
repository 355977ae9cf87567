"""Screens of every kind and a wording of its own, so that pictures are tested without the app."""

from dataclasses import replace

import pygame

from kahuna_table.engine.board import LINES, Island, Line, Lines
from kahuna_table.engine.player import Player
from kahuna_table.table.screen import Chart, Hand, Kind, Message, Option, Score, Screen

TEXTS = {
    "turn": "{player}: lay a bridge, or press draw",
    "greeting": "Press ok to begin a game. Lay the bridges aside first.",
    "hand": "{player}: which card pays for your next bridge?",
    "which-draw": "{player}: how does your turn end?",
    "which-card": "{player}: which card pays for ALOA–BARI?",
    "menu": "Menu",
    "no-card": "No card of yours fits ALOA–BARI. Take the bridge out again.",
    "scored": "Round 2 is scored: Konstantin 2 points",
    "swept": "Take these bridges away: BARI–DUDA, ELAI–FAAA",
    "over": "The game is over. Anna wins.",
    "laid": "Anna laid ALOA–BARI with the card ALOA",
    "took": "Anna drew the card HUNA from the display",
    "help": "Taking a bridge away\nTwo cards that name the islands of an enemy bridge take it off"
    " the board: one of each, or twice the same.\nLift the bridge, then press ok.",
    "help-play": "Lay a bridge on a line: a card of one of its two islands pays for it. Hold hand"
    " and press ok on a card to choose which one pays. Lift an enemy bridge to remove it with two"
    " cards. back takes the last action back. draw ends your turn.",
    "title": "Kahuna",
    "round": "Round",
    "points": "points",
    "discards": "Discards",
    "button-menu": "menu",
    "button-left": "left",
    "button-right": "right",
    "button-ok": "ok",
    "button-back": "back",
    "button-hand": "hand",
    "button-draw": "draw",
    "button-help": "help",
    "legend": "Click an empty slot to lay a bridge of the player to move, a bridge to lift it."
    " Right click: the other colour.",
}


def pixels(surface: pygame.Surface) -> bytes:
    """All of a picture; the two pygames name their own function for it differently."""
    return bytes(surface.get_buffer().raw)


class SampleWords:
    """The wording of the samples; `stretch` repeats every text as longer languages would."""

    def __init__(self, stretch: int = 1, names: tuple[str, str] = ("", "")) -> None:
        self._stretch, self._names = stretch, names

    def speaking(self, language: str) -> "SampleWords":  # noqa: ARG002 - it knows one
        return self

    def naming(self, names: tuple[str, str]) -> "SampleWords":
        return SampleWords(self._stretch, names)

    def message(self, message: Message) -> str:
        text = TEXTS.get(message.id, message.id)
        for name, value in message.arguments:
            word = self.player(value) if isinstance(value, Player) else str(value)
            text = text.replace("{" + name + "}", word)
        return " ".join([text] * self._stretch)

    def option(self, option: Option) -> str:
        parts = [option.id, *(card.name for card in option.cards)]
        if option.line is not None:
            parts.append("–".join(end.name for end in LINES[option.line]))
        parts += [option.value] if option.value else []
        return " ".join(parts * self._stretch)

    def player(self, player: Player) -> str:
        return self._names[player] or player.name.capitalize()

    def label(self, id: str) -> str:
        return " ".join([TEXTS.get(id, id)] * self._stretch)


SCORE = Score(
    names=("Konstantin", "Anna"),
    to_move=Player.WHITE,
    round=2,
    rounds=3,
    points=(1, 3),
    hand_sizes=(5, 2),
    face_up=(Island.ALOA, Island.HUNA, Island.GOLA),
    deck=11,
    last_turn=(
        Message("laid", (("player", Player.BLACK),)),
        Message("took", (("player", Player.BLACK),)),
    ),
)
TURN = Message("turn", (("player", Player.WHITE),))
HAND = Hand(
    Player.WHITE,
    (Island.BARI, Island.BARI, Island.JOJO, Island.KAHU, Island.DUDA),
    cursor=2,
    selected=Island.BARI,
)
CHART = Chart((Lines(0b1001), Lines(0b110)))
TAKES = tuple(Option("take", cards=(card,)) for card in SCORE.face_up)

SCREENS = {
    "idle": Screen(Kind.IDLE, Message("greeting")),
    "game": Screen(Kind.GAME, TURN, score=replace(SCORE, last_turn=()), chart=CHART),
    "game-notes": Screen(
        Kind.GAME, TURN, notes=(Message("no-card"), Message("swept")), score=SCORE, chart=CHART
    ),
    "game-discards": Screen(
        Kind.GAME,
        replace(TURN, arguments=(("player", Player.BLACK),)),
        score=replace(SCORE, to_move=Player.BLACK, deck=0, face_up=(Island.LALE,)),
        discards=(Island.ALOA, Island.BARI, Island.BARI, Island.KAHU),
        chart=CHART,
    ),
    "over": Screen(
        Kind.OVER, Message("over"), notes=(Message("scored"),), score=replace(SCORE, to_move=None)
    ),
    "draw": Screen(
        Kind.DRAW,
        Message("which-draw", (("player", Player.WHITE),)),
        options=(*TAKES, Option("deck"), Option("decline")),
        cursor=1,
        score=SCORE,
    ),
    "draw-nothing": Screen(Kind.DRAW, Message("no-card"), score=SCORE),
    "stuck": Screen(
        Kind.OPTIONS,
        Message("which-card", (("player", Player.WHITE),)),
        notes=(Message("no-card"),),
        options=tuple(Option("line", line=Line(n)) for n in range(len(LINES))),
        cursor=12,
        score=SCORE,
    ),
    "menu": Screen(
        Kind.OPTIONS,
        Message("menu"),
        options=(
            Option("continue"),
            Option("new"),
            Option("rules", value="kosmos1998"),
            Option("opponent", value="medium"),
            Option("give-up"),
            Option("switch-off"),
        ),
        cursor=0,
    ),
    "hand": Screen(
        Kind.HAND,
        Message("hand", (("player", Player.WHITE),)),
        hand=HAND,
        score=SCORE,
    ),
    "hand-notes": Screen(
        Kind.HAND,
        Message("hand", (("player", Player.WHITE),)),
        notes=(Message("no-card"),),
        hand=replace(HAND, cards=HAND.cards[:3], cursor=0, selected=None),
        score=SCORE,
    ),
    "name": Screen(
        Kind.OPTIONS,
        Message("menu"),
        options=(
            Option("done", value="Konstantin"),
            Option("delete", value="n"),
            *(Option(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        ),
        cursor=9,
    ),
    "help-play": Screen(Kind.HELP, Message("help-play"), score=SCORE),
    "help": Screen(Kind.HELP, Message("help"), score=SCORE),
}
