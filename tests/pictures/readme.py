"""The picture of the README: `python -m tests.pictures.readme` draws it again."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pygame

from kahuna_table.app.config import Config
from kahuna_table.app.words import Words
from kahuna_table.pictures.board_picture import ASPECT, draw_board
from kahuna_table.pictures.panel import draw_panel
from kahuna_table.tools.script.parse import parse_script
from kahuna_table.tools.script.run import Runner
from tests.pictures.scenes import SWEEP, named, scenes

PATH: Final = Path(__file__).with_suffix(".png")
BOARD: Final = (900, round(900 * ASPECT))
DISPLAY: Final = (800, 480)
BESIDE: Final = ("draw", "sweep", "over")
GAP: Final = 12


def board() -> pygame.Surface:
    """The board during the sweep that the display shows."""
    with TemporaryDirectory() as directory:
        runner = Runner(Config(), shots=None, state_dir=Path(directory))
        steps = SWEEP.partition("= sweep\n")[0].replace("\\\n", "")
        kept = [line for line in steps.splitlines() if not line.startswith("= ")]
        runner.run(parse_script("\n".join([*kept, "wait 700"])))
        picture = draw_board(BOARD, runner.table.kit.board.sticks, runner.table.kit.strip.frame)
        runner.table.close()
    return picture


def picture() -> pygame.Surface:
    """The board, and at its right three scenes of the display."""
    height = (BOARD[1] - 2 * GAP) // 3
    width = height * DISPLAY[0] // DISPLAY[1]
    whole = pygame.Surface((BOARD[0] + GAP + width, BOARD[1]), 0, 24)
    whole.fill((255, 255, 255))
    whole.blit(board(), (0, 0))
    for n, name in enumerate(BESIDE):
        shown = draw_panel(DISPLAY, named(scenes()[name]), Words(keycaps=True))
        small = pygame.transform.smoothscale(shown, (width, height))
        whole.blit(small, (BOARD[0] + GAP, n * (height + GAP)))
    return whole


if __name__ == "__main__":
    pygame.image.save(picture(), PATH)
