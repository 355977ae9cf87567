"""Every scene of the display as a real table shows it: scripts are played, and stopped at `=`.

The two decks of `DECKS` differ only in cards that nobody may see but their holders.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from kahuna_table.app.config import Config
from kahuna_table.engine.board import ISLANDS
from kahuna_table.table.counting import COUNT_MS
from kahuna_table.table.inputs import Code
from kahuna_table.table.screen import Kind, Screen
from kahuna_table.table.views import screen
from kahuna_table.tools.script.parse import parse_script
from kahuna_table.tools.script.run import Runner

SCRIPTS: Final = Path(__file__).parents[1] / "scripts"

DECKS: Final = (
    (
        "BARI BARI IFFI ALOA HUNA KAHU GOLA IFFI LALE COCO ELAI HUNA JOJO KAHU LALE DUDA COCO ELAI "
        "FAAA JOJO ALOA DUDA GOLA FAAA"
    ),
    (
        "BARI BARI ELAI ALOA HUNA JOJO GOLA IFFI LALE FAAA DUDA HUNA KAHU LALE COCO DUDA KAHU IFFI "
        "JOJO COCO ELAI ALOA GOLA FAAA"
    ),
)
"""Black holds the first three cards, white the next three; three lie face up."""

COURSE: Final = """
= idle
press menu
= menu-idle
press ok
= new-game
choose options
= game-options
press right
press right
press right
press right
press ok
= name
press back
press back
press back
deck {deck}
game first=black handicap=3:white
wait 400
= handicap
place BARI-COCO
place BARI-FAAA
place KAHU-LALE
wait 400
= turn
press help
= help
press help
wait 900000
= pause
press back
place ALOA-BARI
wait 400
= laid
place BARI-DUDA
wait 400
= laid-both
press draw
= draw
press help
= help-draw
press help
choose deck
= turn-drawn
place ALOA-HUNA
wait 400
= which-card
lift ALOA-HUNA
wait 400
lift BARI-DUDA
wait 400
= removal
place BARI-DUDA
wait 400
press menu
= menu
press left
press ok
= sensors
press back
press right
press right
press ok
= confirm
press back
lift BARI-DUDA
lift ALOA-BARI
place COCO-FAAA
wait 2500
= correction
"""


SWEEP: Final = """
deck ALOA BARI DUDA  ELAI HUNA IFFI  JOJO KAHU LALE  ALOA COCO DUDA FAAA GOLA HUNA JOJO LALE \
BARI COCO ELAI FAAA GOLA IFFI KAHU
game handicap=3:white first=black
place BARI-COCO
place BARI-FAAA
place KAHU-LALE
wait 400
down hand
wait 100
press ok
press right
= hand
up hand
wait 100
place ALOA-BARI
wait 400
place BARI-DUDA
wait 400
choose card DUDA
place BARI-ELAI
wait 400
= sweep
lift BARI-FAAA
wait 400
= sweep-half
lift BARI-COCO
wait 2000
press draw
choose deck
down hand
wait 100
press back
= hand-new
up hand
"""

COLOURS: Final = """
game kit=pico first=black handicap=3:white
place BARI-COCO
place BARI-FAAA
place KAHU-LALE
wait 400
place ALOA-HUNA white
wait 400
= wrong-colour
lift ALOA-HUNA
wait 400
lift KAHU-LALE
place KAHU-LALE black
wait 1000
= exchange
"""

REMOVAL: Final = """
deck HUNA HUNA LALE  ELAI IFFI GOLA  LALE KAHU ALOA  ALOA BARI COCO DUDA FAAA GOLA JOJO KAHU \
BARI COCO DUDA ELAI FAAA IFFI JOJO
game handicap=3:white first=black
place HUNA-LALE
place KAHU-LALE
place GOLA-JOJO
wait 400
lift HUNA-LALE
wait 400
press ok
= pairs
"""


def scenes(deck: int = 0) -> dict[str, Screen]:
    """A screen for each name. With the second deck those only that show nobody's hand."""
    found = dict(_stops(COURSE.format(deck=DECKS[deck])))
    if deck == 0:
        found |= _stops(SWEEP) | _stops(REMOVAL) | _stops(COLOURS) | _whole_game()
    return found


def named(screen: Screen) -> Screen:
    """The screen of players with names."""
    if screen.score is None:
        return screen
    return replace(screen, score=replace(screen.score, names=("Konstantin", "Anna")))


@cache
def _stops(text: str) -> dict[str, Screen]:
    """The screens at the lines that begin with `=`, and what a trouble makes of the last one."""
    found: dict[str, Screen] = {}
    with TemporaryDirectory() as directory:
        runner = Runner(Config(), shots=None, state_dir=Path(directory))
        steps: list[str] = []
        for line in text.replace("\\\n", "").splitlines():
            if not line.startswith("= "):
                steps.append(line)
                continue
            runner.run(parse_script("\n".join(steps)))
            steps, name = [], line.removeprefix("= ")
            found[name] = runner.table.screen
            if name == "turn":
                session = replace(runner.table.session, troubles=(Code(120), Code(201)))
                found["trouble"] = screen(session)
        runner.table.close()
    return found


@cache
def _whole_game() -> dict[str, Screen]:
    """The first scoring of a whole game as it is counted and as it was, and its end."""
    script = parse_script((SCRIPTS / "whole_game_scored.table").read_text("utf-8"))
    found: dict[str, Screen] = {}
    with TemporaryDirectory() as directory:
        runner = Runner(Config(), shots=None, state_dir=Path(directory))
        for each in script:
            each.act(runner)
            if runner.table.screen.kind is Kind.SCORING and "scoring" not in found:
                for name, ms in (("counting", 2 * COUNT_MS), ("scoring", 5 * COUNT_MS)):
                    (wait,) = parse_script(f"wait {ms + 50}")
                    wait.act(runner)
                    found[name] = runner.table.screen
        (wait,) = parse_script(f"wait {(len(ISLANDS) + 2) * COUNT_MS}")
        wait.act(runner)
        found["over"] = runner.table.screen
        runner.table.close()
    return found
