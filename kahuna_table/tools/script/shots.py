"""Screen and board as PNG files."""

from pathlib import Path

from kahuna_table.app.assembly import screen_options
from kahuna_table.app.config import Config
from kahuna_table.app.words import Words
from kahuna_table.errors import KahunaError
from kahuna_table.tools.simulation import SimulatedTable

BOARD_SIZE = (1000, 796)
SUFFIXES = ("-black", "-white")


class PictureError(KahunaError):
    """A picture could not be written."""


def save_shots(directory: Path, name: str, table: SimulatedTable, config: Config) -> None:
    """Writes NAME.png, the screen, and NAME-board.png, the board with its lights; where each player
    has a screen of his own NAME-black.png and NAME-white.png.

    Raises:
        PictureError: the directory cannot be written.
    """
    # pygame takes a quarter of a second to load, and most scripts take no picture
    import pygame

    from kahuna_table.pictures.board_picture import draw_board
    from kahuna_table.pictures.panel import draw_panel

    words = Words(config.table.language, keycaps=True)
    suffixes = ("",) if len(table.screens) == 1 else SUFFIXES
    pictures = {
        suffix: draw_panel(options.window_size, screen, words, options.viewing)
        for suffix, screen, options in zip(
            suffixes, table.screens, screen_options(config), strict=True
        )
    }
    pictures["-board"] = draw_board(BOARD_SIZE, table.kit.board.sticks, table.kit.strip.frame)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for suffix, picture in pictures.items():
            pygame.image.save(picture, str(directory / f"{name}{suffix}.png"))
    except (OSError, pygame.error) as error:
        raise PictureError(f"expected a directory that can be written, got {error}") from error
