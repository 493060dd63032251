"""Selects the elements of a web page's main text. Knows only the tree: no layout, no scripts.

The rules use only tags, attributes and text lengths, so that the browser makes the same decisions on the live page.
`docs/canonical-text.md` lists them in order, and `contracts/canonical-text.json` has cases for both languages. The scoring
follows Arc90's Readability: paragraphs vote for the elements that contain them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from wherein.documents.html.html_tree import BLOCK_TAGS, HEADINGS, Element
from wherein.documents.html.main_text_names import (
    BYLINE,
    COMMAS,
    MAYBE,
    NEVER,
    ROLES,
    SHARE,
    TAG_SCORES,
    UNLIKELY,
    is_decoration,
    name_weight,
    squeezed,
)
from wherein.documents.html.shown import is_in_heading
from wherein.documents.html.tables.html_table import holds_data

SHORTEST_PARAGRAPH = 25
SHORTEST_ARTICLE = 500
SMALLEST_SHARE = 0.4
MOST_AROUND = 5
"""The winner and boxes around it beside which other parts of the article are looked for."""
SHORTEST_IN_PARTS = 100
"""The least mean length of the paragraphs of such a part; comments and teasers are shorter."""


@dataclass(frozen=True, slots=True)
class Strictness:
    """The rules of one attempt; later attempts remove less, when too little text was left."""

    unlikely: bool
    names: bool
    leftovers: bool
    asides: bool = True


ATTEMPTS = (
    Strictness(True, True, True),
    Strictness(False, True, True),
    Strictness(False, False, True),
    Strictness(False, False, False),
)
# Some pages keep what they are about in an `aside`.
WITH_ASIDES = Strictness(True, False, True, asides=False)


# Below these an element is judged otherwise; no class name counts below `_SHELTERING`.
_OF_NOTE = frozenset({"table", "code", "pre", "figure"})
_SHELTERING = frozenset({"table", "code", "pre"})


class _Measure:
    """Sums over the remaining content of one element."""

    __slots__ = ("blocks", "chars", "commas", "data_tables", "headings", "images", "inputs",
                 "items", "links", "lists", "paragraphs", "prose")  # fmt: skip

    def __init__(self) -> None:
        self.chars = 0  # characters of text
        self.links = 0.0  # of them in links; a link within the page counts 0.3
        self.lists = 0  # of them in lists
        self.headings = 0  # of them in headings
        self.prose = 0  # of them in anything but bare inline elements of a div
        self.commas = 0
        self.paragraphs = 0
        self.images = 0
        self.items = 0
        self.inputs = 0
        self.blocks = 0  # block elements
        self.data_tables = 0

    def add(self, other: _Measure) -> None:
        # One by one: a loop over their names takes three times as long, and pages have 100,000 elements.
        self.chars += other.chars
        self.links += other.links
        self.lists += other.lists
        self.headings += other.headings
        self.prose += other.prose
        self.commas += other.commas
        self.paragraphs += other.paragraphs
        self.images += other.images
        self.items += other.items
        self.inputs += other.inputs
        self.blocks += other.blocks
        self.data_tables += other.data_tables

    @property
    def link_density(self) -> float:
        return self.links / self.chars if self.chars else 0.0


class _Attempt:
    """One attempt on the page with one strictness; does not change the tree."""

    def __init__(self, body: Element, strictness: Strictness) -> None:
        self.body = body
        self.strictness = strictness
        self.gone: set[int] = set()
        self.measures: dict[int, _Measure] = {}
        self.data_tables: set[int] = set()
        self.above: dict[int, frozenset[str]] = {}
        self.order: list[Element] = []
        self._prune()
        self._measure_all()

    # -- what can never be main text ---------------------------------------------------------

    def _prune(self) -> None:
        # Each with the noted tags that it is below.
        stack: list[tuple[Element, frozenset[str]]] = [(self.body, frozenset())]
        while stack:
            element, above = stack.pop()
            tag = element.tag
            if element is not self.body and self._is_outside(element, above):
                self.gone.add(id(element))
                continue
            self.order.append(element)
            if above:
                self.above[id(element)] = above
            if tag == "table" and holds_data(element):
                self.data_tables.add(id(element))
                above |= {"data table"}
            if tag in _OF_NOTE:
                above |= {tag}
            stack.extend(
                (child, above) for child in reversed(element.children) if isinstance(child, Element)
            )

    def _is_outside(self, element: Element, above: frozenset[str]) -> bool:
        if is_decoration(element):
            return True
        if element.tag == "button" and is_in_heading(element):
            return False
        if element.tag in NEVER and (self.strictness.asides or element.tag != "aside"):
            return True
        if element.get("role").lower() in ROLES or element.get("aria-modal") == "true":
            return True
        if not self.strictness.unlikely or above & _SHELTERING:
            return False
        if element.tag in ("body", "a", "article"):
            return False
        names = f"{element.get('class')} {element.get('id')}"
        return bool(UNLIKELY.search(names)) and not MAYBE.search(names)

    # -- how much of what is where ------------------------------------------------------------

    def _measure_all(self) -> None:
        for element in reversed(self.order):
            self.measures[id(element)] = self._measure(element)

    @property
    def prose(self) -> float:
        """The number of characters of the page outside of boilerplate and links."""
        whole = self.measures[id(self.body)]
        return whole.chars - whole.links

    def kept(self, element: Element) -> list[Element | str]:
        return [
            child
            for child in element.children
            if isinstance(child, str) or id(child) not in self.gone
        ]

    def _measure(self, element: Element) -> _Measure:
        total = _Measure()
        tag = element.tag
        inline = 0
        for child in self.kept(element):
            if isinstance(child, str):
                text = squeezed(child)
                total.chars += len(text)
                inline += len(text)
                total.commas += len(COMMAS.findall(text))
                continue
            below = self.measures[id(child)]
            total.add(below)
            if child.tag in BLOCK_TAGS:
                total.blocks += 1
            else:
                inline += below.chars
            total.data_tables += id(child) in self.data_tables
        if tag == "a":
            total.links = total.chars * (0.3 if element.get("href").startswith("#") else 1.0)
        elif tag in ("ul", "ol"):
            total.lists = total.chars
        elif tag in HEADINGS:
            total.headings = total.chars
        elif tag == "img":
            total.images += 1
        elif tag == "li":
            total.items += 1
        elif tag == "input":
            total.inputs += 1
        if tag in BLOCK_TAGS or tag == "span":
            total.prose = total.chars
        is_paragraph = tag == "p" or (
            tag in ("div", "section", "article") and inline and not total.blocks
        )
        total.paragraphs += int(is_paragraph)
        return total

    # -- paragraphs vote ----------------------------------------------------------------------

    def scores(self) -> dict[int, tuple[float, Element]]:
        """Votes by element id. A run of at least 25 characters gives 1 vote, 1 more per comma, and 1 per 100 characters
        up to 3. Its parent gets all votes, the next ancestor half, further ones a sixth or less.
        """
        scores: dict[int, list[float]] = {}
        holders: dict[int, Element] = {}
        for element in self.order:
            for vote, receiver in self._votes(element):
                level = 0
                current: Element | None = receiver
                while current is not None and level < 5 and current.tag != "html":
                    key = id(current)
                    if key not in scores:
                        start = TAG_SCORES.get(current.tag, 0)
                        start += name_weight(current) if self.strictness.names else 0
                        scores[key] = [float(start)]
                        holders[key] = current
                    divider = 1 if level == 0 else 2 if level == 1 else level * 3
                    scores[key][0] += vote / divider
                    current, level = current.parent, level + 1
        return {
            key: (score[0] * (1 - self.measures[key].link_density), holders[key])
            for key, score in scores.items()
            if key in self.measures
        }

    def _votes(self, element: Element) -> list[tuple[float, Element]]:
        tag = element.tag
        if tag not in BLOCK_TAGS or element.parent is None:
            return []
        measure = self.measures[id(element)]
        if tag in ("p", "pre", "td", "h2", "h3", "h4", "h5", "h6"):
            return self._vote(measure.chars, measure.commas, element.parent)
        if tag not in ("div", "section", "article", "main", "center", "body", "blockquote"):
            return []
        if not measure.blocks:
            return self._vote(measure.chars, measure.commas, element.parent)
        votes: list[tuple[float, Element]] = []
        chars = commas = 0
        for child in [*self.kept(element), None]:
            if isinstance(child, str):
                text = squeezed(child)
                chars, commas = chars + len(text), commas + len(COMMAS.findall(text))
            elif (
                child is not None
                and child.tag not in BLOCK_TAGS
                and not self.measures[id(child)].blocks
            ):
                below = self.measures[id(child)]
                chars, commas = chars + below.chars, commas + below.commas
            else:
                votes += self._vote(chars, commas, element)
                chars = commas = 0
        return votes

    @staticmethod
    def _vote(chars: int, commas: int, receiver: Element) -> list[tuple[float, Element]]:
        if chars < SHORTEST_PARAGRAPH:
            return []
        return [(1 + commas + 1 + min(chars // 100, 3), receiver)]

    # -- the winner, its siblings, and leftovers in it ---------------------------------------

    def winner(self, scores: dict[int, tuple[float, Element]]) -> Element | None:
        """The element with the main text; None when no paragraph voted."""
        if not scores:
            return None
        ranked = sorted(scores.values(), key=lambda pair: -pair[0])[:5]
        best, top = ranked[0]
        if top.tag == "body" or best <= 0:
            return self.body
        # Three near winners under one element: that element holds them all.
        near = [
            set(map(id, element.ancestors()))
            for score, element in ranked[1:]
            if score >= 0.75 * best
        ]
        if len(near) >= 3:
            for ancestor in top.ancestors():
                if ancestor.tag == "body":
                    break
                if sum(id(ancestor) in ancestors for ancestors in near) >= 3:
                    top = ancestor
                    break
        last = scores[id(top)][0] if id(top) in scores else best
        least = last / 3
        for ancestor in top.ancestors():
            if ancestor.tag == "body":
                break
            if id(ancestor) not in scores:
                continue
            score = scores[id(ancestor)][0]
            if score < least:
                break
            if score > last:
                top = ancestor
                break
            last = score
        while (
            top.parent is not None
            and top.parent.tag not in ("body", "html")
            and len([c for c in self.kept(top.parent) if isinstance(c, Element)]) == 1
        ):
            top = top.parent
        return top

    def roots(self) -> list[Element]:
        """The winner and the siblings that belong to it, in document order."""
        scores = self.scores()
        top = self.winner(scores)
        if top is None or top is self.body or top.parent is None:
            return [self.body]
        best = scores[id(top)][0] if id(top) in scores else 0.0
        least = max(10.0, best * 0.2)
        chosen: list[Element] = []
        for sibling in self.kept(top.parent):
            if not isinstance(sibling, Element):
                continue
            if sibling is top:
                chosen.append(sibling)
                continue
            score = scores[id(sibling)][0] if id(sibling) in scores else 0.0
            if sibling.get("class") and sibling.get("class") == top.get("class"):
                score += best * 0.2
            measure = self.measures[id(sibling)]
            if id(sibling) in scores and score >= least:
                chosen.append(sibling)
            elif sibling.tag == "p":
                density = measure.link_density
                long = measure.chars > 80 and density < 0.25
                short = 0 < measure.chars <= 80 and density == 0
                if long or (short and re.search(r"\.( |$)", sibling.text())):
                    chosen.append(sibling)
        return self._with_parts(top, chosen)

    def _with_parts(self, top: Element, chosen: list[Element]) -> list[Element]:
        """`chosen` with the other parts of an article that is split into several boxes: prose that stands beside the winner,
        or beside a box around it, in a box with the same tag and the same class.
        """
        chain = [top, *top.ancestors()]
        for inner, outer in pairwise(chain[: MOST_AROUND + 1]):
            if inner.tag == "body":
                break
            parts = {
                id(sibling)
                for sibling in self.kept(outer)
                if isinstance(sibling, Element)
                and sibling is not inner
                and sibling.tag == inner.tag
                and inner.get("class")
                and sibling.get("class") == inner.get("class")
                and self._is_prose(self.measures[id(sibling)])
            }
            new = parts - {id(element) for element in chosen}
            if new:
                among = new | {id(element) for element in chosen}
                return [element for element in self.order if id(element) in among]
        return chosen

    @staticmethod
    def _is_prose(measure: _Measure) -> bool:
        return (
            measure.chars >= SHORTEST_ARTICLE
            and measure.chars >= SHORTEST_IN_PARTS * measure.paragraphs
            and measure.paragraphs >= 2
            and measure.link_density < 0.2
        )

    def clean(self, roots: list[Element]) -> None:
        """Mark the remaining furniture inside `roots` (link lists, share bars, empty boxes) as removed."""
        order = [element for root in roots for element in root.elements()]
        if id(self.body) in {id(root) for root in roots}:
            order = list(self.body.elements())
        gone_below: set[int] = set()
        kept: list[Element] = []
        for element in order:
            if id(element) in self.gone or (
                element.parent is not None and id(element.parent) in gone_below
            ):
                gone_below.add(id(element))
            else:
                kept.append(element)
        tops = {id(root) for root in roots}
        for element in reversed(kept):
            measure = self.measures[id(element)] = self._measure(element)
            if id(element) not in tops and self._is_left_over(element, measure):
                self.gone.add(id(element))

    def _is_left_over(self, element: Element, measure: _Measure) -> bool:
        tag = element.tag
        names = f"{element.get('class')} {element.get('id')}"
        if measure.chars < SHORTEST_ARTICLE and SHARE.search(names):
            return True
        if BYLINE.search(names) and 0 < measure.chars < 100:
            return True
        if tag not in ("div", "section", "ul", "ol", "table", "form", "fieldset"):
            return False
        if not self.strictness.leftovers:
            return False
        above = self.above.get(id(element), frozenset())
        if id(element) in self.data_tables or measure.data_tables:
            return False
        if "code" in above or "data table" in above:
            return False
        weight = name_weight(element) if self.strictness.names else 0
        if weight < 0:
            return True
        if measure.commas >= 10:
            return False
        is_list = tag in ("ul", "ol") or measure.lists > 0.9 * measure.chars
        in_figure = "figure" in above
        density = measure.link_density
        return (
            (not in_figure and measure.images > 1 and measure.paragraphs < 0.5 * measure.images)
            or (not is_list and measure.items - 100 > measure.paragraphs)
            or measure.inputs > measure.paragraphs / 3
            or (
                not is_list
                and not in_figure
                and measure.headings < 0.9 * measure.chars
                and measure.chars < 25
                and (measure.images == 0 or measure.images > 2)
                and density > 0
            )
            or (not is_list and weight < 25 and density > 0.2)
            or (weight >= 25 and density > 0.5)
            or (measure.images == 0 and measure.prose == 0)
        )

    def result(self) -> tuple[list[Element], int]:
        roots = self.roots()
        if self.strictness.names or self.strictness.leftovers:
            self.clean(roots)
        return roots, sum(self.measures[id(root)].chars for root in roots)


def main_elements(html: Element) -> frozenset[int]:
    """The elements, by `id(element)`, whose own text is main text; none of an empty page.

    Attempts get less strict until one keeps `SHORTEST_ARTICLE` characters; the last one, which includes asides, counts
    only if it does. Otherwise the attempt that kept most counts. Where that is less than `SMALLEST_SHARE` of the page's
    prose, the page has no single article, and the result is the whole page without its boilerplate.
    """
    body = next((child for child in html.elements() if child.tag == "body"), html)
    best: tuple[int, _Attempt, list[Element]] | None = None
    prose = 0.0
    for strictness in (*ATTEMPTS, WITH_ASIDES):
        attempt = _Attempt(body, strictness)
        if best is None:
            prose = attempt.prose
        roots, chars = attempt.result()
        counts = strictness.asides or chars >= SHORTEST_ARTICLE
        if best is None or (counts and chars > best[0]):
            best = (chars, attempt, roots)
        if chars >= SHORTEST_ARTICLE:
            break
    if best is None or best[0] < SMALLEST_SHARE * prose:
        attempt = _Attempt(body, ATTEMPTS[0])
        attempt.clean([body])
        return _kept_below([body], attempt.gone)
    chars, attempt, roots = best
    return _kept_below(roots, attempt.gone) if chars else frozenset()


def _kept_below(roots: list[Element], gone: set[int]) -> frozenset[int]:
    """`roots` and what is kept below them."""
    kept: set[int] = set()
    stack = list(roots)
    while stack:
        element = stack.pop()
        kept.add(id(element))
        stack.extend(
            child
            for child in element.children
            if isinstance(child, Element) and id(child) not in gone
        )
    return frozenset(kept)
