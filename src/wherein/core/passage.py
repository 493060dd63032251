"""The unit of retrieval and what a retriever returns. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.core.span import Span


@dataclass(frozen=True, slots=True)
class Passage:
    """Consecutive blocks of one section, sized for a reader.

    `span` places it in the document's canonical text and `text` is exactly that stretch. `section`
    is the path of headings above it, outermost first. `index` counts passages of one document
    from 0 in reading order. `main` is False where its blocks stand beside the main text.
    """

    document: str
    index: int
    span: Span
    text: str
    section: tuple[str, ...] = ()
    main: bool = True

    def __post_init__(self) -> None:
        if len(self.text) != len(self.span):
            raise ValueError("a passage's text must be as long as its span")


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage a retriever found, with a score that orders hits of one search and means no more."""

    passage: Passage
    score: float
