"""Questions asked anywhere that are like this one: nearest by vectors. Knows no page and serves no answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wherein.memory.store import QuestionVectors, StoredAnswer, StoredQuestion
from wherein.questions.dictionary import english
from wherein.questions.spelling_retry import corrected_by_others

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder
    from wherein.memory.binary_codes import BinaryCodeTable

COMPARED, COMPARED_TO_RERANK = 150, 300
"""Questions whose vectors are compared exactly, fewer where a handful is shown. On 20,000 of Quora's
questions all of the best five at 0.7 or more are among 60; on 50,000 made by twenty patterns one of 400
is not among 150, and none of 2,000 is not among 300."""
RERANKED = 50
FOUND_AS_ASKED = 0.97
"""From this similarity on a question was asked in these words, and needs no other reading."""
AT_ONCE = 2_048


@dataclass(frozen=True, slots=True)
class Bound:
    """The similarity below which a question is not shown, by the encoder that gave it.

    `to_rerank` is the static one's where another encoder decides.
    """

    static: float = 0.7
    reranked: float = 0.75
    to_rerank: float = 0.5


@dataclass(frozen=True, slots=True)
class SimilarQuestion:
    """A question with its answers that may be served; `here` when it was asked of the asker's own page."""

    question: StoredQuestion
    similarity: float
    answers: tuple[StoredAnswer, ...]
    here: bool


class SimilarIndex:
    """The nearest of all questions that are held. Follows its store; derived and never saved apart."""

    def __init__(self, vectors: QuestionVectors, encoder: Encoder) -> None:
        self._vectors = vectors
        self._encoder = encoder
        self._wipes = -1
        self._table = self._empty()

    def __len__(self) -> int:
        return len(self._table)

    def catch_up(self) -> None:
        """Take up what was asked or wiped since, by whatever process; encodes what is new."""
        from wherein.memory.binary_codes import binary_codes

        name = self._encoder.name
        before: list[tuple[int, str]] = []
        # In a damaged store what is put may not be found again.
        while (missing := self._vectors.missing(name, AT_ONCE)) and missing != before:
            before = missing
            vectors = self._encoder.encode([text for _, text in missing])
            self._vectors.put(name, [key for key, _ in missing], vectors, binary_codes(vectors))
        wipes = self._vectors.wipes
        if wipes != self._wipes:
            self._table = self._empty()
            self._wipes = wipes
        for ids, codes in self._vectors.binary_codes(name, self._table.last):
            self._table.add(ids, codes)

    def nearest(
        self, readings: Sequence[str], limit: int, least: float, to_rerank: bool = False
    ) -> list[tuple[int, float]]:
        """(id, similarity) of at most `limit` questions at `least` or above, the most similar first.

        `readings` are ways to read one question; a similarity is that to the nearest of them. More
        are compared where another encoder decides (`to_rerank`).
        """
        from wherein.memory.binary_codes import binary_codes

        self.catch_up()
        compared = COMPARED_TO_RERANK if to_rerank else COMPARED
        vectors = self._encoder.encode(readings)
        ids: set[int] = set()
        for vector, code in zip(vectors, binary_codes(vectors), strict=True):
            if vector.any():
                ids.update(self._table.nearest(code, max(limit, compared)).tolist())
        found, others = self._vectors.of(self._encoder.name, sorted(ids))
        if not len(found):
            return []
        similarities = (others @ vectors.T).max(axis=1)  # (n,)
        scored = zip(found.tolist(), similarities.tolist(), strict=True)
        near = sorted((pair for pair in scored if pair[1] >= least), key=lambda p: (-p[1], p[0]))
        return near[:limit]

    def nearest_with_correction(
        self, question: str, texts: Callable[[Sequence[int]], Sequence[str]], to_rerank: bool
    ) -> tuple[list[str], list[tuple[int, float]]]:
        """The question's readings, and what is nearest to them (`nearest`; `RERANKED`, no bound).

        Where a word is neither in the dictionary nor in the questions found, what was probably meant
        is searched for as well. `texts` gives the texts of questions by their ids.
        """
        near = self.nearest([question], RERANKED, 0.0, to_rerank)
        if near and near[0][1] >= FOUND_AS_ASKED:
            return [question], near
        meant = corrected_by_others(question, lambda: texts([key for key, _ in near]), english())
        if meant is None:
            return [question], near
        readings = [question, meant]
        return readings, self.nearest(readings, RERANKED, 0.0, to_rerank)

    def _empty(self) -> BinaryCodeTable:
        from wherein.memory.binary_codes import BinaryCodeTable, binary_code_bytes

        return BinaryCodeTable(binary_code_bytes(self._encoder.dimensions))


def reranked(
    readings: Sequence[str],
    questions: Sequence[StoredQuestion],
    encoder: Encoder,
    vectors: QuestionVectors,
) -> dict[int, float]:
    """The similarity of each question to the nearest reading by another encoder, by id.

    What was encoded for one search is kept for the next.
    """
    import numpy as np

    if not questions:
        return {}
    ids, known = vectors.of(encoder.name, [one.id for one in questions])
    found = dict(zip(ids.tolist(), known, strict=True))
    new = [one for one in questions if one.id not in found]
    if new:
        from wherein.memory.binary_codes import binary_codes

        made = encoder.encode([one.text for one in new])
        found |= {one.id: vector for one, vector in zip(new, made, strict=True)}
        vectors.put(encoder.name, [one.id for one in new], made, binary_codes(made))
    asked = encoder.encode(readings)  # (readings, dimensions)
    stacked = np.stack([found[one.id] for one in questions])  # (questions, dimensions)
    best = (stacked @ asked.T).max(axis=1)
    return {one.id: float(score) for one, score in zip(questions, best, strict=True)}
