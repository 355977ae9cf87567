"""What the table can see of the 27 lines, and what people told it. Everything that asks where
bridges lie asks here.

A line is *blind* when its sensor says nothing: it cannot be read, its contact flaps, or people said
that it is wrong (referee's rule 13). What people said holds until the sensor has followed the game
once: seen right before and after one of the game's own changes there.
"""

from dataclasses import dataclass, replace
from typing import Final

from kahuna_table.engine.board import ALL_LINES, NO_LINES, Lines
from kahuna_table.engine.player import Player
from kahuna_table.table.inputs import NO_OWNERS, BoardSettled, Owners

NO_STICKS: Final = (NO_LINES, NO_LINES)


@dataclass(frozen=True, slots=True)
class Sight:
    """The settled contacts with what is known of them. At first nothing is known of any line."""

    closed: Lines = NO_LINES
    unknown: Lines = ALL_LINES
    """Lines that cannot be read."""
    moving: Lines = NO_LINES
    jittery: Lines = NO_LINES
    """Lines whose contacts chatter, those that flap included."""
    flapping: Lines = NO_LINES
    """Lines whose contacts come and go as no hand does it."""
    distrusted: Lines = NO_LINES
    """Lines whose sensors people called wrong."""
    was_right: Lines = NO_LINES
    """Distrusted lines whose sensors agreed with the game since its last change there."""
    following: Lines = NO_LINES
    """Distrusted lines whose sensors were right before the last change, and may be right after."""
    owners: Owners = NO_OWNERS
    """Whose bridges lie where, as far as the sensors see it."""
    sticks: tuple[Lines, Lines] = NO_STICKS
    """Where black's and white's bridges lie, as far as the table saw them laid (rule 17)."""

    @property
    def blind(self) -> Lines:
        """Lines whose sensors say nothing."""
        return Lines(self.unknown | self.flapping | self.distrusted)

    @property
    def hands_at(self) -> Lines:
        """Lines where hands are busy just now; a chattering contact is no hand."""
        return Lines(self.moving & ~self.jittery)

    @property
    def seen(self) -> Owners:
        """Whose bridges can be seen to lie where; a sensor that says nothing sees no colour."""
        return self.owners.within(self.closed & ~self.blind)

    @property
    def lying(self) -> tuple[Lines, Lines]:
        """Where black's and white's bridges lie: as seen, elsewhere as remembered."""
        (black, white), (black_sticks, white_sticks) = self.seen, self.sticks
        return Lines(black_sticks & ~white | black), Lines(white_sticks & ~black | white)


NOTHING_SEEN: Final = Sight()


def settle(sight: Sight, settled: BoardSettled) -> Sight:
    """Takes the settled contacts in; bridges that left their slots are nobody's."""
    opened = Lines(sight.closed & ~settled.closed & ~settled.unknown)
    sight = replace(
        sight,
        closed=settled.closed,
        unknown=settled.unknown,
        moving=settled.moving,
        owners=settled.owners,
    )
    return without_stick(sight, opened)


def with_stick(sight: Sight, lines: Lines, owner: Player) -> Sight:
    """The owner's bridges lie on these lines."""
    black, white = without_stick(sight, lines).sticks
    if owner is Player.BLACK:
        return replace(sight, sticks=(Lines(black | lines), white))
    return replace(sight, sticks=(black, Lines(white | lines)))


def without_stick(sight: Sight, lines: Lines) -> Sight:
    """No bridge lies on these lines."""
    black, white = sight.sticks
    return replace(sight, sticks=(Lines(black & ~lines), Lines(white & ~lines)))


def swapped(sight: Sight, bridges: tuple[Lines, Lines]) -> Lines:
    """Lines where one player's bridge lies in the place of the other's."""
    (black, white), (black_sticks, white_sticks) = bridges, sight.lying
    lying = sight.closed & ~sight.blind
    return Lines(lying & (black & white_sticks | white & black_sticks))


def strangers(sight: Sight, bridges: tuple[Lines, Lines]) -> tuple[Lines, Lines]:
    """Each player's bridges that lie where the game has none of them."""
    (black, white), (black_sticks, white_sticks) = bridges, sight.lying
    return Lines(black_sticks & ~black), Lines(white_sticks & ~white)


def distrust(sight: Sight, lines: Lines) -> Sight:
    """People said that the sensors of these lines are wrong."""
    new = lines & ~sight.distrusted
    return replace(
        sight,
        distrusted=Lines(sight.distrusted | lines),
        was_right=Lines(sight.was_right & ~new),
        following=Lines(sight.following & ~new),
    )


def changed(sight: Sight, lines: Lines) -> Sight:
    """The game itself put a bridge on these lines, or took one off."""
    return replace(
        sight,
        following=Lines(sight.following & ~lines | sight.was_right & lines),
        was_right=Lines(sight.was_right & ~lines),
    )


def compare(sight: Sight, bridges: tuple[Lines, Lines]) -> Sight:
    """Takes note of distrusted sensors that agree with the game: those that followed it are trusted
    again."""
    if not sight.distrusted:
        return sight
    black, white = bridges
    readable = sight.distrusted & ~sight.unknown & ~sight.jittery & ~sight.moving
    miscoloured = black & sight.owners.white | white & sight.owners.black
    right = readable & ~(sight.closed ^ (black | white)) & ~miscoloured
    followed = right & sight.following
    return replace(
        sight,
        distrusted=Lines(sight.distrusted & ~followed),
        was_right=Lines((sight.was_right | right) & sight.distrusted & ~followed),
        following=Lines(sight.following & ~followed),
    )
