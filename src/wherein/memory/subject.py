"""The subject of a question in the memory: one document, or a library whose answers name their documents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wherein.core.document import Document
from wherein.memory.privacy import NotKept, PrivacyRules, page_key
from wherein.memory.store import Page, PageKey, StoredAnswer

LIBRARY = PageKey("library:")


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a question.

    page: the key of its questions, or the reason why none are stored.
    document: returns the document of an answer; None where it no longer exists.
    current: whether an answer is as new as the library; newer documents may have a better one.
    generation: the library's, 0 for a document.
    """

    page: Page | NotKept
    document: Callable[[str], Document | None]
    current: Callable[[StoredAnswer], bool] = lambda answer: True
    generation: int = 0

    @property
    def is_library(self) -> bool:
        return isinstance(self.page, Page) and self.page.key == LIBRARY


def subject_of(document: Document, rules: PrivacyRules) -> Subject:
    """The subject of one document; answers need not name it."""
    key = page_key(document, rules)
    page = key if isinstance(key, NotKept) else Page(key, document.title, document.content_hash)
    return Subject(page, lambda identity: document)


def library_subject(
    document: Callable[[str], Document | None],
    current: Callable[[StoredAnswer], bool],
    generation: int,
) -> Subject:
    return Subject(Page(LIBRARY, "The library", ""), document, current, generation)
