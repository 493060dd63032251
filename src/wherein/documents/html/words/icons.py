"""The words of pictures and icons, in the page's own language: "Included" and never "yes". Knows no text rules."""

from __future__ import annotations

import re

from wherein.documents.building.canonical import LONGEST_HEADER, is_visible
from wherein.documents.html.html_tree import Element
from wherein.documents.html.shown import is_hidden

_FILE_NAME = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|avif|bmp)\Z", re.I)
_NAMES = ("aria-label", "alt", "title")


def icon_words(element: Element) -> str:
    """What an element says of itself where no text shows: its `aria-label`, `alt` or `title`, or the title within an
    `svg`; "" without any, for the name of a file, and for what is hidden."""
    if element.tag != "svg" and not element.attributes:
        return ""
    if is_hidden(element) or element.get("aria-hidden").lower() == "true":
        return ""
    found = next((element.get(name) for name in _NAMES if is_visible(element.get(name))), "")
    if not found and element.tag == "svg":
        titles = (child for child in element.children if isinstance(child, Element))
        found = next((child.text() for child in titles if child.tag == "title"), "")
    words = " ".join(found.split(None, LONGEST_HEADER)[:LONGEST_HEADER])[:LONGEST_HEADER]
    return words if is_visible(words) and not _FILE_NAME.search(words) else ""
