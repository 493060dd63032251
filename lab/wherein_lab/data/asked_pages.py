"""Pages with the questions they are asked, and the spans that are shown for each. Asks nothing."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.core.document import Document
from wherein.core.span import Span


@dataclass(frozen=True, slots=True)
class AskedPage:
    """A page and the questions it is asked, each once."""

    document: Document
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownSpan:
    """A span of the page's text that is shown as an answer or a perhaps."""

    text: str
    span: Span
    confidence: float


@dataclass(frozen=True, slots=True)
class Shown:
    """The answers and the perhaps for one question; `page` is the index of the asked page."""

    page: int
    question: str
    answers: tuple[ShownSpan, ...]
    perhaps: tuple[ShownSpan, ...]
