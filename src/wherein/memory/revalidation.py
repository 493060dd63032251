"""Revalidates stored answers in the current text, and makes stored answers of new ones. Knows no store and no policy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from wherein.core.answer import Answer
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.documents.boxes import boxes_of, is_recognised, page_of
from wherein.documents.cells import cell_of, is_main
from wherein.memory.store import Standing, StoredAnswer, StoredQuestion
from wherein.passages.block_place import find_block, place_of, section_at

FOUND_BY = "memory"


def answers_that_stand(
    document_of: Callable[[str], Document | None],
    stored: Iterable[StoredAnswer],
    models: frozenset[str] | None = None,
) -> tuple[list[Answer], dict[int, Standing]]:
    """The answers that may be served, localized in the current text, and changed standings by answer id.

    `document_of` returns the document that an answer names, None where it no longer exists. An answer is valid while
    its block is unchanged word for word, wherever the block is now. With `models`, answers of other models are left
    out unless a person confirmed them.
    """
    answers: list[Answer] = []
    changed: dict[int, Standing] = {}
    for answer in stored:
        if answer.standing is Standing.WRONG:
            continue
        document = document_of(answer.document)
        place = None
        if document is not None:
            place = next(find_block(document, answer.block, answer.quote, answer.quote_start), None)
        if document is None or place is None:
            if answer.standing is Standing.CURRENT:
                changed[answer.id] = Standing.STALE
            continue
        if answer.standing is Standing.STALE:
            changed[answer.id] = Standing.CURRENT  # the text is as it was again
        if models is None or answer.model in models or answer.standing is Standing.CONFIRMED:
            answers.append(_placed(document, answer, place))
    return answers, changed


def to_store(
    document_of: Callable[[str], Document | None],
    answers: Sequence[Answer],
    model: str,
    when: float,
    generation: int = 0,
) -> list[StoredAnswer]:
    """The answers in stored form; answers whose sentence is in no block are left out. With a library's
    `generation` each has its document's id."""
    kept = []
    for answer in answers:
        document = document_of(answer.document)
        place = None if document is None else place_of(document, answer.quote_span)
        if (
            document is None
            or place is None
            or not answer.quote_span.contains(answer.span)
            or not len(answer.span)
        ):
            continue
        kept.append(
            StoredAnswer(
                text=answer.span.of(document.text),
                quote=answer.quote_span.of(document.text),
                block=place.block,
                quote_start=place.quote_start,
                answer_start=answer.span.start - answer.quote_span.start,
                confidence=answer.confidence,
                found_by=answer.found_by,
                model=model,
                evidence=answer.evidence,
                stored=when,
                document=answer.document if generation else "",
                generation=generation,
            )
        )
    return kept


def why_not_served(found: StoredQuestion) -> str:
    """A sentence on why no answer of the question is served."""
    standings = {answer.standing for answer in found.answers}
    if standings <= {Standing.WRONG}:
        return "Its answer was judged wrong."
    if standings & {Standing.CURRENT, Standing.CONFIRMED} and not any(
        answer.standing is Standing.STALE for answer in found.answers
    ):
        return "The text of its answer has changed, or another model found it."
    return "The text of its answer has changed."


def _placed(document: Document, stored: StoredAnswer, quote: Span) -> Answer:
    start = quote.start + stored.answer_start
    span = Span(start, start + len(stored.text))
    cell = cell_of(document, span)
    date, date_kind = document.dates.latest
    return Answer(
        text=stored.text,
        document=document.id,
        title=document.title,
        span=span,
        quote=stored.quote,
        quote_span=quote,
        section=section_at(document, span.start),
        confidence=stored.confidence,
        found_by=FOUND_BY,
        page=page_of(document, span),
        boxes=boxes_of(document, span),
        recognised=is_recognised(document, span),
        evidence=stored.evidence,
        source=document.source,
        date=date,
        date_kind=date_kind,
        row=cell.row if cell else None,
        column=cell.column if cell else None,
        main=is_main(document, span.start),
    )
