"""Represents a question for the linker: its words, their rarity, and capitals. Knows no mention."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from wherein.knowledge.article_kind import ArticleKind
from wherein.knowledge.base import KnowledgeBase
from wherein.knowledge.name_index import NameIndex
from wherein.knowledge.names import Word, norms, words_of
from wherein.linking.variants import is_typo, shortened

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
    """Learned question words: for each, log P(kind | word) / P(kind) by `ArticleKind`."""

    kinds: Mapping[str, Sequence[float]]
    words: Mapping[str, tuple[int, int]]
    """Common words: the number of `BACKGROUND` openings with the word, and with the word capitalised."""
    _shortened: Mapping[str, Sequence[str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_shortened: dict[str, list[str]] = {}
        for known in (*ASKED_WITH, *self.kinds):
            for shorter in shortened(known) if known.isalpha() else ():
                by_shortened.setdefault(shorter, []).append(known)
        object.__setattr__(self, "_shortened", by_shortened)

    def meant(self, word: str) -> str | None:
        """The question word of which this word is a typo, found by symmetric deletion (Garbe, 2012); None without one."""
        for shorter in shortened(word):
            for known in self._shortened.get(shorter, ()):
                if is_typo(word, known):
                    return known
        return None


_LOOSE = re.compile(r"(?:['\u2019]s)?[\s\"'\u2019\u201c\u201d.&-]*")
"""The characters allowed between the words of one name: no comma, no bracket."""
BACKGROUND = 1000
"""The number of openings behind the word statistics that supplement a base too small to distinguish common from rare
words."""
HIGHEST_RARITY = 10.0
NAME_LIKE = 0.6
"""A word that is capitalised in a larger share of its openings than this is part of names."""


class Question:
    """A question with the data that the features need."""

    def __init__(self, text: str, base: KnowledgeBase, vocabulary: Vocabulary) -> None:
        self.text = text
        self.words: list[Word] = words_of(text)
        self.norms = tuple(word.norm for word in self.words)
        self._vocabulary = vocabulary
        names = base.names
        self.capital = [text[word.span.start].isupper() for word in self.words]
        letters = [letter for letter in text if letter.isalpha()]
        # A question all in capitals shows as little as one without capitals.
        self.cased = any(self.capital[1:]) and any(letter.islower() for letter in letters)
        articles = names.articles + BACKGROUND + 1
        scale = HIGHEST_RARITY / math.log(2.0 * articles)
        self.rarity: list[float] = []
        self.nameness: list[float] = []
        for norm in self.norms:
            openings, capitals = self._counts(names, norm)
            self.rarity.append(max(0.0, scale * math.log(articles / (openings + 0.5))))
            self.nameness.append((capitals + 0.5) / (openings + 1.0))
        self.parted = [
            at > 0 and not _LOOSE.fullmatch(text[self.words[at - 1].span.end : word.span.start])
            for at, word in enumerate(self.words)
        ]
        self.meant = self._corrected_words(names)
        self.asking = frozenset(
            at
            for at, (norm, meant) in enumerate(zip(self.norms, self.meant, strict=True))
            if norm != meant
        )
        self.asked = [norm in ASKED_WITH for norm in self.meant]
        self.telling = [
            0.0 if asked or at in self.asking else rarity
            for at, (asked, rarity) in enumerate(zip(self.asked, self.rarity, strict=True))
        ]
        self.unasked = [
            0.0 if norm in vocabulary.kinds else value
            for norm, value in zip(self.meant, self.telling, strict=True)
        ]
        self.unasked_total = sum(self.unasked)
        self.total = sum(self.telling) or 1.0
        self.sought = [
            (at, " " + norm[:5], value)
            for at, (norm, value) in enumerate(zip(self.norms, self.telling, strict=True))
            if value
        ]
        self.like_a_name = [self._like_a_name(at) for at in range(len(self.words))]

    def _counts(self, names: NameIndex, norm: str) -> tuple[int, int]:
        """The number of openings with a word, and with the word capitalised, in the base and `BACKGROUND` other openings."""
        count = names.word(norm)
        openings, capitals = self._vocabulary.words.get(norm, (0, 0))
        return openings + count.openings, capitals + count.capitals

    def _corrected_words(self, names: NameIndex) -> tuple[str, ...]:
        """The words with mistyped question words corrected: "createc" becomes "created".

        Only a word that the base lacks and that does not look like a name is corrected, and not to a name: "australa"
        may mean Australia.
        """
        return tuple(
            self._asking_word(names, norm)
            if norm not in ASKED_WITH
            and norm not in self._vocabulary.words
            and not names.knows(norm)
            and not (self.capital[at] and at)
            and norm.isalpha()
            else norm
            for at, norm in enumerate(self.norms)
        )

    def _asking_word(self, names: NameIndex, norm: str) -> str:
        meant = self._vocabulary.meant(norm)
        if meant is None:
            return norm
        openings, capitals = self._counts(names, meant)
        return norm if capitals > NAME_LIKE * openings else meant

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
        return norm[0].isdigit() or (self.nameness[at] > NAME_LIKE and self.unasked[at] > 0)

    def is_pronoun(self, first: int, last: int) -> bool:
        """Whether the words are the pronoun "us"; "US" and the film "Us" have a capital."""
        return first == last and self.norms[first] == "us" and not self.capital[first]

    def kind_log_odds(self, first: int, last: int, kind: ArticleKind) -> float:
        """The log odds that the words outside of the mention ask for an article of this kind."""
        total = 0.0
        for at, norm in enumerate(self.meant):
            if not first <= at <= last:
                by_kind = self._vocabulary.kinds.get(norm)
                if by_kind is not None:
                    total += by_kind[kind]
        return max(-4.0, min(4.0, total))


class Articles:
    """The openings of articles in lower case, for looking up words."""

    def __init__(self, base: KnowledgeBase) -> None:
        self._base = base
        self.head = lru_cache(maxsize=50_000)(self._head)

    def _head(self, article: int) -> tuple[str, tuple[str, ...]]:
        """An article's title and its words."""
        title = self._base.title(article)
        return title, tuple(norms(title))

    def overlap(self, question: Question, first: int, last: int, article: int) -> float:
        """The share, weighted by rarity, of the content words outside of the name that the opening has."""
        opening = " " + self._base.opening(article).lower()
        total = matched = 0.0
        for at, begins, value in question.sought:
            if not first <= at <= last:
                total += value
                if begins in opening:
                    matched += value
        return matched / total if total else 0.0
