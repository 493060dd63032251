"""Decides which pages of the memory somebody may see: of documents, those that they may read. Reads no question."""

from __future__ import annotations

from wherein.answering.library.documents import Documents
from wherein.memory.policies.subject import is_library
from wherein.memory.store.store import PageKey

_DOCUMENT = "document:"


def may_see(documents: Documents, library: PageKey, page: PageKey) -> bool:
    """Whether a page is the library as they see it, which has the key `library`, a document that they may read, or a web page.

    Questions of web pages are told by the number of people who asked them, not by who may read what.
    """
    if is_library(page):
        return page == library
    if page.text.startswith(_DOCUMENT):
        entry = documents.entry_of(page.text.removeprefix(_DOCUMENT))
        return entry is not None and entry.document == page.text.removeprefix(_DOCUMENT)
    return True
