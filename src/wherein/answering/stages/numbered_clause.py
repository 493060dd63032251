"""The stage of clause numbers: "section 3.2" and "what does clause 9 say?" are answered with that clause. Runs no reader."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stage import Attempt
from wherein.core.answer import Answer, Coverage, Outcome
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.documents.clauses.labels import Reference, references
from wherein.documents.clauses.outline import Clause
from wherein.documents.clauses.standing import Standing, standing_of
from wherein.lexicon import lexicon
from wherein.passages.block_place import section_at
from wherein.passages.sentences import sentence_spans

CLAUSE = "clause"
"""The name of the stage's step, and `found_by` of its answers."""
CONFIDENCE = 0.95
"""Of a clause that the question names by its number: only a document that counts twice makes it the wrong one."""
MOST_CHARACTERS = 1_200
"""Of a clause that is quoted whole; of a longer one the first paragraph or sentence is."""
_LEXICON = lexicon("clauses")
_ASKS = _LEXICON.pattern("asks_for_clause")
_SAYS = _LEXICON.pattern("clause_says")


class NumberedClause:
    """Answers with the clause whose number the question names; leaves every other question to the readers."""

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        wanted = requested_clause(attempt.question.text)
        if wanted is None:
            return
        began = attempt.clock()
        for document in self._documents(attempt):
            standing = standing_of(document)
            clauses = standing.outline.find(wanted)
            if clauses:
                answer = _answer(attempt, document, standing, clauses[0])
                if answer is None or attempt.bars(document.id, answer.span):
                    continue
                attempt.best = Progress((answer,), (), Coverage(1.0, attempt.scope.words))
                attempt.ended = True
                attempt.step(CLAUSE, Outcome.ANSWERED, began)
                yield attempt.best
                return
        attempt.step(CLAUSE, Outcome.REFUSED, began, "No clause has this number.")

    def _documents(self, attempt: Attempt) -> list[Document]:
        """The documents that were chosen, likeliest first."""
        names = dict.fromkeys(passage.document for passage in attempt.order)
        return [attempt.scope.document(name) for name in list(names)[:3]]


def requested_clause(question: str) -> Reference | None:
    """The clause that a question asks to see; None for a question about anything in it."""
    named = references(question)
    if len(named) != 1 or not named[0].chain or named[0].last is not None:
        return None
    span = named[0].span
    if _ASKS.match(question[: span.start]) and _SAYS.match(question[span.end :]):
        return named[0]
    return None


def _answer(
    attempt: Attempt, document: Document, standing: Standing, clause: Clause
) -> Answer | None:
    body = standing.body(clause)
    if not len(body):
        return None
    if len(body) > MOST_CHARACTERS:
        first = body.of(document.text).split("\n\n")[0]
        body = Span(body.start, body.start + len(first))
    if len(body) > MOST_CHARACTERS:
        body = next(iter(sentence_spans(body.of(document.text)))).shifted(body.start)
    passage = next(p for p in attempt.order if p.document == document.id)
    there = next(
        (p for p in attempt.order if p.document == document.id and p.span.contains(body)), passage
    )
    return attempt.localizer.sentence(
        replace(there, section=section_at(document, body.start)), body, CONFIDENCE, CLAUSE
    )
