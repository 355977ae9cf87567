"""What a move has brought, said once beside the prompt."""

from kahuna_table.engine.board import LINES, LINES_AT, Line
from kahuna_table.engine.events import Scored
from kahuna_table.engine.moves import RemoveBridge
from kahuna_table.engine.player import Player
from kahuna_table.engine.state import GameState
from kahuna_table.table.screen import Message


def scored(event: Scored) -> Message:
    black, white = event.islands
    if black == white:
        return Message("scoring", (("round", event.round), ("more", black)), "tie")
    leader = Player.BLACK if black > white else Player.WHITE
    numbers = (
        ("round", event.round),
        ("player", leader),
        ("more", event.islands[leader]),
        ("less", event.islands[leader.opponent]),
        ("points", event.points[leader]),
    )
    return Message("scoring", numbers)


def removed(player: Player, move: RemoveBridge) -> Message:
    """Whose bridge is gone, and what it cost: the cards lie face up on the discard pile."""
    one, two = move.cards
    players = (("player", player), ("owner", player.opponent))
    cards = (("card", one), ("card2", two))
    return Message("removed", (*players, ("line", LINES[move.line]), *cards))


def exactly_half(state: GameState, line: Line) -> tuple[Message, ...]:
    """The ends of the line of which its owner has exactly half: people take that for a majority
    (rule R3)."""
    player = state.to_move
    mine = state.bridges[player]
    return tuple(
        Message("exactly-half", (("player", player), ("island", island)))
        for island in LINES[line]
        if 2 * (mine & LINES_AT[island]).bit_count() == LINES_AT[island].bit_count()
    )
