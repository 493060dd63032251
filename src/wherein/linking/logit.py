"""The linker: a conditional logit over candidates and NIL, with fitted weights. Fits nothing itself.

P(candidate | question) = exp(s) / (1 + sum of exp(s)), s linear in the features and 0 for NIL
(McFadden, 1974): one model ranks mentions, articles and NIL. A feature has one weight of its own and one for each
situation of the candidate (Daumé, 2007), since a rare word counts differently in a partial name than in a whole one.
Where several mentions are linked, a second model of the same form finds the one that the question is about.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from wherein.core.lifetime.cancellation import checkpoint
from wherein.core.link import Link, LinkCandidate
from wherein.core.span import Span
from wherein.knowledge.article_kind import ArticleKind
from wherein.knowledge.base import KnowledgeBase
from wherein.knowledge.name_index import Posting
from wherein.knowledge.names import NameKind, words_of
from wherein.linking.features import (
    OF_OPENING,
    ORDER,
    READY,
    SHARED,
    Situation,
    clear_names,
    mention_features,
    most_of_read,
    opening_features,
    ready_features,
    situations_of,
    title_features,
)
from wherein.linking.mentions import Mention, find_mentions, harder_mentions, overlap
from wherein.linking.question import Articles, Question, Vocabulary
from wherein.linking.variants import Change

ABOUT = (*ORDER, "score", "named_first", "named_last")
"""The features that order several links: those of each link, its score, and its rank."""
LONGEST_QUESTION = 2_000
"""The most characters of a question that are used."""


UNCERTAIN_BOUND = -3.0
"""A bound below the fitted one, for callers that weigh links by probability."""


FAINT = -4.0
"""A candidate whose highest possible score is lower is not read; its weight is negligible (e^-4)."""


CLEARLY = 5.0
"""An article that stays further than this below another of the same name is not read (e^-5)."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The fitted model: weights by feature and situation, the bias, the bound, and question words."""

    bias: float
    by_feature: tuple[float, ...]
    by_situation: Mapping[str, tuple[float, ...]]
    """By the name of a `Situation`: the addition to the bias and to the weight of each feature."""
    about: tuple[float, ...]
    least: float
    vocabulary: Vocabulary


@cache
def shipped_weights() -> Weights:
    """The weights that come with the package."""
    file = resources.files("wherein.linking").joinpath("weights.json")
    return weights_of(json.loads(file.read_text("utf-8")))


def weights_of(raw: dict[str, Any]) -> Weights:
    """Raises KeyError when a feature has no weight; in a situation a missing one is 0."""
    return Weights(
        float(raw["bias"]),
        tuple(float(raw["weights"][name]) for name in ORDER),
        {
            situation: tuple(float(added.get(name, 0.0)) for name in ("bias", *ORDER))
            for situation, added in raw["situations"].items()
        },
        tuple(float(raw["about"][name]) for name in ABOUT),
        float(raw["least"]),
        Vocabulary(raw["asks"], {word: (pair[0], pair[1]) for word, pair in raw["words"].items()}),
    )


class _Scale:
    """The bias and weights of one situation."""

    __slots__ = ("bias", "opening", "opening_room", "ready", "room", "shared", "title")

    def __init__(self, weights: Weights, situation: int) -> None:
        sums = [weights.bias, *weights.by_feature]
        for flag in Situation:
            if flag & situation:
                added = weights.by_situation[str(flag.name)]
                sums = [one + other for one, other in zip(sums, added, strict=True)]
        self.bias = sums[0]
        parts = len(SHARED) + 1
        self.shared = sums[1:parts]
        self.ready = sums[parts : parts + len(READY)]
        read = sums[parts + len(READY) :]
        self.opening, self.title = read[:OF_OPENING], read[OF_OPENING:]
        rooms = [
            [max(0.0, w) * m for w, m in zip(read, most_of_read(situation, kind), strict=True)]
            for kind in NameKind
        ]
        self.room = [sum(room) for room in rooms]
        self.opening_room = [sum(room[:OF_OPENING]) for room in rooms]


class Scorer:
    """Scores candidates, and finds those whose articles need not be read."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._scales: dict[int, _Scale] = {}

    def scale(self, situation: int) -> _Scale:
        found = self._scales.get(situation)
        if found is None:
            found = self._scales[situation] = _Scale(self._weights, situation)
        return found


def _dot(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum(map(float.__mul__, weights, values))


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate of a mention with its score against NIL, its situation and its features."""

    base: KnowledgeBase
    mention: Mention
    posting: Posting
    score: float
    situation: int
    row: list[float]


class LogitLinker:
    """A `Linker` over one or several bases; of equal titles, the first base's article is taken."""

    def __init__(
        self,
        bases: Sequence[KnowledgeBase],
        weights: Weights | None = None,
        least: float | None = None,
    ) -> None:
        """`least` replaces the fitted bound on the score; a lower one links more."""
        self._bases = tuple(bases)
        self._weights = weights or shipped_weights()
        self._least = self._weights.least if least is None else least
        self._articles = {id(base): Articles(base) for base in bases}
        self._scorer = Scorer(self._weights)

    def link(self, question: str) -> tuple[Link, ...]:
        text = question[:LONGEST_QUESTION]
        groups, scored = self.groups(text)
        if len(groups) > 1:
            weights = self._weights.about
            about = [_dot(weights, row) for row in about_rows(groups)]
            order = sorted(range(len(groups)), key=lambda at: (-about[at], at))
            groups = [groups[at] for at in order]
        return tuple(self._link(text, group, scored) for group in groups)

    def groups(self, text: str) -> tuple[list[list[Scored]], list[Scored]]:
        """The candidates of each name that is linked, the surest name first; and all candidates."""
        scored: list[Scored] = []
        looked: list[tuple[KnowledgeBase, Question, list[Mention]]] = []
        for base in self._bases:
            question = Question(text, base, self._weights.vocabulary)
            mentions = find_mentions(question.norms, base.names, asking=question.asking)
            looked.append((base, question, mentions))
            scored += self._scored(base, question, mentions, mentions)
        scored.sort(key=lambda one: -one.score)
        groups = _chosen(scored, self._least)
        if not groups:
            for base, question, mentions in looked:
                more = harder_mentions(mentions, question.norms, base.names, question.asking)
                scored += self._scored(base, question, more, [*mentions, *more])
            scored.sort(key=lambda one: -one.score)
            groups = _chosen(scored, self._least)
        return groups, scored

    def _scored(
        self, base: KnowledgeBase, question: Question, of: list[Mention], among: list[Mention]
    ) -> Iterator[Scored]:
        articles = self._articles[id(base)]
        return candidates(question, base, articles, of, among, self._scorer)

    def _link(self, text: str, group: list[Scored], scored: list[Scored]) -> Link:
        best = group[0]
        words = words_of(text)
        span = Span(words[best.mention.first].span.start, words[best.mention.last].span.end)
        # Against NIL and what else the same words may mean.
        rivals = [one for one in scored if overlap(one.mention, best.mention)]
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
    """The features that decide which of several names a question is about, in the order of `ABOUT`."""
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
    question: Question,
    base: KnowledgeBase,
    articles: Articles,
    of: Sequence[Mention],
    among: Sequence[Mention],
    scorer: Scorer | None = None,
) -> Iterator[Scored]:
    """Every (mention, article) of some mentions with its features; `among` are all that were found.

    With a `scorer`, they have scores, and candidates that can't reach `FAINT` are left out without reading their
    articles.
    """
    longest = _longest(among)
    clear = clear_names(question, among)
    for mention in of:
        checkpoint()
        if _names_something(question, mention):
            shared = mention_features(question, mention, clear)
            inside_longer = longest[mention.first] > mention.last - mention.first
            yield from _of_mention(question, base, articles, mention, shared, inside_longer, scorer)


def _longest(mentions: Sequence[Mention]) -> dict[int, int]:
    """For each word, the length less one of the longest mention over it."""
    longest: dict[int, int] = {}
    for mention in mentions:
        for at in range(mention.first, mention.last + 1):
            longest[at] = max(longest.get(at, 0), mention.last - mention.first)
    return longest


def _names_something(question: Question, mention: Mention) -> bool:
    """Whether the words may be a name: neither question words without a capital nor a pronoun."""
    first, last = mention.first, mention.last
    has_capital = question.cased and question.capital[last] and first > 0
    if all(question.asked[first : last + 1]) and not has_capital:
        return False
    return mention.change is not Change.NONE or not question.is_pronoun(first, last)


def _of_mention(
    question: Question,
    base: KnowledgeBase,
    articles: Articles,
    mention: Mention,
    shared: list[float],
    inside_longer: bool,
    scorer: Scorer | None,
) -> Iterator[Scored]:
    """The articles of one mention, with the features that they share given."""
    names = base.names
    counts = [names.mentions(posting.article) for posting in mention.postings]
    most = max(counts)
    log_odds: dict[ArticleKind, float] = {}
    situations = situations_of(question, mention)
    score = None if scorer is None else _MentionScore(scorer, shared)
    for rank, (posting, count) in enumerate(zip(mention.postings, counts, strict=True)):
        kind = names.kind(posting.article)
        if kind not in log_odds:
            log_odds[kind] = question.kind_log_odds(mention.first, mention.last, kind)
        situation = situations[posting.kind]
        ready = ready_features(posting, kind, log_odds[kind], rank, count, most, inside_longer)
        if score is not None and not score.may_reach(situation, posting.kind, ready):
            continue
        of_title = title_features(question, mention, posting, kind, articles)
        if score is not None and not score.may_reach_with_title(of_title):
            continue
        of_opening = opening_features(question, mention, posting, articles)
        total = 0.0 if score is None else score.whole(of_opening)
        row = [*shared, *ready, *of_opening, *of_title]
        yield Scored(base, mention, posting, total, situation, row)


class _MentionScore:
    """The score of one candidate of a mention after the other, part by part, against the best so far: an article is
    only read while it may still reach `FAINT` and stay within `CLEARLY` of the best."""

    __slots__ = ("_kind", "_least", "_scale", "_score", "_scorer", "_shared", "_shared_scores")

    def __init__(self, scorer: Scorer, shared: list[float]) -> None:
        self._scorer = scorer
        self._shared = shared
        self._shared_scores: dict[int, float] = {}
        self._least = FAINT

    def may_reach(self, situation: int, kind: NameKind, ready: list[float]) -> bool:
        """Begin a candidate with what needs no article; False where its score would be too low whatever the rest is."""
        self._scale = self._scorer.scale(situation)
        self._kind = kind
        if situation not in self._shared_scores:
            self._shared_scores[situation] = self._scale.bias + _dot(
                self._scale.shared, self._shared
            )
        self._score = self._shared_scores[situation] + _dot(self._scale.ready, ready)
        return not self._score + self._scale.room[kind] < self._least

    def may_reach_with_title(self, of_title: list[float]) -> bool:
        self._score += _dot(self._scale.title, of_title)
        return not self._score + self._scale.opening_room[self._kind] < self._least

    def whole(self, of_opening: list[float]) -> float:
        """The candidate's score."""
        self._score += _dot(self._scale.opening, of_opening)
        self._least = max(self._least, self._score - CLEARLY)
        return self._score


def _chosen(scored: list[Scored], least: float) -> list[list[Scored]]:
    """The groups of candidates to link: above the bound, best score first, without overlaps."""
    chosen: list[list[Scored]] = []
    taken: list[Mention] = []
    for one in scored:
        if one.score < least:
            break
        if any(overlap(one.mention, mention) for mention in taken):
            continue
        taken.append(one.mention)
        place = (one.mention.first, one.mention.last)
        chosen.append(
            [other for other in scored if (other.mention.first, other.mention.last) == place]
        )
    return chosen
