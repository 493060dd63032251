"""Decides which elements of a page are visible, by its markup alone. Knows no style sheet, layout or script:
`unseen` marks beforehand what the page's own styles keep from every eye.

The rules agree with the browser's view of the live page where no style sheet changes it.
"""

from __future__ import annotations

import re

from wherein.documents.html.html_tree import HEADINGS, Element
from wherein.documents.html.style_sheet import without_comments

NEVER_SHOWN = frozenset(
    "script style noscript noembed noframes template head svg iframe object embed video audio canvas "
    "select datalist input textarea rp annotation annotation-xml area param del".split()
)
"""Elements without text of the page: what is in them is not shown, is a picture, is being written or was deleted."""
HIDDEN_STYLE = re.compile(
    r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))", re.I
)


_FORMULA_COPY = re.compile(r"\b(?:katex-mathml|mwe-math-mathml-\w+|MJX_Assistive_MathML)\b")


def is_formula_copy(element: Element) -> bool:
    """Whether the element holds the MathML of a formula that the page also draws in another way. It is read, though it
    does not show itself: it has the formula in its order."""
    if element.tag == "mjx-assistive-mml":
        return True
    name = element.attributes.get("class")
    return bool(name) and _FORMULA_COPY.search(name or "") is not None


def is_hidden(element: Element) -> bool:
    """Whether the element's own attributes hide it and all below it.

    What a browser's search or one click opens is not hidden: `hidden="until-found"`, and a panel of tabs.
    """
    attributes = element.attributes
    if element.tag == "dialog" and "open" not in attributes:
        return True
    if not attributes:
        return False
    if "popover" in attributes:
        return True
    if attributes.get("role", "").lower() == "tabpanel" or is_formula_copy(element):
        return False
    if "hidden" in attributes and attributes["hidden"].lower() != "until-found":
        return True
    style = attributes.get("style")
    return bool(style) and HIDDEN_STYLE.search(without_comments(style or "")) is not None


def is_shown(element: Element) -> bool:
    """Whether text below the element belongs to the page's text; asked from the top down.

    A button is a control and no text, unless it is a heading that opens a section.
    """
    if element.tag in NEVER_SHOWN or is_hidden(element):
        return False
    return element.tag != "button" or is_in_heading(element)


def is_in_heading(element: Element) -> bool:
    return any(ancestor.tag in HEADINGS for ancestor in element.ancestors())
