"""Takes one question from its source to its result: memory, attempts, notes. Orders the attempts; runs no reader itself."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from wherein.answering.about_articles import (
    credits_of,
    linking_step,
    not_said,
    which_one,
)
from wherein.answering.beside_main import attempt_beside_main, notes_of
from wherein.answering.damage import Damage
from wherein.answering.documents import Documents
from wherein.answering.grades import grades
from wherein.answering.indexes import Indexes
from wherein.answering.judgements import Judgements, result_of_marked
from wherein.answering.kept_files import KeptFiles, with_file_changes
from wherein.answering.knowledge import Knowledge
from wherein.answering.named_scope import NamedScope
from wherein.answering.notices import EMPTY_LIBRARY
from wherein.answering.options import Options
from wherein.answering.options_key import options_key
from wherein.answering.pipeline import Another, Pipeline, Revalidate
from wherein.answering.progress import Progress
from wherein.answering.readers import Readers
from wherein.answering.remembering import SharedMemory
from wherein.answering.retries import (
    corrected_spelling,
    synonym_expansion,
    unless_summed_up,
    where_no_article_answered,
)
from wherein.answering.scope_builder import ScopeBuilder
from wherein.answering.scope_documents import asked_within
from wherein.answering.scopes import Scope
from wherein.answering.sources import InlineText
from wherein.answering.stages.remembered import Recollection, is_remembered
from wherein.answering.stages.retrieve import LIBRARY_PASSAGES
from wherein.answering.stream import Events
from wherein.core.answer import Answer, Coverage, Result
from wherein.core.document import Document
from wherein.core.errors import (
    BaseDamaged,
    IndexDamaged,
    UnknownDocument,
    UsageError,
)
from wherein.core.link import Link
from wherein.documents.fetch import is_url
from wherein.home.folder import Home, Settings
from wherein.knowledge.building import installed
from wherein.memory.subject import Subject, library_subject
from wherein.questions.date_range import Period
from wherein.questions.question import Question


class Asking:
    """Answers questions in one home. Threads may share it."""

    def __init__(
        self,
        home: Home,
        settings: Settings,
        documents: Documents,
        scopes: ScopeBuilder,
        indexes: Indexes,
        knowledge: Knowledge,
        readers: Readers,
        memory: SharedMemory,
        files: KeptFiles,
    ) -> None:
        self._home = home
        self._settings = settings
        self._documents = documents
        self._scopes = scopes
        self._indexes = indexes
        self._knowledge = knowledge
        self._readers = readers
        self._memory = memory
        self._files = files

    def events(
        self,
        question: Question,
        source: str | Path | InlineText | Document | None,
        options: Options,
        typed: str = "",
    ) -> Events:
        """The events of answering: progress, then the result as the generator's return value.

        `typed` is the question as it was typed, where it was completed from earlier turns. A damaged base is passed over and a damaged index rebuilt, then the question is asked again.
        """
        first = options.reader or self._settings.reader
        if isinstance(source, str | Path):
            # The model is loaded while the source is read and parsed in another process. Not a
            # daemon: an interpreter that ends while native code loads a model aborts.
            threading.Thread(target=self._readers.warm, args=(first,)).start()
        damage = Damage(self._knowledge, self._indexes)
        while True:
            try:
                return (
                    yield from self._from_what_is_whole(question, source, options, first, typed)
                )
            except (BaseDamaged, IndexDamaged) as error:  # some damage is seen only in searching
                damage.pass_over(error)

    def _from_what_is_whole(
        self,
        question: Question,
        source: str | Path | InlineText | Document | None,
        options: Options,
        first: str,
        typed: str,
    ) -> Events:
        """Ask the undamaged bases and indexes, beginning with the reader `first`.

        Raises BaseDamaged or IndexDamaged where damage shows only in use.
        """
        period = options.period
        last = options.turns[-1] if options.turns else None
        named = self._documents.named(options.within)
        if named is not None and source is not None:
            raise UsageError("A source and a scope were both given.", "Give one of them.")
        library = cache(partial(self._scopes.of_library, period, last, named))
        asked = (
            self._documents.asked(source) if named is None else asked_within(self._documents, named)
        )
        documents = None if asked is None else asked.documents
        if options.whole and (documents is None or len(documents) != 1):
            raise UsageError(
                "Only one document can be read whole.",
                "Name a file, an address or a document's id before the question.",
            )
        judgements = Judgements(
            self._memory.verdicts if self._settings.memory else lambda understood, typed: [],
            question.text,
            typed,
            options.asker,
            options.owner,
            options.judged,
        )
        marked = None if period else self._marked(judgements, documents, named)
        if marked is not None:
            yield Progress((marked,), (), Coverage(0.0, 0))
            return result_of_marked(question.text, marked)
        began = time.perf_counter()
        linking = (
            documents is None
            and not period
            and self._knowledge.has_bases
            and (named is None or bool(named.bases))
        )
        links = self._knowledge.link(question.text) if linking else ()
        if named is not None:
            links = tuple(link for link in links if named.has_article(link.id))
        linked_ms = round((time.perf_counter() - began) * 1000, 1)
        readers = self._readers.cascade(first)
        models = {by.reader.name: by.model for by in readers}
        about: Document | Subject | None = self._remembered_of(question, documents, options)
        if about is None and documents is None and not links and named is None:
            about = self._library_as_remembered(question, options)
        asked_with = options_key(
            options,
            self._settings,
            tuple(models.values()),
            self._knowledge.installed if documents is None else (),
        )
        revalidate = (
            None
            if about is None
            or options.whole  # who wants all of it read is not served what was read before
            else self._revalidation(about, asked_with, options.asker, judgements)
        )
        if documents is not None:
            scope: Callable[[], Scope] = cache(
                partial(self._scopes.of_documents, documents, period, options.whole)
            )
            otherwise = [
                Another(corrected_spelling(documents), rival=True, repair=True),
                attempt_beside_main(
                    scope,
                    "Nothing was sure enough in the main text, so the rest of the page is read.",
                ),
            ]
        else:
            scope, otherwise = self._whole_library(links, library, period, named, question)
        bounds = grades(options.caution or self._settings.caution)
        pipeline = Pipeline(
            readers, self._readers.selector(), bounds=bounds, barring=judgements.barred
        )
        stream = pipeline.ask(question, scope, options.limit, revalidate, otherwise)
        yield from stream
        result = stream.result()
        if about is not None:
            result = judgements.with_left_out(result, partial(_document_about, about))
        result = with_file_changes(result, documents or (), self._documents, self._files)
        notes = self._notes() if asked is None else asked.notes()
        if about is not None:
            if result.answers and not result.several and self._may_be_kept(about, result, library):
                model = models.get(result.answers[0].found_by, "")
                self._memory.remember(about, result, model, asked_with, options.asker)
            notes = (*notes, *self._memory.passed_over())
        result = judgements.with_confirmed_first(result, partial(self._document_of, documents))
        notes = (
            *notes,
            *which_one(question.text, links, result),
            *not_said(links, result),
            *notes_of(result),
            *result.notes,
            *credits_of(result),
        )
        steps = result.steps
        if linking:
            doubtful = () if links else self._knowledge.doubtful(question.text)
            steps = (linking_step(links, doubtful, linked_ms), *steps)
        return replace(result, notes=tuple(dict.fromkeys(notes)), steps=steps, links=links)

    def _marked(
        self,
        judgements: Judgements,
        documents: Sequence[Document] | None,
        named: NamedScope | None,
    ) -> Answer | None:
        """The place that the asker marked as the answer, in the documents that are asked; None where there is none."""
        for identity in judgements.marked_documents():
            document = self._asked_document(identity, documents, named)
            answer = None if document is None else judgements.marked(document)
            if answer is not None:
                return answer
        return None

    def _asked_document(
        self,
        identity: str,
        documents: Sequence[Document] | None,
        named: NamedScope | None,
    ) -> Document | None:
        """The document with this id, where the question is asked of it."""
        if documents is not None:
            return next((one for one in documents if one.id == identity), None)
        if named and not (identity in named.documents or named.has_article(identity)):
            return None
        try:
            return self._documents.article(identity)
        except UnknownDocument:
            return None

    def _document_of(self, documents: Sequence[Document] | None, identity: str) -> Document | None:
        """The document of an answer: one of those that were asked, or of the library where all of it was."""
        if documents is not None:
            return next((one for one in documents if one.id == identity), None)
        library = self._documents.library
        return library.document(identity) if library.entry(identity) is not None else None

    def _revalidation(
        self,
        about: Document | Subject,
        asked_with: str,
        asker: str,
        judgements: Judgements,
    ) -> Revalidate:
        """The look-up of a question among those answered before, without answers that were judged wrong since."""

        def revalidate(question: str) -> Recollection:
            found = self._memory.revalidate(question, about, asked_with, asker)
            return judgements.unless_barred(found, question, partial(_document_about, about))

        return revalidate

    def _remembered_of(
        self, question: Question, documents: Sequence[Document] | None, options: Options
    ) -> Document | None:
        """The document under which the memory keeps the question; None where the memory is not used.

        The memory is used for a question to a single document that is neither a topic request nor
        limited to a period.
        """
        alone = documents is not None and len(documents) == 1 and not options.period
        if not options.memory or not alone or question.topic is not None:
            return None
        assert documents is not None
        return documents[0] if self._is_remembered(documents[0]) else None

    def _is_remembered(self, document: Document) -> bool:
        """Whether questions about this document are remembered: it is in the library or has a web address.

        Nothing is kept of a file that was never added or has changed since.
        """
        if not self._settings.memory or document.credit is not None:
            return False  # an article changes with its base, which memory does not follow
        if is_url(document.source):
            return True
        entry = self._documents.entry_of(document.id)
        return entry is not None and entry.content_hash == document.content_hash

    def _library_as_remembered(self, question: Question, options: Options) -> Subject | None:
        """The library as the memory's subject; None where the memory is not used for this question.

        The caller leaves out questions that name an article: the articles of a base change independently of the
        library, so they are read each time.
        """
        memorable = options.memory and not options.period and question.topic is None
        if not memorable or not self._settings.memory:
            return None
        return library_subject(partial(self._document_of, None), self._documents.library.generation)

    def _may_be_kept(
        self, about: Document | Subject, result: Result, library: Callable[[], Scope]
    ) -> bool:
        """Whether the memory may keep the result.

        A result from the library is not kept where an article of a knowledge base answers, where several
        documents do (what each says would be lost), or where some documents were not searched yet.
        """
        if isinstance(about, Document):
            return True
        if any(self._documents.library.entry(answer.document) is None for answer in result.answers):
            return False
        if result.said:
            return False
        return is_remembered(result.answers) or library().whole

    def _whole_library(
        self,
        links: Sequence[Link],
        library: Callable[[], Scope],
        period: Period,
        named: NamedScope | None,
        question: Question,
    ) -> tuple[Callable[[], Scope], list[Another]]:
        """The scope of the first attempt at the library and all bases, and the attempts that may follow.

        The article that the question names and the library are asked separately, so that neither
        changes the other's answers. All articles are searched by words where the named article, or
        where no article is named everything so far, gives no answer.
        """
        respelled_there = Another(
            corrected_spelling((), partial(_stands_in, library)),
            library,
            rival=True,
            repair=True,
            skip_read=True,
        )
        rest = attempt_beside_main(
            library, "No main text says, so the rest of the pages is searched."
        )
        if not links:
            attempts = [respelled_there, rest]
            first = library
        else:
            attempts = [Another(synonym_expansion(self._knowledge), rival=True)]
            if next(iter(self._documents.library.entries()), None) is not None:
                attempts += [
                    Another(unless_summed_up, library, own_place=True),
                    respelled_there,
                    rest,
                ]
            first = cache(partial(self._scopes.of_articles_named, links))
        has_articles = not period and (named is None or bool(named.bases))
        if (
            has_articles
            and (
                articles := self._scopes.of_all_articles(
                    links, named, () if links else self._knowledge.without_article(question.text)
                )
            )
            is not None
        ):
            rule = where_no_article_answered(links, self._knowledge, self._documents)
            attempts.append(Another(rule, articles, skip_read=True))
        return first, attempts

    def _notes(self) -> tuple[str, ...]:
        """Notes on damage and on documents that are not indexed; without any document or base, the note that the
        library is empty."""
        kept = next(iter(self._documents.library.entries()), None) or installed(
            self._home.knowledge
        )
        return (*self._knowledge.damage(), *self._indexes.notes()) if kept else (EMPTY_LIBRARY,)


def _document_about(about: Document | Subject, identity: str) -> Document | None:
    """The document of a remembered answer; None where it no longer exists."""
    return about if isinstance(about, Document) else about.document(identity)


def _stands_in(library: Callable[[], Scope], word: str) -> bool:
    """Whether a passage of the library has the word, in any case."""
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
    scope = library()
    hits = scope.retriever.search(word, LIBRARY_PASSAGES, scope.within)
    return any(whole.search(hit.passage.text) for hit in hits)
