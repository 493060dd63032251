"""The options of a question: everything but its text and where it is asked. Values only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wherein.core.errors import UsageError
from wherein.core.turn import Turn
from wherein.memory.store.store import Feedback
from wherein.questions.date_range import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to answer one question.

    limit: most answers; None is three answers, or eight sentences of a topic request.
    reader: the first reader, in place of the one in the settings.
    memory: False neither uses nor keeps earlier answers.
    asker: an opaque name of the person who asks.
    owner: True for the person at the terminal: a place that anybody marked in this home comes first.
    since, until: only documents dated in this time: `2024`, `2024-05`, `2024-05-31`.
    whole: reads one long document to its end instead of its likeliest passages.
    caution: how sure an answer has to be: `low`, `normal` or `high`; None is the settings' value.
    turns: earlier turns of a conversation, newest last: the question is completed from them, and the passages of the
        last answer stay candidates.
    as_typed: True asks the question as typed, without completion.
    judged: verdicts of this conversation that are not stored.
    within: names of documents, folders and knowledge bases, or one name; only these are asked. It takes the place of a
        source.

    Raises UsageError for a limit below 1.
    """

    limit: int | None = None
    reader: str | None = None
    memory: bool = True
    asker: str = ""
    owner: bool = False
    since: str | None = None
    until: str | None = None
    whole: bool = False
    caution: str | None = None
    turns: tuple[Turn, ...] = ()
    as_typed: bool = False
    judged: tuple[Feedback, ...] = ()
    within: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < 1:
            raise UsageError(
                f"The limit of answers is {self.limit}.", "Set it to 1 or more, or leave it out."
            )
        names = (self.within,) if isinstance(self.within, str) else tuple(self.within)
        object.__setattr__(self, "within", names)

    @property
    def period(self) -> Period:
        """Raises UsageError if a value is not a date, or if `until` is before `since`."""
        return Period(self.since, self.until)


DEFAULTS = Options()
