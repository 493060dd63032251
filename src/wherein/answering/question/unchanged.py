"""Documents of a library as they were when a question was begun."""

from __future__ import annotations

from wherein.core.document import Document
from wherein.core.errors import DocumentChanged, UnknownDocument
from wherein.library.store import Library


class UnchangedDocuments:
    """Looks up documents for one question. Raises DocumentChanged for one that was replaced or removed after the question began.

    Passages were found in the text as it was: in a newer text of their document their places are other words, or none.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self._began = library.generation

    def document(self, name: str) -> Document:
        """The document with this id. Raises DocumentChanged."""
        try:
            document = self._library.document(name)
        except UnknownDocument as gone:
            raise _changed() from gone
        now = self._library.generation
        if now != self._began and name in self._library.changed_since(self._began):
            raise _changed()
        return document


def _changed() -> DocumentChanged:
    return DocumentChanged(
        "A document changed while the question was being answered.", "Ask again in a moment."
    )
