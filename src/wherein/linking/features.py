"""What is known of a name and an article that it may mean: some thirty numbers, each with a name. Decides nothing."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

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
    long old often far tall big high
    """.split()
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """How questions ask, as learned: for a word, log P(kind | word) / P(kind) by `ArticleKind`."""

    kinds: Mapping[str, Sequence[float]]
    words: Mapping[str, tuple[int, int]]
    """Common words: of `BACKGROUND` openings so many have it, so many with a capital."""


_LOOSE = re.compile(r"(?:['\u2019]s)?[\s\"'\u2019\u201c\u201d.&-]*")
"""What may stand between the words of one name: no comma, no bracket."""
BACKGROUND = 1000
"""Openings whose words stand in for those of a base too small to tell common words from rare."""
HIGHEST_RARITY = 10.0


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
        articles = names.articles + BACKGROUND + 1
        scale = HIGHEST_RARITY / math.log(2.0 * articles)
        self.rarity: list[float] = []
        self.nameness: list[float] = []
        for norm in self.norms:
            count = names.word(norm)
            openings, capitals = vocabulary.words.get(norm, (0, 0))
            openings, capitals = openings + count.openings, capitals + count.capitals
            self.rarity.append(max(0.0, scale * math.log(articles / (openings + 0.5))))
            self.nameness.append((capitals + 0.5) / (openings + 1.0))
        self.parted = [
            at > 0 and not _LOOSE.fullmatch(text[self.words[at - 1].span.end : word.span.start])
            for at, word in enumerate(self.words)
        ]
        self.asked = [norm in ASKED_WITH for norm in self.norms]
        self.telling = [
            0.0 if asked else rarity for asked, rarity in zip(self.asked, self.rarity, strict=True)
        ]
        self.unasked = [
            0.0 if norm in vocabulary.kinds else value
            for norm, value in zip(self.norms, self.telling, strict=True)
        ]
        self.total = sum(self.telling) or 1.0
        self.like_a_name = [self._like_a_name(at) for at in range(len(self.words))]

    def _like_a_name(self, at: int) -> bool:
        norm = self.norms[at]
        if self.cased:
            if norm[0].isdigit():
                return True
            return self.capital[at] and not (
                at == 0 and (self.asked[at] or self.nameness[at] < 0.5)
            )
        if self.asked[at]:
            return False
        return norm[0].isdigit() or (self.nameness[at] > 0.6 and self.unasked[at] > 0)

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
        self.head = lru_cache(maxsize=50_000)(self._head)

    def _head(self, article: int) -> tuple[str, tuple[str, ...]]:
        """An article's title and the words of it."""
        title = self._base.title(article)
        return title, tuple(norms(title))

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


def clear_names(question: Question, mentions: Sequence[Mention]) -> list[Mention]:
    """Names as good as certain: whole titles of several words, or of one with a capital inside."""
    return [
        mention
        for mention in mentions
        if mention.change is Change.NONE
        and mention.postings[0].kind <= NameKind.ALIAS
        and (mention.last > mention.first or (question.cased and mention.first > 0))
        and (not question.cased or question.capital[mention.first])
    ]


_JOINING = frozenset({"of", "the", "de", "for", "al", "bin", "von", "van", "la", "du", "in", "on"})


def _other_names(question: Question, mention: Mention, clear: Sequence[Mention]) -> set[int]:
    """The words of other names, a telling word away from this one."""
    others: set[int] = set()
    for other in clear:
        between = range(min(other.last, mention.last) + 1, max(other.first, mention.first))
        if any(
            question.norms[at] not in _JOINING and not (question.cased and question.capital[at])
            for at in between
        ):
            others.update(range(other.first, other.last + 1))
    return others


def _run(question: Question, mention: Mention, others: set[int]) -> tuple[int, int]:
    """The whole name that the words seem to stand in: (first, last), by capitals or by rarity."""

    def belongs(at: int) -> bool:
        return question.like_a_name[at] and at not in others

    first, last = mention.first, mention.last
    while True:
        if first > 0 and belongs(first - 1) and not question.parted[first]:
            first -= 1
        elif (
            first > 1
            and question.norms[first - 1] in _JOINING
            and belongs(first - 2)
            and not question.parted[first]
        ):
            first -= 2
        elif (
            first > 2
            and {question.norms[first - 1], question.norms[first - 2]} <= _JOINING
            and belongs(first - 3)
            and not question.parted[first]
        ):
            first -= 3
        else:
            break
    count = len(question.norms)
    while True:
        if last + 1 < count and belongs(last + 1) and not question.parted[last + 1]:
            last += 1
        elif last + 2 < count and question.norms[last + 1] in _JOINING and belongs(last + 2):
            last += 2
        elif (
            last + 3 < count
            and {question.norms[last + 1], question.norms[last + 2]} <= _JOINING
            and belongs(last + 3)
        ):
            last += 3
        else:
            break
    return first, last


def mention_features(
    question: Question, mention: Mention, clear: Sequence[Mention] = ()
) -> list[float]:
    """The numbers that all articles of one name share, in the order of `_SHARED`."""
    others = _other_names(question, mention, clear)
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
    total = question.total - sum(telling[at] for at in others)
    covered = sum(telling[at] for at in inside) / max(total, 1e-6)
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
        sum(question.unasked[at] for at in range(count) if at not in inside and at not in others) / 10.0,
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
        float(bool(others)),
        *_run_features(question, mention, others),
        sum(question.asked[at] for at in inside) / len(inside),
        float(_joined_by_and(question, mention)),
        float(_comma_beside(question, mention)),
        float(_alone(question, mention, others)),
        float(not question.cased),
        float(not question.cased) * max(rarities) / 10.0,
        float(not question.cased) * covered,
    ]  # fmt: skip


def _run_features(question: Question, mention: Mention, others: set[int]) -> list[float]:
    """How much of the whole name the words are, and how ordinary they are where they are no name."""
    first, last = _run(question, mention, others)
    inside = range(mention.first, mention.last + 1)
    own = sum(question.telling[at] for at in inside)
    whole = max(own, sum(question.telling[at] for at in range(first, last + 1)))
    lower = not any(question.capital[at] for at in inside)
    is_whole = (first, last) == (mention.first, mention.last)
    return [
        float(is_whole),
        own / max(whole, 1e-6),
        (whole - own) / 10.0,
        float(question.cased and lower and is_whole),
        float(lower) * max(question.rarity[at] for at in inside) / 10.0,
    ]


def _alone(question: Question, mention: Mention, others: set[int]) -> bool:
    """Whether it is a whole name in capitals, and all else in the question is how questions ask."""
    inside = range(mention.first, mention.last + 1)
    return (
        question.cased
        and mention.change is Change.NONE
        and _run(question, mention, others) == (mention.first, mention.last)
        and all(question.capital[at] or question.asked[at] for at in inside)
        and not any(
            question.unasked[at]
            for at in range(len(question.norms))
            if at not in inside and at not in others
        )
    )


def _comma_beside(question: Question, mention: Mention) -> bool:
    """Whether a comma joins it to another name, as in "Beaver, Michigan"; enumerations are no such name."""
    if not {"and", "or"}.isdisjoint(question.norms):
        return False
    text, words = question.text, question.words

    def comma(at: int) -> bool:
        return "," in text[words[at - 1].span.end : words[at].span.start]

    first, after = mention.first, mention.last + 1
    return (first > 0 and question.like_a_name[first - 1] and comma(first)) or (
        after < len(words) and question.like_a_name[after] and comma(after)
    )


def _joined_by_and(question: Question, mention: Mention) -> bool:
    norms_, like = question.norms, question.like_a_name
    before, after = mention.first - 1, mention.last + 1
    return (before > 0 and norms_[before] == "and" and like[before - 1]) or (
        after + 1 < len(norms_) and norms_[after] == "and" and like[after + 1]
    )


_SHARED = (
    "inflected", "slip", "words", "letters", "one_word", "capitals", "lower_among_capitals",
    "begins_question", "capital_before", "capital_after", "name_before", "name_after", "covered",
    "left_over", "rarest", "rarity", "nameness", "common_one_word", "sharing", "near_end",
    "near_start", "quoted", "follows_of", "follows_the", "others",
    "run_whole", "run_share", "run_left", "lower_whole", "rarest_lower", "asked_inside", "and_beside", "comma_beside", "alone", "no_capitals", "no_capitals_rarest",
    "no_capitals_covered",
)  # fmt: skip
_OWN = (
    *(kind.name.lower() for kind in NameKind),
    "mentions", "mentions_share", "rank", "overlap", "overlap_any", "kind_asked", "kind_unknown",
    "disambiguation", "list", "time", "title_words_missing", "proper_but_lower", "inside_longer",
    "other_case", "place_words_missing",
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
    title, title_words = articles.head(article)
    own = set(question.norms[mention.first : mention.last + 1])
    missing = sum(word not in own for word in title_words)
    asks = question.kind_log_odds(mention.first, mention.last, kind)
    by_name = [0.0] * len(NameKind)
    by_name[posting.kind] = 1.0
    proper = len(title_words) > 1 and title[title.rfind(" ") + 1 :][:1].isupper()
    lower = question.cased and not question.capital[mention.last]
    words = question.words
    surface = question.text[words[mention.first].span.start : words[mention.last].span.end]
    other_case = (
        question.cased and surface[1:] not in title and surface[1:].lower() in title.lower()
    )
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
        float(other_case),
        float(posting.kind is NameKind.PLACE) * math.log1p(missing),
    ]
