"""Finds the documents of a named scope, and checks that a scope has only stored ones. Asks nothing."""

from __future__ import annotations

from collections.abc import Sequence

from wherein.answering.library.documents import Documents
from wherein.answering.library.file_now import newer
from wherein.answering.library.named_scope import NamedScope
from wherein.answering.library.notices import AskedDocuments


def kept_names(documents: Documents, names: Sequence[str]) -> tuple[str, ...]:
    """The ids and bases that the names mean. Raises UnknownDocument for a source that would have to be read."""
    named = documents.named(names, reads=False)
    if named is None:
        return ()
    return (*sorted(named.documents), *sorted(named.bases))


def asked_within(documents: Documents, scope: NamedScope) -> AskedDocuments | None:
    """The documents of a scope that are read like a page: a single one, or all where some are not in the library or a
    file named by its path has changed since.

    None where the library's index has to be searched.
    """
    if scope.bases:
        return None
    now = {
        name: changed
        for name in scope.by_path
        if (entry := documents.entry_of(name)) is not None
        and (changed := newer(documents, entry)) is not None
    }
    if not now and not scope.sources and len(scope.documents) != 1:
        return None
    kept = tuple(
        now[name] if name in now else documents.library.document(name)
        for name in sorted(scope.documents)
    )
    read = [asked for source in scope.sources if (asked := documents.asked(source)) is not None]
    every = {document.id: document for asked in read for document in asked.documents}
    every.update({document.id: document for document in kept})
    failed = tuple(failure for asked in read for failure in asked.failed)
    return AskedDocuments(tuple(every.values()), failed)
