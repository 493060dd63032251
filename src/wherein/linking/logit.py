"""The linker: a conditional logit over candidates and NIL, with fitted weights. Fits nothing itself.

P(candidate | question) = exp(s) / (1 + sum of exp(s)), s linear in the features and 0 for NIL
(McFadden, 1974): one model ranks names, articles and "none of them". Where several names are
linked, a second one of the same form orders them by which the question is about.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from wherein.core.link import Link, LinkCandidate
from wherein.core.span import Span
from wherein.knowledge.base import KnowledgeBase
from wherein.knowledge.name_index import Posting
from wherein.linking.features import (
    ORDER,
    Articles,
    Question,
    Vocabulary,
    clear_names,
    features,
    mention_features,
)
from wherein.linking.mentions import Mention, find_mentions

ABOUT = (*ORDER, "score", "named_first", "named_last")
"""What orders several links: the features of each, its score, and where it stands among them."""
LONGEST_QUESTION = 2_000
"""Characters looked at."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What was fitted: one weight a feature, the bias, the bound, and how questions ask."""

    bias: float
    by_feature: tuple[float, ...]
    about: tuple[float, ...]
    least: float
    vocabulary: Vocabulary


@cache
def shipped_weights() -> Weights:
    """The weights that come with the package."""
    file = resources.files("wherein.linking").joinpath("weights.json")
    return weights_of(json.loads(file.read_text("utf-8")))


def weights_of(raw: dict[str, Any]) -> Weights:
    """Raises KeyError when a feature has no weight."""
    return Weights(
        float(raw["bias"]),
        tuple(float(raw["weights"][name]) for name in ORDER),
        tuple(float(raw["about"][name]) for name in ABOUT),
        float(raw["least"]),
        Vocabulary(raw["asks"], {word: (pair[0], pair[1]) for word, pair in raw["words"].items()}),
    )


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate of a mention with its score against NIL."""

    base: KnowledgeBase
    mention: Mention
    posting: Posting
    score: float
    row: list[float]


class LogitLinker:
    """A `Linker` over one or several bases; of equal titles the first base's is taken."""

    def __init__(
        self,
        bases: Sequence[KnowledgeBase],
        weights: Weights | None = None,
        least: float | None = None,
    ) -> None:
        """`least` is another bound on the score than the fitted one: lower links more."""
        self._bases = tuple(bases)
        self._weights = weights or shipped_weights()
        self._least = self._weights.least if least is None else least
        self._articles = {id(base): Articles(base) for base in bases}

    def link(self, question: str) -> tuple[Link, ...]:
        text = question[:LONGEST_QUESTION]
        groups, scored = self.groups(text)
        if len(groups) > 1:
            weights = self._weights.about
            about = [sum(map(float.__mul__, weights, row)) for row in about_rows(groups)]
            order = sorted(range(len(groups)), key=lambda at: (-about[at], at))
            groups = [groups[at] for at in order]
        return tuple(self._link(text, group, scored) for group in groups)

    def groups(self, text: str) -> tuple[list[list[Scored]], list[Scored]]:
        """The candidates of each name that is linked, the surest name first; and all candidates."""
        scored = self._scored(text, hard=False)
        groups = _chosen(scored, self._least)
        if not groups:
            scored = self._scored(text, hard=True)
            groups = _chosen(scored, self._least)
        return groups, scored

    def _scored(self, text: str, hard: bool) -> list[Scored]:
        weights = self._weights
        found = []
        for base in self._bases:
            question = Question(text, base, weights.vocabulary)
            for mention, posting, row in candidates(question, base, self._articles[id(base)], hard):
                score = weights.bias + sum(map(float.__mul__, weights.by_feature, row))
                found.append(Scored(base, mention, posting, score, row))
        found.sort(key=lambda one: -one.score)
        return found

    def _link(self, text: str, group: list[Scored], scored: list[Scored]) -> Link:
        best = group[0]
        words = Question(text, best.base, self._weights.vocabulary).words
        span = Span(words[best.mention.first].span.start, words[best.mention.last].span.end)
        # Against NIL and what else the same words may mean.
        rivals = [one for one in scored if _overlap(one.mention, best.mention)]
        total = 1.0 + sum(math.exp(min(one.score, 50.0)) for one in rivals)
        kept, seen = [], set()
        sharing = sum(1.0 + one.base.names.mentions(one.posting.article) for one in group)
        for one in group:
            title = one.base.title(one.posting.article)
            if title in seen:
                continue
            seen.add(title)
            prior = (1.0 + one.base.names.mentions(one.posting.article)) / sharing
            score = math.exp(min(one.score, 50.0)) / total
            kept.append(LinkCandidate(f"{one.base.name}:{title}", title, score, prior))
        return Link(span, span.of(text), tuple(kept))


def about_rows(groups: Sequence[Sequence[Scored]]) -> list[list[float]]:
    """The numbers that say which of several names a question is about, in the order of `ABOUT`."""
    firsts = [group[0].mention.first for group in groups]
    return [
        [
            *group[0].row,
            group[0].score,
            float(group[0].mention.first == min(firsts)),
            float(group[0].mention.first == max(firsts)),
        ]
        for group in groups
    ]


def candidates(
    question: Question, base: KnowledgeBase, articles: Articles, hard: bool
) -> list[tuple[Mention, Posting, list[float]]]:
    """Every (mention, article) of the question with its features."""
    names = base.names
    mentions = find_mentions(question.norms, names, hard)
    longest: dict[int, int] = {}
    for mention in mentions:
        for at in range(mention.first, mention.last + 1):
            longest[at] = max(longest.get(at, 0), mention.last - mention.first)
    clear = clear_names(question, mentions)
    rows = []
    for mention in mentions:
        if all(question.asked[at] for at in range(mention.first, mention.last + 1)) and not (
            question.cased and question.capital[mention.last] and mention.first > 0
        ):
            continue
        shared = mention_features(question, mention, clear)
        most = max(names.mentions(posting.article) for posting in mention.postings)
        inside = longest[mention.first] > mention.last - mention.first
        for rank, posting in enumerate(mention.postings):
            row = features(question, mention, shared, posting, rank, most, inside, base, articles)
            rows.append((mention, posting, row))
    return rows


def _overlap(one: Mention, other: Mention) -> bool:
    return one.first <= other.last and other.first <= one.last


def _chosen(scored: list[Scored], least: float) -> list[list[Scored]]:
    """The groups of candidates that are linked: by score, above the bound, none over another."""
    chosen: list[list[Scored]] = []
    taken: list[Mention] = []
    for one in scored:
        if one.score < least:
            break
        if any(_overlap(one.mention, mention) for mention in taken):
            continue
        taken.append(one.mention)
        place = (one.mention.first, one.mention.last)
        chosen.append(
            [other for other in scored if (other.mention.first, other.mention.last) == place]
        )
    return chosen
