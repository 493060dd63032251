"""The Protocol of a reader. Holds no implementation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """What a reader's outputs say of one sentence, list item or table row of a passage.

    span: code points of the document's canonical text.
    margin: the score of the best span within the sentence over "not in this window".
    best, start, end: that span's score, and the highest start and end scores, on the reader's own scale.
    """

    passage: Passage
    span: Span
    margin: float
    best: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Reading:
    """The outcome of one batch: the passages that were read, and the candidates found in them.

    `candidates` are sorted by falling margin. Several may come from one passage, but candidates of one passage do
    not overlap. `remark` is a sentence on why there are no candidates, where the reader knows. `sentences` are the scores
    of the passages' sentences in reading order; empty where the reader scores none.
    """

    passages: tuple[Passage, ...]
    candidates: tuple[Candidate, ...]
    remark: str | None = None
    sentences: tuple[SentenceScore, ...] = ()


class Reader(Protocol):
    """Finds candidates for a question in passages."""

    @property
    def name(self) -> str:
        """The reader's name, as in `found_by`."""
        ...

    def load(self) -> None:
        """Load the model now rather than at the first question; a second call does nothing.

        Raises AssetMissing or AssetDamaged, as `read` would.
        """
        ...

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        """Read the passages in the order given, a batch at a time, yielding after each batch.

        Together the readings name every passage exactly once; a reader that decides at the end may
        bring candidates of earlier batches with the last. An empty or blank question, or no
        passages, yields nothing. Every candidate's span lies within its passage's span, is not
        empty and begins and ends on a character that is not white space.
        """
        ...
