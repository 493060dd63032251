"""How near the closest sentence of a passage is to a question. Knows any encoder by its Protocol.

The vector of a passage is a mean over its words, so that the one sentence that answers is drowned by
the rest. A passage scores here as the best of its sentences does, as a document scores as the best of
its passages (MaxP: Dai & Callan, SIGIR 2019). Nothing is kept: the sentences of the few passages in
question are encoded when a question is asked.
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
"""A shorter sentence is taken with the next: alone it is near to any question about its one word."""


class ClosestSentence:
    """Scores passages by their sentence that is nearest to the question."""

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
    """The sentences in order, each below its headings, short ones joined with what follows."""
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
