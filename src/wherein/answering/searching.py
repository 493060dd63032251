"""Searches for passages by words: in documents, the library and articles. Runs no reader."""

from __future__ import annotations

from wherein.answering.damage import Damage
from wherein.answering.documents import Documents
from wherein.answering.indexes import Indexes
from wherein.answering.knowledge import Knowledge, beside, has_a_word_of
from wherein.answering.scope_builder import ScopeBuilder
from wherein.answering.scopes import Scope
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
    ) -> list[Hit]:
        """Passages that match the words, best first; no reader runs.

        `source` is a file, a folder, an address or a document's id; None searches the library. The
        articles of knowledge bases are searched, too, where the words name one or the library has
        none of the words, unless a period is given (`since` and `until`, as in `Options`). A damaged
        base is passed over, a damaged index is rebuilt. Raises UsageError when there are no words.
        """
        if not words.strip():
            raise UsageError("There are no words to search for.", "Give at least one.")
        damage = Damage(self._knowledge, self._indexes)
        while True:
            try:
                return self._found(words, source, limit, Period(since, until))
            except (BaseDamaged, IndexDamaged) as error:
                damage.pass_over(error)

    def _found(self, words: str, source: str | None, limit: int, period: Period) -> list[Hit]:
        asked = self._documents.asked(source)
        if asked is not None:
            return _and_beside_main(
                self._scopes.of_documents(asked.documents, period), words, limit
            )
        scope = self._scopes.of_library(period)
        hits = _and_beside_main(scope, words, limit)
        is_there = has_a_word_of(words, hits)
        if period or (is_there and not self._knowledge.link(words)):
            return hits
        articles = self._knowledge.by_words()
        if articles is None:
            return hits
        found = beside(scope.retriever, articles) if is_there else articles
        return found.search(words, limit) or hits


def _and_beside_main(scope: Scope, words: str, limit: int) -> list[Hit]:
    """Hits in the main text; where these are fewer than `limit`, those beside it follow."""
    hits = scope.retriever.search(words, limit, scope.within)
    if len(hits) >= limit or (rest := scope.beside_main()) is None:
        return hits
    return [*hits, *rest.retriever.search(words, limit - len(hits), rest.within)]
