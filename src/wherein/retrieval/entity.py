"""Retrieval by what the question names: the linked articles' own passages. Links nothing itself.

Entity retrieval (Shavarani & Sarkar, 2024) takes the first W words of each linked article; `within`
an article the passages that fit the question come first here, its lead before its equals.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from wherein.core.link import Link
from wherein.core.passage import Hit, Passage
from wherein.core.span import Span
from wherein.retrieval.page import PageIndex
from wherein.retrieval.passage_source import Key
from wherein.retrieval.retriever import Retriever

LEAD_BONUS = 0.35
"""Added to the first passage of an article, of the share its best passage has."""
LINK_WEIGHT = 1.0
LINK_POWER = 1.0
LEAST_CHANCE = 0.02
"""Candidates less likely than this change nothing."""
DEPTH = 100
_WORD = re.compile(r"\S+")

Links = Callable[[str], Sequence[Link]]
"""Names in a question with the articles they may mean."""


class Articles(Protocol):
    """The passages of an article, by the id that links carry."""

    def passages_of(self, document: str) -> Sequence[Passage]:
        """In reading order; none for an id that names nothing."""
        ...


def first_words(text: str, count: int) -> str:
    """The text up to the end of its `count`th word."""
    end = 0
    for number, match in enumerate(_WORD.finditer(text), 1):
        end = match.end()
        if number == count:
            break
    return text[:end]


class OpeningRetriever:
    """A `Retriever` in the paper's form: the first `words` words of every linked article."""

    def __init__(self, links: Links, articles: Articles, words: int = 100) -> None:
        self.name = f"entity{words}w"
        self._links = links
        self._articles = articles
        self._words = words

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        hits: list[Hit] = []
        for link in self._links(question):
            if len(hits) == max(0, limit):
                break
            passages = self._articles.passages_of(link.id)
            if not passages or (within is not None and link.id not in within):
                continue
            start = passages[0].span.start
            text = passages[0].text
            if len(passages) > 1:
                text = "\n".join(passage.text for passage in passages)
            text = first_words(text, self._words)
            hits.append(Hit(Passage(link.id, 0, Span(start, start + len(text)), text), link.score))
        return hits


class EntityRetriever:
    """A `Retriever` over the passages of the linked articles, and nothing else."""

    name = "entity"

    def __init__(self, links: Links, articles: Articles) -> None:
        self._links = links
        self._articles = articles

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        if limit <= 0:
            return []
        hits: dict[Key, Hit] = {}
        for link in self._links(question):
            if within is not None and link.id not in within:
                continue
            for hit in self._in_article(question, link):
                key = (hit.passage.document, hit.passage.index)
                if key not in hits or hit.score > hits[key].score:
                    hits[key] = hit
        ranked = sorted(hits.items(), key=lambda pair: (-pair[1].score, pair[0]))
        return [hit for _, hit in ranked[:limit]]

    def _in_article(self, question: str, link: Link) -> list[Hit]:
        """Its passages, scored by the link times how well each fits beside the best of them."""
        passages = self._articles.passages_of(link.id)
        if not passages:
            return []
        rest = question[: link.span.start] + " " + question[link.span.end :]
        found = PageIndex.of(passages).search(rest, len(passages))
        most = found[0].score if found else 1.0
        fits = {hit.passage.index: hit.score / most for hit in found}
        fits[passages[0].index] = fits.get(passages[0].index, 0.0) + LEAD_BONUS
        best = max(fits.values())
        return [
            Hit(passage, link.score * (0.5 + 0.5 * fits.get(passage.index, 0.0) / best))
            for passage in passages
        ]


class FusedRetriever:
    """A `Retriever` of words and links: BM25's share of its best score, raised by the link's own.

    score = bm25 / best bm25 + weight * p ** power for passages of an article linked with
    probability p, that article's best passage taking all of it. Where nothing is linked the order
    is exactly that of words.
    """

    name = "fused"

    def __init__(
        self,
        words: Retriever,
        links: Links,
        articles: Articles,
        weight: float = LINK_WEIGHT,
        power: float = LINK_POWER,
    ) -> None:
        self._words = words
        self._links = links
        self._articles = articles
        self._weight = weight
        self._power = power

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        if limit <= 0:
            return []
        hits = self._words.search(question, max(limit, DEPTH), within)
        most = hits[0].score if hits and hits[0].score > 0 else 1.0
        passages = {(hit.passage.document, hit.passage.index): hit.passage for hit in hits}
        scores = {(h.passage.document, h.passage.index): h.score / most for h in hits}
        links = [
            Link(link.span, link.surface, (candidate,))
            for link in self._links(question)
            for candidate in link.candidates
            if candidate.score >= LEAST_CHANCE
        ]
        sure: dict[str, float] = {}
        for link in links:
            sure[link.id] = max(sure.get(link.id, 0.0), link.score)
        entity = EntityRetriever(lambda _: links, self._articles)
        for hit in entity.search(question, DEPTH, within):
            key = (hit.passage.document, hit.passage.index)
            part = hit.score / max(sure[hit.passage.document], 1e-9)
            gain = self._weight * math.pow(sure[hit.passage.document], self._power) * part
            passages[key] = hit.passage
            scores[key] = scores.get(key, 0.0) + gain
        best = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]
        return [Hit(passages[key], score) for key, score in best]
