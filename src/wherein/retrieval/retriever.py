"""The Protocols of a retriever and of an index. Holds no implementation."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from wherein.core.passage import Hit, Passage


class Retriever(Protocol):
    """From a question to hits among its passages."""

    @property
    def name(self) -> str: ...

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        """At most `limit` hits, best first; ties by document id, then passage index.

        `within` keeps only passages of these document ids; an empty set gives no hits. A blank question or a limit
        of 0 gives []. Fewer hits than `limit` mean that no other passage matches. The question is text, never query
        syntax. Scores are finite and never increase.
        """
        ...


class Index(Retriever, Protocol):
    """A retriever whose passages are replaced document by document."""

    def replace(self, document: str, passages: Iterable[Passage]) -> None:
        """Replace all passages of the document by these; none removes the document.

        `search` sees the change after `commit`, and may see it before.
        """
        ...

    def commit(self, generation: int) -> None:
        """Make all changes visible and durable, with this generation of the library."""
        ...

    @property
    def generation(self) -> int:
        """The library generation of the last commit; 0 for an empty index. It survives reopening."""
        ...

    def clear(self) -> None:
        """Remove all passages; the generation is then 0."""
        ...

    def close(self) -> None: ...
