"""Counts the cells of the tables of a LaTeX text before it is parted into tokens. Makes no table."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

_SIGN = re.compile(
    r"%[^\n]*|\\begin\{(?P<begun>[A-Za-z]{1,40}\*?)\}|\\end\{(?P<ended>[A-Za-z]{1,40}\*?)\}|"
    r"(?P<row>\\\\|\\tabularnewline(?![A-Za-z]))|\\.|(?P<part>&)"
)


def expect_cells_of(
    text: str,
    tables: Collection[str],
    listings: Collection[str],
    expect: Callable[[int], None],
) -> None:
    """Tell `expect`, which may raise, of the cells of tables one after the other: never of more than the text has.

    tables, listings: the environments that are tables, and those whose text stands as it is, without the star.
    """
    at = text.find("\\begin{document}")
    at = max(at, 0)
    cells = done = 0
    table = ""
    while match := _SIGN.search(text, at):
        at = match.end()
        begun, ended = match["begun"], match["ended"]
        if begun and begun.rstrip("*") in listings:
            at = text.find(f"\\end{{{begun}}}", at)
            if at < 0:
                return
        elif begun and not table and begun.rstrip("*") in tables:
            table, done = begun, at
        elif not table:
            continue
        elif ended == table:
            table = ""
        elif match["part"] or (match["row"] and text[done : match.start()].strip()):
            cells += 1
            expect(cells)
        if match["part"] or match["row"]:
            done = at
