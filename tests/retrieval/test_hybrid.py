"""Hybrid retrieval: a rare name is not outvoted, and a hybrid is named after its parts."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hypothesis import given
from hypothesis import strategies as st

from tests.retrieval.makers import HashEncoder, passage
from wherein.core.passage import Hit
from wherein.retrieval.closest_sentence import ClosestSentence
from wherein.retrieval.hybrid import (
    MEANING_WEIGHT,
    SENTENCE_WEIGHT,
    WORDS_WEIGHT,
    mixed,
    words_and_meaning,
)


class Ranked:
    """Answers every question with the same documents and scores."""

    def __init__(self, name: str, found: Sequence[tuple[str, float]]) -> None:
        self.name = name
        self._hits = [Hit(passage(document, 0, document), score) for document, score in found]

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        return self._hits[:limit]


@given(
    words=st.lists(st.floats(0.1, 50), min_size=1, max_size=8),
    meaning=st.lists(st.floats(-1, 1), min_size=1, max_size=20),
)
def test_a_passage_without_any_word_never_passes_the_best_by_words(
    words: list[float], meaning: list[float]
) -> None:
    by_words = [(f"w{at}", score) for at, score in enumerate(sorted(words, reverse=True))]
    by_meaning = [(f"m{at}", score) for at, score in enumerate(sorted(meaning, reverse=True))]
    hybrid = words_and_meaning(
        Ranked("bm25", by_words), Ranked("dense", by_meaning), ClosestSentence(HashEncoder())
    )
    assert hybrid.search("q", 5)[0].passage.document.startswith("w")
    assert WORDS_WEIGHT > MEANING_WEIGHT + SENTENCE_WEIGHT


def test_any_parts_are_mixed_alike() -> None:
    one = Ranked("keyword", [("a", 3.0), ("b", 2.0), ("c", 1.0)])
    two = Ranked("dense", [("c", 0.9), ("b", 0.8), ("a", 0.1)])
    mix = mixed([one, two])
    assert mix.name == "keyword+dense"
    assert [hit.passage.document for hit in mix.search("q", 3)] == ["b", "a", "c"]
