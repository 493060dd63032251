"""Retrieval by what the question names: the linked articles' own passages. Links nothing itself.

Entity retrieval (Shavarani & Sarkar, 2024) takes the first W words of each linked article; `within`
an article the passages that fit the question come first here, its lead before its equals.
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
from wherein.retrieval.page import PageIndex
from wherein.retrieval.passage_source import Key
from wherein.retrieval.retriever import Retriever
from wherein.retrieval.words import question_terms

LEAD_BONUS = 0.35
"""Added to the first passage of an article, of the share its best passage has."""
LINK_WEIGHT = 1.5
LINK_POWER = 2.0
CHANCE = (-2.829, 0.324, -2.021, 1.700, 2.061, 0.204, 3.820, -10.649, 0.822, 5.171, 1.169, 1.397, 7.507)  # fmt: skip
"""Fitted, with weight and power, on the half of the development questions the linker was fitted on."""
AGREED = 10
"""Hits that are looked at for whether the words agree on one article."""
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
    """A `Retriever` of words and links, mixed by how sure it is that the link says more.

    score = BM25 as a share of the best + `weight` * p ** `power` for the passages of a linked
    article, its best passage taking all of it. p is the probability that the linked article is the
    one asked about, by a logistic regression (`CHANCE`) over the linker's probability, how much of
    the question the name covers, and whether the words agree on another article. Where nothing is
    linked the order is exactly that of words.
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
        """`links` with a low bound: doubtful ones are wanted too, and weighed. `depth`: hits asked
        of `words` at least."""
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
        """One link for each article that may be meant, the likeliest, and what it is worth."""
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
    """The probability that a linked article is the one asked about.

    `linked` is the linker's probability, `covered` the share of the question's terms in the name,
    `share` the article's best passage by words, of the best; `own` and `others` the share of the
    first hits that are the article's, and another single one's.
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
