"""Exports people's verdicts as SQuAD 2.0, the format of the readers' training. Trains nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from wherein.memory.answers.judged_places import is_hidden
from wherein.memory.store.store import Feedback, Verdict
from wherein.questions.words.word_key import word_key


def squad_of(feedback: Iterable[Feedback]) -> dict[str, Any]:
    """SQuAD articles by title, with a paragraph for each block and a question for its latest verdict.

    RIGHT and SPAN give an answer. NOT_HERE on a judged answer gives an unanswerable question with that answer as the
    plausible one. WRONG is left out, since it neither gives the right answer nor states that there is none.
    """
    latest: dict[tuple[str, str, str], Feedback] = {}
    for verdict in feedback:
        if verdict.context and not is_hidden(verdict.question):
            latest[verdict.title, verdict.context, word_key(verdict.question)] = verdict
    articles: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for (title, context, _), verdict in latest.items():
        if verdict.verdict is not Verdict.WRONG:
            articles.setdefault(title, {}).setdefault(context, []).append(_row(verdict))
    return {
        "version": "v2.0",
        "data": [
            {
                "title": title,
                "paragraphs": [{"context": text, "qas": rows} for text, rows in blocks.items()],
            }
            for title, blocks in articles.items()
        ],
    }


def _row(verdict: Feedback) -> dict[str, Any]:
    identity = f"{verdict.page.text}\n{verdict.question}\n{verdict.context}".encode()
    answer = [{"text": verdict.answer, "answer_start": verdict.answer_start}]
    impossible = verdict.verdict is Verdict.NOT_HERE
    row: dict[str, Any] = {
        "id": hashlib.sha256(identity).hexdigest()[:24],
        "question": verdict.question,
        "is_impossible": impossible,
        "answers": [] if impossible else answer,
    }
    if impossible and verdict.answer:
        row["plausible_answers"] = answer
    return row
