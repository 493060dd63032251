"""Passages, the unit of retrieval, and hits, the results of a retriever. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.core.span import Span


@dataclass(frozen=True, slots=True)
class Passage:
    """Consecutive blocks of one section, sized for a reader.

    `span` is its place in the document's canonical text, and `text` is exactly the text there. `section` is the
    path of headings above it, outermost first. `index` numbers the passages of a document from 0 in reading
    order. `main` is False where its blocks are beside the main text.
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
    """A passage that a retriever found. Its score only orders the hits of one search."""

    passage: Passage
    score: float
