"""Scores a passage by its sentence that is closest to the question. Knows encoders only by their Protocol.

A passage's vector is a mean over its words, in which one answering sentence has little weight. So the passage gets
the score of its best sentence, as a document gets that of its best passage in MaxP (Dai & Callan, SIGIR 2019).
Nothing is stored: the sentences of a few passages are encoded for each question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from wherein.core.passage import Passage
from wherein.encoding.encoder import Encoder
from wherein.passages.heading_prefix import heading_prefix
from wherein.passages.sentences import sentence_spans

LEAST_WORDS = 12
"""A sentence with fewer words is joined with the next one: alone it is close to any question with its one word."""


class ClosestSentence:
    """Scores passages by their closest sentence."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder

    def scores(self, question: str, passages: Sequence[Passage]) -> NDArray[np.float32]:
        """(len(passages),): inner products, -1 to 1; 0 for a passage without a known token."""
        sentences = [list(_sentences(passage)) for passage in passages]
        vectors = self._encoder.encode([question, *(s for some in sentences for s in some)])
        near = vectors[1:] @ vectors[0]
        ends = np.cumsum([len(some) for some in sentences])
        starts = ends - [len(some) for some in sentences]
        return np.array(
            [
                near[a:b].max(initial=-1.0) if b > a else 0.0
                for a, b in zip(starts, ends, strict=True)
            ],
            dtype=np.float32,
        )


def _sentences(passage: Passage) -> Iterator[str]:
    """The sentences in order, each after its headings; short ones are joined with the next."""
    above, text = heading_prefix("", passage.section), passage.text
    above = f"{above}\n" if above else ""
    begin: int | None = None
    end = 0
    for span in sentence_spans(text):
        begin, end = span.start if begin is None else begin, span.end
        if len(text[begin:end].split()) >= LEAST_WORDS:
            yield above + text[begin:end]
            begin = None
    if begin is not None:
        yield above + text[begin:end]
