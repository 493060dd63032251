"""What a question is asked of, as memory sees it: one document, or a library whose answers name theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wherein.core.document import Document
from wherein.memory.privacy import NotKept, PrivacyRules, page_key
from wherein.memory.store import Page, PageKey, StoredAnswer

LIBRARY = PageKey("library:")


@dataclass(frozen=True, slots=True)
class Subject:
    """`page` is what its questions are kept under, or why none are. `document` gives the one that an
    answer stands in, None where it is gone. An answer that is not `current` may be outdone by what the
    library has now; `generation` is the library's, 0 for a document.
    """

    page: Page | NotKept
    document: Callable[[str], Document | None]
    current: Callable[[StoredAnswer], bool] = lambda answer: True
    generation: int = 0

    @property
    def is_library(self) -> bool:
        return isinstance(self.page, Page) and self.page.key == LIBRARY


def subject_of(document: Document, rules: PrivacyRules) -> Subject:
    """One document, whatever an answer calls it."""
    key = page_key(document, rules)
    page = key if isinstance(key, NotKept) else Page(key, document.title, document.content_hash)
    return Subject(page, lambda identity: document)


def library_subject(
    document: Callable[[str], Document | None],
    current: Callable[[StoredAnswer], bool],
    generation: int,
) -> Subject:
    return Subject(Page(LIBRARY, "The library", ""), document, current, generation)
