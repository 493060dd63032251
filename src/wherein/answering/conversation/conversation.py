"""A conversation: questions one after the other, each completed from those before it. Keeps nothing on disk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from wherein.answering.attempts.stream import AnswerStream
from wherein.answering.exporting.exchanges import Exchange, markdown
from wherein.answering.library.sources import InlineText
from wherein.answering.options import DEFAULTS, Options
from wherein.answering.question.followups import completed, turn_of
from wherein.core.answer import Result
from wherein.core.document import Document
from wherein.core.errors import UsageError
from wherein.core.span import Span
from wherein.core.turn import Turn
from wherein.memory.answers.judged_places import holds_for
from wherein.memory.answers.verdicts import feedback_on
from wherein.memory.policies.privacy import NotKept
from wherein.memory.store.store import Feedback, PageKey, Verdict
from wherein.questions.followups.followup import FollowUp

if TYPE_CHECKING:
    from wherein.answering.engine import Engine


class Conversation:
    """Not to be shared by threads. `source` and `options` are as in `Engine.ask`, for all of its questions; a function
    gives the source of each question."""

    def __init__(
        self,
        engine: Engine,
        source: str | Path | InlineText | Document | Callable[[], Document] | None = None,
        options: Options = DEFAULTS,
    ) -> None:
        self._engine = engine
        self._source = source
        self._options = options
        self._results: list[Result] = []
        self._judged: list[Feedback] = []

    @property
    def results(self) -> tuple[Result, ...]:
        """The result of each question, oldest first."""
        return tuple(self._results)

    @property
    def turns(self) -> tuple[Turn, ...]:
        return tuple(turn_of(result) for result in self._results)

    def understand(self, question: str) -> FollowUp:
        """The question as it would be asked, completed from the turns; asks nothing."""
        return completed(question, self.turns)

    def ask(self, question: str, as_typed: bool = False) -> Result:
        """The answers to the question as it is understood, or `as_typed`. Errors are those of `Engine.stream`."""
        return self.record(self.stream(question, as_typed).result())

    def stream(self, question: str, as_typed: bool = False) -> AnswerStream:
        """As `ask`, with progress; the turn counts once its result is given to `record`."""
        judged = (*self._options.judged, *self._judged)
        options = replace(self._options, turns=self.turns, as_typed=as_typed, judged=judged)
        source = self._source() if callable(self._source) else self._source
        return self._engine.stream(question, source, options)

    def record(self, result: Result) -> Result:
        """Make this result the last turn, unless it is of no question."""
        if result.is_question:
            self._results.append(result)
        return result

    def judge(
        self, document: Document, verdict: Verdict | None, span: Span | None = None
    ) -> NotKept | None:
        """Judge a place of a document as an answer to the last question; with None, take back what was said of it.

        Returns the reason where nothing is kept of it: then it holds in this conversation alone. Raises UsageError
        before the first question.
        """
        if not self._results:
            raise UsageError("Nothing was asked yet.", "Type a question.")
        last = self._results[-1]
        question, typed = last.meant or last.question, last.typed or last.question
        refused: NotKept | None = NotKept.SWITCHED_OFF
        if self._options.memory:
            judge = self._engine.questions.judge_kept
            refused = judge(question, document, verdict, span, typed=typed)
        if verdict is None:
            self._judged = [one for one in self._judged if not holds_for(one, (question,), typed)]
        elif refused is not None:
            page = PageKey(f"document:{document.id}")
            said = feedback_on(question, document, verdict, span, page=page, when=0.0, typed=typed)
            self._judged.append(said)
        return refused

    def rewind(self, turn: int) -> None:
        """Forget this turn (from 1) and all after it, so that it can be asked in other words.

        Raises UsageError where there is no such turn.
        """
        if not 1 <= turn <= len(self._results):
            raise UsageError(
                f"There is no question {turn} in this conversation.",
                f"It has {len(self._results)}; number them from 1.",
            )
        del self._results[turn - 1 :]

    def forget(self) -> None:
        """Begin again without a history."""
        self._results.clear()
        self._judged.clear()

    def markdown(self) -> str:
        """The conversation as Markdown: each question, then its answers as quotes with their places."""
        return markdown(map(Exchange.of, self._results))
