"""One turn of a conversation: what was asked and what came of it. A value only."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.core.span import Span


@dataclass(frozen=True, slots=True)
class Turn:
    """`question` is best the one that was understood. `answer`, `title`, `section` (the nearest heading) and
    the place (`document` with `span`) are those of the best answer; empty where there was none. `confidence` is
    the answer's; None where nobody said.
    """

    question: str
    answer: str = ""
    title: str = ""
    section: str = ""
    document: str = ""
    span: Span | None = None
    confidence: float | None = None
