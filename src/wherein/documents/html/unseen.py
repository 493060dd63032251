"""Marks the text of a page that its own styles keep from every eye, by `hidden="unseen"`. Knows no blocks.

What a click or a script may show is left alone: display and visibility in style sheets, panels beside a control, motion.
Where another style sheet, a picture or a selector that isn't read may show a text, it counts as seen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import islice

from wherein.documents.building.canonical import is_visible
from wherein.documents.building.colours import WHITE, Colour, look_alike
from wherein.documents.html.html_tree import Element, parse_html
from wherein.documents.html.shown import NEVER_SHOWN, is_formula_copy, is_hidden
from wherein.documents.html.style_sheet import (
    CLEAR,
    StyleSheet,
    colour,
    declarations,
    length,
)

UNSEEN = "unseen"
_FAR = -999.0
"""In pixels: a text so far at the left or top can't be scrolled to."""
_MOST_BEFORE = 50
"""A control that opens a panel is among so many elements before it."""
_MOTION = re.compile(r"\b(?:transition|animation|will-change)\b")
_MOVED = re.compile(r"translate|rotate|matrix")
_SCALED_AWAY = re.compile(r"scale(?:x|y|3d)?\(\s*[+-]?0*\.?0*\s*[,)]")
_CUT = re.compile(r"inset\(\s*(?:[5-9][0-9]|100)(?:\.[0-9]+)?%|circle\(\s*0[a-z%]*\s*[\s)]")
_NUMBERS = re.compile(r"-?[0-9]*\.?[0-9]+")
_CONTROLS = frozenset("button summary label".split())
_CELLS = frozenset("td th dd".split())
_PICTURES = frozenset("img picture video canvas svg iframe object embed".split())
_ICONS = _PICTURES | {"i", "use"}
# These have colours of their own.
_OWN_COLOURS = frozenset("a mark".split())


class _Kind(Enum):
    """How an element is unseen: for good; until something opens it; cut to a point, for screen readers."""

    GONE = auto()
    CLOSED = auto()
    CUT = auto()


@dataclass(frozen=True, slots=True)
class _Ink:
    """The colours and size that an element's letters have; None where they are not told."""

    letters: Colour | None
    ground: Colour | None
    is_nothing: bool = False

    @property
    def is_unseen(self) -> bool:
        return self.is_nothing or (
            self.letters is not None
            and (
                self.letters == CLEAR
                or (self.ground is not None and look_alike(self.letters, self.ground))
            )
        )


@dataclass(slots=True)
class _Page:
    """What holds for a whole page. `is_plain`: no style but its own and no picture may be behind a text."""

    sheet: StyleSheet
    controlled: set[str]
    is_plain: bool
    has_script: bool


def parse_marked(markup: str) -> Element:
    """The `html` element of a page (see `parse_html`), with its invisible text marked."""
    html = parse_html(markup)
    mark_unseen(html, markup)
    return html


def count_unseen(html: Element) -> int:
    """How many texts of a page were marked."""
    return sum(element.attributes.get("hidden") == UNSEEN for element in html.elements())


def mark_unseen(html: Element, markup: str) -> None:
    """Mark the elements whose text is invisible on the page, so that it is left out."""
    if "style" not in markup and "STYLE" not in markup:
        return
    page = _page_of(html, StyleSheet(markup))
    body = html.first("body") or html
    plain = _Ink(None, WHITE if page.is_plain else None)
    stack = [(body, _inked(page, body, _inked(page, html, plain)))]
    found: list[Element] = []
    closed: list[Element] = []
    cut: list[Element] = []
    inkless: list[Element] = []
    while stack:
        element, ink = stack.pop()
        if ink.is_unseen and element.tag not in NEVER_SHOWN:
            inkless.append(element)
        before: Element | None = None
        for child in element.children:
            if not isinstance(child, Element) or is_formula_copy(child):
                continue
            last, before = before, child
            if child.tag in NEVER_SHOWN or is_hidden(child):
                continue
            stated = page.sheet.of(child)
            kind = _kind_of(page, child, stated, last) if stated else None
            if kind is None:
                stack.append((child, _inked(page, child, ink, stated)))
            elif is_visible(child.text()):
                {_Kind.GONE: found, _Kind.CLOSED: closed, _Kind.CUT: cut}[kind].append(child)
    found += _for_good(body, closed)
    found += _not_in_place_of_icons(cut)
    for element in found:
        element.attributes = {**element.attributes, "hidden": UNSEEN}
    for element in inkless:
        _hide_own_text(element)


def _page_of(html: Element, sheet: StyleSheet) -> _Page:
    """One walk over the page, for what its rules and its controls name."""
    controlled: set[str] = set()
    is_plain = not re.search(r"url\(|gradient|@import|color-scheme", sheet.text)
    has_script = False
    for element in html.elements():
        for name in ("aria-controls", "data-target", "data-bs-target", "for", "href"):
            value = element.get(name)
            if value and (name == "aria-controls" or name == "for" or value.startswith("#")):
                controlled.update(value.removeprefix("#").split())
        if element.tag in _PICTURES or (
            element.tag == "link" and "stylesheet" in element.get("rel")
        ):
            is_plain = False
        elif element.tag == "script" and "json" not in element.get("type"):
            has_script = True
        elif "background" in element.attributes or "bgcolor" in element.attributes:
            is_plain = False
        if "url(" in element.get("style") or "gradient" in element.get("style"):
            is_plain = False
    return _Page(sheet, controlled, is_plain, has_script)


def _kind_of(
    page: _Page, element: Element, stated: Mapping[str, str], before: Element | None
) -> _Kind | None:
    """How styles keep an element and all below it from the eye; None where they do not. `before` is the element before it."""
    own = declarations(element.get("style")) if element.get("style") else {}
    if not page.sheet.is_certain(element):
        stated = own
    if not stated or element.get("role").lower() == "tabpanel":
        return None
    if _is_far(stated):
        return _Kind.GONE
    if _is_cut(stated):
        return _Kind.CUT
    # A script may change what a sheet says, and what opens a panel stands before it or names it.
    closing = own if page.has_script else stated
    if closing and _is_closed(closing) and not _is_opened(page, element, before):
        return _Kind.CLOSED
    return None


def _is_far(stated: Mapping[str, str]) -> bool:
    if _MOTION.search(" ".join(stated)) or _MOVED.search(stated.get("transform", "")):
        return False
    names = ["text-indent"]
    if not any(name.startswith("padding") for name in stated):
        names += ["margin-left", "margin-top"]
    if stated.get("position", "").startswith(("absolute", "fixed", "relative")):
        names += ["left", "top"]
    return any(
        name in stated and (at := length(stated[name])) is not None and at <= _FAR for name in names
    )


def _is_cut(stated: Mapping[str, str]) -> bool:
    clip = stated.get("clip", "")
    if clip.startswith("rect") and stated.get("position", "").startswith(("absolute", "fixed")):
        numbers = [float(each) for each in _NUMBERS.findall(clip)]
        if len(numbers) == 4 and (numbers[2] - numbers[0] <= 1 or numbers[1] - numbers[3] <= 1):
            return True
    if _CUT.match(stated.get("clip-path", "")):
        return True
    sides = [length(stated.get(name, "")) for name in ("width", "height")]
    is_point = all(side is not None and side <= 1 for side in sides)
    return is_point and _is_clipped(stated)


def _is_clipped(stated: Mapping[str, str]) -> bool:
    overflow = " ".join(stated.get(f"overflow{axis}", "") for axis in ("", "-x", "-y"))
    return "hidden" in overflow or "clip" in overflow


def _is_closed(stated: Mapping[str, str]) -> bool:
    is_moving = _MOTION.search(" ".join(stated)) is not None
    opacity = length(stated.get("opacity", ""))
    transform = stated.get("transform", "")
    if opacity is not None and opacity <= 0.02 and not is_moving and not _MOVED.search(transform):
        return True
    if _SCALED_AWAY.search(transform) and not is_moving:
        return True
    if stated.get("visibility", "").startswith(("hidden", "collapse")):
        return True
    if stated.get("display", "").startswith("none"):
        return True
    sides = (
        length(stated.get(f"{most}{side}", ""))
        for most in ("", "max-")
        for side in ("height", "width")
    )
    has_room = any(name.startswith("padding") for name in stated)
    return not is_moving and not has_room and 0.0 in sides and _is_clipped(stated)


def _is_opened(page: _Page, element: Element, before: Element | None) -> bool:
    """Whether a control of the page opens the element: one that names it, or that stands before it."""
    if element.get("role").lower() == "region" or element.get("id") in page.controlled:
        return True
    return before is not None and any(
        each.tag in _CONTROLS or each.get("role") == "button" or "aria-expanded" in each.attributes
        for each in islice(before.elements(), _MOST_BEFORE)
    )


def _for_good(body: Element, closed: list[Element]) -> list[Element]:
    """Those closed elements that no script opens: a page that hides more than it shows waits for its script."""
    if not closed:
        return []
    hidden = sum(len("".join(element.text().split())) for element in closed)
    return closed if 2 * hidden <= len("".join(body.text().split())) else []


def _not_in_place_of_icons(cut: list[Element]) -> list[Element]:
    """The elements without those that are the only text of a cell with an icon: they say what the icon shows."""
    cells: dict[int, tuple[Element, list[Element]]] = {}
    for element in cut:
        cell = next((each for each in element.ancestors() if each.tag in _CELLS), None)
        if cell is not None:
            cells.setdefault(id(cell), (cell, []))[1].append(element)
    kept: set[int] = set()
    for cell, elements in cells.values():
        has_icon = any(each.tag in _ICONS for each in cell.elements())
        whole = len("".join(cell.text().split()))
        if has_icon and whole == sum(len("".join(each.text().split())) for each in elements):
            kept.update(map(id, elements))
    return [element for element in cut if id(element) not in kept]


def _inked(
    page: _Page, element: Element, around: _Ink, stated: Mapping[str, str] | None = None
) -> _Ink:
    """The ink of an element in an element with this ink."""
    if stated is None:
        stated = page.sheet.of(element)
    if not stated and (page.is_plain or not element.attributes) and page.sheet.is_certain(element):
        return replace(around, letters=None) if element.tag in _OWN_COLOURS else around
    is_certain = page.is_plain and page.sheet.is_certain(element)
    ink = around if is_certain else _Ink(None, None)
    letters = None if element.tag in _OWN_COLOURS else ink.letters
    if "color" in stated:
        letters = colour(stated["color"])
    shows_clear = any(
        "clip" in n or "text-shadow" in n or "stroke" in n or "fill" in n for n in stated
    )
    letters = None if shows_clear else letters
    ground = ink.ground
    backgrounds = [stated[n] for n in ("background", "background-color") if n in stated]
    if backgrounds:
        own = colour(backgrounds[-1])
        ground = ground if own == CLEAR else own
    is_nothing = ink.is_nothing and "font" not in stated
    if "font-size" in stated:
        size = length(stated["font-size"])
        is_nothing = size is not None and size <= 1
    return _Ink(letters, ground, is_nothing)


def _hide_own_text(element: Element) -> None:
    """Hide the text of the element that is in no other element."""
    children: list[Element | str] = []
    for child in element.children:
        if isinstance(child, str) and is_visible(child):
            held = Element("span", {"hidden": UNSEEN}, element)
            held.children = [child]
            children.append(held)
        else:
            children.append(child)
    element.children = children
