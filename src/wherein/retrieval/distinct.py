"""A retriever that finds each passage once, where documents repeat one another: copies, versions, a form letter. Knows no
index.

A copy of a passage would take the place of another one among the few that are read, and a reader that finds an answer
twice is no surer of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from wherein.core.passage import Hit
from wherein.retrieval.retriever import Retriever

MOST_COPIES = 8
"""How many times as many hits as are wanted are looked through at most."""


class DistinctRetriever:
    """A `Retriever` with another one's hits; of passages with the same words under the same title and headings it has the
    best."""

    def __init__(self, retriever: Retriever, title: Callable[[str], str]) -> None:
        """`title` returns that of a document id. What two documents with other titles say is said of other things."""
        self._retriever = retriever
        self._title = title
        self.name = retriever.name

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        if limit <= 0:
            return []
        depth = 2 * limit
        while True:
            hits = self._retriever.search(question, depth, within)
            found = once(hits, self._title)
            if len(found) >= limit or len(hits) < depth or depth >= MOST_COPIES * limit:
                return found[:limit]
            depth *= 2


def once(hits: Sequence[Hit], title: Callable[[str], str]) -> list[Hit]:
    """Drops a hit that copies a higher-ranked hit of another document: the same words, headings and title. Repetitions within one
    document are kept."""
    first: dict[tuple[str, tuple[str, ...], str], str] = {}
    found = []
    for hit in hits:
        passage = hit.passage
        words = passage.text, passage.section, title(passage.document)
        if first.setdefault(words, passage.document) == passage.document:
            found.append(hit)
    return found
