"""The one place that makes an answer of a place in a document: its words, sentence, page, cell, date and credit."""

from __future__ import annotations

from wherein.core.answer import Answer, QuotedPlace, StruckBy
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.documents.clauses.standing import standing_of
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
        struck_by=_struck_by(document, span),
        subject_to=_subject_to(document, quote),
    )


def _struck_by(document: Document, span: Span) -> StruckBy | None:
    """The amendment that deletes or replaces the words at a place."""
    found = standing_of(document).struck(span)
    if found is None:
        return None
    quote = found.amendment.quote
    return StruckBy(quote.of(document.text), quote, found.words, page_of(document, quote))


def _subject_to(document: Document, quote: Span) -> tuple[QuotedPlace, ...]:
    """What a sentence is subject to, quoted."""
    return tuple(
        QuotedPlace(span.of(document.text), span, page_of(document, span))
        for span in standing_of(document).beneath(quote)
    )


def as_probability(value: float) -> float:
    """The value limited to 0 to 1, since rounding may have taken it beyond."""
    return min(1.0, max(0.0, float(value)))
