"""Retrieves passages of the articles that a question links to. Does no linking itself.

Entity retrieval (Shavarani & Sarkar, 2024) takes the first W words of each linked article. Here the passages of an
article are ranked by the question, with a bonus for the lead.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from wherein.core.link import Link
from wherein.core.passage import Hit, Passage
from wherein.core.span import Span
from wherein.retrieval.by_words.page import PageIndex
from wherein.retrieval.by_words.words import question_terms
from wherein.retrieval.passage_source import Key
from wherein.retrieval.retriever import Retriever

LEAD_BONUS = 0.35
"""Bonus of an article's first passage, as a share of the best passage's score."""
LINK_WEIGHT = 1.5
LINK_POWER = 2.0
CHANCE = (-2.829, 0.324, -2.021, 1.700, 2.061, 0.204, 3.820, -10.649, 0.822, 5.171, 1.169, 1.397, 7.507)  # fmt: skip
"""Fitted together with weight and power, on the half of the development questions that the linker was fitted on."""
AGREED = 10
"""First hits that show whether the words agree on one article."""
LEAST_CHANCE = 0.02
"""Candidates with a lower probability are ignored."""
DEPTH = 100
_WORD = re.compile(r"\S+")

Links = Callable[[str], Sequence[Link]]
"""Names in a question with the articles they may mean."""


class Articles(Protocol):
    """The passages of an article, by the id of a link."""

    def passages_of(self, document: str) -> Sequence[Passage]:
        """The passages in reading order; none for an unknown id."""
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
    """The `Retriever` of the paper: the first `words` words of each linked article."""

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
    """A `Retriever` over the passages of the linked articles only."""

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
        """The article's passages; a score is the link's score times the passage's share of the best one's."""
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
    """A `Retriever` that mixes BM25 and links, by the probability that the linked article is meant.

    A passage's score is its BM25 score over the best one, plus `weight` * p ** `power` for the best passage of a
    linked article, and a share of that for its others. p is the probability that the question is about the linked
    article: a logistic regression (`CHANCE`) over the linker's probability, the share of the question that the name
    covers, and whether the words agree on another article. Without links the order is that of BM25.
    """

    name = "fused"

    def __init__(
        self,
        words: Retriever,
        links: Links,
        articles: Articles,
        weight: float = LINK_WEIGHT,
        power: float = LINK_POWER,
        depth: int = DEPTH,
    ) -> None:
        """`links` needs a low bound, since doubtful links are weighed too. `depth` is the least number of hits
        requested of `words`."""
        self._words = words
        self._links = links
        self._articles = articles
        self._weight = weight
        self._power = power
        self._depth = depth

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        if limit <= 0:
            return []
        hits = self._words.search(question, max(limit, self._depth), within)
        most = hits[0].score if hits and hits[0].score > 0 else 1.0
        passages = {(hit.passage.document, hit.passage.index): hit.passage for hit in hits}
        scores = {(h.passage.document, h.passage.index): h.score / most for h in hits}
        links, gains = self._weighed(question, hits, most)
        entity = EntityRetriever(lambda _: links, self._articles)
        sure = {link.id: max(link.score, 1e-9) for link in links}
        for hit in entity.search(question, DEPTH, within):
            document = hit.passage.document
            key = (document, hit.passage.index)
            passages[key] = hit.passage
            scores[key] = scores.get(key, 0.0) + gains[document] * hit.score / sure[document]
        best = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]
        return [Hit(passages[key], score) for key, score in best]

    def _weighed(
        self, question: str, hits: Sequence[Hit], most: float
    ) -> tuple[list[Link], dict[str, float]]:
        """The likeliest link for each candidate article, with its weight."""
        share: dict[str, float] = {}
        for hit in hits:
            share.setdefault(hit.passage.document, hit.score / most)
        best = hits[0].passage.document if hits else ""
        counts = Counter(hit.passage.document for hit in hits[:AGREED])
        terms = set(question_terms(question))
        found: dict[str, tuple[Link, float]] = {}
        links = self._links(question)
        for number, link in enumerate(links):
            covered = len(terms & set(question_terms(link.surface))) / max(1, len(terms))
            for candidate in link.candidates:
                if candidate.score < LEAST_CHANCE:
                    continue
                known = found.get(candidate.id)
                if known is not None and known[0].score >= candidate.score:
                    continue
                others = [count for document, count in counts.items() if document != candidate.id]
                chance = _chance(
                    candidate.score,
                    covered,
                    share.get(candidate.id, 0.0),
                    number == 0,
                    candidate.id == best,
                    counts.get(candidate.id, 0) / AGREED,
                    max(others, default=0) / AGREED,
                    len(links) == 1,
                )
                gain = self._weight * math.pow(chance, self._power)
                found[candidate.id] = (Link(link.span, link.surface, (candidate,)), gain)
        return [link for link, _ in found.values()], {id_: gain for id_, (_, gain) in found.items()}


def _chance(
    linked: float,
    covered: float,
    share: float,
    first: bool,
    top: bool,
    own: float,
    others: float,
    only: bool,
) -> float:
    """The probability that the question is about a linked article.

    linked: the linker's probability.
    covered: the share of the question's terms in the name.
    share: the BM25 score of the article's best passage over the best one of all.
    own, others: the shares of the first hits that belong to this article, and to the most frequent other one.
    """
    linked = min(max(linked, 1e-4), 1 - 1e-4)
    odds = math.log(linked / (1 - linked))
    apart = (1 - covered) * others * others
    values = (
        1.0, odds, covered, share, first, top, own, others, covered * odds, covered * others,
        others * share, only, apart,
    )  # fmt: skip
    return 1 / (
        1 + math.exp(-sum(weight * value for weight, value in zip(CHANCE, values, strict=True)))
    )
