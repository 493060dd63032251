"""Builds the scope of each attempt: documents, the library or articles. Names the retrievers; asks nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial

from wherein.answering.articles.about_articles import (
    admits_about_its_subject,
    admits_by_names,
    admits_elsewhere,
    admits_in_article,
    names_of,
)
from wherein.answering.articles.knowledge import Knowledge
from wherein.answering.attempts.beside_main import beside, by_likeliness
from wherein.answering.grading.notice_giver import another_gives, asks_for_notice
from wherein.answering.grading.stopping import LONG_WORDS
from wherein.answering.library.documents import Documents
from wherein.answering.library.indexes import Indexes
from wherein.answering.library.named_scope import NamedScope, OfBases
from wherein.answering.question.unchanged import UnchangedDocuments
from wherein.answering.stages.scopes import Scope, library_scope, scope_beside_main, within
from wherein.core.answer import Candidate
from wherein.core.document import Document
from wherein.core.lifetime.cancellation import checked
from wherein.core.link import Link
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.core.text.word_count import word_count
from wherein.core.turn import Turn
from wherein.documents.clauses.parties import asking_party
from wherein.encoding.encoder import Encoder
from wherein.passages.split import split
from wherein.questions.date_range import ALL_TIME, Period
from wherein.retrieval.distinct import DistinctRetriever
from wherein.retrieval.pinned import PinnedRetriever
from wherein.retrieval.retriever import Retriever


class ScopeBuilder:
    """Builds a `Scope` with its retriever. Threads may share it."""

    def __init__(
        self,
        documents: Documents,
        indexes: Indexes,
        knowledge: Knowledge,
        encoder: Callable[[], Encoder],
    ) -> None:
        """`encoder` returns the encoder that ranks the passages of a single page."""
        self._encoder = encoder
        self._documents = documents
        self._indexes = indexes
        self._knowledge = knowledge

    def of_documents(
        self, documents: Sequence[Document], period: Period, to_the_end: bool = False
    ) -> Scope:
        """The scope of these documents; with a period, only of those dated in it.

        `to_the_end` reads a long document to its end, where otherwise the likeliest passages are read.
        """
        held, notes = within(documents, period) if period else (documents, ())
        return replace(self._page(held), notes=notes, to_the_end=to_the_end)

    def of_articles_named(self, links: Sequence[Link]) -> Scope:
        """The scope of the articles that a question links to."""
        from wherein.retrieval.by_words.entity import EntityRetriever

        entity = EntityRetriever(lambda _: links, self._knowledge)
        articles = [self._documents.article(link.id) for link in links]
        return Scope(
            entity,
            self._documents.article,
            sum(article.words for article in articles),
            named=frozenset(link.id for link in links),
            admits=admits_in_article,
        )

    def of_all_articles(
        self,
        links: Sequence[Link],
        named: NamedScope | None = None,
        without_article: Sequence[str] = (),
    ) -> Callable[[], Scope] | None:
        """A function that makes the scope of all articles, searched by words; None where no base has a word index.

        With `links`, the scope holds only passages that contain the name of a linked article, because other
        articles about a subject name it. Names of the question that are `without_article` have to be in an answer's
        passage.
        """
        from wherein.retrieval.naming import NamingRetriever

        knowledge = self._knowledge
        retriever: Retriever | None = knowledge.by_words()
        if retriever is None:
            return None
        if named is not None:
            retriever = OfBases(retriever, named)
        admits: Callable[[str, Candidate], bool] = admits_by_names(without_article)
        if links:
            names = names_of(links)
            retriever, admits = NamingRetriever(retriever, names), admits_elsewhere(names)
        words = knowledge.words(None if named is None else named.bases)
        return lambda: Scope(retriever, self._documents.article, words, admits=admits)

    def of_library(
        self,
        period: Period = ALL_TIME,
        last: Turn | None = None,
        named: NamedScope | None = None,
        to_read: bool = False,
    ) -> Scope:
        """The scope of the library's documents that are dated in the period; its notes name what is not indexed yet.

        The passages of the answer of the `last` turn stay candidates. `to_read` finds what copies of a document say once;
        who only searches wants to see every copy.
        """
        library = self._documents.library
        document = UnchangedDocuments(library).document
        found = self._indexes.searchable()
        retriever = found.retriever
        title = self._documents.title
        if to_read:
            retriever = DistinctRetriever(retriever, title)
        if last is not None and last.span is not None:
            retriever = PinnedRetriever(
                retriever, partial(self._passages_at, last.document, last.span)
            )

        def beside_main() -> Scope | None:
            index = self._indexes.beside_main()
            if index is None:
                return None
            if to_read:
                index = DistinctRetriever(index, title)
            return beside(scope_beside_main(index, document, library, scope.within))

        scope = library_scope(
            retriever, document, library, period, None if named is None else named.documents
        )
        return replace(
            scope,
            notes=(*found.notes, *scope.notes),
            whole=found.whole,
            admits=admits_about_its_subject(cache(document)),
            beside_main=beside_main,
        )

    def _passages_at(self, document: str, span: Span) -> list[Passage]:
        """The library's passages that overlap a place; none where the document is gone."""
        passages = self._documents.library.passages_of(document)
        return [passage for passage in passages if passage.span.overlaps(span)]

    def _page(self, documents: Sequence[Document]) -> Scope:
        """The scope of documents that are indexed in memory, for this question only.

        The scope of a single document has all its main passages, so that it is read like a page.
        """
        by_id = {document.id: document for document in documents}
        passages = [passage for document in documents for passage in split(document)]
        self._documents.note_labels(documents)

        alone = len(documents) == 1

        means = by_its_party(documents[0]) if alone else None

        def scope_of(some: list[Passage], encoder: Callable[[], Encoder] | None = None) -> Scope:
            words = sum(word_count(passage.text) for passage in checked(some))
            retriever = _ranked(some, words, alone, encoder)
            return Scope(retriever, by_id.__getitem__, words, means=means)

        def beside_main() -> Scope | None:
            rest = by_likeliness(passages)
            if not rest:
                return None
            found = beside(scope_of(rest))
            return replace(found, passages=rest) if alone else found

        main = [passage for passage in passages if passage.main]
        return replace(
            scope_of(main, self._encoder),
            passages=main if alone else None,
            beside_main=beside_main,
        )


def by_its_party(document: Document) -> Callable[[str, Candidate], bool]:
    """Whether a candidate is not about another party of a contract than the question is."""
    party = cache(partial(asking_party, document))

    def means(question: str, candidate: Candidate) -> bool:
        own = party() if asks_for_notice(question) else None
        return own is None or not another_gives(question, candidate, own)

    return means


def _ranked(
    passages: Sequence[Passage], words: int, alone: bool, encoder: Callable[[], Encoder] | None
) -> Retriever:
    """Rank a page as the browser does; passages beside its main text without `encoder`. Several documents, and one
    that is not read to its end, are ranked by words alone."""
    from wherein.retrieval.by_words.page import PageIndex
    from wherein.retrieval.by_words.page_ranking import PageRanking

    if not alone or words > LONG_WORDS:
        return PageIndex.of(passages)
    return PageRanking(passages, encoder() if encoder is not None else None)
