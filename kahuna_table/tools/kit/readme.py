"""`hardware/README.md`: the way in, with what lies where. Plain text, no extra needed."""

from collections.abc import Mapping

from kahuna_table.tools.kit.facts import filled
from kahuna_table.tools.kit.steps import CHAPTERS, Manual

FILES = """\
| file | what it is |
|---|---|
| `manual.pdf` | start here: tools, parts, every step with its picture, what to measure |
| `kit.toml`, `steps.toml` | the source of all else here: numbers, and the manual's words |
| `cutting/` | plates as `.svg`, `.dxf` and 1:1 `.pdf`; the deck tiled on paper, in both layouts |
| `cutting/trial.*`, `cutting/deck-schematic-*` | one slot to try first; for paper only, never cut |
| `parts/` | printed parts as `.step` and `.stl`; `_x27` in a name: print 27 |
| `wiring/` | a table (`.csv`) and a diagram (`.svg`) for each build; the matrix from both sides |
| `labels/` | words at the buttons in six languages, names of islands, the card |
| `bom.csv`, `bom-*.csv`, `shopping-*.txt` | what to buy, for all builds and for each |
| `power.csv` | what each rail carries; wire and fuse follow from it |
| `field.svg` | where a bridge closes its reed and where it must not |
| `manifest.json` | by which a stale file is noticed |

The program, its installation and the troubles that it reports by a KT code are in
[`README.md` one folder above](../README.md).
"""
CHANGING = """\
## Changing it

On a computer with Debian, Ubuntu or Raspberry Pi OS, in the project's folder; it takes a few
minutes and 1 GB:

```
sudo apt install python3-venv graphviz libgl1 fonts-dejavu-core fonts-wqy-microhei
python3 -m venv .venv && .venv/bin/pip install -e '.[kit]'
nano hardware/kit.toml
.venv/bin/kahuna-table kit check && .venv/bin/kahuna-table kit build
```

`kit check` tests the design, `kit build` makes every file again; `--only cutting` or `--only parts`
makes only those. `kahuna-table kit field` shows what a magnet or a reed of another kind would do.
"""


def readme(manual: Manual, known: Mapping[str, str]) -> str:
    lines = ["# The kit", ""]
    for text in manual.intro:
        lines += [filled(text, known), ""]
    lines += [
        filled(
            "Parts cost {cost} euros or dollars and the work takes {hours} hours (estimated). The "
            "reference build is `matrix`; `mcp23017` and `pico` differ in what reads the lines.",
            known,
        ),
        "",
        "## Computed, never built",
        "",
    ]
    for text in manual.honest:
        lines += [filled(text, known), ""]
    lines += ["## What lies here", "", FILES, "## Tools", ""]
    lines += [f"- {filled(tool, known)}" for tool in manual.tools]
    lines += ["", "## The way", ""]
    for chapter in CHAPTERS:
        titles = [step.title for step in manual.step if step.chapter == chapter]
        lines.append(f"1. {'; '.join(dict.fromkeys(titles))}.")
    lines += ["", CHANGING]
    return "\n".join(lines)
