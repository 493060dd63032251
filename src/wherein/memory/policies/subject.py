"""The subject of a question in the memory: one document, or a library whose answers name their documents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wherein.core.document import Document
from wherein.memory.policies.privacy import NotKept, PrivacyRules, page_key
from wherein.memory.store.store import Page, PageKey

_LIBRARY = "library:"
LIBRARY = PageKey(_LIBRARY)
"""The key of the questions of the library by whoever may read all of it."""


def library_key(view: str = "") -> PageKey:
    """The key of the questions of the library by those who may read the same of it, which `view` names."""
    return PageKey(_LIBRARY + view)


def is_library(page: PageKey) -> bool:
    return page.text.startswith(_LIBRARY)


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
        return isinstance(self.page, Page) and is_library(self.page.key)


def subject_of(document: Document, rules: PrivacyRules) -> Subject:
    """The subject of one document; answers need not name it."""
    key = page_key(document, rules)
    page = key if isinstance(key, NotKept) else Page(key, document.title, document.content_hash)
    return Subject(page, lambda identity: document)


def library_subject(
    document: Callable[[str], Document | None], generation: int, view: str = ""
) -> Subject:
    """The subject of the library in this generation, as those see it who may read what `view` names."""
    return Subject(Page(library_key(view), "The library", ""), document, generation)
