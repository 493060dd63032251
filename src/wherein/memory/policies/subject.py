"""The subject of a question in the memory: one document, or a library whose answers name their documents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wherein.core.document import Document
from wherein.memory.policies.privacy import NotKept, PrivacyRules, page_key
from wherein.memory.store.store import Page, PageKey

LIBRARY = PageKey("library:")


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a question.

    page: the key of its questions, or the reason why none are stored.
    document: returns the document of an answer; None where it no longer exists.
    generation: the library's, 0 for a document. With another one, a document may have a better answer or contradict.
    """

    page: Page | NotKept
    document: Callable[[str], Document | None]
    generation: int = 0

    @property
    def is_library(self) -> bool:
        return isinstance(self.page, Page) and self.page.key == LIBRARY


def subject_of(document: Document, rules: PrivacyRules) -> Subject:
    """The subject of one document; answers need not name it."""
    key = page_key(document, rules)
    page = key if isinstance(key, NotKept) else Page(key, document.title, document.content_hash)
    return Subject(page, lambda identity: document)


def library_subject(document: Callable[[str], Document | None], generation: int) -> Subject:
    """The subject of the library in this generation."""
    return Subject(Page(LIBRARY, "The library", ""), document, generation)
