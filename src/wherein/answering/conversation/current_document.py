"""The document that a series of questions is asked of, read again when its file has changed. Asks nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wherein.core.document import Document
from wherein.documents.fetch import is_url
from wherein.documents.file_state import FileState
from wherein.documents.source import path_of

if TYPE_CHECKING:
    from wherein.answering.engine import Engine


class CurrentDocument:
    """Not to be shared by threads. `name` and `password` are as in `Engine.document`."""

    def __init__(self, engine: Engine, name: str, password: str | None = None) -> None:
        self._engine = engine
        self._name = name
        self._password = password
        self._state: FileState | None = None
        self._document: Document | None = None

    def __call__(self) -> Document:
        """The document as it is now; an address is read once. Raises what `Engine.document` raises."""
        if self._document is not None and is_url(self._name):
            return self._document
        state = _state_of(self._name)
        known = self._state
        if (
            self._document is None
            or state is None
            or known is None
            or not known.proves_unchanged(state)
        ):
            self._document = self._engine.document(self._name, self._password)
            self._state = state
        return self._document


def _state_of(name: str) -> FileState | None:
    """The state of the file at a path; None for a name that is none, as a document's id."""
    if is_url(name):
        return None
    try:
        return FileState.at(path_of(name))
    except OSError:
        return None
