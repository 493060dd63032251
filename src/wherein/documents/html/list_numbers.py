"""The numbers of list items ("3.", "b.") that a page shows and does not have as text. Knows no style sheet.

The TypeScript twin is `web/anchoring/src/page/list-numbers.ts`.
"""

from __future__ import annotations

import re

from wherein.documents.building.numerals import numeral
from wherein.documents.html.html_tree import Element

_INTEGER = re.compile(r"[ \t\n\f\r]*(-?[0-9]{1,6})")
_FORMS = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_UNNUMBERED = re.compile(
    r"bread|nav|menu|pager|pagination|\btabs?\b|comment|unstyled|inline|carousel|slid|cards?\b|grid|galler|result|feed"
    r"|\btoc\b|list-none|no-?bullet|reset",
    re.I,
)
"""Names of lists whose style sheets leave out the numbers: controls, registers and boxes."""
_NO_MARKER = re.compile(r"list-style(?:-type)?\s*:[^;]*\bnone\b", re.I)
_BOXES = frozenset("article section figure img picture".split())
BESIDE = frozenset("nav header footer aside menu".split())
"""The elements below which lists are controls, without numbers."""


def list_numbers(listing: Element) -> dict[int, str]:
    """The labels of the items of an `ol`, by `id(element)`; none of a list that is not numbered where it shows."""
    names = f"{listing.get('class')} {listing.get('id')}"
    if listing.get("role") or _UNNUMBERED.search(names) or _NO_MARKER.search(listing.get("style")):
        return {}
    return {
        identity: label for identity, (item, label) in _labelled(listing).items() if _is_shown(item)
    }


def _labelled(listing: Element) -> dict[int, tuple[Element, str]]:
    items = [
        child for child in listing.children if isinstance(child, Element) and child.tag == "li"
    ]
    counts_down = "reversed" in listing.attributes
    step = -1 if counts_down else 1
    number = _integer(listing.get("start"), len(items) if counts_down else 1)
    labels: dict[int, tuple[Element, str]] = {}
    for item in items:
        number = _integer(item.get("value"), number)
        form = _FORMS.get(item.get("type") or listing.get("type"), "decimal")
        labels[id(item)] = (item, f"{numeral(number, form)}.")
        number += step
    return labels


def _is_shown(item: Element) -> bool:
    if _NO_MARKER.search(item.get("style")):
        return False
    first = next((c for c in item.children if not isinstance(c, str) or c.strip()), None)
    return not (isinstance(first, Element) and first.tag in _BOXES)


def _integer(given: str, otherwise: int) -> int:
    match = _INTEGER.match(given)
    return int(match[1]) if match else otherwise
