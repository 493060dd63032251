"""A retriever that always includes some passages: those of the answer that a follow-up may be about. Knows no index."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from wherein.core.passage import Hit, Passage
from wherein.retrieval.retriever import Retriever


class PinnedRetriever:
    """A `Retriever` with another one's hits; pinned passages that are not among them take the last places."""

    def __init__(self, retriever: Retriever, pinned: Callable[[], Sequence[Passage]]) -> None:
        self._retriever = retriever
        self._pinned = pinned
        self.name = retriever.name

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        hits = self._retriever.search(question, limit, within)
        if not question.strip() or limit <= 0:
            return hits
        found = {(hit.passage.document, hit.passage.index) for hit in hits}
        added = [
            passage
            for passage in self._pinned()
            if (passage.document, passage.index) not in found
            and (within is None or passage.document in within)
        ][:limit]
        kept = hits[: limit - len(added)]
        least = kept[-1].score if kept else 0.0
        return [*kept, *(Hit(passage, least) for passage in added)]
