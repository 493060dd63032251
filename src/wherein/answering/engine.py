"""The façade: one folder's library, indexes, readers and memory, put together."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Self

from wherein.answering.about_articles import (
    admits_by_words,
    admits_elsewhere,
    admits_in_article,
    by_its_names,
    credits_of,
    linking_step,
    names_of,
    not_said,
)
from wherein.answering.adding import (
    Failure,
    Selection,
    Summary,
    Tools,
    Walk,
    add_sources,
    documents_below,
    vanished,
)
from wherein.answering.beside_main import attempt_beside_main, beside, by_likeliness, notes_of
from wherein.answering.indexes import RETRIEVERS, Indexes
from wherein.answering.knowledge import Knowledge, has_a_word_of
from wherein.answering.knowledge import beside as beside_articles
from wherein.answering.near_verification import VERIFIED_BY, ReadAgain
from wherein.answering.options import DEFAULTS, Options
from wherein.answering.permitted import Permitted
from wherein.answering.pipeline import Another, Pipeline, Recall
from wherein.answering.readers import Readers, Through
from wherein.answering.remembering import SharedMemory
from wherein.answering.retries import respelled
from wherein.answering.scopes import Scope, library_scope, scope_beside_main, within
from wherein.answering.sources import STDIN, Given, SourceParser, document_given
from wherein.answering.stages.read import CalibratedReader
from wherein.answering.stages.remembered import is_remembered
from wherein.answering.stages.retrieve import LIBRARY_PASSAGES
from wherein.answering.stream import AnswerStream, Events
from wherein.answering.suggesting import Suggested, suggested_questions
from wherein.answering.unread import EMPTY_LIBRARY, Asked
from wherein.assets.store import AssetStore
from wherein.core.answer import Candidate, Result
from wherein.core.closeable import Closeable
from wherein.core.document import Document
from wherein.core.errors import (
    BaseDamaged,
    IndexDamaged,
    LibraryError,
    StorageFull,
    UnknownDocument,
    UsageError,
)
from wherein.core.label import Label
from wherein.core.link import Link
from wherein.core.passage import Hit, Passage
from wherein.core.readable import quoted, readable
from wherein.core.word_count import word_count
from wherein.documents.fetch import is_url
from wherein.documents.source import document_id, path_of
from wherein.encoding.encoder import Encoder
from wherein.home.folder import Home
from wherein.home.room import has_room
from wherein.knowledge.building import installed
from wherein.knowledge.names import key_of
from wherein.library.sqlite import SqliteLibrary
from wherein.library.store import Entry
from wherein.memory.near_bound import shipped_bound
from wherein.memory.store import StoredAnswer
from wherein.memory.subject import Subject, library_subject
from wherein.passages.split import passages_in, split
from wherein.questions.date_range import ALL_TIME, Period
from wherein.questions.question import Question, parse_question
from wherein.retrieval.retriever import Retriever

AFTER_ADDING = "What was added is kept and answers; its indexes follow when there is room."


class Engine(Closeable):
    """Everything one folder can answer. Safe to share between threads; close it when done."""

    def __init__(self, home: Home, through: Through = lambda stage: stage) -> None:
        """`through` changes each reader when it is loaded, as measuring needs it."""
        self._home = home
        self._settings = home.settings()
        self._assets = AssetStore(home.assets)
        self._threads = threading.local()
        self._libraries: list[SqliteLibrary] = []
        self._lock = threading.RLock()
        self._labels: dict[str, Label] = {}
        self._readers = Readers(
            self._assets, self._title, self._date, self._settings.generative, through
        )
        self._indexes = Indexes(home, self._settings, lambda: self._library, self._readers.encoder)
        read_again = ReadAgain(lambda: self.stage(VERIFIED_BY).reader, shipped_bound())
        self._memory = SharedMemory(home, self._readers.static, read_again)
        self._knowledge = Knowledge(home)

    @classmethod
    def open(cls, home: Path | str | None = None) -> Engine:
        """The engine of a folder (default: `WHEREIN_HOME`, else the platform's place for data).

        Nothing is read or created until something is asked of it.
        """
        return cls(Home.choose(home))

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        self._memory.close()
        self._indexes.close()
        self._knowledge.close()
        with self._lock:
            for library in self._libraries:
                library.close()
            self._libraries.clear()

    @property
    def home(self) -> Home:
        return self._home

    @property
    def memory(self) -> SharedMemory:
        """Questions answered before."""
        return self._memory

    @property
    def reranker(self) -> Encoder | None:
        """The encoder that orders similar questions anew, where it was got. Raises AssetDamaged."""
        return self._readers.transformer()

    @property
    def assets(self) -> AssetStore:
        return self._assets

    # --- what is kept

    def add(
        self,
        *sources: str | Path,
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        prune: bool = False,
        typed: bool = True,
        password: str | None = None,
        told: Callable[[int, int, str], None] = lambda done, of, source: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Summary:
        """Add files, folders (with what is below them) and addresses to the library.

        Unchanged content is skipped, a failure is recorded and passed over. `prune` removes
        documents whose file below one of the folders is gone. `typed` says that a person named the
        sources at a terminal: otherwise addresses are fetched only where the settings allow it,
        and never inside this network, and paths are absolute and below the folders of the settings.
        `password` opens the PDFs that have one. `told(done, of, source)` reports progress. `stopped`
        is asked between files; once it says True, the rest is left out, and what was added stays.
        Raises only what stops all of it: LibraryError, and where it is not `typed` UsageError and
        SourceForbidden, before anything is added.
        """
        settings, home = self._settings, self._home.folder
        permitted = None if typed else Permitted.by_settings(settings.add_folders, home)
        walk = Walk(Selection(tuple(include), tuple(exclude)), permitted, stopped)
        wanted = walk.sources(sources)
        library = self._library
        late: tuple[Failure, ...] = ()
        with self._indexes.adding():
            with self._parser(typed, password) as parser:
                tools = Tools(parser.load, parser.parse, passages_in, document_id)
                summary = add_sources(library, wanted, tools, told, stopped)
            gone = vanished(library, walk.folders) if prune and not stopped() else []
            for entry in gone:
                library.remove(entry.document)
            try:
                self._indexes.catch_up(told)
            except StorageFull as error:  # the documents are kept; the indexes follow when there is room
                late = (Failure(str(self._home.indexes), f"{error} {AFTER_ADDING}"),)
        return Summary(
            summary.added,
            summary.unchanged,
            (*walk.failed, *summary.failed, *late),
            tuple(entry.source for entry in gone),
        )

    def remove(self, document: str) -> Entry:
        """Remove a document by id or path. Raises UnknownDocument."""
        entry = self._entry(document)
        self._library.remove(entry.document)
        with suppress(StorageFull):  # what is removed is found no more, whatever the indexes hold
            self._indexes.catch_up_unless_busy()
        return entry

    def check(self) -> None:
        """Read the library's whole file. Raises StoreDamaged."""
        self._library.check()

    def documents(self) -> list[Entry]:
        return list(self._library.entries())

    def document(self, document: str, password: str | None = None) -> Document:
        """A document by id, or by a path or address whether or not it was added.

        Raises UnknownDocument, or what reading the file raises.
        """
        try:
            return self.kept(document)
        except UnknownDocument:
            if is_url(document) or path_of(document).exists():
                return self.read(document, password=password)
            raise

    def document_of(self, identity: str, source: str, password: str | None = None) -> Document:
        """The document that an answer or a hit is in: the library's, an article, or its source read again."""
        try:
            return self._article(identity)
        except UnknownDocument:
            return self.read(source, password=password)

    def kept(self, document: str) -> Document:
        """One of the library by id or source, or an article as "BASE:TITLE". Raises UnknownDocument."""
        known = self._known(document)
        article = self._knowledge.article(document) if known is None else None
        if article is not None:
            return article
        return self._library.document(self._entry(document).document)

    def read(
        self,
        source: str,
        standard_input: bytes | None = None,
        *,
        typed: bool = True,
        password: str | None = None,
    ) -> Document:
        """Parse a file or address without keeping it; `-` is `standard_input`, the rest as in `add`."""
        with self._parser(typed, password) as parser:
            if source == STDIN:
                if standard_input is None:
                    raise UsageError("There is no standard input.", "Give a file instead of '-'.")
                return parser.parse(parser.given(standard_input, STDIN))
            name = source if is_url(source) else str(path_of(source))
            return parser.parse(parser.load(name))

    # --- what is asked

    def ask(
        self,
        question: str,
        source: str | Path | Given | Document | None = None,
        options: Options = DEFAULTS,
    ) -> Result:
        """The answers, best first, with their places; see `stream` for the rest."""
        return self.stream(question, source, options).result()

    def stream(
        self,
        question: str,
        source: str | Path | Given | Document | None = None,
        options: Options = DEFAULTS,
    ) -> AnswerStream:
        """The answers as they are found, with the result at the end.

        `source` is a file, a folder, an address, a document's id, a text that is given, or None
        for the whole library. Questions about one document that is kept, or a page with a web
        address, are answered from memory where that stands and remembered; topic requests are not,
        nor is what is limited to a time. A question that seems misspelt is searched for as it may
        have been meant, too; the result says so. Raises UsageError for a question that is empty or
        too long; working on it raises AssetMissing for a reader that is not here, and what reading
        the source raises.
        """
        return AnswerStream(self._answers(parse_question(question), source, options))

    def _answers(
        self, question: Question, source: str | Path | Given | Document | None, options: Options
    ) -> Events:
        first = options.reader or self._settings.reader
        if isinstance(source, str | Path):
            # The model is loaded while the source is read and parsed in another process. Not a
            # daemon: an interpreter that ends while native code loads a model aborts.
            threading.Thread(target=self._readers.warm, args=(first,)).start()
        made_again = False
        while True:
            try:
                return (yield from self._from_what_is_whole(question, source, options, first))
            except BaseDamaged as error:
                self._knowledge.pass_over(error)
            except IndexDamaged:  # some damage is seen only in searching
                if made_again:
                    raise
                self._indexes.make_again()
                made_again = True

    def _from_what_is_whole(
        self,
        question: Question,
        source: str | Path | Given | Document | None,
        options: Options,
        first: str,
    ) -> Events:
        """Ask with the reader `first`. Raises BaseDamaged where that is found in reading a base."""
        period = options.period
        library = cache(partial(self._library_scope, period))
        asked = self._asked(source)
        documents = None if asked is None else asked.documents
        if options.whole and (documents is None or len(documents) != 1):
            raise UsageError(
                "Only one document can be read whole.",
                "Name a file, an address or a document's id before the question.",
            )
        began = time.perf_counter()
        linking = documents is None and not period and self._knowledge.has_bases
        links = self._knowledge.link(question.text) if linking else ()
        linked_ms = round((time.perf_counter() - began) * 1000, 1)
        readers = self._readers.cascade(first)
        models = {by.reader.name: by.model for by in readers}
        about: Document | Subject | None = self._remembered_of(question, documents, options)
        if about is None and documents is None and not links:
            about = self._library_as_remembered(question, options)
        recall = (
            None
            if about is None or options.whole  # who wants all of it read is not served what was read before
            else partial(
                self._memory.recall,
                about=about,
                models=frozenset(models.values()),
                asker=options.asker,
            )
        )
        if documents is not None:
            scope: Callable[[], Scope] = cache(partial(self._documents_scope, documents, period, options.whole))
            otherwise = [
                Another(_as_meant(documents), recall=recall, rival=True),
                attempt_beside_main(scope, "The main text does not say, so the rest of the page is read."),
            ]
        else:
            scope, otherwise = self._whole_library(links, library, period, recall)
        pipeline = Pipeline(readers, self._readers.selector())
        stream = pipeline.ask(question, scope, options.limit, recall, otherwise)
        yield from stream
        result = stream.result()
        notes = self._library_notes() if asked is None else asked.notes()
        if about is not None:
            if result.answers and self._may_be_kept(about, result, library):
                model = models.get(result.answers[0].found_by, "")
                self._memory.remember(
                    result.meant or result.question, about, result, model, options.asker
                )
            notes = (*notes, *self._memory.passed_over())
        notes = (*notes, *not_said(links, result), *notes_of(result), *result.notes, *credits_of(result))
        steps = result.steps
        if linking:
            doubtful = () if links else self._knowledge.doubtful(question.text)
            steps = (linking_step(links, doubtful, linked_ms), *steps)
        return replace(result, notes=tuple(dict.fromkeys(notes)), steps=steps, links=links)

    def _remembered_of(
        self, question: Question, documents: Sequence[Document] | None, options: Options
    ) -> Document | None:
        """The one document that the question is put to; None where memory is not used for it."""
        alone = documents is not None and len(documents) == 1 and not options.period
        if not options.memory or not alone or question.topic is not None:
            return None
        assert documents is not None
        return documents[0] if self._is_remembered(documents[0]) else None

    def _library_as_remembered(self, question: Question, options: Options) -> Subject | None:
        """The library as a subject of memory; None where memory is not used for this question.

        A question that names an article is not put to it: what an article may answer is read anew: a base is another collection, with changes of its own.
        """
        memorable = options.memory and not options.period and question.topic is None
        if not memorable or not self._settings.memory:
            return None
        library = self._library

        def document(identity: str) -> Document | None:
            return library.document(identity) if library.entry(identity) is not None else None

        def current(answer: StoredAnswer) -> bool:
            changed = set(library.changed_since(answer.generation))
            if not changed:
                return True
            # Nobody is to wait for the memory while indexes are brought up to date.
            found = self._indexes.as_it_stands()
            if not found.whole:  # what is not searched yet may answer better
                return False
            hits = found.retriever.search(question.text, LIBRARY_PASSAGES)
            return not any(hit.passage.document in changed for hit in hits)

        return library_subject(document, current, library.generation)

    def _may_be_kept(
        self, about: Document | Subject, result: Result, library: Callable[[], Scope]
    ) -> bool:
        """Whether memory may keep the result. Of a library question not where an article of a knowledge
        base answers, or where documents were not searched yet."""
        if isinstance(about, Document):
            return True
        if any(self._library.entry(answer.document) is None for answer in result.answers):
            return False
        return is_remembered(result.answers) or library().whole

    def _whole_library(
        self,
        links: Sequence[Link],
        library: Callable[[], Scope],
        period: Period,
        recall: Recall | None,
    ) -> tuple[Callable[[], Scope], list[Another]]:
        """Where a question to everything is asked first, and the attempts that may follow.

        The article that the question names and the library are asked apart, so that what one holds
        changes nothing of what the other says; the articles' words are searched where the named one
        does not answer, or nothing does, and then for what says its name.
        """
        respelled_there = Another(_as_meant(()), library, recall, rival=True, unread=True)
        rest = attempt_beside_main(library, "No main text says, so the rest of the pages is searched.")
        if not links:
            attempts = [respelled_there, rest]
            first = library
        else:
            attempts = [Another(self._as_its_article_puts_it, rival=True)]
            if next(iter(self._library.entries()), None) is not None:
                attempts += [Another(_unless_summed_up, library), respelled_there, rest]
            first = cache(partial(self._linked_scope, links))
        if not period and (articles := self._articles_scope(links)) is not None:
            attempts.append(Another(self._no_article_answered(links), articles, unread=True))
        return first, attempts

    def _no_article_answered(
        self, links: Sequence[Link]
    ) -> Callable[[Question, Result], Question | None]:
        """The rule by which all articles are searched: only where no article, or without a named one nothing, answered."""

        def put(question: Question, so_far: Result) -> Question | None:
            answered = so_far.answered and (
                not links or any(self._knowledge.title(a.document) for a in so_far.answers)
            )
            if answered:
                return None
            if so_far.meant is not None:
                return parse_question(so_far.meant)
            named = by_its_names(question.text, links, self._says)
            return question if named == question.text else parse_question(named)

        return put

    def _says(self, identity: str, name: str) -> bool:
        article = self._article(identity)
        return f" {key_of(name)}" in f" {key_of(article.title)} {key_of(article.text)}"

    def _as_its_article_puts_it(self, question: Question, so_far: Result) -> Question | None:
        """The question reworded with words of the article that it names; None if it is answered already."""
        if so_far.answered or so_far.meant is not None:
            return None
        worded = self._knowledge.in_its_words(question.text)
        return None if worded is None else parse_question(worded)

    def search(
        self,
        words: str,
        source: str | None = None,
        limit: int = 10,
        *,
        since: str | None = None,
        until: str | None = None,
    ) -> list[Hit]:
        """Passages that fit the words, best first, without reading them; dates as in `Options`."""
        if not words.strip():
            raise UsageError("There are no words to search for.", "Give at least one.")
        made_again = False
        while True:
            try:
                return self._found(words, source, limit, Period(since, until))
            except BaseDamaged as error:
                self._knowledge.pass_over(error)
            except IndexDamaged:
                if made_again:
                    raise
                self._indexes.make_again()
                made_again = True

    def _found(self, words: str, source: str | None, limit: int, period: Period) -> list[Hit]:
        asked = self._asked(source)
        if asked is not None:
            return _and_beside_main(self._documents_scope(asked.documents, period), words, limit)
        scope = self._library_scope(period)
        hits = _and_beside_main(scope, words, limit)
        is_there = has_a_word_of(words, hits)
        if period or (is_there and not self._knowledge.link(words)):
            return hits
        articles = self._knowledge.by_words()
        if articles is None:
            return hits
        found = beside_articles(scope.retriever, articles) if is_there else articles
        return found.search(words, limit) or hits

    def search_notes(self) -> tuple[str, ...]:
        """What to say beside passages of the library: which documents are not searched yet."""
        return self._indexes.searchable().notes

    def labels(self, hits: Sequence[Hit]) -> Mapping[str, Label]:
        """The titles, sources and dates of the documents that hits come from, by id."""
        labels: dict[str, Label] = {}
        for hit in hits:
            document = hit.passage.document
            try:
                labels[document] = self._label(document)
            except LibraryError:  # removed since it was found, or an article of a base that is damaged
                labels[document] = Label(self._title(document))
        return labels

    def tokens(self, text: str) -> int:
        """How many tokens the reader's tokenizer makes of a text."""
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self._assets.verified("wordpiece") / "tokenizer.json"))
        return len(tokenizer.encode(text, add_special_tokens=False).ids)

    def suggested(self, document: Document, limit: int = 3) -> list[Suggested]:
        """Questions nobody asked that the document answers; nothing is kept."""
        return suggested_questions(document, self.stage(self._settings.reader), limit)

    def warm(self) -> None:
        """Load the reader and open the indexes now, so that the first question does not wait."""
        self._indexes.searchable()
        self.stage(self._settings.reader).reader.load()

    # --- how it is put together

    def _parser(self, typed: bool, password: str | None = None) -> SourceParser:
        return SourceParser(typed, typed or self._settings.fetch_urls, password)

    def _asked(self, source: str | Path | Given | Document | None) -> Asked | None:
        """What a question is about; None is the whole library."""
        if source is None:
            return None
        if isinstance(source, Given):
            return Asked((document_given(source),))
        if isinstance(source, Document):
            return Asked((source,))
        if not is_url(str(source)) and (path := path_of(source)).is_dir():
            return self._folder(path)
        known = self._known(str(source))
        if known is not None:
            return Asked((self._library.document(known.document),))
        is_elsewhere = is_url(str(source)) or path_of(source).exists()
        article = None if is_elsewhere else self._knowledge.article(str(source))
        return Asked((self.read(str(source)) if article is None else article,))

    def _folder(self, folder: Path) -> Asked:
        """What is below a folder. Raises NoText when nothing there can be read."""
        with self._parser(typed=True) as parser:
            read = documents_below(folder, lambda path: parser.parse(parser.load(path)))
        return Asked(*read)

    def _library_notes(self) -> tuple[str, ...]:
        """What to say where there is nothing to ask: neither a document nor a knowledge base."""
        kept = next(iter(self._library.entries()), None) or installed(self._home.knowledge)
        return (*self._knowledge.damage(), *self._indexes.notes()) if kept else (EMPTY_LIBRARY,)

    def _is_remembered(self, document: Document) -> bool:
        """A file that was only asked leaves nothing behind; what is kept or has an address may."""
        if not self._settings.memory or document.credit is not None:
            return False  # an article changes with its base, which memory does not follow
        return is_url(document.source) or self._library.entry(document.id) is not None

    def _documents_scope(
        self, documents: Sequence[Document], period: Period, to_the_end: bool = False
    ) -> Scope:
        """The scope of the given documents; with a period, only of those dated in it."""
        held, notes = within(documents, period) if period else (documents, ())
        return replace(self._page_scope(held), notes=notes, to_the_end=to_the_end)

    def _linked_scope(self, links: Sequence[Link]) -> Scope:
        """The articles that a question names."""
        from wherein.retrieval.entity import EntityRetriever

        entity = EntityRetriever(lambda _: links, self._knowledge)
        articles = [self._article(link.id) for link in links]
        return Scope(
            entity,
            self._article,
            sum(article.words for article in articles),
            named=frozenset(link.id for link in links),
            admits=admits_in_article,
        )

    def _articles_scope(self, links: Sequence[Link]) -> Callable[[], Scope] | None:
        """The scope of all articles, searched by words; None where no base has such an index.

        With `links`, only of the passages that say the name of a linked article: what an article
        does not say of its subject stands in others beside its name, if anywhere.
        """
        from wherein.retrieval.naming import NamingRetriever

        knowledge = self._knowledge
        retriever: Retriever | None = knowledge.by_words()
        if retriever is None:
            return None
        admits: Callable[[str, Candidate], bool] = admits_by_words
        if links:
            names = names_of(links)
            retriever, admits = NamingRetriever(retriever, names), admits_elsewhere(names)
        words = knowledge.words
        return lambda: Scope(retriever, self._article, words, admits=admits)

    def _article(self, identity: str) -> Document:
        """An article, or what the library keeps under this id. Raises UnknownDocument."""
        article = self._knowledge.document(identity)
        return self._library.document(identity) if article is None else article

    def _library_scope(self, period: Period = ALL_TIME) -> Scope:
        found = self._indexes.searchable()
        library = self._library

        def document(name: str) -> Document:
            return self._library.document(name)

        def beside_main() -> Scope | None:
            index = self._indexes.beside_main()
            if index is None:
                return None
            return beside(scope_beside_main(index, document, library, period))

        scope = library_scope(found.retriever, document, library, period)
        return replace(
            scope,
            notes=(*found.notes, *scope.notes),
            whole=found.whole,
            beside_main=beside_main,
        )

    def _page_scope(self, documents: Sequence[Document]) -> Scope:
        """Documents that are read for this question alone; one is read to its end."""
        from wherein.retrieval.page import PageIndex

        by_id = {document.id: document for document in documents}
        passages = [passage for document in documents for passage in split(document)]
        with self._lock:
            self._labels.update({document.id: Label.of(document) for document in documents})

        def scope_of(of: list[Passage]) -> Scope:
            words = sum(word_count(passage.text) for passage in of)
            return Scope(PageIndex.of(of), by_id.__getitem__, words)

        def beside_main() -> Scope | None:
            rest = by_likeliness(passages)
            if not rest:
                return None
            found = beside(scope_of(rest))
            return replace(found, passages=rest) if len(documents) == 1 else found

        main = [passage for passage in passages if passage.main]
        return replace(
            scope_of(main),
            passages=main if len(documents) == 1 else None,
            beside_main=beside_main,
        )

    def stage(self, name: str) -> CalibratedReader:
        """A reader with its calibration, loaded once. Raises AssetMissing or AssetDamaged."""
        return self._readers.stage(name)

    @property
    def _library(self) -> SqliteLibrary:
        library = getattr(self._threads, "library", None)
        if library is not None and library.is_frozen and has_room(self._home.folder):
            library = None  # who still reads the one that was opened on a full disk may end
        if library is None:
            library = SqliteLibrary(self._home.library)
            self._threads.library = library
            with self._lock:
                self._libraries.append(library)
        assert isinstance(library, SqliteLibrary)
        return library

    def _title(self, document: str) -> str:
        """What `_label` says first, without loading the document."""
        with self._lock:
            known = self._labels.get(document)
        if known is not None:
            return known.title
        entry = self._library.entry(document)
        return entry.title if entry else self._knowledge.title(document) or ""

    def _date(self, document: str) -> str | None:
        return self._label(document).date

    def _label(self, document: str) -> Label:
        with self._lock:
            known = self._labels.get(document)
        return known or Label.of(self._article(document))

    def _entry(self, document: str) -> Entry:
        known = self._known(document)
        if known is None:
            raise UnknownDocument(
                f"There is no document {quoted(document, 200)} in the library.",
                "See what is there: wherein list",
            )
        return known

    def _known(self, document: str) -> Entry | None:
        """By id, else by the id that the path or address would have."""
        library = self._library
        if not self._home.library.exists() or readable(document) != document:
            return None  # a name that is not UTF-8 is never kept
        found = library.entry(document)
        if found is None and document != STDIN:
            name = document if is_url(document) else str(path_of(document))
            found = library.entry(document_id(name))
        return found


def _and_beside_main(scope: Scope, words: str, limit: int) -> list[Hit]:
    """Hits in the main text, and where these are fewer than wanted, those beside it after them."""
    hits = scope.retriever.search(words, limit, scope.within)
    if len(hits) >= limit or (beside := scope.beside_main()) is None:
        return hits
    return [*hits, *beside.retriever.search(words, limit - len(hits), beside.within)]


def _as_meant(documents: Sequence[Document]) -> Callable[[Question, Result], Question | None]:
    """The question respelled by the words of some documents, unless it was answered before."""

    def put(question: Question, so_far: Result) -> Question | None:
        meant = None if is_remembered(so_far.answers) else respelled(question.text, documents)
        return None if meant is None else parse_question(meant)

    return put


def _unless_summed_up(question: Question, so_far: Result) -> Question | None:
    """The same question; None where a list of sentences answers it already."""
    return None if so_far.several else question


__all__ = ["RETRIEVERS", "STDIN", "Engine", "Given"]
