"""Suggests questions that a document answers, with their answers. Knows readers and retrievers only by their Protocols."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.scopes import Scope
from wherein.core.answer import Answer
from wherein.core.document import Document
from wherein.core.passage import Hit
from wherein.passages.split import split_main
from wherein.questions.completing.generation import questions_of
from wherein.questions.question import parse_question
from wherein.retrieval.retriever import Retriever

PASSAGES_READ = 3
"""Most passages read for one suggestion: the page has the words that the question is made of."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """A question made from the document's own words, with the reader's sure answer."""

    question: str
    answer: Answer


def suggested_questions(
    document: Document, reader: CalibratedReader, limit: int
) -> list[Suggested]:
    """At most `limit` suggestions in the document's order; questions that the reader does not answer are left out."""
    from wherein.retrieval.by_words.page import PageIndex

    proposed = questions_of(document)
    if not proposed or limit <= 0:
        return []
    index = PageIndex.of(split_main(document))
    scope = Scope(_First(index, PASSAGES_READ), lambda _: document, document.words)
    pipeline = Pipeline([reader])
    found: list[Suggested] = []
    for question in proposed:
        result = pipeline.ask(parse_question(question), scope, 1).result()
        if result.answers:
            found.append(Suggested(question, result.answers[0]))
        if len(found) == limit:
            break
    return found


class _First:
    """A retriever cut off after the first few hits."""

    def __init__(self, retriever: Retriever, most: int) -> None:
        self.name = retriever.name
        self._retriever, self._most = retriever, most

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        return self._retriever.search(question, min(limit, self._most), within)
