"""Makes the JSON of remembered questions and answers for the server and the command line. Field names are in `wire.py`.

People typed these texts, so they must be shown as text, never as markup. Keys are added, never
changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import TypeAlias

from wherein.answering.attempts.suggesting import Suggested
from wherein.core.answer import Answer
from wherein.core.document import Document
from wherein.core.file_change import FileChange
from wherein.documents.fetch import is_url
from wherein.memory.policies.privacy import NotKept, page_key
from wherein.memory.policies.revalidation import to_store
from wherein.memory.store.store import Feedback, PageKey, StoredAnswer, StoredQuestion
from wherein.memory.suggestions.popular import PopularQuestion
from wherein.memory.suggestions.similar import SimilarQuestion
from wherein.questions.completing.completion import Completion
from wherein.server.wire import wire
from wherein.server.wire.json_form import Json, form, row

Changes: TypeAlias = Mapping[str, FileChange]
"""What became of the files of kept documents, by the document's id."""
UNCHANGED: Changes = MappingProxyType({})

# --- over HTTP


def asked_json(
    question: StoredQuestion,
    answers: Sequence[StoredAnswer],
    uses: int,
    changes: Changes = UNCHANGED,
) -> Json:
    """A remembered question with its answers; `uses` counts those of questions with the same request too."""
    return row(wire.WireAsked, **_asked(question, answers, uses, changes))


def similar_asked_json(one: SimilarQuestion, changes: Changes = UNCHANGED) -> Json:
    """A remembered question with its similarity to the one that was sent."""
    return row(
        wire.WireSimilar,
        **_asked(one.question, one.answers, one.question.uses, changes),
        similarity=round(one.similarity, 4),
        here=one.here,
    )


def suggested_json(document: Document, one: Suggested, changes: Changes = UNCHANGED) -> Json:
    """A suggested question in the form of a remembered one that nobody has asked."""
    page = page_key(document)
    stored = to_store(lambda identity: document, [one.answer], "", 0.0)
    return row(
        wire.WireAsked,
        question=one.question,
        page=None if isinstance(page, NotKept) else page.hash,
        title=document.title,
        url=document.source if is_url(document.source) else None,
        uses=0,
        last_asked=None,
        answers=[_kept_json(answer, changes.get(document.id)) for answer in stored],
        suggested=True,
    )


def marked_json(marked: Iterable[Feedback]) -> Json:
    """The places that a person marked as answers, in this order."""
    rows = [
        row(
            wire.WireMarked,
            question=one.question,
            typed=one.typed,
            page=one.page.hash,
            text=one.answer,
            context=one.context,
            start=one.answer_start,
            given=one.given,
        )
        for one in marked
        if one.answer_start is not None
    ]
    return row(wire.MarkedResponse, marked=rows)


def completions_json(completions: Iterable[Completion], corrections: Sequence[str]) -> Json:
    """Completions of a half-typed question, and corrected spellings of it."""
    return row(
        wire.CompleteResponse,
        completions=[
            row(wire.WireCompletion, text=one.text, source=one.source.value) for one in completions
        ],
        did_you_mean=list(corrections),
    )


def _asked(
    question: StoredQuestion, answers: Sequence[StoredAnswer], uses: int, changes: Changes
) -> dict[str, object]:
    return {
        "question": question.text,
        "page": question.page.key.hash,
        "title": question.page.title,
        "url": _address(question),
        "uses": uses,
        "last_asked": question.last_asked,
        "answers": [
            _kept_json(answer, changes.get(question.document_of(answer))) for answer in answers
        ],
        "suggested": False,
    }


def _kept_json(answer: StoredAnswer, change: FileChange | None) -> Json:
    return form(
        wire.WireKept,
        text=answer.text,
        quote=answer.quote,
        start=answer.answer_start,
        block=answer.block,
        quote_start=answer.quote_start,
        confidence=round(answer.confidence, 4),
        file_change=None if change is None else change.value,
    )


# --- at the command line


def popular_json(
    page: PageKey, popular: Sequence[PopularQuestion], changes: Changes = UNCHANGED
) -> Json:
    """The most asked questions of a page, with their answers."""
    questions = [popular_question_json(one, changes) for one in popular]
    return {"page": page.text, "questions": questions}


def popular_question_json(one: PopularQuestion, changes: Changes = UNCHANGED) -> Json:
    """`answers` are the stored ones; each has `start` and `end` where its place is known."""
    places = {answer.text: answer for answer in one.answers}
    return row(
        wire.PopularRow,
        **_question(one.question),
        asked=True,
        uses=one.uses,
        merged=list(one.merged),
        answers=[
            stored_json(
                answer, places.get(answer.text), changes.get(one.question.document_of(answer))
            )
            for answer in one.stored
        ],
    )


def similar_json(found: Sequence[SimilarQuestion], changes: Changes = UNCHANGED) -> Json:
    """Questions like the one that was typed, most similar first, with their answers."""
    return {
        "questions": [
            row(
                wire.SimilarRow,
                **_question(one.question),
                similarity=round(one.similarity, 4),
                here=one.here,
                url=_address(one.question),
                title=one.question.page.title,
                answers=[
                    stored_json(answer, change=changes.get(one.question.document_of(answer)))
                    for answer in one.answers
                ],
            )
            for one in found
        ]
    }


def stored_json(
    answer: StoredAnswer, place: Answer | None = None, change: FileChange | None = None
) -> Json:
    """A stored answer, with the data to check and mark it in the page's text."""
    return form(
        wire.StoredRow,
        text=answer.text,
        quote=answer.quote,
        answer_start=answer.answer_start,
        block=answer.block,
        quote_start_in_block=answer.quote_start,
        confidence=round(answer.confidence, 4),
        found_by=answer.found_by,
        standing=answer.standing.value,
        stored=_iso(answer.stored),
        document=None if place is None else place.document,
        start=None if place is None else place.span.start,
        end=None if place is None else place.span.end,
        quote_start=None if place is None else place.quote_span.start,
        file_change=None if change is None else change.value,
    )


def _question(question: StoredQuestion) -> dict[str, object]:
    return {
        "question": question.text,
        "page": question.page.key.text,
        "page_hash": question.page.key.hash,
        "first_asked": _iso(question.first_asked),
        "last_asked": _iso(question.last_asked),
    }


def _address(question: StoredQuestion) -> str | None:
    text = question.page.key.text
    return text if "://" in text else None


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
