"""Resolves the names after `--in`: documents of the library, knowledge bases, and sources that are only read. Asks
nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from wherein.core.errors import UnknownDocument, UsageError
from wherein.core.file_paths import parts_of, separator_of
from wherein.core.passage import Hit
from wherein.core.text.readable import quoted
from wherein.documents.fetch import is_url
from wherein.documents.source import path_of
from wherein.library.store import Entry
from wherein.retrieval.retriever import Retriever

TAG = "tag:"
_DEPTH = 8
"""The number of hits requested for each wanted one, since only hits of some bases are kept."""


@dataclass(frozen=True, slots=True)
class NamedScope:
    """`documents` are ids of the library, `bases` names of knowledge bases, and `sources` are read for the question.

    `by_path` are those of the documents that were named by their path, so that their files are meant.
    """

    documents: frozenset[str] = frozenset()
    bases: frozenset[str] = frozenset()
    sources: tuple[str, ...] = ()
    by_path: frozenset[str] = frozenset()

    def has_article(self, identity: str) -> bool:
        """Whether an article belongs to one of the bases."""
        return identity.partition(":")[0] in self.bases


def named_scope(
    names: Sequence[str],
    entries: Callable[[], Iterable[Entry]],
    known: Callable[[str], Entry | None],
    bases: Collection[str],
    at_path: Callable[[str], Entry | None] = lambda name: None,
    reads: bool = True,
) -> NamedScope:
    """The scope that all the names make together; a string is one name.

    A name is looked up in this order: a document of the library (id, path, address, or a unique file name); a tag
    ("tag:NAME"); a folder with documents of the library (its path or its name); a knowledge base; the title of a
    document, in any case; with `reads`, a file, folder, address or article to read. Raises UnknownDocument for any other
    name, and UsageError for a title of several documents or a mix of sources and bases, which are searched differently.
    """
    names = (names,) if isinstance(names, str) else names
    documents: set[str] = set()
    of_bases: set[str] = set()
    sources: list[str] = []
    by_path: set[str] = set()
    for name in dict.fromkeys(names):
        if (entry := at_path(name)) is not None:
            documents.add(entry.document)
            by_path.add(entry.document)
        elif (entry := known(name)) is not None:
            documents.add(entry.document)
        elif tagged := _tagged(name, entries()):
            documents.update(tagged)
        elif below := _below(name, entries()):
            documents.update(below)
        elif name in bases:
            of_bases.add(name)
        elif titled := _titled(name, entries()):
            documents.add(titled)
        elif reads and name and _can_be_read(name, bases):
            sources.append(name)
        else:
            raise UnknownDocument(
                f"There is no document, folder or knowledge base {quoted(name, 200)}.",
                "See what is there: wherein list, wherein kb list",
            )
    if sources and of_bases:
        raise UsageError(
            f"{quoted(sources[0], 200)} is not in the library and can't be asked together with a knowledge base.",
            "Add it first: wherein add PATH",
        )
    return NamedScope(frozenset(documents), frozenset(of_bases), tuple(sources), frozenset(by_path))


def _can_be_read(name: str, bases: Collection[str]) -> bool:
    return is_url(name) or path_of(name).exists() or name.partition(":")[0] in bases


def _tagged(name: str, entries: Iterable[Entry]) -> list[str]:
    """Ids of the documents that have the tag of a name that begins with "tag:"."""
    tag = name.removeprefix(TAG)
    if tag == name:
        return []
    wanted = normalize("NFC", tag)
    return [
        entry.document
        for entry in entries
        if any(normalize("NFC", each) == wanted for each in entry.tags)
    ]


def _titled(name: str, entries: Iterable[Entry]) -> str:
    """The id of the document with this title, "" where none has it. Raises UsageError where several have."""
    wanted = _plain(name)
    found = [entry for entry in entries if wanted == _plain(entry.title)]
    if not wanted or not found:
        return ""
    if len(found) > 1:
        raise UsageError(
            f"{len(found):,} documents are called {quoted(name, 200)}.",
            "Name one by its path or id: wherein list",
        )
    return found[0].document


def _plain(title: str) -> str:
    """A title without differences of case, white space and composition."""
    return " ".join(normalize("NFC", title).casefold().split())


def _below(name: str, entries: Iterable[Entry]) -> list[str]:
    """Ids of the documents below a folder, by its path or by the name alone."""
    if not name or is_url(name):
        return []
    path = str(path_of(name))
    separator = separator_of(path)
    folder = normalize("NFC", path.rstrip(separator) + separator)
    bare = normalize("NFC", name.rstrip("/" + separator))
    alone = None if "/" in bare or separator in bare else bare
    return [
        entry.document
        for entry in entries
        if not is_url(entry.source)
        and (
            (source := normalize("NFC", entry.source)).startswith(folder)
            or (alone is not None and alone in parts_of(source)[:-1])
        )
    ]


class OfBases:
    """A `Retriever` of another's hits that belong to articles of some bases."""

    def __init__(self, retriever: Retriever, scope: NamedScope) -> None:
        self._retriever = retriever
        self._scope = scope
        self.name = retriever.name

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        hits = self._retriever.search(question, limit * _DEPTH, within)
        return [hit for hit in hits if self._scope.has_article(hit.passage.document)][
            : max(0, limit)
        ]
