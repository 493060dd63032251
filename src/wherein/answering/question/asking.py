"""Takes one question from its source to its result: memory, attempts, notes. Runs no reader itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from wherein.answering.articles.about_articles import (
    credits_of,
    linking_step,
    not_said,
    which_one,
)
from wherein.answering.articles.knowledge import Knowledge
from wherein.answering.attempts.beside_main import notes_of
from wherein.answering.attempts.pipeline import Pipeline, Revalidate
from wherein.answering.attempts.stream import Events
from wherein.answering.grading.grades import document_grades, grades
from wherein.answering.library.documents import Documents, library_document
from wherein.answering.library.indexes import Indexes
from wherein.answering.library.named_scope import NamedScope
from wherein.answering.library.notices import EMPTY_LIBRARY, AskedDocuments
from wherein.answering.library.scope_documents import asked_within
from wherein.answering.library.sources import InlineText
from wherein.answering.library.versions import Versions
from wherein.answering.options import Options
from wherein.answering.question.damage import Damage
from wherein.answering.question.kept_files import KeptFiles, with_file_changes
from wherein.answering.question.memory_subject import MemorySubjects, document_about
from wherein.answering.question.newer_words import with_newer_words
from wherein.answering.question.planning import Planner
from wherein.answering.question.scope_builder import ScopeBuilder
from wherein.answering.readers.readers import Readers
from wherein.answering.remembering.judgements import Judgements, result_of_marked
from wherein.answering.remembering.marked_alike import marked_alike
from wherein.answering.remembering.options_key import options_key
from wherein.answering.remembering.remembering import SharedMemory
from wherein.answering.stages.progress import Progress
from wherein.answering.stages.remembered import Recollection
from wherein.answering.stages.scopes import Scope
from wherein.answering.stages.sweep import ANSWERS
from wherein.core.answer import Answer, Coverage, Result, Step
from wherein.core.document import Document
from wherein.core.errors import (
    BaseDamaged,
    DocumentChanged,
    IndexDamaged,
    UnknownDocument,
    UsageError,
)
from wherein.core.link import Link
from wherein.core.unread import Unread, unread_in_words, without_pages
from wherein.home.folder import Settings
from wherein.memory.policies.subject import Subject
from wherein.questions.followups.followup import FollowUp
from wherein.questions.question import Question
from wherein.reading.cells.likeness import Likeness

_MOST_CHANGES = 3
"""How often a question is asked again because a document changed under it."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """One question with what it is asked of, before anything is read.

    asked: the documents that are read like a page, with the files that failed; None for the library and the bases.
    named: the scope that was named; None where all is asked or a source was given.
    library: the library's part of the scope, built at its first use.
    judgements: people's verdicts on the question.
    """

    question: Question
    options: Options
    asked: AskedDocuments | None
    named: NamedScope | None
    library: Callable[[], Scope]
    judgements: Judgements

    @property
    def documents(self) -> tuple[Document, ...] | None:
        return None if self.asked is None else self.asked.documents


@dataclass(frozen=True, slots=True)
class _Linked:
    """The articles that the question names; `was_tried` is False where names were not looked for."""

    links: tuple[Link, ...]
    was_tried: bool
    milliseconds: float


@dataclass(frozen=True, slots=True)
class _Reading:
    """The attempts at a question, ready to run, with what their result is finished with.

    about: what the memory keeps the question under; None where it is not used.
    key: the key of everything besides question and text that the answer depends on.
    models: the exact model of each reader, by the reader's name.
    """

    events: Events
    linked: _Linked
    about: Document | Subject | None
    key: str
    models: Mapping[str, str]


class Asking:
    """Answers questions in one home. Threads may share it."""

    def __init__(
        self,
        settings: Settings,
        documents: Documents,
        scopes: ScopeBuilder,
        indexes: Indexes,
        knowledge: Knowledge,
        readers: Readers,
        memory: SharedMemory,
        files: KeptFiles,
        view: str = "",
    ) -> None:
        """`view` names what the asker may read of a team's libraries; "" is everything."""
        self._settings = settings
        self._documents = documents
        self._scopes = scopes
        self._indexes = indexes
        self._knowledge = knowledge
        self._readers = readers
        self._memory = memory
        self._files = files
        self._versions = Versions()
        self._planner = Planner(scopes, documents, knowledge)
        self._subjects = MemorySubjects(documents, settings, view)

    def events(
        self,
        question: Question,
        source: str | Path | InlineText | Document | None,
        options: Options,
        follow_up: FollowUp | None = None,
    ) -> Events:
        """The events of answering: progress, then the result as the generator's return value.

        `follow_up` is how the question was completed from earlier turns. A damaged base is passed over and a damaged
        index rebuilt, then the question is asked again; it is also asked again, a few times, of a library of which a
        document changed meanwhile. Raises DocumentChanged where one keeps changing.
        """
        first = options.reader or self._settings.reader
        if isinstance(source, str | Path):
            # The model is loaded while the source is read and parsed in another process. Not a
            # daemon: an interpreter that ends while native code loads a model aborts.
            threading.Thread(target=self._readers.warm, args=(first,)).start()
        damage = Damage(self._knowledge, self._indexes)
        typed = follow_up.typed if follow_up is not None else ""
        left = _MOST_CHANGES
        while True:
            try:
                asked = self._asked(question, source, options, typed)
                marked = self._marked(asked)
                if marked is not None:
                    yield Progress((marked,), (), Coverage(0.0, 0))
                    result = result_of_marked(question.text, marked)
                else:
                    reading = self._to_be_read(asked, first)
                    found = yield from reading.events
                    result = self._finished(asked, reading, found)
                changed = follow_up is not None and follow_up.changed
                return replace(result, typed=typed) if changed else result
            except (BaseDamaged, IndexDamaged) as error:  # some damage is seen only in searching
                damage.pass_over(error)
            except DocumentChanged:
                if not left:
                    raise
                left -= 1

    def _asked(
        self,
        question: Question,
        source: str | Path | InlineText | Document | None,
        options: Options,
        typed: str,
    ) -> _Asked:
        """The question with the documents or the scope that it is asked of. Raises UsageError, or what reading raises."""
        named = self._documents.named(options.within)
        if named is not None and source is not None:
            raise UsageError("A source and a scope were both given.", "Give one of them.")
        asked = (
            self._documents.asked(source) if named is None else asked_within(self._documents, named)
        )
        if options.whole and (asked is None or len(asked.documents) != 1):
            raise UsageError(
                "Only one document can be read whole.",
                "Name a file, an address or a document's id before the question.",
            )
        last = options.turns[-1] if options.turns else None
        judgements = Judgements(
            self._memory.verdicts if self._settings.memory else lambda understood, typed: [],
            question.text,
            typed,
            options.asker,
            options.owner,
            options.judged,
        )
        library = cache(partial(self._scopes.of_library, options.period, last, named, to_read=True))
        return _Asked(question, options, asked, named, library, judgements)

    def _marked(self, asked: _Asked) -> Answer | None:
        """The place that the asker marked as the answer, in the documents that are asked; None where there is none."""
        if asked.options.period:
            return None
        for identity in asked.judgements.marked_documents():
            document = self._asked_document(identity, asked)
            answer = None if document is None else asked.judgements.marked(document)
            if answer is not None:
                return answer
        return None

    def _asked_document(self, identity: str, asked: _Asked) -> Document | None:
        """The document with this id, where the question is asked of it."""
        if asked.documents is not None:
            return next((one for one in asked.documents if one.id == identity), None)
        named = asked.named
        if named and not (identity in named.documents or named.has_article(identity)):
            return None
        try:
            return self._documents.article(identity)
        except UnknownDocument:
            return None

    def _to_be_read(self, asked: _Asked, first: str) -> _Reading:
        """The attempts at the question, with the reader `first` as the first one, ready to run."""
        question, options = asked.question, asked.options
        linked = self._linked(asked)
        readers = self._readers.cascade(first)
        models = {by.reader.name: by.model for by in readers}
        key = options_key(
            options,
            self._settings,
            tuple(models.values()),
            self._knowledge.fingerprint if asked.documents is None else (),
        )
        about = self._about(asked, linked)
        revalidate = None
        if about is not None and not options.whole:
            # Who wants all of it read is not served what was read before.
            revalidate = self._revalidation(about, key, asked)
        if asked.documents is not None:
            attempts = self._planner.of_documents(asked.documents, options.period, options.whole)
        else:
            attempts = self._planner.of_library(
                question, linked.links, asked.library, options.period, asked.named
            )
        caution = options.caution or self._settings.caution
        pipeline = Pipeline(
            readers,
            self._readers.selector(),
            bounds=grades(caution),
            barring=asked.judgements.barred,
            alike=lambda: Likeness(self._readers.static()),
            document_bounds=document_grades(caution),
        )
        events = pipeline.run(question, attempts.scope, options.limit, revalidate, attempts.further)
        return _Reading(events, linked, about, key, models)

    def _linked(self, asked: _Asked) -> _Linked:
        """The articles that the question names, where it is asked of a knowledge base."""
        began = time.perf_counter()
        named = asked.named
        tries = (
            asked.documents is None
            and not asked.options.period
            and self._knowledge.has_bases
            and (named is None or bool(named.bases))
        )
        links = self._knowledge.link(asked.question.text) if tries else ()
        if named is not None:
            links = tuple(link for link in links if named.has_article(link.id))
        return _Linked(tuple(links), tries, round((time.perf_counter() - began) * 1000, 1))

    def _about(self, asked: _Asked, linked: _Linked) -> Document | Subject | None:
        """What the memory keeps the question under; None where the memory is not used."""
        if asked.documents is not None:
            return self._subjects.of_documents(asked.question, asked.documents, asked.options)
        if linked.links or asked.named is not None:
            return None
        return self._subjects.of_library(asked.question, asked.options)

    def _revalidation(self, about: Document | Subject, key: str, asked: _Asked) -> Revalidate:
        """The look-up of a question among those answered before, without answers that were judged wrong since."""

        def revalidate(question: str) -> Recollection:
            found = self._memory.revalidate(question, about, key, asked.options.asker)
            return asked.judgements.unless_barred(found, question, partial(document_about, about))

        return revalidate

    def _finished(self, asked: _Asked, reading: _Reading, result: Result) -> Result:
        """The result with verdicts, changed files and notes; the memory keeps what it may."""
        about, linked = reading.about, reading.linked
        if about is not None:
            result = asked.judgements.with_left_out(result, partial(document_about, about))
        if asked.documents is None:
            result = self._with_newer_words(asked, result)
        result = with_file_changes(result, asked.documents or (), self._documents, self._files)
        notes = self._notes() if asked.asked is None else asked.asked.notes()
        if about is not None:
            if (
                result.answers
                and not result.several
                and self._subjects.may_be_kept(about, result, asked.library)
            ):
                model = reading.models.get(result.answers[0].found_by, "")
                self._memory.remember(about, result, model, reading.key, asked.options.asker)
            notes = (*notes, *self._memory.passed_over())
        result = asked.judgements.with_confirmed_first(
            result, partial(self._document_of, asked.documents)
        )
        notes = (
            *notes,
            *self._marked_alike(asked, result),
            *which_one(asked.question.text, linked.links, result),
            *not_said(linked.links, result),
            *notes_of(result),
            *self._version_notes(asked, result),
            *result.notes,
            *credits_of(result),
        )
        unread, of_what = self._unread(asked.documents, result)
        # The pages without text of one document that was asked have a note with their numbers.
        named = unread if of_what else without_pages(unread)
        if named:
            notes = (*notes, unread_in_words(named, of_what))
        return replace(
            result,
            unread=unread,
            notes=tuple(dict.fromkeys(notes)),
            steps=(*self._linking_steps(asked.question, linked), *result.steps),
            links=linked.links,
        )

    def _marked_alike(self, asked: _Asked, result: Result) -> tuple[str, ...]:
        """A note that names the answers in `result` which the asker once marked for a similar question."""
        if not self._settings.memory:
            return ()
        marked = self._memory.marked(asked.options.asker, asked.options.owner)
        return marked_alike(result, marked, partial(self._document_of, asked.documents))

    def _with_newer_words(self, asked: _Asked, result: Result) -> Result:
        """The library's result with what the newest versions of the answers' documents say in their place."""
        library = self._documents.library
        within = None if asked.named is None else asked.named.documents

        def newest_of(answer: Answer) -> Document | None:
            newest = self._versions.newest(
                answer.document, library.generation, library.entries, within
            )
            period = asked.options.period
            if newest is None or (period and not period.holds(newest.date)):
                return None
            return library.document(newest.document)

        def is_barred(answer: Answer, document: Document) -> bool:
            return asked.judgements.barred(result.question, document).bars(answer.span)

        return with_newer_words(result, newest_of, is_barred, asked.options.limit or ANSWERS)

    def _version_notes(self, asked: _Asked, result: Result) -> tuple[str, ...]:
        """Notes on other copies and newer versions of the first answer's document, where the library is asked."""
        if asked.documents is not None or not result.answers:
            return ()
        library = self._documents.library
        return self._versions.notes(
            result.answers[0].document,
            library.generation,
            library.entries,
            library.document,
            None if asked.named is None else asked.named.documents,
        )

    def _unread(
        self, documents: Sequence[Document] | None, result: Result
    ) -> tuple[tuple[Unread, ...], str]:
        """What was not read of the one document that was asked, else of the first answer's, and then its title."""
        if documents is not None and len(documents) == 1:
            return documents[0].unread, ""
        shown = (*result.answers, *result.perhaps)
        first = self._document_of(documents, shown[0].document) if shown else None
        return (first.unread, first.title) if first is not None else ((), "")

    def _linking_steps(self, question: Question, linked: _Linked) -> tuple[Step, ...]:
        if not linked.was_tried:
            return ()
        uncertain = () if linked.links else self._knowledge.uncertain_links(question.text)
        return (linking_step(linked.links, uncertain, linked.milliseconds),)

    def _document_of(self, documents: Sequence[Document] | None, identity: str) -> Document | None:
        """The document of an answer: one of those that were asked, or of the library where all of it was."""
        if documents is not None:
            return next((one for one in documents if one.id == identity), None)
        return library_document(self._documents, identity)

    def _notes(self) -> tuple[str, ...]:
        """Notes on damage and on documents that are not indexed; without any document or base, the note that the
        library is empty."""
        kept = self._documents.has_library or self._knowledge.is_installed
        return (*self._knowledge.damage(), *self._indexes.notes()) if kept else (EMPTY_LIBRARY,)
