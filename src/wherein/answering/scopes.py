"""Where a question is asked: some documents, a library, what a period leaves of either. Names no implementation."""

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
    """Where a question is asked.

    `passages` are all there are when everything is to be read (a page), None when only the
    retriever's choice is (a library). `to_the_end` says that all of them are read however many they
    are; else a long document is read likeliest first, and only until what is left can change nothing.
    `words` counts all words in scope. `within` limits the retriever to some documents; None is all.
    `named` are documents that the question itself names. `admits` says of a question and a candidate
    whether that can be an answer here at all; None lets every candidate be one. `notes` stand in
    every result. A scope that is not `whole` has documents that the retriever can't find yet, so that
    its answers are not remembered.

    Main text alone is in scope. `beside_main` gives the scope of what else the same documents show;
    None where that is nothing. `most` is how many passages are read, the likeliest; None is as many as
    of a page or library. `prior` is added to the log odds of every answer, where it is known to be rare here.
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
    beside_main: Callable[[], Scope | None] = lambda: None
    most: int | None = None
    prior: float = 0.0


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


def scope_beside_main(
    retriever: Retriever, document: Callable[[str], Document], library: Library, period: Period
) -> Scope:
    """What the documents of a library that the period holds show beside their main text."""
    held = None
    if period:
        held = frozenset(name for name, _, dates in library.dates() if period.holds(dates.stated))
    return Scope(retriever, document, library.words_beside_main(held), within=held)


def within(documents: Sequence[Document], period: Period) -> tuple[list[Document], tuple[str, ...]]:
    """Those of the documents that the period holds, and the note on those without a date."""
    held = [document for document in documents if period.holds(document.dates.stated)]
    undated = sum(document.dates.stated is None for document in documents)
    return held, period.left_out(undated)
