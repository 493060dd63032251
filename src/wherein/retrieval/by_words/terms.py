"""Chooses the terms that a word index stores for a passage and looks up for a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from wherein.core.passage import Passage
from wherein.retrieval.by_words.words import index_text, question_terms

HEADING_BOOST = 0.55
"""Weight of a term in the headings; their field is short, so its scores are high already. Tuned on
seven development sets: 0.65 is best on average, 0.55 costs the least where titles mislead."""


class Terms(Protocol):
    """The choice of terms of a passage and of a question."""

    name: str
    """Changes whenever a passage's terms do: an index of another name is built again."""
    heading_boost: float

    def of_passage(self, passage: Passage) -> str:
        """The text for `words.analyzer`, from `words.index_text` or of plain words."""
        ...

    def of_question(self, question: str) -> Sequence[tuple[str, float]]:
        """Terms with their weights; empty when the question has no word."""
        ...


class AllWords:
    """Every word of a passage and of a question."""

    name = "words 2"
    heading_boost = HEADING_BOOST

    def of_passage(self, passage: Passage) -> str:
        return index_text(passage.text)

    def of_question(self, question: str) -> Sequence[tuple[str, float]]:
        return [(term, 1.0) for term in question_terms(question)]


ALL_WORDS = AllWords()
