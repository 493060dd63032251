"""Searches for passages by words: in documents, the library and articles. Runs no reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from wherein.answering.articles.knowledge import Knowledge, beside, has_a_word_of
from wherein.answering.library.documents import Documents
from wherein.answering.library.indexes import Indexes
from wherein.answering.library.named_scope import OfBases
from wherein.answering.library.scope_documents import asked_within
from wherein.answering.question.damage import Damage
from wherein.answering.question.scope_builder import ScopeBuilder
from wherein.answering.stages.scopes import Scope
from wherein.core.errors import (
    BaseDamaged,
    IndexDamaged,
    UsageError,
)
from wherein.core.passage import Hit
from wherein.questions.date_range import Period


class Searching:
    """Searches what one home can be asked. Threads may share it."""

    def __init__(
        self, documents: Documents, scopes: ScopeBuilder, indexes: Indexes, knowledge: Knowledge
    ) -> None:
        self._documents = documents
        self._scopes = scopes
        self._indexes = indexes
        self._knowledge = knowledge

    def search(
        self,
        words: str,
        source: str | None = None,
        limit: int = 10,
        *,
        since: str | None = None,
        until: str | None = None,
        within: Sequence[str] = (),
    ) -> list[Hit]:
        """Passages that match the words, best first; no reader runs.

        `source` is a file, a folder, an address or a document's id; None searches the library. The
        articles of knowledge bases are searched, too, where the words name one or the library has
        none of the words, unless a period is given (`since` and `until`, as in `Options`). A damaged
        base is passed over, a damaged index is rebuilt. `within` is as in `Options`. Raises UsageError when there are no words.
        """
        if not words.strip():
            raise UsageError("There are no words to search for.", "Give at least one.")
        damage = Damage(self._knowledge, self._indexes)
        while True:
            try:
                return self._found(words, source, limit, Period(since, until), within)
            except (BaseDamaged, IndexDamaged) as error:
                damage.pass_over(error)

    def _found(
        self, words: str, source: str | None, limit: int, period: Period, within: Sequence[str]
    ) -> list[Hit]:
        named = self._documents.named(within)
        if named is not None and source is not None:
            raise UsageError("A source and a scope were both given.", "Give one of them.")
        asked = (
            self._documents.asked(source) if named is None else asked_within(self._documents, named)
        )
        if asked is not None:
            return _and_beside_main(
                self._scopes.of_documents(asked.documents, period), words, limit
            )
        scope = self._scopes.of_library(period, named=named)
        hits = _and_beside_main(scope, words, limit)
        if named is not None:
            every = self._knowledge.by_words() if named.bases and not period else None
            if every is None:
                return hits
            of_bases = OfBases(every, named)
            if not named.documents:
                return of_bases.search(words, limit)
            return _by_turns(hits, of_bases.search(words, limit), limit)
        is_there = has_a_word_of(words, hits)
        if period or (is_there and not self._knowledge.link(words)):
            return hits
        articles = self._knowledge.by_words()
        if articles is None:
            return hits
        found = beside(scope.retriever, articles) if is_there else articles
        return found.search(words, limit) or hits


def _and_beside_main(scope: Scope, words: str, limit: int) -> list[Hit]:
    """Hits in the main text; where these are fewer than `limit`, hits beside the main text follow."""
    hits = scope.retriever.search(words, limit, scope.within)
    if len(hits) >= limit or (rest := scope.beside_main()) is None:
        return hits
    return [*hits, *rest.retriever.search(words, limit - len(hits), rest.within)]


def _by_turns(one: Sequence[Hit], other: Sequence[Hit], limit: int) -> list[Hit]:
    """Hits of two collections alternately, since their scores can't be compared; the new scores follow the rank."""
    mixed = [hit for pair in zip_longest(one, other) for hit in pair if hit is not None][:limit]
    return [replace(hit, score=1.0 / (rank + 1)) for rank, hit in enumerate(mixed)]
