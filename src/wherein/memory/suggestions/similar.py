"""Finds similar questions of any page by their vectors. Knows no page and serves no answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from wherein.memory.store.store import (
    QuestionSearch,
    QuestionVectors,
    SeenBy,
    StoredAnswer,
    StoredQuestion,
)
from wherein.questions.spelling.spelling_retry import corrected_by_others
from wherein.questions.words.dictionary import english

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from wherein.encoding.encoder import Encoder
    from wherein.memory.suggestions.binary_codes import BinaryCodeTable

Visible: TypeAlias = Callable[[Sequence[int]], frozenset[int]]
"""Of questions by their ids, those that may be shown."""
COMPARED, COMPARED_TO_RERANK = 150, 300
"""Questions whose vectors are compared exactly, without and with reranking. On 20,000 of Quora's questions the best
five at 0.7 or more are all among 60; on 50,000 made by twenty patterns, 1 of 400 is not among 150 and 0 of 2,000
are not among 300."""
RERANKED = 50
FOUND_AS_ASKED = 0.97
"""From this similarity on, a question was asked in the same words, and its spelling is not corrected."""
AT_ONCE = 2_048


@dataclass(frozen=True, slots=True)
class Bound:
    """The least similarity of a shown question, for each encoder.

    `to_rerank` is the static encoder's bound where the reranker decides.
    """

    static: float = 0.7
    reranked: float = 0.75
    to_rerank: float = 0.5


@dataclass(frozen=True, slots=True)
class SimilarQuestion:
    """A question with its answers that may be served; `here` is True for questions of the asker's own page."""

    question: StoredQuestion
    similarity: float
    answers: tuple[StoredAnswer, ...]
    here: bool


class SimilarIndex:
    """An index of all stored questions by their vectors. It follows its store and is never saved separately.

    Where the store searches by itself, nothing is held here.
    """

    def __init__(
        self, vectors: QuestionVectors, encoder: Encoder, search: QuestionSearch | None = None
    ) -> None:
        self._vectors = vectors
        self._search = search
        self._encoder = encoder
        self._wipes = -1
        self._table = self._empty()

    def __len__(self) -> int:
        return len(self._table)

    def catch_up(self) -> None:
        """Load the questions that any process stored or removed since, and encode new ones."""
        from wherein.memory.suggestions.binary_codes import binary_codes

        name = self._encoder.name
        before: list[tuple[int, str]] = []
        # A damaged store may not find again what was added.
        while (missing := self._vectors.missing(name, AT_ONCE)) and missing != before:
            before = missing
            vectors = self._encoder.encode([text for _, text in missing])
            self._vectors.put(name, [key for key, _ in missing], vectors, binary_codes(vectors))
        if self._search is not None:
            return
        wipes = self._vectors.wipes
        if wipes != self._wipes:
            self._table = self._empty()
            self._wipes = wipes
        for ids, codes in self._vectors.binary_codes(name, self._table.last):
            self._table.add(ids, codes)

    def nearest(
        self,
        readings: Sequence[str],
        limit: int,
        least: float,
        to_rerank: bool = False,
        seen_by: SeenBy | None = None,
        visible: Visible | None = None,
    ) -> list[tuple[int, float]]:
        """(id, similarity) of at most `limit` questions with a similarity of at least `least`, most similar first.

        `readings` are spellings of one question; the similarity is the highest over them. With `to_rerank`, more
        questions are compared. A store that searches by itself gives only what `seen_by` may see; else the caller has to
        leave out the rest, or to give `visible`: then as many are found as if the others were not there.
        """
        from wherein.memory.suggestions.binary_codes import binary_codes

        self.catch_up()
        compared = COMPARED_TO_RERANK if to_rerank else COMPARED
        vectors = self._encoder.encode(readings)
        if self._search is not None:
            nearest = self._searched(self._search, vectors, limit, seen_by, visible)
            return [pair for pair in nearest if pair[1] >= least]
        ids: set[int] = set()
        for vector, code in zip(vectors, binary_codes(vectors), strict=True):
            if vector.any():
                ids.update(self._nearest_codes(code, max(limit, compared), visible))
        found, others = self._vectors.of(self._encoder.name, sorted(ids))
        if not len(found):
            return []
        similarities = (others @ vectors.T).max(axis=1)  # (n,)
        scored = zip(found.tolist(), similarities.tolist(), strict=True)
        near = sorted((pair for pair in scored if pair[1] >= least), key=lambda p: (-p[1], p[0]))
        return near[:limit]

    def _searched(
        self,
        search: QuestionSearch,
        vectors: NDArray[np.float32],
        limit: int,
        seen_by: SeenBy | None,
        visible: Visible | None,
    ) -> list[tuple[int, float]]:
        wanted = limit
        while True:
            found = search.nearest(self._encoder.name, vectors, wanted, seen_by)
            if visible is None:
                return found
            may = visible([key for key, _ in found])
            shown = [pair for pair in found if pair[0] in may]
            if len(shown) >= limit or len(found) < wanted:
                return shown[:limit]
            wanted *= 4

    def _nearest_codes(
        self, code: NDArray[np.uint8], most: int, visible: Visible | None
    ) -> list[int]:
        """The ids of the nearest codes, at least `most` of those that are visible where there are as many."""
        wanted = most
        while True:
            found: list[int] = self._table.nearest(code, wanted).tolist()
            if visible is None:
                return found
            shown = [*visible(found)]
            if len(shown) >= most or wanted >= len(self._table):
                return shown
            wanted *= 4

    def nearest_with_correction(
        self,
        question: str,
        texts: Callable[[Sequence[int]], Sequence[str]],
        to_rerank: bool,
        seen_by: SeenBy | None = None,
        visible: Visible | None = None,
    ) -> tuple[list[str], list[tuple[int, float]]]:
        """The question's spellings and the questions nearest to them (`RERANKED` of them, without a bound).

        Where a word is neither in the dictionary nor in the questions found, the corrected question is searched too.
        `texts` returns the texts of questions by id.
        """
        near = self.nearest([question], RERANKED, 0.0, to_rerank, seen_by, visible)
        if near and near[0][1] >= FOUND_AS_ASKED:
            return [question], near
        meant = corrected_by_others(question, lambda: texts([key for key, _ in near]), english())
        if meant is None:
            return [question], near
        readings = [question, meant]
        return readings, self.nearest(readings, RERANKED, 0.0, to_rerank, seen_by, visible)

    def _empty(self) -> BinaryCodeTable:
        from wherein.memory.suggestions.binary_codes import BinaryCodeTable, binary_code_bytes

        return BinaryCodeTable(binary_code_bytes(self._encoder.dimensions))


def reranked(
    readings: Sequence[str],
    questions: Sequence[StoredQuestion],
    encoder: Encoder,
    vectors: QuestionVectors,
) -> dict[int, float]:
    """The similarities by another encoder, by question id: the highest over the spellings.

    Vectors encoded for one search are stored for the next.
    """
    import numpy as np

    if not questions:
        return {}
    ids, known = vectors.of(encoder.name, [one.id for one in questions])
    found = dict(zip(ids.tolist(), known, strict=True))
    new = [one for one in questions if one.id not in found]
    if new:
        from wherein.memory.suggestions.binary_codes import binary_codes

        made = encoder.encode([one.text for one in new])
        found |= {one.id: vector for one, vector in zip(new, made, strict=True)}
        vectors.put(encoder.name, [one.id for one in new], made, binary_codes(made))
    asked = encoder.encode(readings)  # (readings, dimensions)
    stacked = np.stack([found[one.id] for one in questions])  # (questions, dimensions)
    best = (stacked @ asked.T).max(axis=1)
    return {one.id: float(score) for one, score in zip(questions, best, strict=True)}
