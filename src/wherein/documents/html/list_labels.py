"""Computes the labels of numbered list items ("3.", "b)", "1.2"), which are not in their text. Reads HTML and Word."""

from __future__ import annotations

import re
from typing import Any

from wherein.documents.html.html_tree import Element

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_LARGEST = 999_999
_INTEGER = re.compile(r"\s*(-?\d{1,6})")
_OF_HTML = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_LEVEL = re.compile(r"%([1-9])")
_LONGEST = 30
"""Most characters of a label; a longer one is a heading that a template numbers."""


def html_labels(listing: Element) -> dict[int, str]:
    """The labels of the items of an `ol`, by `id(element)`."""
    items = [
        child for child in listing.children if isinstance(child, Element) and child.tag == "li"
    ]
    counts_down = "reversed" in listing.attributes
    step = -1 if counts_down else 1
    number = _integer(listing.get("start"), len(items) if counts_down else 1)
    labels: dict[int, str] = {}
    for item in items:
        number = _integer(item.get("value"), number)
        form = _OF_HTML.get(item.get("type") or listing.get("type"), "decimal")
        labels[id(item)] = f"{numeral(number, form)}."
        number += step
    return labels


def numeral(number: int, form: str) -> str:
    """A number as Word names its form: decimal, decimalZero, lowerLetter, upperRoman and so on; others are decimal.

    Letters go on with "aa" after "z", as browsers count; numbers without letters or Roman numerals are decimal.
    """
    if form in ("lowerLetter", "upperLetter") and 0 < number <= _LARGEST:
        letters = ""
        rest = number
        while rest > 0:
            rest, letter = divmod(rest - 1, 26)
            letters = chr(ord("a") + letter) + letters
        return letters if form == "lowerLetter" else letters.upper()
    if form in ("lowerRoman", "upperRoman") and 0 < number < 4000:
        roman = ""
        rest = number
        for value, sign in _ROMAN:
            roman += sign * (rest // value)
            rest %= value
        return roman if form == "lowerRoman" else roman.upper()
    return f"{number:02d}" if form == "decimalZero" else str(number)


def _integer(given: str, otherwise: int) -> int:
    match = _INTEGER.match(given)
    return int(match[1]) if match else otherwise


class WordLists:
    """Counts the numbered paragraphs of one Word document in their order."""

    def __init__(self, part: Any) -> None:
        """`part` is the main part of python-docx."""
        self._counters: dict[tuple[str, int], int] = {}
        self._of_styles = {
            style.style_id: found
            for style in part.document.styles
            if (found := style.element.find(f"{_W}pPr/{_W}numPr")) is not None
        }
        self._levels: dict[str, dict[int, Any]] = {}
        self._starts: dict[tuple[str, int], int] = {}
        self._abstract: dict[str, str] = {}
        try:
            numbering = part.numbering_part.element
        except (KeyError, NotImplementedError):
            return
        abstract = {
            each.get(f"{_W}abstractNumId", ""): {
                _number(level.get(f"{_W}ilvl")): level for level in each.iterchildren(f"{_W}lvl")
            }
            for each in numbering.iterchildren(f"{_W}abstractNum")
        }
        for each in numbering.iterchildren(f"{_W}num"):
            identity, of = each.get(f"{_W}numId", ""), each.find(f"{_W}abstractNumId")
            name = of.get(f"{_W}val", "") if of is not None else ""
            self._abstract[identity] = name
            self._levels[identity] = abstract.get(name, {})
            for change in each.iterchildren(f"{_W}lvlOverride"):
                begins = change.find(f"{_W}startOverride")
                if begins is not None:
                    at = (identity, _number(change.get(f"{_W}ilvl")))
                    self._starts[at] = _number(begins.get(f"{_W}val"))

    def label(self, paragraph: Any) -> str:
        """The label before this paragraph; "" for a bullet and outside of lists. Ask once for each paragraph."""
        found = paragraph.find(f"{_W}pPr/{_W}numPr")
        if found is None:
            style = paragraph.find(f"{_W}pPr/{_W}pStyle")
            found = self._of_styles.get(style.get(f"{_W}val", "")) if style is not None else None
        if found is None:
            return ""
        identity, depth = _value(found, "numId"), _number(_value(found, "ilvl"))
        levels = self._levels.get(identity, {})
        level = levels.get(depth)
        if level is None:
            return ""
        numbers = self._count(identity, depth)
        if _value(level, "numFmt") in ("bullet", "none"):
            return ""

        def filled(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            form = _value(levels[at], "numFmt") if at in levels else "decimal"
            return numeral(numbers.get(at, 1), form)

        label = _LEVEL.sub(filled, _value(level, "lvlText")).strip()
        return label if len(label) <= _LONGEST else ""

    def _count(self, identity: str, depth: int) -> dict[int, int]:
        """The numbers of this list at each depth down to `depth`, of which the last one goes up."""
        # Lists with the same abstract definition share one count, except a list that starts again.
        begins = self._starts.get((identity, depth))
        shared = identity if begins is not None else f"abstract {self._abstract[identity]}"
        at = (shared, depth)
        if at not in self._counters:
            level = self._levels[identity][depth]
            first = begins if begins is not None else _number(_value(level, "start") or "1")
            self._counters[at] = first - 1
        self._counters[at] += 1
        for deeper in [key for key in self._counters if key[0] == shared and key[1] > depth]:
            del self._counters[deeper]
        return {key[1]: count for key, count in self._counters.items() if key[0] == shared}


def _value(element: Any, name: str) -> str:
    found = element.find(f"{_W}{name}")
    return str(found.get(f"{_W}val", "")) if found is not None else ""


def _number(text: str | None) -> int:
    match = _INTEGER.match(text or "")
    return int(match[1]) if match else 0
