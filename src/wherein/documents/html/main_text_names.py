"""Classifies elements by tags, classes, ids and attributes, with the word lists of `main_text`. Knows no tree.

The lists of class names are Readability's (Apache-2.0, mozilla/readability), shortened.
"""

from __future__ import annotations

import re

from wherein.documents.building.canonical import WHITE_SPACE
from wherein.documents.html.html_tree import HEADINGS, Element
from wherein.documents.html.shown import is_hidden

NEVER = frozenset(
    "script style noscript template head link meta del svg iframe object embed applet video audio "
    "canvas map select datalist input textarea button dialog nav footer aside menu".split()
)
ROLES = frozenset(
    "menu menubar complementary navigation alert alertdialog dialog search contentinfo".split()
)
UNLIKELY = re.compile(
    r"-ad-|ai2html|banner|breadcrumbs|combx|comment|community|cookie|cover-wrap|disqus|extra|footer"
    r"|gdpr|header|legends|menu|related|remark|replies|rss|shoutbox|sidebar|skyscraper|social"
    r"|sponsor|supplemental|ad-break|agegate|pagination|pager|popup|yom-remote",
    re.I,
)
MAYBE = re.compile(r"and|article|body|column|content|main|mathjax|shadow", re.I)
POSITIVE = re.compile(
    r"article|body|content|entry|hentry|h-entry|main|page|pagination|post|text|blog|story", re.I
)
NEGATIVE = re.compile(
    r"-ad-|hidden|^hid$| hid$| hid |^hid |banner|combx|comment|com-|contact|footer|gdpr|masthead"
    r"|media|meta|outbrain|promo|related|scroll|share|shoutbox|sidebar|skyscraper|sponsor|shopping"
    r"|tags|widget",
    re.I,
)
SHARE = re.compile(r"(\b|_)(share|sharedaddy)(\b|_)", re.I)
BYLINE = re.compile(r"byline|author|dateline|writtenby|p-author", re.I)
COMMAS = re.compile("[,\u060c\ufe50\ufe10\ufe11\u2e41\u2e34\u2e32\uff0c]")

_SPACES = re.compile(f"[{WHITE_SPACE}]+")

TAG_SCORES = {
    "div": 5,
    **dict.fromkeys(("pre", "td", "blockquote"), 3),
    **dict.fromkeys(("address", "ol", "ul", "dl", "dd", "dt", "li", "form"), -3),
    **dict.fromkeys((*HEADINGS, "th"), -5),
}


def squeezed(text: str) -> str:
    """`text` with collapsed white space and none at its ends, as lengths are counted."""
    return _SPACES.sub(" ", text).strip(" ")


def is_decoration(element: Element) -> bool:
    """Whether the element's own attributes exclude it from reading: hidden, or hidden from screen readers."""
    if is_hidden(element):
        return True
    if element.attributes.get("aria-hidden", "").lower() == "true":
        return "fallback-image" not in element.get("class")
    return False


def name_weight(element: Element) -> int:
    """+25 or -25 for a significant class, and the same for a significant id."""
    weight = 0
    for name in (element.get("class"), element.get("id")):
        if name:
            weight -= 25 if NEGATIVE.search(name) else 0
            weight += 25 if POSITIVE.search(name) else 0
    return weight
