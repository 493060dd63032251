"""The memory stage: serves earlier answers to the same question while their text is unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from wherein.answering.stages.progress import Progress
from wherein.answering.stages.stage import Attempt
from wherein.answering.stages.sweep import ANSWERS
from wherein.core.answer import Answer, Coverage, Outcome
from wherein.core.errors import LibraryError
from wherein.memory.policies.revalidation import FOUND_BY


@dataclass(frozen=True, slots=True)
class Recollection:
    """Remembered answers whose text is unchanged; `reason` names the earlier question, or says why there is no answer."""

    answers: tuple[Answer, ...]
    reason: str | None


class Remembered:
    """Asks the memory. Where the memory fails, the step has the reason and the next stages run."""

    def __init__(self, revalidate: Callable[[str], Recollection]) -> None:
        self._revalidate = revalidate

    def run(self, attempt: Attempt) -> Iterator[Progress]:
        began = attempt.clock()
        try:
            found = self._revalidate(attempt.question.text)
        except LibraryError as error:
            attempt.step("memory", Outcome.SKIPPED, began, str(error))
            return
        outcome = Outcome.ANSWERED if found.answers else Outcome.REFUSED
        attempt.step("memory", outcome, began, found.reason)
        if found.answers:
            attempt.best = Progress(found.answers[: attempt.limit or ANSWERS], (), Coverage(0.0, 0))
            attempt.ended = True
        yield from ()


def is_remembered(answers: Sequence[Answer]) -> bool:
    """Whether these answers came from memory, without reading."""
    return bool(answers) and answers[0].found_by == FOUND_BY
