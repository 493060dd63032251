"""What is known of a name and an article that it may mean: some thirty numbers, each with a name. Decides nothing."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wherein.knowledge.article_kind import ArticleKind
from wherein.knowledge.base import KnowledgeBase
from wherein.knowledge.name_index import Posting
from wherein.knowledge.names import NameKind, Word, norms, words_of
from wherein.linking.mentions import Mention
from wherein.linking.variants import Change

ASKED_WITH = frozenset(
    """
    a about an and any are as at be been being but by can could did do does doing for from had has
    have he her him his how i if in into is it its me my no not of on or our please shall she should
    so some such tell than that the their them then there these they this those to was we were what
    when where which who whom whose why will with would you your give name list show many much s
    """.split()
)

FEATURES = (
    "title", "bare", "alias", "lead", "place", "articleless", "shortened", "partial",
    "inflected", "slip", "words", "letters", "one_word",
    "capitals", "lower_among_capitals", "begins_question",
    "capital_before", "capital_after", "name_before", "name_after",
    "covered", "left_over", "rarest", "rarity", "nameness", "common_one_word",
    "sharing", "mentions", "mentions_share", "rank",
    "overlap", "overlap_any", "kind_asked", "kind_unknown",
    "disambiguation", "list", "time", "title_words_missing", "proper_but_lower",
    "near_end", "near_start", "quoted", "follows_of", "follows_the", "inside_longer",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """How questions ask, as learned: for a word, log P(kind | word) / P(kind) by `ArticleKind`."""

    kinds: Mapping[str, Sequence[float]]


class Question:
    """A question as the features see it."""

    def __init__(self, text: str, base: KnowledgeBase, vocabulary: Vocabulary) -> None:
        self.text = text
        self.words: list[Word] = words_of(text)
        self.norms = tuple(word.norm for word in self.words)
        self._vocabulary = vocabulary
        names = base.names
        self.capital = [text[word.span.start].isupper() for word in self.words]
        letters = [letter for letter in text if letter.isalpha()]
        # All in capitals says as little as none.
        self.cased = any(self.capital[1:]) and any(letter.islower() for letter in letters)
        counts = [names.word(norm) for norm in self.norms]
        self.rarity = [names.rarity(norm) for norm in self.norms]
        self.nameness = [(count.capitals + 0.5) / (count.openings + 1.0) for count in counts]
        self.asked = [norm in ASKED_WITH for norm in self.norms]
        self.telling = [
            0.0 if asked else rarity for asked, rarity in zip(self.asked, self.rarity, strict=True)
        ]
        self.unasked = [
            0.0 if norm in vocabulary.kinds else value
            for norm, value in zip(self.norms, self.telling, strict=True)
        ]
        self.total = sum(self.telling) or 1.0

    def kind_log_odds(self, first: int, last: int, kind: ArticleKind) -> float:
        """How well an article of this kind is asked for by the words outside."""
        total = 0.0
        for at, norm in enumerate(self.norms):
            if not first <= at <= last:
                by_kind = self._vocabulary.kinds.get(norm)
                if by_kind is not None:
                    total += by_kind[kind]
        return max(-4.0, min(4.0, total))


class Articles:
    """Openings in lower case, for looking words up in them."""

    def __init__(self, base: KnowledgeBase) -> None:
        self._base = base

    def overlap(self, question: Question, first: int, last: int, article: int) -> float:
        """The share, by rarity, of the telling words outside the name that the opening has."""
        opening = " " + self._base.opening(article).lower()
        total = matched = 0.0
        for at, norm in enumerate(question.norms):
            value = question.telling[at]
            if value and not first <= at <= last:
                total += value
                if " " + norm[:5] in opening:
                    matched += value
        return matched / total if total else 0.0


def mention_features(question: Question, mention: Mention) -> list[float]:
    """The numbers that all articles of one name share, in the order of `_SHARED`."""
    first, last = mention.first, mention.last
    inside = range(first, last + 1)
    count = len(question.norms)
    telling = question.telling
    capitals = sum(question.capital[at] for at in inside) / len(inside)
    before, after = first - 1, last + 1
    has_before, has_after = before >= 0, after < count
    text = question.text
    start, end = question.words[first].span.start, question.words[last].span.end
    touching_before = has_before and "," not in text[question.words[before].span.end : start]
    touching_after = has_after and "," not in text[end : question.words[after].span.start]
    covered = sum(telling[at] for at in inside) / question.total
    rarities = [question.rarity[at] for at in inside]
    return [
        float(mention.change is Change.INFLECTED),
        float(mention.change is Change.SLIP),
        math.log(len(inside)),
        math.log(end - start),
        float(first == last),
        capitals if question.cased else 0.5,
        float(question.cased and not any(question.capital[at] for at in inside)),
        float(first == 0),
        float(question.cased and touching_before and before > 0 and question.capital[before]),
        float(question.cased and touching_after and question.capital[after]),
        _name_like(question, before) if touching_before else 0.0,
        _name_like(question, after) if touching_after else 0.0,
        covered,
        sum(question.unasked[at] for at in range(count) if at not in inside) / 10.0,
        max(rarities) / 10.0,
        sum(rarities) / 20.0,
        max(question.nameness[at] for at in inside),
        float(first == last and question.nameness[first] < 0.3),
        math.log(mention.sharing),
        first / count,
        (count - 1 - last) / count,
        float(start > 0 and text[start - 1] in "\"'\u201c\u2018" and text[end : end + 1] in "\"'\u201d\u2019"),
        float(has_before and question.norms[before] == "of"),
        float(has_before and question.norms[before] == "the"),
    ]  # fmt: skip


_SHARED = (
    "inflected", "slip", "words", "letters", "one_word", "capitals", "lower_among_capitals",
    "begins_question", "capital_before", "capital_after", "name_before", "name_after", "covered",
    "left_over", "rarest", "rarity", "nameness", "common_one_word", "sharing", "near_end",
    "near_start", "quoted", "follows_of", "follows_the",
)  # fmt: skip
_OWN = (
    *(kind.name.lower() for kind in NameKind),
    "mentions", "mentions_share", "rank", "overlap", "overlap_any", "kind_asked", "kind_unknown",
    "disambiguation", "list", "time", "title_words_missing", "proper_but_lower", "inside_longer",
)  # fmt: skip
ORDER = (*_SHARED, *_OWN)
"""The order in which `features` gives them."""


def _name_like(question: Question, at: int) -> float:
    """How much a neighbouring word looks like a part of a longer name: rare, and no asking word."""
    if question.norms[at].isdigit():
        return 0.5
    return question.unasked[at] * question.nameness[at] / 10.0


def features(
    question: Question,
    mention: Mention,
    shared: list[float],
    posting: Posting,
    rank: int,
    most_mentions: int,
    inside_longer: bool,
    base: KnowledgeBase,
    articles: Articles,
) -> list[float]:
    """All numbers of one candidate, in `ORDER`."""
    names = base.names
    article, kind = posting.article, names.kind(posting.article)
    mentions = names.mentions(article)
    overlap = articles.overlap(question, mention.first, mention.last, article)
    title = base.title(article)
    title_words = norms(title)
    own = set(question.norms[mention.first : mention.last + 1])
    missing = sum(word not in own for word in title_words)
    asks = question.kind_log_odds(mention.first, mention.last, kind)
    by_name = [0.0] * len(NameKind)
    by_name[posting.kind] = 1.0
    proper = len(title_words) > 1 and title[title.rfind(" ") + 1 :][:1].isupper()
    lower = question.cased and not question.capital[mention.last]
    return [
        *shared,
        *by_name,
        math.log1p(mentions) / 5.0,
        (mentions + 0.5) / (most_mentions + 0.5),
        math.log1p(rank),
        overlap,
        float(overlap > 0),
        asks,
        float(kind is ArticleKind.UNKNOWN),
        float(kind is ArticleKind.DISAMBIGUATION),
        float(kind is ArticleKind.LIST),
        float(kind is ArticleKind.TIME),
        math.log1p(missing),
        float(proper and lower),
        float(inside_longer),
    ]


assert set(ORDER) == set(FEATURES)
