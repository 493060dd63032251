"""Counts the automatic numbers of paragraphs as Word does (ECMA-376 part 1, 17.9). Knows no text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from wherein.documents.building.numerals import office_numeral
from wherein.documents.building.whole_number import whole_number

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_LEVELS = 9
_LONGEST_NUMBER = 100
_PLACE = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list is numbered; `text` has "%1" for the number of the first level, and so on."""

    start: int = 1
    number_format: str = "decimal"
    text: str = ""
    is_legal: bool = False
    restarts: bool = True
    has_space: bool = True


@dataclass(slots=True)
class _List:
    """An abstract list: its levels, the levels' paragraph styles, and how far each level has counted."""

    levels: dict[int, Level]
    styles: dict[str, int]
    style_link: str
    counts: dict[int, int] = field(default_factory=dict)


class Numbering:
    """The lists of a document. `number` is asked for each numbered paragraph in order, since it counts."""

    def __init__(
        self, root: Any | None, numbers_of_style: Callable[[str], str] = lambda style: ""
    ) -> None:
        """`root`: the numbering part. `numbers_of_style` gives the list that a numbering style names."""
        self._lists: dict[str, _List] = {}
        self._numbers: dict[str, tuple[str, dict[int, Level], dict[int, int]]] = {}
        self._begun: set[tuple[str, int]] = set()
        self._numbers_of_style = numbers_of_style
        for child in root if root is not None else ():
            if child.tag == _W + "abstractNum":
                self._lists[child.get(_W + "abstractNumId", "")] = _list(child)
            elif child.tag == _W + "num":
                self._numbers[child.get(_W + "numId", "")] = _number(child)

    def level_of_style(self, number: str, style: str) -> int:
        """The level that a list gives to paragraphs of a style; the first where it names none."""
        found = self._list_of(number)
        return found[0].styles.get(style, 0) if found else 0

    def number(self, number: str, level: int) -> str:
        """The number before the next paragraph of a level, with the space behind it; "" for a bullet or no list."""
        found = self._list_of(number)
        if found is None or not 0 <= level < _LEVELS:
            return ""
        of, starts = found
        if level in starts and (number, level) not in self._begun:
            self._begun.add((number, level))
            of.counts.pop(level, None)
        own = self._level(number, of, level)
        of.counts[level] = (
            of.counts[level] + 1 if level in of.counts else starts.get(level, own.start)
        )
        for deeper in range(level + 1, _LEVELS):
            if self._level(number, of, deeper).restarts:
                of.counts.pop(deeper, None)
        if own.number_format in ("bullet", "none"):
            return ""

        def shown(place: re.Match[str]) -> str:
            at = int(place.group(1)) - 1
            shown_level = self._level(number, of, at)
            count = of.counts.get(at, starts.get(at, shown_level.start))
            return office_numeral(count, "decimal" if own.is_legal else shown_level.number_format)

        text = _PLACE.sub(shown, own.text)[:_LONGEST_NUMBER].strip()
        return text + " " if text and own.has_space else text

    def _list_of(self, number: str) -> tuple[_List, dict[int, int]] | None:
        if number not in self._numbers:
            return None
        abstract, _, starts = self._numbers[number]
        found = self._lists.get(abstract)
        if found is not None and found.style_link and not found.levels:
            # A list that only names a numbering style, whose own list has the levels.
            linked = self._numbers.get(self._numbers_of_style(found.style_link))
            found = self._lists.get(linked[0], found) if linked else found
        return None if found is None else (found, starts)

    def _level(self, number: str, of: _List, level: int) -> Level:
        return self._numbers[number][1].get(level) or of.levels.get(level) or Level()


def _list(element: Any) -> _List:
    levels: dict[int, Level] = {}
    styles: dict[str, int] = {}
    for child in element.iterchildren(_W + "lvl"):
        at = whole_number(child.get(_W + "ilvl"), 0)
        levels[at] = _level(child)
        if style := _value(child, "pStyle"):
            styles[style] = at
    return _List(levels, styles, _value(element, "numStyleLink"))


def _number(element: Any) -> tuple[str, dict[int, Level], dict[int, int]]:
    """The abstract list of a list, and the levels and starts that it overrides."""
    levels: dict[int, Level] = {}
    starts: dict[int, int] = {}
    for child in element.iterchildren(_W + "lvlOverride"):
        at = whole_number(child.get(_W + "ilvl"), 0)
        if (own := child.find(_W + "lvl")) is not None:
            levels[at] = _level(own)
        if start := _value(child, "startOverride"):
            starts[at] = whole_number(start, 1)
    return _value(element, "abstractNumId"), levels, starts


def _level(element: Any) -> Level:
    legal = element.find(_W + "isLgl")
    return Level(
        start=whole_number(_value(element, "start"), 1),
        number_format=_value(element, "numFmt") or "decimal",
        text=_value(element, "lvlText"),
        is_legal=legal is not None and legal.get(_W + "val") not in ("0", "false"),
        restarts=_value(element, "lvlRestart") != "0",
        has_space=_value(element, "suff") != "nothing",
    )


def _value(element: Any, name: str) -> str:
    child = element.find(_W + name)
    return str(child.get(_W + "val", "")) if child is not None else ""
