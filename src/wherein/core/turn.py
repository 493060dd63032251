"""One turn of a conversation: a question and its outcome. A value only."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.core.span import Span


@dataclass(frozen=True, slots=True)
class Turn:
    """`question` should be the question as understood. `answer`, `title`, `section` (the nearest heading) and the place
    (`document` with `span`) belong to the best answer; empty without one. `confidence` is the answer's; None where it
    is unknown.
    """

    question: str
    answer: str = ""
    title: str = ""
    section: str = ""
    document: str = ""
    span: Span | None = None
    confidence: float | None = None
