"""Weighs the words of a question's term by how rare they are in a document, and says how much of it a text has. Pure.

The twin is web/reader/src/terms/weighed-term.ts; the cases are in contracts/named-terms.json.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from wherein.core.document import Block
from wherein.lexicon import lexicon
from wherein.reading.terms.asked_term import AskedTerm
from wherein.reading.terms.name_words import Word, Words, match, words_of

_LEXICON = lexicon("named-terms")
_LEAST_WEIGHT = _LEXICON.number("least_weight")
"""What a word counts that every block has, beside 1 for one that none has."""
_LEAST_FRESH = _LEXICON.number("least_fresh")
"""The share of a sentence's words that the question must not have, or the sentence only repeats it."""


@dataclass(frozen=True, slots=True)
class WeighedTerm:
    """A term with the weight of each of its words in a document.

    words: all words of what the question says of the term. missed: the share of the term's words that the document lacks.
    """

    term: AskedTerm
    words: Words
    weights: tuple[float, ...]
    missed: float

    @property
    def stems(self) -> frozenset[str]:
        """What a text needs one of in small letters to have a word of the term."""
        return frozenset(
            part.casefold() for word in self.term.words for part in (word.parts or (word.whole,))
        )

    def share(self, *several: Words) -> float:
        """The weighted share of the term's words that one of the texts has, 0 to 1."""
        found = (
            weight * max(match(word, words) for words in several)
            for weight, word in zip(self.weights, self.term.words, strict=True)
        )
        return sum(found) / sum(self.weights)

    def is_repeated(self, sentence: str) -> bool:
        """Whether a sentence is a question, or says nothing but the question's words again."""
        return sentence.endswith("?") or self.fresh(words_of(sentence)) < _LEAST_FRESH

    def fresh(self, answer: Words) -> float:
        """The share of an answer's words that the question has not; 0 without words."""
        if not answer.every:
            return 0.0
        return sum(not match(word, self.words) for word in answer.every) / len(answer.every)


def weighed(term: AskedTerm, text: str, blocks: Sequence[Block]) -> WeighedTerm:
    """The term with its words weighed by the share of these blocks that lack them."""
    counts = [0] * len(term.words)
    for block in blocks:
        folded = block.span.of(text).casefold()
        for at, word in enumerate(term.words):
            counts[at] += _has(word, folded)
    every = math.log(len(blocks) + 2)
    weights = (max(_LEAST_WEIGHT, 1 - math.log(count + 1) / every) for count in counts)
    missed = sum(not count for count in counts) / len(counts)
    return WeighedTerm(term, words_of(term.name), tuple(weights), missed)


def _has(word: Word, folded: str) -> bool:
    """Whether a text in small letters has a word that begins like this one, or all parts of it."""
    if _begins(word.whole.casefold(), folded):
        return True
    return len(word.parts) > 1 and all(part in folded for part in word.parts)


def _begins(stem: str, folded: str) -> bool:
    at = folded.find(stem)
    while at > 0 and folded[at - 1].isalnum():
        at = folded.find(stem, at + 1)
    return at >= 0
