"""The scope of a question: some documents or a library, limited to a period. Names no implementation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wherein.core.answer import Candidate
from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein.library.store import Library
from wherein.questions.date_range import Period
from wherein.retrieval.retriever import Retriever


@dataclass(frozen=True, slots=True)
class Scope:
    """The texts that a question is asked of, and how they are read.

    passages: all passages of a page, which is read to its end; None for a library, of which only the retrieved
        passages are read.
    to_the_end: reads all passages of a long document; False reads the likeliest first, until the rest can't
        change the answer.
    words: the number of words in scope.
    within: the ids of the documents that the retriever is limited to; None is all.
    named: the ids of documents that the question names.
    admits: whether a candidate can answer a question in this scope; None admits every candidate.
    means: whether a candidate can be what a question in this scope means; others are left out before the rest are weighed.
        None leaves none out.
    notes: sentences that every result of this scope shows.
    whole: False where the retriever can't find some documents yet; such answers are not remembered.
    beside_main: makes the scope of the same documents' passages beside the main text, since this scope has only the
        main text; returns None where there are none.
    most: the largest number of passages to read, likeliest first; None is the limit of a page or a library.
    prior: what is added to the log odds of every answer to a question, where answers are known to be rare.
    """

    retriever: Retriever
    document: Callable[[str], Document]
    words: int
    passages: Sequence[Passage] | None = None
    to_the_end: bool = False
    within: frozenset[str] | None = None
    named: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    whole: bool = True
    admits: Callable[[str, Candidate], bool] | None = None
    means: Callable[[str, Candidate], bool] | None = None
    beside_main: Callable[[], Scope | None] = lambda: None
    most: int | None = None
    prior: Callable[[str], float] = lambda question: 0.0


def library_scope(
    retriever: Retriever,
    document: Callable[[str], Document],
    library: Library,
    period: Period,
    named: frozenset[str] | None = None,
) -> Scope:
    """The scope of a library's documents that are dated in the period, or only of the `named` ones."""
    if not period and named is None:
        return Scope(retriever, document, library.words())
    dated = [(name, words, dates.stated) for name, words, dates in library.dates()]
    if named is not None:
        dated = [row for row in dated if row[0] in named]
    held = {name: words for name, words, date in dated if not period or period.holds(date)}
    undated = sum(date is None for _, _, date in dated)
    return Scope(
        retriever,
        document,
        sum(held.values()),
        within=frozenset(held),
        notes=period.left_out(undated, len(held)) if period else (),
    )


def scope_beside_main(
    retriever: Retriever,
    document: Callable[[str], Document],
    library: Library,
    within: frozenset[str] | None,
) -> Scope:
    """The scope of the passages beside the main text of a library's documents, or only of those `within`."""
    return Scope(retriever, document, library.words_beside_main(within), within=within)


def within(documents: Sequence[Document], period: Period) -> tuple[list[Document], tuple[str, ...]]:
    """The documents that are dated in the period, and a note on those without a date."""
    held = [document for document in documents if period.holds(document.dates.stated)]
    undated = sum(document.dates.stated is None for document in documents)
    return held, period.left_out(undated, len(held))
