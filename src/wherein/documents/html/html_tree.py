"""Parses markup to a small tree of elements and strings. Does not interpret it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wherein.core.errors import SourceTooLarge

# Elements that begin and end a line; everything else flows within one (HTML Standard, 15.3).
BLOCK_TAGS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li "
    "main menu nav ol option p pre search section summary table tbody td tfoot th thead title "
    "tr ul listing plaintext xmp".split()
)
# Chromium's limit (HTMLConstructionSite, maximum DOM tree depth).
DEEPEST = 512
DEEPEST_PARSED = 5000
"""Tags nested deeper are cut out before parsing: the HTML parser takes time quadratic in the depth."""
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)")
# Elements that end without an end tag (HTML Standard, 13.1.2): they say nothing of the depth.
_ENDS_BY_ITSELF = frozenset(
    "area base br col embed hr img input link meta param source track wbr html head body li dt dd p "
    "option colgroup caption thead tbody tfoot tr td th".split()
)
# Elements whose end ends all that is open in them; `rt`, `rp` and `optgroup` end by themselves in these alone.
_ENDS_ALL = frozenset(("ruby", "select"))
_OPTION = re.compile("<opt", re.IGNORECASE)
_MOST_OPTIONS = 1_000
MOST_ATTRIBUTES = 10_000
"""The limit of one tag: the HTML parser takes time quadratic in the number of attributes."""
MOST_CELLS = 2_000_000
"""The limit of the tables of a page, as of a workbook's sheets; so many take more memory than the parser's process has."""
_CELL = re.compile("<t[dh](?![a-z])", re.IGNORECASE)
_WHOLE_TAG = re.compile(r"""<([a-zA-Z][a-zA-Z0-9-]*+)((?:[^"'>]++|"[^"]*+"|'[^']*+'|["'])*+)""")
_QUOTED = re.compile(r""""[^"]*+"|'[^']*+'""")
# HTML Standard, 13.2.6.4.16 and 17: other tags within a `select` are left out.
_ENDS_SELECT = frozenset("input keygen textarea caption table tbody tfoot thead tr td th".split())
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


class Element:
    """One element: its tag (lower case), attributes, parent, and children (elements or text)."""

    __slots__ = ("attributes", "children", "parent", "tag")

    def __init__(self, tag: str, attributes: dict[str, str], parent: Element | None) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.children: list[Element | str] = []

    def get(self, name: str) -> str:
        """An attribute's value; empty when it is absent or empty."""
        return self.attributes.get(name, "")

    def elements(self) -> Iterator[Element]:
        """This element and all below it, in document order; the tree must not change meanwhile."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(
                child for child in reversed(element.children) if isinstance(child, Element)
            )

    def find(self, *tags: str) -> Iterator[Element]:
        """All elements below this one that have one of `tags`, in document order."""
        for element in self.elements():
            if element is not self and element.tag in tags:
                yield element

    def first(self, *tags: str) -> Element | None:
        return next(self.find(*tags), None)

    def ancestors(self) -> Iterator[Element]:
        """The parent, its parent, and so on, up to the root."""
        element = self.parent
        while element is not None:
            yield element
            element = element.parent

    def text(self) -> str:
        """All text below, unchanged and concatenated."""
        parts: list[str] = []
        stack: list[Element | str] = [self]
        while stack:
            node = stack.pop()
            if isinstance(node, str):
                parts.append(node)
            else:
                stack.extend(reversed(node.children))
        return "".join(parts)

    def remove(self) -> None:
        """Take this element out of its parent."""
        if self.parent is not None:
            self.parent.children = [child for child in self.parent.children if child is not self]
            self.parent = None


def parse_html(markup: str) -> Element:
    """The `html` element of a page, as a browser without scripts would build it.

    Comments, `template` contents and processing instructions are left out. Elements nested deeper than `DEEPEST` are
    put beside their parent, as in Chromium, so that walking up is always short.
    """
    from selectolax.lexbor import LexborHTMLParser

    _refuse_too_many_cells(markup)
    _refuse_too_many_attributes(markup)
    source = LexborHTMLParser(_without_the_deepest(_without_options(markup))).root
    if source is None:
        return Element("html", {}, None)
    root = Element("html", _attributes(source), None)
    node = source.child
    # The element that each open lexbor node's children go to.
    holders = [root]
    while node is not None:
        tag = node.tag or ""
        if node.is_text_node:
            holders[-1].children.append(node.text_content or "")
        elif node.is_element_node:
            child = Element(tag, _attributes(node), holders[-1])
            holders[-1].children.append(child)
            below = node.child
            if below is not None and tag not in ("template", "script", "style"):
                holders.append(child if len(holders) < DEEPEST else holders[-1])
                node = below
                continue
            if tag == "script" and "ld+json" in child.get("type") and below is not None:
                child.children.append(below.text_content or "")
        while node is not None and node.next is None:
            node = node.parent
            holders.pop()
            if not holders:
                return root
        node = node.next if node is not None else None
    return root


def _refuse_too_many_cells(markup: str) -> None:
    """Raise SourceTooLarge for more cells than a document may have, before any is made."""
    if sum(map(markup.count, ("<td", "<th", "<TD", "<TH"))) <= MOST_CELLS:
        return
    if sum(1 for _ in _CELL.finditer(markup)) > MOST_CELLS:
        raise SourceTooLarge(
            f"The page has tables with more than {MOST_CELLS:,} cells.",
            "Split it into smaller files.",
        )


def _refuse_too_many_attributes(markup: str) -> None:
    """Raise SourceTooLarge where one tag has more attributes than any page has; scripts and styles are passed over."""
    done = 0
    unended: set[str] = set()
    for tag in _WHOLE_TAG.finditer(markup):
        if tag.start() < done:
            continue
        if tag[1].lower() in ("script", "style") and tag[1] not in unended:
            done = markup.find(f"</{tag[1]}", tag.end()) + 1
            if not done:
                unended.add(tag[1])
        if len(tag[2]) > 2 * MOST_ATTRIBUTES:
            bare = _QUOTED.sub('""', tag[2])
            if len(bare.split()) > MOST_ATTRIBUTES or bare.count('""') > MOST_ATTRIBUTES:
                raise SourceTooLarge(
                    f"The page has a tag with more than {MOST_ATTRIBUTES:,} attributes.",
                    "Save the page again, or as text.",
                )


def _without_options(markup: str) -> str:
    """The markup without the tags of options within a `select`, of which no text shows: the HTML parser takes time
    quadratic in their number."""
    if sum(1 for _ in _OPTION.finditer(markup)) <= _MOST_OPTIONS:
        return markup
    inside = False
    kept: list[str] = []
    done = 0
    for tag in _TAG.finditer(markup):
        name = tag[2].lower()
        if name in ("option", "optgroup"):
            if inside and tag.start() >= done:
                kept.append(markup[done : tag.start()])
                done = markup.find(">", tag.end()) + 1 or len(markup)
        elif name == "select":
            inside = tag[1] != "/"
        elif name in _ENDS_SELECT:
            inside = False
    return "".join((*kept, markup[done:]))


def _without_the_deepest(markup: str) -> str:
    """The markup without tags nested deeper than `DEEPEST_PARSED`; their text stays."""
    if markup.count("<") <= DEEPEST_PARSED:
        return markup
    depth = 0
    outer: list[int] = []
    kept: list[str] = []
    done = 0
    for tag in _TAG.finditer(markup):
        name = tag[2].lower()
        if tag.start() < done or name in _ENDS_BY_ITSELF:
            continue
        ends = tag[1] == "/"
        if name in _ENDS_ALL:
            if not ends:
                outer.append(depth)
            elif outer:
                depth = outer.pop() + 1
        if (depth if ends else depth + 1) > DEEPEST_PARSED:
            kept.append(markup[done : tag.start()])
            done = markup.find(">", tag.end()) + 1 or len(markup)
        depth = max(0, depth - 1) if ends else depth + 1
    return "".join((*kept, markup[done:]))


def _attributes(node: object) -> dict[str, str]:
    return {name: value or "" for name, value in node.attributes.items()}  # type: ignore[attr-defined]
