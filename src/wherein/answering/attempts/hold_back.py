"""The stage that holds back what is said of somebody else: an answer whose document does not name the person asked about.

Readers mark the date at which anybody died, whoever is asked about. The twin is `heldBack` in
web/reader/src/stages/hold-back.ts; the cases are in contracts/grading.json and contracts/absent-people.json.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wherein.answering.grading.sentence_once import each_sentence_once
from wherein.answering.stages.joining import demoted
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.remembered import is_remembered
from wherein.answering.stages.stage import Attempt
from wherein.core.answer import Answer, Outcome
from wherein.questions.absent_person import NamedPeople

STEP = "people"


class HoldBack:
    """Turns an answer into a *perhaps* where the question names a person and the answer's document does not."""

    def __init__(self, question: str) -> None:
        self._people = NamedPeople(question)
        self._absent: dict[str, str | None] = {}

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        began, before = attempt.clock(), attempt.best
        attempt.best = self.of(attempt, before)
        if attempt.best == before:
            return
        held = before.answers[0]
        name, title = self._absent[held.document], attempt.scope.document(held.document).title
        note = f"{name} is not named in {title or 'the text'}."
        attempt.step(STEP, Outcome.REFUSED, began, note)
        attempt.notes.append(note)
        attempt.several = attempt.several and bool(attempt.best.answers)
        attempt.said = tuple(one for one in attempt.said if not self._is_held(attempt, one))
        yield attempt.best

    def of(self, attempt: Attempt, found: Progress) -> Progress:
        """What is shown of these answers."""
        if not self._people or not found.answers or is_remembered(found.answers):
            return found
        held = [one for one in found.answers if self._is_held(attempt, one)]
        if not held:
            return found
        answers = tuple(one for one in found.answers if one not in held)
        doubtful = demoted(held, attempt.grades.perhaps)
        perhaps = each_sentence_once(answers, (*doubtful, *found.perhaps))
        return replace(found, answers=answers, perhaps=tuple(perhaps))

    def _is_held(self, attempt: Attempt, answer: Answer) -> bool:
        if answer.document not in self._absent:
            document = attempt.scope.document(answer.document)
            # Another language writes a name in other letters, or in its own way.
            is_english = document.language in (None, "en")
            absent = self._people.absent(document.title, document.text) if is_english else None
            self._absent[answer.document] = absent
        return self._absent[answer.document] is not None
