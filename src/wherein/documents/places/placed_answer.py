"""The one place that makes an answer of a place in a document: its words, sentence, page, cell, date and credit."""

from __future__ import annotations

from wherein.core.answer import Answer
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.documents.places.boxes import boxes_of, is_recognised, page_of
from wherein.documents.places.cells import cell_of, is_main


def placed_answer(
    document: Document,
    section: tuple[str, ...],
    span: Span,
    quote: Span,
    probability: float,
    found_by: str,
    evidence: bool = False,
) -> Answer:
    """The answer at `span`, in its sentence `quote`, with all that its document says of the place."""
    cell = cell_of(document, span)
    date, date_kind = document.dates.latest
    return Answer(
        text=span.of(document.text),
        document=document.id,
        title=document.title,
        span=span,
        quote=quote.of(document.text),
        quote_span=quote,
        section=section,
        confidence=as_probability(probability),
        found_by=found_by,
        page=page_of(document, span),
        boxes=boxes_of(document, span),
        recognised=is_recognised(document, span),
        evidence=evidence,
        source=document.source,
        document_kind=document.kind,
        date=date,
        date_kind=date_kind,
        credit=document.credit,
        row=cell.row if cell else None,
        column=cell.column if cell else None,
        main=is_main(document, span.start),
    )


def as_probability(value: float) -> float:
    """The value limited to 0 to 1, since rounding may have taken it beyond."""
    return min(1.0, max(0.0, float(value)))
