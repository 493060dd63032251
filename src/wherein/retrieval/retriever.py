"""What a retriever is: the Protocol and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from wherein.core.passage import Hit, Passage


class Retriever(Protocol):
    """Question to hits, over the passages that were put into it."""

    @property
    def name(self) -> str: ...

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        """At most `limit` hits, best first; ties by document id, then passage index.

        `within` keeps only passages of those document ids (empty: nothing). A blank question or a
        limit of 0 gives []. Fewer hits than `limit` means that nothing else matched at all; the
        question's text is data, never query syntax. Scores are finite and never increase.
        """
        ...


class Index(Retriever, Protocol):
    """A retriever over passages that come and go one document at a time."""

    def replace(self, document: str, passages: Iterable[Passage]) -> None:
        """Afterwards the document has exactly these passages here (none: it is gone).

        Visible to `search` after `commit` and not required to be before.
        """
        ...

    def commit(self, generation: int) -> None:
        """Make all that was replaced visible and durable, as of this generation of the library."""
        ...

    @property
    def generation(self) -> int:
        """The library generation of the last commit; 0 for an empty index. It survives reopening."""
        ...

    def clear(self) -> None:
        """Forget everything; generation 0."""
        ...

    def close(self) -> None: ...
