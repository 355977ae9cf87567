"""The two players."""

from enum import IntEnum


class Player(IntEnum):
    """A colour. The value indexes every pair of things that belong to the two players."""

    BLACK = 0
    WHITE = 1

    @property
    def opponent(self) -> "Player":
        return Player.WHITE if self is Player.BLACK else Player.BLACK
