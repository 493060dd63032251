"""The options of a question: everything but its text and where it is asked. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.core.turn import Turn
from wherein.questions.date_range import Period


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`limit` None is three answers, or eight sentences of a topic request. `reader` names another
    first reader than the settings do. With `memory` False earlier answers are neither used nor kept;
    `asker` is an opaque name of who asks. `since` and `until` limit the question to documents of a
    time: `2024`, `2024-05`, `2024-05-31`. `whole` reads a long document to its end, where
    else its likeliest passages are read; it belongs to one document. `caution` says how sure an
    answer has to be: `low`, `normal` or `high`, None as the settings say.
    `turns` are the earlier turns of a conversation, newest last: the question is completed from them
    unless it is to be asked `as_typed`, and the passages of the last answer stay candidates.
    """

    limit: int | None = None
    reader: str | None = None
    memory: bool = True
    asker: str = ""
    since: str | None = None
    until: str | None = None
    whole: bool = False
    caution: str | None = None
    turns: tuple[Turn, ...] = ()
    as_typed: bool = False

    @property
    def period(self) -> Period:
        """Raises UsageError if a value is not a date, or if `until` is before `since`."""
        return Period(self.since, self.until)


DEFAULTS = Options()
