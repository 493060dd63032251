"""Plans a question's attempts: where the first one reads, and which may follow. Runs none of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import NamedTuple

from wherein.answering.articles.knowledge import Knowledge
from wherein.answering.attempts.beside_main import attempt_beside_main
from wherein.answering.attempts.further_attempt import FurtherAttempt, Joins
from wherein.answering.library.documents import Documents
from wherein.answering.library.named_scope import NamedScope
from wherein.answering.question.retries import (
    corrected_in_library,
    corrected_spelling,
    half,
    in_the_party,
    synonym_expansion,
    unless_summed_up,
    where_no_article_answered,
)
from wherein.answering.question.scope_builder import ScopeBuilder
from wherein.answering.stages.retrieve import LIBRARY_PASSAGES
from wherein.answering.stages.scopes import Scope
from wherein.core.document import Document
from wherein.core.link import Link
from wherein.questions.date_range import Period
from wherein.questions.question import Question


class Attempts(NamedTuple):
    """Where the first attempt at a question reads, and the attempts that may follow."""

    scope: Callable[[], Scope]
    further: list[FurtherAttempt]


class Planner:
    """Plans attempts at the documents, the library and the knowledge bases of one home."""

    def __init__(self, scopes: ScopeBuilder, documents: Documents, knowledge: Knowledge) -> None:
        self._scopes = scopes
        self._documents = documents
        self._knowledge = knowledge

    def of_documents(
        self, documents: Sequence[Document], period: Period, to_the_end: bool
    ) -> Attempts:
        """The attempts at these documents: main text, repaired question, then the text beside the main text."""
        scope = cache(partial(self._scopes.of_documents, documents, period, to_the_end))
        return Attempts(
            scope,
            [
                FurtherAttempt(in_the_party(documents), joins=Joins.AS_RIVAL, as_typed=True),
                FurtherAttempt(corrected_spelling(documents), joins=Joins.AS_REPAIR),
                *(FurtherAttempt(half(number), is_part=True) for number in (0, 1)),
                attempt_beside_main(
                    scope,
                    "Nothing was sure enough in the main text, so the rest of the page is read.",
                    is_page=len(documents) == 1,
                ),
            ],
        )

    def of_library(
        self,
        question: Question,
        links: Sequence[Link],
        library: Callable[[], Scope],
        period: Period,
        named: NamedScope | None,
    ) -> Attempts:
        """The scope of the first attempt at the library and all bases, and the attempts that may follow.

        The article that the question names and the library are asked separately, so that neither
        changes the other's answers. All articles are searched by words where the named article, or
        where no article is named everything so far, gives no answer.
        """
        # What was read for the question as typed is read again: a slip may have hidden the answer there.
        respelled_there = FurtherAttempt(
            corrected_in_library(self._documents.article, partial(_stands_in, library)),
            library,
            Joins.AS_REPAIR,
        )
        rest = attempt_beside_main(
            library, "The main texts have no answer, so the rest of the pages is searched."
        )
        if not links:
            first = library
            further = [respelled_there, rest]
        else:
            first = cache(partial(self._scopes.of_articles_named, links))
            further = [FurtherAttempt(synonym_expansion(self._knowledge), joins=Joins.AS_RIVAL)]
            if next(iter(self._documents.library.entries()), None) is not None:
                also = FurtherAttempt(unless_summed_up, library, own_place=True)
                further += [also, respelled_there, rest]
        if not period and (named is None or named.bases):
            further += self._at_all_articles(question, links, named)
        return Attempts(first, further)

    def _at_all_articles(
        self, question: Question, links: Sequence[Link], named: NamedScope | None
    ) -> list[FurtherAttempt]:
        """The attempt at all articles; none where there is no base to search."""
        without_article = () if links else self._knowledge.without_article(question.text)
        articles = self._scopes.of_all_articles(links, named, without_article)
        if articles is None:
            return []
        rule = where_no_article_answered(links, self._knowledge, self._documents)
        return [FurtherAttempt(rule, articles, skip_read=True)]


def _stands_in(library: Callable[[], Scope], word: str) -> bool:
    """Whether a passage of the library has the word, in any case."""
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
    scope = library()
    hits = scope.retriever.search(word, LIBRARY_PASSAGES, scope.within)
    return any(whole.search(hit.passage.text) for hit in hits)
