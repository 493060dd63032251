"""Where a question is asked when it is limited to a time: documents by the dates they state. Names no implementation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wherein.answering.cascade import Scope
from wherein.answering.period import Period
from wherein.core.document import Document
from wherein.library.store import Library
from wherein.retrieval.retriever import Retriever


def library_scope(
    retriever: Retriever, document: Callable[[str], Document], library: Library, period: Period
) -> Scope:
    """The documents of a library that the period holds."""
    if not period:
        return Scope(retriever, document, library.words())
    dated = [(name, words, dates.stated) for name, words, dates in library.dates()]
    held = {name: words for name, words, date in dated if period.holds(date)}
    undated = sum(date is None for _, _, date in dated)
    return Scope(
        retriever,
        document,
        sum(held.values()),
        within=frozenset(held),
        notes=period.left_out(undated),
    )


def within(documents: Sequence[Document], period: Period) -> tuple[list[Document], tuple[str, ...]]:
    """Those of the documents that the period holds, and the note on those without a date."""
    held = [document for document in documents if period.holds(document.dates.stated)]
    undated = sum(document.dates.stated is None for document in documents)
    return held, period.left_out(undated)
