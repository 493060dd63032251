"""Every index there is, ready for the contract; and passages written in a line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.retrieval.bm25 import Bm25Index
from wherein.retrieval.page import PageIndex
from wherein.retrieval.passage_source import PassageTable
from wherein.retrieval.retriever import Index


@dataclass
class Opened:
    """An index under test, the source it reads passages from (None: it keeps them itself)."""

    index: Index
    table: PassageTable | None = None
    reopen: Callable[[], Opened] | None = None

    def replace(self, document: str, group: list[Passage]) -> None:
        """As the library does: the truth first, then the index."""
        if self.table is not None:
            self.table.replace(document, group)
        self.index.replace(document, group)


def passage(document: str, at: int, text: str, section: tuple[str, ...] = ()) -> Passage:
    return Passage(document, at, Span(0, len(text)), text, section)


def passages(document: str, *texts: str, section: tuple[str, ...] = ()) -> list[Passage]:
    return [passage(document, at, text, section) for at, text in enumerate(texts)]


def _bm25(folder: Path) -> Opened:
    table = PassageTable()

    def reopen() -> Opened:
        return Opened(Bm25Index.open(folder, table), table, reopen)

    return reopen()


def _page(folder: Path) -> Opened:
    return Opened(PageIndex())


INDEXES: dict[str, Callable[[Path], Opened]] = {"bm25": _bm25, "page": _page}
