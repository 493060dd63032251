"""Finds what a page shows of words without any character for it: struck words, and words of neighbouring elements that
only a style or a control parts. The TypeScript twin is `web/anchoring/src/page/seams.ts`.
"""

from __future__ import annotations

import re

from wherein.documents.html.html_tree import BLOCK_TAGS, Element
from wherein.documents.html.words.formulas import Part
from wherein.documents.html.words.run_text import Put

SEAM = Put("")
"""Where two `span` elements touch; a space, where `is_seam`."""
CLASS_SEAM = Put("")
"""The same between two of different classes, between two labels, and where a control of a form is."""
_STRUCK = Put("~~")
_STRUCK_STYLE = re.compile(r"text-decoration(?:-line)?\s*:[^;]*\bline-through\b", re.I)
_DIGITS = frozenset("0123456789")


def is_seam(put: Put, text: str, place: int) -> bool:
    """Whether words are joined at a place where two elements touch: "kgGuarantee", "Weight1.4"; between those of
    different classes also "Guaranteefive". A word may begin with a letter of its own style: "Tower"."""
    if not 0 < place < len(text):
        return False
    last, first = text[place - 1], text[place]
    if put is CLASS_SEAM:
        return (last.islower() or last in _DIGITS) and (first.isalpha() or first in _DIGITS)
    return put is SEAM and last.islower() and (first.isupper() or first in _DIGITS)


def with_seams(element: Element, parts: list[Part]) -> list[Part]:
    """The parts of an element, with a seam between `span` or `label` elements that touch and at controls, and around
    struck words their sign."""
    found: list[Part] = []
    last: Part | None = None
    for part in parts:
        if (
            isinstance(part, Element)
            and isinstance(last, Element)
            and part.tag == last.tag == "span"
        ):
            names = part.get("class"), last.get("class")
            found.append(CLASS_SEAM if all(names) and names[0] != names[1] else SEAM)
        elif isinstance(part, Element) and (_is_control(part) or _are_labels(last, part)):
            found.append(CLASS_SEAM)
        found.append(part)
        last = part
    if _is_struck(element) and any(
        part.strip() if isinstance(part, str) else isinstance(part, Element) for part in parts
    ):
        return [_STRUCK, *found, _STRUCK]
    return found


def _is_control(element: Element) -> bool:
    """Whether a page shows the element as a control, which is no text, between the words around it."""
    return element.tag in ("select", "textarea") or (
        element.tag == "input" and element.get("type").lower() != "hidden"
    )


def _are_labels(last: Part | None, part: Element) -> bool:
    return isinstance(last, Element) and last.tag == part.tag == "label"


def _is_struck(element: Element) -> bool:
    struck = element.tag in ("s", "strike") or (
        element.tag == "span" and _STRUCK_STYLE.search(element.get("style")) is not None
    )
    return struck and not any(
        isinstance(child, Element) and child.tag in BLOCK_TAGS for child in element.children
    )
