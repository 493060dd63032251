"""Draws the pictures of docs/how.md as SVG: boxes in columns and rows, joined by arrows. Knows nothing of what they say.

    python -m tools.documentation.diagrams       writes them into docs/pictures again

diagrams.toml has a table for each picture: its title, its boxes (name, column, row, lines of text, kind) and its arrows.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
TOLD = Path(__file__).with_suffix(".toml")
_COLUMN, _ROW, _WIDTH, _LINE = 190, 96, 158, 15  # px: a column, a row, a box, a line of text
_MARGIN = 12
_HEIGHT = 62
_STYLE = (
    "text{font:12px sans-serif;text-anchor:middle;fill:#222}.label{font-size:11px;fill:#456}"
    "rect{fill:#fff;stroke:#345}.given{fill:#eef3f8}.answer{fill:#fff3c4;stroke:#a80}.not{fill:#f3f3f3;stroke:#777}"
    "path{fill:none;stroke:#789;marker-end:url(#a)}"
)


def pictures() -> dict[str, str]:
    """The SVG of each picture by the name of its file."""
    told = tomllib.loads(TOLD.read_text("utf-8"))
    return {f"how-{name}.svg": _picture(each) for name, each in told.items()}


def _picture(told: dict[str, Any]) -> str:
    boxes = {box["name"]: box for box in told["boxes"]}
    columns = max(box["at"][0] for box in boxes.values()) + 1
    rows = max(box["at"][1] for box in boxes.values()) + 1
    width = 2 * _MARGIN + (columns - 1) * _COLUMN + _WIDTH
    height = 2 * _MARGIN + (rows - 1) * _ROW + _HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">',
        f"<title>{escape(told['title'])}</title>",
        f"<style>{_STYLE}</style>",
        '<defs><marker id="a" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="7" markerHeight="7" orient="auto">'
        '<polygon points="0,0 6,3 0,6" fill="#789"/></marker></defs>',
        f'<rect width="{width:g}" height="{height:g}" style="stroke:none"/>',
        *(line for arrow in told["arrows"] for line in _arrow(arrow, boxes)),
        *(line for box in boxes.values() for line in _box(box)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _corner(box: dict[str, Any]) -> tuple[float, float]:
    column, row = box["at"]
    return _MARGIN + column * _COLUMN, _MARGIN + row * _ROW


def _box(box: dict[str, Any]) -> Iterator[str]:
    left, top = _corner(box)
    yield f'<rect class="{box.get("kind", "step")}" x="{left:g}" y="{top:g}" width="{_WIDTH}" height="{_HEIGHT}" rx="6"/>'
    first = top + _HEIGHT / 2 - (len(box["text"]) - 1) * _LINE / 2 + 4
    for number, text in enumerate(box["text"]):
        yield f'<text x="{left + _WIDTH / 2:g}" y="{first + number * _LINE:g}">{escape(text)}</text>'


def _arrow(arrow: list[str], boxes: dict[str, dict[str, Any]]) -> Iterator[str]:
    """From one box to another: to the right from its side, else from below or above; with a label where there is one."""
    start, end = boxes[arrow[0]], boxes[arrow[1]]
    (x, y), (u, v) = _corner(start), _corner(end)
    middle = _WIDTH / 2
    if u > x:
        points = (x + _WIDTH, y + _HEIGHT / 2), (u, v + _HEIGHT / 2)
    elif v > y:
        points = (x + middle, y + _HEIGHT), (u + middle, v)
    else:
        points = (x + middle, y), (u + middle, v + _HEIGHT)
    (a, b), (c, d) = points
    yield f'<path d="M{a:g} {b:g}L{c:g} {d:g}"/>'
    if len(arrow) > 2:
        shift = 10 if a == c else 0  # beside an arrow that stands upright
        anchor = ' style="text-anchor:start"' if shift else ""
        yield f'<text class="label"{anchor} x="{(a + c) / 2 + shift:g}" y="{(b + d) / 2 - 4:g}">{escape(arrow[2])}</text>'


if __name__ == "__main__":
    for file, svg in pictures().items():
        (PICTURES / file).write_text(svg, "utf-8")
