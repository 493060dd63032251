"""Draws the packages of the product and their imports, read from the code: `package_picture.py [FILE.svg]`.

Rows are the layers of `.importlinter`. An arrow is an import; one that follows from others (a imports b, b imports c,
so a above c) is left out, so that the order stays readable.
"""

from __future__ import annotations

import ast
import configparser
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "wherein"
PICTURE = ROOT / "docs" / "pictures" / "packages.svg"
WIDTH, BOX, ROW, GAP = 760, 150, 84, 24  # px: picture, box width, one layer's height, between boxes
BOX_HEIGHT = 40

Imports = dict[str, set[str]]


def layers() -> list[list[str]]:
    """The packages from the highest layer to the lowest."""
    held = configparser.ConfigParser()
    held.read(ROOT / ".importlinter")
    lines = held["importlinter:contract:layers"]["layers"].split("\n")
    return [[name.strip() for name in line.split("|")] for line in lines if line.strip()]


def part_of(path: Path) -> str:
    """The package, or the module beside the packages, that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(names: set[str]) -> Imports:
    """For each package those that its files import."""
    found: Imports = {name: set() for name in names}
    for path in sorted(PACKAGE.rglob("*.py")):
        if part_of(path) not in names:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for module in modules:
                parts = module.split(".")
                if parts[0] == PACKAGE.name and len(parts) > 1 and parts[1] in names:
                    found[part_of(path)].add(parts[1])
    return {name: found[name] - {name} for name in names}


def without_what_follows(direct: Imports) -> Imports:
    """The transitive reduction: an import is kept where no other chain of imports leads there."""

    def reached(name: str) -> set[str]:
        return direct[name].union(*(reached(other) for other in direct[name]))

    return {
        name: {other for other in used if not any(other in reached(via) for via in used - {other})}
        for name, used in direct.items()
    }


def picture() -> str:
    """The SVG; the same code gives the same text."""
    rows = layers()
    names = {name for row in rows for name in row}
    places: dict[str, tuple[float, float]] = {}
    for down, row in enumerate(rows):
        left = (WIDTH - len(row) * BOX - (len(row) - 1) * GAP) / 2
        for along, name in enumerate(row):
            places[name] = (left + along * (BOX + GAP) + BOX / 2, 16 + down * ROW)
    drawn = []
    for name, used in sorted(without_what_follows(imports(names)).items()):
        for other in sorted(used):
            (x, y), (to_x, to_y) = places[name], places[other]
            y += BOX_HEIGHT
            bend = f"C{x:g} {y + 26:g} {to_x:g} {to_y - 32:g} {to_x:g} {to_y - 6:g}"
            drawn.append(
                f'<path d="M{x:g} {y:g}{bend}"><title>{name} imports {other}</title></path>'
            )
    boxes = []
    for name, (x, y) in places.items():
        boxes.append(
            f'<rect x="{x - BOX / 2:g}" y="{y:g}" width="{BOX}" height="{BOX_HEIGHT}" rx="4"/>'
        )
        boxes.append(f'<text x="{x:g}" y="{y + 25:g}">{name}</text>')
    height = 16 + len(rows) * ROW - (ROW - BOX_HEIGHT) + 16
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>The packages of wherein in their layers, and what imports what</title>",
        "<style>text{font:14px sans-serif;text-anchor:middle;fill:#222}"
        "rect{fill:#fff;stroke:#345}path{fill:none;stroke:#789;marker-end:url(#a)}</style>",
        '<defs><marker id="a" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" markerHeight="6"'
        ' orient="auto"><polygon points="0,0 6,3 0,6" fill="#789"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{height}" style="stroke:none"/>',
        *drawn, *boxes, "</svg>\n",
    ])  # fmt: skip


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE
    target.write_text(picture(), "utf-8")
