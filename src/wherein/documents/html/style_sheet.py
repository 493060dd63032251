"""Reads the simplest part of CSS: declarations, lengths, colours, and rules for one tag, class or id. Knows no layout.

What another selector may state for an element is not told; `StyleSheet.is_certain` says where that may be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from wherein.documents.building.colours import Colour
from wherein.documents.html.html_tree import Element

Declarations: TypeAlias = Mapping[str, str]

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
_SIMPLE = re.compile(r"([a-z][a-z0-9]*)?([.#][\w-]+)?")
_TOKEN = re.compile(r"[.#][\w-]+|(?<![\w.#:\-])[a-z][a-z0-9]*")
# These states begin with a person's key or pointer.
_BY_A_PERSON = re.compile(r":(?:focus(?:-visible|-within)?|active|visited|link)\b")
# What hides a text or shows it; others are not kept.
_KEPT = frozenset(
    """color background background-color background-clip -webkit-background-clip font font-size opacity visibility display
    position left top clip clip-path transform text-indent text-shadow -webkit-text-fill-color -webkit-text-stroke overflow
    overflow-x overflow-y width height max-width max-height margin-left margin-top padding padding-left padding-top
    padding-bottom transition animation will-change -webkit-transition -webkit-animation all right bottom inset margin
    animation-name transition-property""".split()
)
_STYLE = re.compile("<style", re.IGNORECASE)
_STYLE_END = re.compile("</style", re.IGNORECASE)
_LENGTH = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))(px|em|rem|vw|vh|%|pt|cm|in)?")
_PIXELS = {"px": 1.0, "em": 16.0, "rem": 16.0, "vw": 10.0, "vh": 10.0, "%": 10.0, "pt": 1.34, "cm": 37.8, "in": 96.0}  # fmt: skip
_NAMES: dict[str, Colour] = {
    "white": (255, 255, 255), "black": (0, 0, 0), "red": (255, 0, 0), "green": (0, 128, 0), "blue": (0, 0, 255),
    "yellow": (255, 255, 0), "gray": (128, 128, 128), "grey": (128, 128, 128), "silver": (192, 192, 192),
    "navy": (0, 0, 128), "snow": (255, 250, 250), "ivory": (255, 255, 240), "whitesmoke": (245, 245, 245),
    "ghostwhite": (248, 248, 255),
}  # fmt: skip
CLEAR: Colour = (-1, -1, -1)
"""The colour of letters without ink."""


class StyleSheet:
    """The rules of a page's own style sheets that are for one tag, class or id; what others are for is not certain."""

    def __init__(self, markup: str) -> None:
        # By name: what its rules state for each tag, "" for all, and the part of it that is urgent.
        self._rules: dict[str, dict[str, tuple[dict[str, str], dict[str, str]]]] = {}
        self._uncertain: set[str] = set()
        self.text = "".join(_sheets(markup))
        for selectors, body, is_nested in _blocks(self.text):
            stated = declarations(body)
            for selector in selectors.split(",") if stated else ():
                self._add(selector.strip().lower(), stated, is_nested)

    def _add(self, selector: str, stated: Declarations, is_nested: bool) -> None:
        found = _SIMPLE.fullmatch(selector)
        if found is not None and selector and not is_nested:
            tag = (found[1] or "") if found[2] else ""
            of_name = self._rules.setdefault(found[2] or found[1], {})
            normal, urgent = of_name.setdefault(tag, ({}, {}))
            normal.update(stated)
            urgent.update(_urgent(stated))
        elif not _BY_A_PERSON.search(selector):
            last = re.split(r"[\s>+~]+", selector)[-1]
            self._uncertain.update(_TOKEN.findall(last) or "*")

    def of(self, element: Element) -> Declarations:
        """What the rules and the element's own style state for it, by name, the strongest of each."""
        style = element.get("style")
        own = declarations(style) if style else {}
        found: dict[str, str] = {}
        urgent: dict[str, str] = {}
        for name in _names(element) if self._rules else ():
            of_name = self._rules.get(name)
            if of_name is not None:
                for tag in ("", element.tag):
                    if tag in of_name:
                        found.update(of_name[tag][0])
                        urgent.update(of_name[tag][1])
        return {**found, **own, **urgent, **_urgent(own)} if found else own

    def is_certain(self, element: Element) -> bool:
        """Whether no other selector of the page's own style sheets may state something for the element."""
        return "*" not in self._uncertain and self._uncertain.isdisjoint(_names(element))


def _names(element: Element) -> list[str]:
    """The selectors of an element's tag, classes and id, as in "p", ".note" and "#top": the one that wins comes last."""
    names = [element.tag]
    if element.attributes:
        names += ["." + each for each in element.get("class").lower().split()]
        if element.get("id"):
            names.append("#" + element.get("id").lower())
    return names


def without_comments(text: str) -> str:
    return _COMMENT.sub("", text) if "/*" in text else text


def declarations(text: str) -> dict[str, str]:
    """Names and values in lower case, of those that hide a text or show it; of one stated twice the last."""
    found: dict[str, str] = {}
    for each in without_comments(text).split(";"):
        name, colon, value = each.partition(":")
        if colon and (name := name.strip().lower()) in _KEPT:
            found[name] = " ".join(value.lower().split())
    return found


def _urgent(stated: Declarations) -> dict[str, str]:
    return {name: value for name, value in stated.items() if "!important" in value}


def length(value: str) -> float | None:
    """A length in pixels, roughly; None for what is none."""
    found = _LENGTH.fullmatch(value.removesuffix("!important").strip())
    return float(found[1]) * _PIXELS[found[2] or "px"] if found else None


def colour(value: str) -> Colour | None:
    """A colour; `CLEAR` for one that lets everything through, None for what is not told."""
    value = value.removesuffix("!important").strip()
    if value == "transparent":
        return CLEAR
    digits = value[1:] if value.startswith("#") else ""
    if re.fullmatch("[0-9a-f]{3,4}", digits):
        digits = "".join(2 * each for each in digits)
    if re.fullmatch("[0-9a-f]{6}(?:[0-9a-f]{2})?", digits):
        red, green, blue, *alpha = bytes.fromhex(digits)
        return _inked((red, green, blue), alpha[0] / 255 if alpha else 1.0)
    if value.startswith(("rgb(", "rgba(")):
        numbers = re.findall(r"[0-9]*\.?[0-9]+", value)
        if len(numbers) in (3, 4) and "%" not in value:
            red, green, blue = (min(255, int(float(each))) for each in numbers[:3])
            return _inked((red, green, blue), float(numbers[3]) if len(numbers) == 4 else 1.0)
    return _NAMES.get(value)


def _inked(found: Colour, alpha: float) -> Colour | None:
    if alpha == 1:
        return found
    return CLEAR if alpha <= 0.02 else None


def _sheets(markup: str) -> Iterator[str]:
    """The texts of the `style` elements for screens, without comments."""
    found = _STYLE.search(markup)
    while found is not None:
        start = markup.find(">", found.end()) + 1
        end = _STYLE_END.search(markup, start) if start else None
        if end is None:
            return
        if "print" not in markup[found.end() : start]:
            yield without_comments(markup[start : end.start()]) + "\n"
        found = _STYLE.search(markup, end.end())


def _blocks(text: str) -> Iterator[tuple[str, str, bool]]:
    """The selectors and the declarations of each rule, and whether it stands within another one, such as a rule for narrow screens."""
    heads: list[tuple[str, bool]] = []
    start = 0
    for found in re.finditer("[{}]", text):
        if found[0] == "{":
            head = text[start : found.start()].rpartition(";")[2].strip()
            is_out = head.startswith("@keyframes") or (head.startswith("@") and "print" in head)
            heads.append((head, is_out or (bool(heads) and heads[-1][1])))
        elif heads:
            head, is_out = heads.pop()
            if not is_out and not head.startswith("@"):
                yield head, text[start : found.start()], bool(heads)
        start = found.end()
