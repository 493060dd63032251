"""The stage that holds back what is said of somebody or something else: an answer whose document does not name the person
asked about, whose sentence speaks of another thing than the one that the question names, or that only repeats the question.

Readers mark the date at which anybody died, whoever is asked about. The twin is web/reader/src/stages/hold-back.ts; the
cases are in contracts/grading.json, contracts/absent-people.json, contracts/absent-things.json, contracts/other-things.json
and contracts/other-ends.json; contracts/conditions-alone.json has those of a condition alone, contracts/candidate-traits.json those of what only repeats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wherein.answering.grading.grades import highest_likely
from wherein.answering.grading.sentence_once import each_sentence_once
from wherein.answering.stages.joining import demoted, ranked
from wherein.answering.stages.name_cells import CELLS, MOST_AGREED
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.remembered import is_remembered
from wherein.answering.stages.stage import Attempt
from wherein.core.answer import Answer, Outcome
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.questions.absent_person import NamedPeople
from wherein.questions.condition_alone import is_condition_alone
from wherein.questions.other_end import is_other_end
from wherein.questions.other_line import is_of_another_event
from wherein.questions.other_thing import OtherThing, Told
from wherein.questions.spelling.absent_thing import AbsentThing
from wherein.reading.candidate_traits import only_repeats

STEP = "people"
_LOG = "log"
"""A kind of document."""
_LONGEST_BEFORE = 2_000
_LEAD = 300
"""Code points of a paragraph before a sentence, and of a document's beginning, that may name what the sentence tells of."""
_LEADING = 2
"""Paragraphs of that beginning: a heading and what follows it."""
_OFTEN = 5
"""A document that names somebody so often may say *she* anywhere."""


class HoldBack:
    """Turns an answer into a *perhaps* where it is about another person or thing than the question names."""

    def __init__(self, question: str) -> None:
        self._question = question
        self._people = NamedPeople(question)
        self._thing = OtherThing(question)
        self._absent_things = AbsentThing(question)
        self._no_thing: dict[str, str | None] = {}
        self._absent: dict[str, str | None] = {}
        self._held: dict[tuple[str, Span, Span, bool], bool] = {}

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        began, before = attempt.clock(), attempt.best
        attempt.best = self.of(attempt, before)
        if attempt.best == before:
            return
        if len(attempt.best.answers) == len(before.answers):  # none is held, only less sure
            yield attempt.best
            return
        note = self._note(attempt, before.answers)
        outcome = Outcome.ANSWERED if attempt.best.answers else Outcome.REFUSED
        attempt.step(STEP, outcome, began, note)
        if not attempt.best.answers:
            attempt.notes.append(note)
        attempt.several = attempt.several and bool(attempt.best.answers)
        attempt.said = tuple(one for one in attempt.said if not self._is_held(attempt, one))
        yield attempt.best

    def of(self, attempt: Attempt, found: Progress) -> Progress:
        """What is shown of these answers."""
        if not found.answers or is_remembered(found.answers):
            return found
        held = [one for one in found.answers if self._is_held(attempt, one)]
        rest = tuple(one for one in found.answers if one not in held)
        graded = tuple(self._graded(attempt, one) for one in rest)
        # Their order says more than how likely they are: that of reading, or the newer first.
        answers = rest if graded == rest else tuple(ranked(graded, len(graded)))
        if not held:
            return found if answers == found.answers else replace(found, answers=answers)
        doubtful = demoted(held, attempt.grades.perhaps)
        perhaps = each_sentence_once(answers, (*doubtful, *found.perhaps))
        return replace(found, answers=answers, perhaps=tuple(perhaps))

    def _note(self, attempt: Attempt, answers: tuple[Answer, ...]) -> str:
        """Why the first of the answers that are held back is."""
        held = next(one for one in answers if self._is_held(attempt, one))
        document = attempt.scope.document(held.document)
        if name := self._absent_from(document):
            return f"{name} is not named in {document.title or 'the text'}."
        if missed := self._missed(document, held):
            return f"The likeliest sentence does not speak of “{missed}”."
        if self._is_of_a_word_alike(document, held):
            return f"Nothing here names the “{self._absent_thing(document)}”."
        if self._is_other_end(held):
            return "The likeliest sentence tells the other end of the time that the question asks about."
        if self._is_condition(held):
            return "The likeliest answer is a condition, and what depends on it is elsewhere in its sentence."
        if only_repeats(self._question, held.text):
            return "The likeliest answer only repeats the question."
        return "Another line has more of the question's words than the likeliest one."

    def _is_held(self, attempt: Attempt, answer: Answer) -> bool:
        place = answer.document, answer.span, answer.quote_span, _is_read(answer)
        if place not in self._held:
            self._held[place] = self._is_of_another(attempt, answer)
        return self._held[place]

    def _is_of_another(self, attempt: Attempt, answer: Answer) -> bool:
        document = attempt.scope.document(answer.document)
        if document.language not in (None, "en"):
            return False  # Another language writes a name in other letters, or in its own way.
        return (
            self._absent_from(document) is not None
            or self._missed(document, answer) is not None
            or self._is_of_a_word_alike(document, answer)
            or self._is_other_end(answer)
            or self._is_condition(answer)
            or only_repeats(self._question, answer.text)
            or (
                document.kind == _LOG
                and is_of_another_event(self._question, document.text, answer.span)
            )
        )

    def _graded(self, attempt: Attempt, answer: Answer) -> Answer:
        """The answer, at most likely where its document does not name the thing that is asked about."""
        document = attempt.scope.document(answer.document)
        if self._absent_thing(document) is None:
            return answer
        return replace(answer, confidence=min(answer.confidence, highest_likely()))

    def _is_of_a_word_alike(self, document: Document, answer: Answer) -> bool:
        thing = self._absent_thing(document)
        return thing is not None and self._absent_things.is_taken_for(thing, answer.quote)

    def _absent_thing(self, document: Document) -> str | None:
        if not self._absent_things or document.language not in (None, "en"):
            return None
        if document.id not in self._no_thing:
            absent = self._absent_things.absent(document.title, document.text)
            self._no_thing[document.id] = absent
        return self._no_thing[document.id]

    def _is_other_end(self, answer: Answer) -> bool:
        before = answer.quote[: answer.span.start - answer.quote_span.start]
        return is_other_end(self._question, before, answer.text, _headers(answer))

    def _is_condition(self, answer: Answer) -> bool:
        begin, end = (at - answer.quote_span.start for at in (answer.span.start, answer.span.end))
        before, behind = answer.quote[: max(0, begin)], answer.quote[max(0, end) :]
        return is_condition_alone(self._question, before, answer.text, behind)

    def _absent_from(self, document: Document) -> str | None:
        if not self._people:
            return None
        if document.id not in self._absent:
            self._absent[document.id] = self._people.absent(document.title, document.text)
        return self._absent[document.id]

    def _missed(self, document: Document, answer: Answer) -> str | None:
        if not self._thing or self._thing.is_named_often(document.text, _OFTEN):
            return None
        start = answer.quote_span.start
        low = max(document.text.rfind("\n\n", 0, start), start - _LONGEST_BEFORE, 0)
        lead = document.text[:_LEAD].split("\n\n")[:_LEADING]
        above = " ".join((document.title, *answer.section, *lead))
        row = _headers(answer)
        rows: tuple[str, ...] = ()
        if row and self._thing.may_be_in_a_row and not _is_read(answer):
            rows = tuple({block.row for block in document.blocks if block.row})
        told = Told(answer.quote, document.text[low:start], above, row, rows)
        return self._thing.missed(told)


def _is_read(answer: Answer) -> bool:
    """Whether the answer is a cell that was read as likely; then its row may be called by other words than the question's."""
    return answer.found_by == CELLS and answer.confidence >= MOST_AGREED


def _headers(answer: Answer) -> str:
    """What the answer's row and column are called; "" outside a table."""
    return " ".join(filter(None, (answer.row, answer.column)))
