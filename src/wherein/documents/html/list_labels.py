"""Computes the labels of numbered list items ("3.", "b)"), which are not in their text. Reads HTML."""

from __future__ import annotations

import re

from wherein.documents.building.numerals import roman
from wherein.documents.html.html_tree import Element

_LARGEST = 999_999
_INTEGER = re.compile(r"\s*(-?\d{1,6})")
_OF_HTML = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}


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
        return roman(number).lower() if form == "lowerRoman" else roman(number)
    return f"{number:02d}" if form == "decimalZero" else str(number)


def _integer(given: str, otherwise: int) -> int:
    match = _INTEGER.match(given)
    return int(match[1]) if match else otherwise
