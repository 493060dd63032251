"""The JSON in which both doors tell what is remembered. Keys are added, never changed.

Everything here was typed by somebody: whoever shows it shows it as text, never as markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from wherein.core.answer import Answer
from wherein.memory.popular import PopularQuestion
from wherein.memory.similar import SimilarQuestion
from wherein.memory.store import PageKey, StoredAnswer, StoredQuestion

Json = dict[str, Any]


def popular_json(page: PageKey, top: Sequence[PopularQuestion]) -> Json:
    return {"page": page.text, "questions": [popular_question_json(one) for one in top]}


def popular_question_json(one: PopularQuestion) -> Json:
    """`answers` are the stored ones; each has `start` and `end` where its place is known."""
    places = {answer.text: answer for answer in one.answers}
    return {
        **question_json(one.question),
        "asked": True,
        "uses": one.uses,
        "merged": list(one.merged),
        "answers": [stored_json(answer, places.get(answer.text)) for answer in one.stored],
    }


def similar_json(found: Sequence[SimilarQuestion]) -> Json:
    return {
        "questions": [
            {
                **question_json(one.question),
                "similarity": round(one.similarity, 4),
                "here": one.here,
                "url": one.question.page.key.text if "://" in one.question.page.key.text else None,
                "title": one.question.page.title,
                "answers": [stored_json(answer) for answer in one.answers],
            }
            for one in found
        ]
    }


def question_json(question: StoredQuestion) -> Json:
    return {
        "question": question.text,
        "page": question.page.key.text,
        "page_hash": question.page.key.hash,
        "first_asked": _iso(question.first_asked),
        "last_asked": _iso(question.last_asked),
    }


def stored_json(answer: StoredAnswer, place: Answer | None = None) -> Json:
    """An answer as it is kept: enough to check, and to mark it, where the page's text is."""
    row: Json = {
        "text": answer.text,
        "quote": answer.quote,
        "answer_start": answer.answer_start,
        "block": answer.block,
        "quote_start_in_block": answer.quote_start,
        "confidence": round(answer.confidence, 4),
        "found_by": answer.found_by,
        "standing": answer.standing.value,
        "stored": _iso(answer.stored),
    }
    if place is not None:
        row |= {
            "document": place.document,
            "start": place.span.start,
            "end": place.span.end,
            "quote_start": place.quote_span.start,
        }
    return row


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
