"""Counts the automatic numbers of lists and headings of OpenDocument texts (ODF 1.3, 5.3 and 16.30). Adds no text."""

from __future__ import annotations

from dataclasses import dataclass, field

from wherein.documents.building.numerals import office_numeral
from wherein.documents.building.whole_number import whole_number
from wherein.documents.opendocument.odf import STYLE, TEXT, Element, OpenDocument

_FORMATS = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_MOST_LEVELS = 10


@dataclass(frozen=True, slots=True)
class _Level:
    number_format: str = ""
    prefix: str = ""
    suffix: str = ""
    start: int = 1
    display: int = 1

    @property
    def shows(self) -> bool:
        return bool(self.number_format)


@dataclass(slots=True)
class OpenList:
    """A list that is being read: its style, its level, and the counts of its levels, shared with the lists within."""

    style: str
    level: int
    counts: dict[int, int] = field(default_factory=dict)


class Lists:
    """The lists and headings of one document, asked in order."""

    def __init__(self, document: OpenDocument) -> None:
        self._styles: dict[str, dict[int, _Level]] = {}
        self._outline: dict[int, _Level] = {}
        self._headings: dict[int, int] = {}
        self._last: dict[str, dict[int, int]] = {}
        self._by_id: dict[str, dict[int, int]] = {}
        for part in (document.styles, document.content):
            for style in part.iter(f"{TEXT}list-style") if part is not None else ():
                self._styles[style.get(f"{STYLE}name", "")] = _levels(style)
            for style in part.iter(f"{TEXT}outline-style") if part is not None else ():
                self._outline = _levels(style)

    def begin(self, element: Element, above: OpenList | None) -> OpenList:
        """A list begins; one that goes on with another list takes its counts."""
        if above is not None:
            own = element.get(f"{TEXT}style-name") or above.style
            above.counts.pop(above.level + 1, None)
            return OpenList(own, above.level + 1, above.counts)
        style = element.get(f"{TEXT}style-name", "")
        counts: dict[int, int] = {}
        if element.get(f"{TEXT}continue-numbering") == "true":
            counts = self._last.get(style, {})
        elif goes_on := element.get(f"{TEXT}continue-list"):
            counts = self._by_id.get(goes_on, {})
        self._last[style] = counts
        self._by_id[element.get("{http://www.w3.org/XML/1998/namespace}id", "")] = counts
        return OpenList(style, 1, counts)

    def item(self, of: OpenList, element: Element) -> str:
        """The number before an item with a space behind it; "" for a bullet."""
        levels = self._styles.get(of.style, {})
        level = levels.get(of.level, _Level())
        start = element.get(f"{TEXT}start-value")
        if start is not None:
            of.counts[of.level] = whole_number(start, 1)
        else:
            of.counts[of.level] = of.counts.get(of.level, level.start - 1) + 1
        return _shown(levels, of.level, of.counts)

    def heading(self, level: int, element: Element) -> str:
        """The number before a heading by the outline's style."""
        if element.get(f"{TEXT}is-list-header") == "true" or not self._outline:
            return ""
        own = self._outline.get(level, _Level())
        self._headings[level] = self._headings.get(level, own.start - 1) + 1
        for deeper in range(level + 1, _MOST_LEVELS + 1):
            self._headings.pop(deeper, None)
        return _shown(self._outline, level, self._headings)


def _levels(style: Element) -> dict[int, _Level]:
    levels: dict[int, _Level] = {}
    for child in style:
        if child.tag in (f"{TEXT}list-level-style-number", f"{TEXT}outline-level-style"):
            levels[whole_number(child.get(f"{TEXT}level"), 1)] = _Level(
                child.get(f"{STYLE}num-format", ""),
                child.get(f"{STYLE}num-prefix", ""),
                child.get(f"{STYLE}num-suffix", ""),
                whole_number(child.get(f"{TEXT}start-value"), 1),
                whole_number(child.get(f"{TEXT}display-levels"), 1),
            )
    return levels


def _shown(levels: dict[int, _Level], level: int, counts: dict[int, int]) -> str:
    own = levels.get(level, _Level())
    if not own.shows:
        return ""
    first = max(1, level - min(own.display, _MOST_LEVELS) + 1)
    numbers = [
        office_numeral(
            counts.get(at, levels[at].start), _FORMATS.get(levels[at].number_format, "decimal")
        )
        for at in range(first, level + 1)
        if at in levels and levels[at].shows
    ]
    text = f"{own.prefix}{'.'.join(numbers)}{own.suffix}".strip()
    return f"{text} " if text else ""
