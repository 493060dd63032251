"""Resolves the names that a person gives for a table to documents: stored ones, files, and all files below folders.
Asks nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from wherein.answering.library.adding import Selection, Walk
from wherein.answering.library.documents import Documents
from wherein.answering.library.named_scope import NamedScope
from wherein.answering.tables.grid import Source
from wherein.core.document import Document
from wherein.core.errors import NoText, UsageError
from wherein.documents.fetch import is_url
from wherein.documents.source import path_of, read_source

MOST_ARTICLES = 10_000


def grid_sources(documents: Documents, names: Sequence[str], password: str | None) -> list[Source]:
    """One source per document without duplicates, the library's first, sorted by path; reads nothing yet.

    A folder on the disk takes precedence over a folder or tag of the library with the same name: all files that are in
    it now are asked. A file that is named by its path is asked as it is now. Raises UnknownDocument for an unknown name, UsageError for a knowledge base with more than
    MOST_ARTICLES articles, and NoText for an empty folder.
    """
    folders = [name for name in names if name and not is_url(name) and path_of(name).is_dir()]
    named = documents.named([name for name in names if name not in folders])
    if named is None and not folders:
        raise UsageError("A table needs documents.", "Name files or folders: --each contracts")
    named = named or NamedScope()
    kept = sorted(
        (entry for entry in documents.entries() if entry.document in named.documents),
        key=lambda entry: entry.source,
    )
    sources = [
        Source(
            entry.source,
            partial(str, entry.content_hash),
            partial(documents.library.document, entry.document),
            entry.document,
        )
        for entry in kept
        if entry.document not in named.by_path or not Path(entry.source).is_file()
    ]
    for base in sorted(named.bases):
        built, titles = documents.articles(base, MOST_ARTICLES)
        for title in titles:
            name = f"{base}:{title}"
            # Its text changes only when the base is built again.
            sources.append(
                Source(name, partial(str, f"{built} {name}"), partial(documents.kept, name))
            )
    files = [
        entry.source
        for entry in kept
        if entry.document in named.by_path and Path(entry.source).is_file()
    ]
    seen = {entry.source for entry in kept}.difference(files)
    for name in Walk(Selection()).sources((*files, *folders, *named.sources)):
        if name not in seen:
            read: Callable[[], Document] = partial(_read, documents, name, password)
            sources.append(Source(name, partial(_hash_of, name), read))
    if not sources:
        raise NoText(
            f"There is no document in {', '.join(names)}.", "Give a folder with documents in it."
        )
    return sources


def _read(documents: Documents, name: str, password: str | None) -> Document:
    """The library's document where the file is unchanged, else the file read now."""
    entry = None if is_url(name) else documents.known(name)
    if entry is not None and entry.source == name and entry.content_hash == _hash_of(name):
        return documents.library.document(entry.document)
    return documents.read(name, password=password)


def _hash_of(name: str) -> str:
    """The hash of a file's bytes; for an address the address itself, since only fetching it would show a change."""
    if is_url(name):
        return name
    return hashlib.sha256(read_source(Path(name))).hexdigest()
