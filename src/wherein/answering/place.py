"""From candidates to answers with their place: text, sentence, section, page. Decides nothing."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

from wherein.core.answer import Answer, Candidate
from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.boxes import boxes_of, page_of
from wherein.passages.sentences import sentence_around


class AnswerPlacer:
    """Places the candidates of one question; documents are looked up once."""

    def __init__(self, document: Callable[[str], Document]) -> None:
        self._look_up = document
        self._documents: dict[str, Document] = {}

    def place(
        self,
        candidates: Sequence[Candidate],
        probabilities: Sequence[float],
        found_by: str,
        evidence: bool,
    ) -> Iterator[Answer]:
        """Answers by falling probability; of equal words only the likeliest place is kept.

        With `evidence` the answer is the candidate's whole sentence, marked as evidence.
        """
        seen: set[str] = set()
        ranked = sorted(zip(candidates, probabilities, strict=True), key=lambda pair: -pair[1])
        for candidate, probability in ranked:
            document = self._document(candidate.passage.document)
            quote = sentence_around(
                document.text, candidate.span, _block_around(document, candidate.span)
            )
            span = quote if evidence else candidate.span
            words = " ".join(span.of(document.text).casefold().split())
            if words in seen:
                continue
            seen.add(words)
            yield _answer(document, candidate.passage, span, quote, probability, found_by, evidence)

    def sentence(self, passage: Passage, span: Span, probability: float, found_by: str) -> Answer:
        """A whole sentence as an answer: it is its own quote."""
        document = self._document(passage.document)
        return _answer(document, passage, span, span, probability, found_by, evidence=False)

    def _document(self, identity: str) -> Document:
        if identity not in self._documents:
            self._documents[identity] = self._look_up(identity)
        return self._documents[identity]


def _answer(
    document: Document,
    passage: Passage,
    span: Span,
    quote: Span,
    probability: float,
    found_by: str,
    evidence: bool,
) -> Answer:
    return Answer(
        text=span.of(document.text),
        document=document.id,
        title=document.title,
        span=span,
        quote=quote.of(document.text),
        quote_span=quote,
        section=passage.section,
        confidence=min(1.0, max(0.0, float(probability))),
        found_by=found_by,
        page=page_of(document, span),
        boxes=boxes_of(document, span),
        evidence=evidence,
    )


def _block_around(document: Document, span: Span) -> Span | None:
    """The block that a span lies in; None for a document without blocks, or a span across several."""
    at = bisect_right(document.blocks, span.start, key=lambda block: block.span.start) - 1
    return document.blocks[at].span if at >= 0 else None
