"""People's verdicts on the question at hand: which places are no answers to it, and which one the asker marked.

Reads the question memory; runs no reader and stores nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from wherein.answering.library.notices import LEFT_OUT, VERDICTS
from wherein.answering.stages.remembered import Recollection, is_remembered
from wherein.core.answer import BY_PERSON, Answer, Coverage, Outcome, Result, Step
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.documents.places.cells import block_at
from wherein.documents.places.placed_answer import placed_answer
from wherein.memory.answers.judged_places import (
    Barred,
    barred_in,
    holds_for,
    is_same_person,
    places_of,
)
from wherein.memory.policies.privacy import NotKept, PrivacyRules, page_key
from wherein.memory.store.store import Feedback, Verdict
from wherein.passages.block_place import section_at
from wherein.passages.sentences import sentence_around

MARKED = "A person marked this place as the answer to this question."
_ANY_ADDRESS = PrivacyRules(query_sites=("*",))
"""Questions that may not be stored have no verdicts, so every address may be looked up."""


class Judgements:
    """The verdicts on one question, looked up once for each wording in which it is asked."""

    def __init__(
        self,
        look_up: Callable[[tuple[str, ...], str], list[Feedback]],
        question: str,
        typed: str,
        asker: str,
        owner: bool = False,
        session: Iterable[Feedback] = (),
    ) -> None:
        """`look_up` returns the stored verdicts on a question, given as understood and as typed. `owner` is
        True for the person at the terminal, to whom every marked place counts. `session` are verdicts that are not stored."""
        self._look_up = look_up
        self._question = question
        self._typed = typed or question
        self._asker = asker
        self._owner = owner
        self._session = tuple(session)
        self._found: dict[str, list[Feedback]] = {}

    def barred(self, question: str, document: Document) -> Barred:
        """The places of a document that are no answers to the question, worded as an attempt words it."""
        given = self._of(question, document)
        return barred_in(document, given, self._asker) if given else Barred()

    def unless_barred(
        self,
        found: Recollection,
        question: str,
        document_of: Callable[[str], Document | None],
    ) -> Recollection:
        """Remembered answers without those that were judged wrong since."""
        if not found.answers or not self._given(question):
            return found
        kept = tuple(
            answer
            for answer in found.answers
            if (document := document_of(answer.document)) is None
            or not self.barred(question, document).bars(answer.span)
        )
        if kept:
            return replace(found, answers=kept)
        return Recollection((), "Its answer was judged wrong.")

    def with_left_out(
        self, result: Result, document_of: Callable[[str], Document | None]
    ) -> Result:
        """The remembered result, with a note where places of the same documents were judged wrong."""
        if not is_remembered(result.answers) or not self._given(result.question):
            return result
        documents = map(document_of, dict.fromkeys(answer.document for answer in result.answers))
        if not any(self.barred(result.question, one).spans for one in documents if one is not None):
            return result
        step = Step(VERDICTS, Outcome.SKIPPED, 0.0, LEFT_OUT)
        return replace(result, steps=(*result.steps, step), notes=(*result.notes, LEFT_OUT))

    def with_confirmed_first(
        self, result: Result, document_of: Callable[[str], Document | None]
    ) -> Result:
        """The result with a place that the asker called right as its first answer, where it was a later one or a perhaps."""
        if result.several or not self._given(self._question):
            return result
        answers = confirmed_first(
            result.answers, result.perhaps, lambda one: self._is_confirmed(one, document_of)
        )
        if answers is None:
            return result
        return replace(result, answers=answers, perhaps=(), answered=True)

    def _is_confirmed(self, answer: Answer, document_of: Callable[[str], Document | None]) -> bool:
        document = document_of(answer.document)
        return document is not None and any(
            answer.span.overlaps(place)
            for one in self._of(self._question, document)
            if one.verdict is Verdict.RIGHT and self._is_theirs(one)
            for place in places_of(document, one)
        )

    def marked_documents(self) -> list[str]:
        """The ids of the documents in which the asker marked the answer, newest verdict first."""
        own = (one.document for one in reversed(self._given(self._question)) if self._is_own(one))
        return list(dict.fromkeys(own))

    def marked(self, document: Document) -> Answer | None:
        """The place of this document that the asker marked as the answer; None where there is none any more."""
        wrong_since: list[Span] = []
        for one in reversed(self._of(self._question, document)):
            for span in places_of(document, one) if self._is_theirs(one) else ():
                if one.verdict is Verdict.WRONG:
                    wrong_since.append(span)
                elif one.verdict is Verdict.SPAN and not any(map(span.overlaps, wrong_since)):
                    return _by_person(document, span)
        return None

    def _is_own(self, feedback: Feedback) -> bool:
        return feedback.verdict is Verdict.SPAN and self._is_theirs(feedback)

    def _is_theirs(self, feedback: Feedback) -> bool:
        return self._owner or is_same_person(feedback.asker, self._asker)

    def _of(self, question: str, document: Document) -> list[Feedback]:
        given = self._given(question)
        if not given:
            return []
        key = page_key(document, _ANY_ADDRESS)
        page = None if isinstance(key, NotKept) else key
        return [one for one in given if one.document == document.id or one.page == page]

    def _given(self, question: str) -> list[Feedback]:
        if question not in self._found:
            understood = tuple(dict.fromkeys((self._question, question)))
            stored = self._look_up(understood, self._typed)
            of_session = (one for one in self._session if holds_for(one, understood, self._typed))
            self._found[question] = [*stored, *of_session]
        return self._found[question]


def confirmed_first(
    answers: Sequence[Answer], perhaps: Sequence[Answer], is_confirmed: Callable[[Answer], bool]
) -> tuple[Answer, ...] | None:
    """The answers with the first that the person called right before the others; it may have been a perhaps, of which none
    is shown then. None where that changes nothing. The cases for both languages are in contracts/confirmed-first.json."""
    confirmed = next((one for one in (*answers, *perhaps) if is_confirmed(one)), None)
    if confirmed is None or (answers and answers[0] is confirmed):
        return None
    first = replace(confirmed, confidence=1.0, found_by=BY_PERSON)
    return (first, *(one for one in answers if one is not confirmed))


def result_of_marked(question: str, answer: Answer) -> Result:
    """The result where a person marked the answer: that place alone, nothing is read."""
    return Result(
        question=question,
        answers=(answer,),
        perhaps=(),
        answered=True,
        nearest=(),
        labels={},
        read=Coverage(0.0, 0),
        steps=(Step(VERDICTS, Outcome.ANSWERED, 0.0, MARKED),),
        milliseconds=0.0,
    )


def _by_person(document: Document, span: Span) -> Answer:
    block = block_at(document, span.start)
    quote = sentence_around(document.text, span, block.span if block else None)
    section = section_at(document, span.start)
    return placed_answer(document, section, span, quote, 1.0, BY_PERSON)
