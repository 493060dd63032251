"""Verifies that an earlier answer also answers a paraphrase: a reader reads its block with the new question.

Knows readers only by their Protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wherein.core.answer import Candidate
from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.memory.verification import Bound, Evidence
from wherein.passages.split import split
from wherein.questions.paraphrase import exchanged, is_small_edit
from wherein.reading.reader import Reader

VERIFIED_BY = "small"
"""The reader that the bound was fitted with; it comes with the package."""
LEAST_COVERED = 0.2
"""The least share of the old answer that the reader's best span has to cover. A smaller part may be another answer, as
"May" of "May and down the river in October"; but a reader's spans for paraphrases may differ by a few words."""
BLANK = "…"
NOTHING = -20.0
"""The margin of a block in which the reader proposes no span."""


class ReadAgain:
    """A `Verifier` that reads the block of the old answer with the new question and compares the outcome with a bound."""

    def __init__(self, reader: Callable[[], Reader], bound: Bound) -> None:
        """`reader` is called at the first verification."""
        self._reader = reader
        self._bound = bound

    def __call__(
        self, question: str, earlier: str, document: Document, answer: Span, similarity: float
    ) -> bool:
        evidence = evidence_of(self._reader(), question, earlier, document, answer, similarity)
        return evidence is not None and self._bound.is_enough(evidence)


def evidence_of(
    reader: Reader, question: str, earlier: str, document: Document, answer: Span, similarity: float
) -> Evidence | None:
    """The reader's evidence for an old answer; None where the answer is not within one passage."""
    passage = next((p for p in split(document) if p.span.contains(answer)), None)
    if passage is None:
        return None
    edit, words = is_small_edit(question, earlier), exchanged(question, earlier, passage.text)
    margin, lead = _standing(_read(reader, question, passage), answer)
    if margin is None:
        return Evidence(None, lead, 0.0, 0.0, 0.0, similarity, edit, words)
    blanked = _blanked(passage, answer)
    margin_earlier, _ = _standing(_read(reader, earlier, passage), answer)
    return Evidence(
        margin,
        lead,
        _best(_read(reader, question, blanked)),
        NOTHING if margin_earlier is None else margin_earlier,
        _best(_read(reader, earlier, blanked)),
        similarity,
        edit,
        words,
    )


def _read(reader: Reader, question: str, passage: Passage) -> list[Candidate]:
    found = [c for reading in reader.read(question, [passage]) for c in reading.candidates]
    return sorted(found, key=lambda candidate: (-candidate.margin, candidate.span))


def _standing(candidates: Sequence[Candidate], answer: Span) -> tuple[float | None, float]:
    """The answer's margin where it is the best span, else None; and its lead over all other spans."""
    if not candidates or _covered(answer, candidates[0].span) < LEAST_COVERED:
        return None, 0.0
    others = [c.margin for c in candidates if not c.span.overlaps(answer)]
    return candidates[0].margin, candidates[0].margin - max(others, default=NOTHING)


def _covered(answer: Span, span: Span) -> float:
    """The part of the answer that the span covers."""
    common = min(answer.end, span.end) - max(answer.start, span.start)
    return max(0, common) / len(answer)


def _best(candidates: Sequence[Candidate]) -> float:
    return candidates[0].margin if candidates else NOTHING


def _blanked(passage: Passage, answer: Span) -> Passage:
    start, end = answer.start - passage.span.start, answer.end - passage.span.start
    text = passage.text[:start] + BLANK + passage.text[end:]
    span = Span(passage.span.start, passage.span.start + len(text))
    return Passage(passage.document, passage.index, span, text, passage.section)
