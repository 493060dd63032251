"""Lists questions that others asked, of one page or of any page. Counts no use and judges nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from wherein.core.document import Document
from wherein.memory.policies.question_text import one_line
from wherein.memory.policies.visibility import Visibility
from wherein.memory.store.store import MemoryStore, Page, PageKey, StoredQuestion
from wherein.memory.suggestions.popular import PopularQuestion, popular_questions
from wherein.memory.suggestions.similar import (
    RERANKED,
    Bound,
    SimilarIndex,
    SimilarQuestion,
    reranked,
)
from wherein.questions.completing.paraphrase import request

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder

SHORTEST_PREFIX = 2
"""Least digits of a page's hash in a look-up; with fewer, too many pages match."""
MOST_PAGES = 1_000

DEFAULT_BOUND = Bound()


class OthersQuestions:
    """Lists questions that an asker may see, each with answers that may be served."""

    def __init__(
        self,
        store: MemoryStore,
        visibility: Visibility,
        encoder: Callable[[], Encoder] | None,
        clock: Callable[[], float],
    ) -> None:
        """Without an encoder, no question is similar to another."""
        self._store = store
        self._visibility = visibility
        self._encoder = encoder
        self._clock = clock
        self._index: SimilarIndex | None = None

    def popular(
        self,
        page: PageKey,
        *,
        document: Document | None = None,
        asker: str | None = "",
        limit: int = 5,
    ) -> list[PopularQuestion]:
        """The page's most asked questions with their answers; see `popular_questions`."""
        return popular_questions(
            self._store,
            page,
            self._clock(),
            limit=limit,
            document=document,
            visible=lambda most: self._visibility.of_page(page, most, asker),
            same=lambda one, other: request(one) == request(other),
        )

    def pages_like(self, hash_prefix: str) -> list[Page]:
        """The pages whose key's hash has this prefix, so that a caller need not reveal the page.

        Raises ValueError for fewer than `SHORTEST_PREFIX` digits, or digits that are not hexadecimal.
        """
        if not re.fullmatch(rf"[0-9a-f]{{{SHORTEST_PREFIX},64}}", hash_prefix):
            raise ValueError(f"a prefix is {SHORTEST_PREFIX} to 64 hexadecimal digits")
        limit = MOST_PAGES
        while True:
            found = self._store.questions.pages_with(hash_prefix, limit)
            shown = [page for page in found if self._visibility.may_see(page.key)]
            if len(shown) >= MOST_PAGES or len(found) < limit:
                return shown[:MOST_PAGES]
            limit *= 4

    def similar(
        self,
        question: str,
        *,
        page: PageKey | None = None,
        asker: str | None = "",
        limit: int = 5,
        reranker: Encoder | None = None,
        bound: Bound = DEFAULT_BOUND,
    ) -> list[SimilarQuestion]:
        """Earlier questions of any page that are similar to this one, with answers; none below the bound.

        The most similar come first; those of `page` (the asker's own) come last. `reranker`, a better and slower
        encoder, reorders the first `RERANKED`. A question with a misspelt word is also searched with the corrected
        spelling, by the dictionary and the questions found.
        """
        if (index := self._similar_index()) is None:
            return []
        least = bound.static if reranker is None else bound.to_rerank
        asked, near = index.nearest_with_correction(
            one_line(question),
            lambda ids: [one.text for one in self._visible(ids, asker)],
            reranker is not None,
            self._visibility.seen_by(asker),
            self._visible_ids(asker) if self._visibility.is_limited else None,
        )
        similarities = dict(pair for pair in near if pair[1] >= least)
        nearest = list(similarities)
        shown: list[StoredQuestion] = []
        at_once = RERANKED if reranker is not None else 2 * max(1, limit)
        for start in range(0, len(nearest), at_once):
            shown += [
                one
                for one in self._visible(nearest[start : start + at_once], asker)
                if any(answer.servable for answer in one.answers)
            ]
            if reranker is None and sum(one.page.key != page for one in shown) >= limit:
                break
        if reranker is not None:
            least = bound.reranked
            similarities = reranked(asked, shown, reranker, self._store.vectors)
        found = [
            _similar(one, similarities[one.id], page)
            for one in shown
            if similarities[one.id] >= least
        ]
        found.sort(key=lambda one: (one.here, -one.similarity, one.question.id))
        return found[: max(0, limit)]

    def seen(self, visibility: Visibility) -> OthersQuestions:
        """The same for somebody who sees less, over the same vectors."""
        other = OthersQuestions(self._store, visibility, self._encoder, self._clock)
        other._index = self._similar_index()
        return other

    def _visible_ids(self, asker: str | None) -> Callable[[Sequence[int]], frozenset[int]]:
        return lambda ids: frozenset(one.id for one in self._visible(ids, asker))

    def _visible(self, ids: Sequence[int], asker: str | None) -> list[StoredQuestion]:
        return self._visibility.among(self._store.questions.with_ids(ids), asker)

    def _similar_index(self) -> SimilarIndex | None:
        if self._index is None and self._encoder is not None:
            self._index = SimilarIndex(self._store.vectors, self._encoder(), self._store.search)
        return self._index


def _similar(question: StoredQuestion, similarity: float, page: PageKey | None) -> SimilarQuestion:
    answers = tuple(answer for answer in question.answers if answer.servable)
    is_here = page is not None and question.page.key == page
    return SimilarQuestion(question, similarity, answers, is_here)
