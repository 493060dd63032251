"""The façade: one home's library, indexes, readers and memory behind one class. Answers nothing itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from wherein.answering.articles.bases import Bases
from wherein.answering.articles.knowledge import Knowledge
from wherein.answering.attempts.stream import AnswerStream
from wherein.answering.attempts.suggesting import Suggested, suggested_questions
from wherein.answering.library.adding import Outcome, Summary
from wherein.answering.library.documents import Documents
from wherein.answering.library.indexes import RETRIEVERS, Indexes
from wherein.answering.library.ingest import Ingest
from wherein.answering.library.scope_documents import kept_names
from wherein.answering.library.scope_names import scope_names
from wherein.answering.library.sources import STDIN, InlineText
from wherein.answering.library.watching import Watch
from wherein.answering.options import DEFAULTS, Options
from wherein.answering.question.asking import Asking
from wherein.answering.question.followups import completed, not_a_question
from wherein.answering.question.kept_files import (
    KeptFiles,
    copies_changed,
    labels_with_changes,
    row_notes,
)
from wherein.answering.question.scope_builder import ScopeBuilder
from wherein.answering.question.searching import Searching
from wherein.answering.question.writing import Writer
from wherein.answering.reach.shareable import check_is_there
from wherein.answering.readers.models import Models
from wherein.answering.readers.readers import Readers, Through
from wherein.answering.remembering.kept_questions import KeptQuestions, forget_document
from wherein.answering.remembering.remembering import SharedMemory
from wherein.answering.remembering.seen_pages import may_see
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.tables.grid import Journal, Row, Source, ask_each
from wherein.answering.tables.grid_sources import grid_sources
from wherein.assets.store import AssetStore
from wherein.core.answer import Answer, Result
from wherein.core.document import Document
from wherein.core.errors import NotPermitted
from wherein.core.file_change import FileChange
from wherein.core.label import Label
from wherein.core.lifetime.closeable import Closeable
from wherein.core.link import Link
from wherein.core.passage import Hit, Passage
from wherein.core.turn import Turn
from wherein.encoding.encoder import Encoder
from wherein.encoding.tokenising import count_tokens
from wherein.home.folder import Home, Settings, all_files
from wherein.library.store import Entry
from wherein.memory.policies.subject import library_key
from wherein.people.access import Grant, Reach, Role
from wherein.questions.followups.followup import FollowUp
from wherein.questions.question import parse_question
from wherein.questions.small_talk import is_small_talk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from wherein.people.people import People
    from wherein.retrieval.by_milvus.search_side import SearchSide


@dataclass(frozen=True, slots=True)
class PersonReading:
    """One person of a team who asks: what they may reach, their name in the memory, and the settings for them."""

    reach: Reach
    asker: str
    settings: Settings


class Engine(Closeable):
    """Answers questions from one home folder. Threads may share it; close it when done."""

    def __init__(
        self,
        home: Home,
        through: Through = lambda stage: stage,
        of: Engine | None = None,
        reader: PersonReading | None = None,
    ) -> None:
        """`through` wraps the stage of each reader when it is loaded; measurements use it. `of` and `reader`: see `seen_by`."""
        self._home = home
        self._reader = reader
        self._of = of
        reach, view = (None, "") if reader is None else (reader.reach, reader.reach.id)
        self._settings = settings = home.settings() if reader is None else reader.settings
        self._assets: AssetStore = AssetStore(home.assets) if of is None else of._assets
        self._knowledge = (
            Knowledge(home) if of is None or reach is None else of._knowledge_of(reach.bases)
        )
        self._documents: Documents = Documents(
            home, settings, self._knowledge, None if of is None else of._documents, reach
        )
        documents = self._documents
        self._readers: Readers = Readers(
            self._assets,
            documents.title,
            lambda document: documents.label(document).date,
            settings.generative,
            through,
            None if of is None else of._readers,
        )
        self._indexes = Indexes(
            home,
            settings,
            lambda: documents.library,
            self._readers.encoder,
            None if reach is None else home.folder / f"writers-{reach.id}",
        )
        self._knowledges: dict[frozenset[str], Knowledge] = {}
        self._lock = threading.Lock()
        self._memory: SharedMemory = (
            SharedMemory(home, self._readers.static)
            if of is None
            else of._memory.seen(
                partial(may_see, documents, library_key(view)),
                view,
                reader.asker or None if reader is not None else None,
            )
        )
        self._compose(view)

    def _compose(self, view: str) -> None:
        """Put what adds, searches and asks together from the parts; `view` names what may be read, "" is everything."""
        home, settings, documents = self._home, self._settings, self._documents
        scopes = ScopeBuilder(documents, self._indexes, self._knowledge, self._readers.static)
        self._ingest = Ingest(
            home,
            settings,
            documents,
            self._indexes,
            partial(forget_document, home, self._memory),
        )
        self._files = KeptFiles()
        self._searching = Searching(documents, scopes, self._indexes, self._knowledge)
        self._asking = Asking(
            settings,
            documents,
            scopes,
            self._indexes,
            self._knowledge,
            self._readers,
            self._memory,
            self._files,
            view,
        )

    @classmethod
    def open(cls, home: Path | str | None = None) -> Engine:
        """The engine of a home folder (default: `WHEREIN_HOME`, else the platform's data folder).

        Library and memory are those of the database in `WHEREIN_STORE`, where it is set.

        Opening reads and creates nothing; the first use does.
        """
        return cls(Home.choose(home))

    def __enter__(self) -> Self:
        return self

    def seen_by(
        self,
        reach: Reach,
        asker: str = "",
        allows: Sequence[str] = (),
        is_bounded: bool = False,
    ) -> Engine:
        """The same engine for a person who may read and change what `reach` says, and is `asker` in the memory: what they may
        not read does not exist in it. `allows` are the folders of this machine that their requests may add files of. Where it
        `is_bounded`, their library may have as many documents as the settings say.

        Models are shared with this engine; close it before this one.
        """
        most = self._settings.quota_documents if is_bounded else 0
        settings = replace(self._settings, add_folders=tuple(allows), quota_documents=most)
        sender = reach.own or "nobody"
        return Engine(
            replace(self._home, sender=sender),
            of=self,
            reader=PersonReading(reach, asker, settings),
        )

    def in_library(self, library: str) -> Engine:
        """The same engine for one library of a team, by its id, to which it then adds; for the terminal."""
        grant = Grant(library, "", Role.ADMIN)
        reach = Reach(frozenset({grant}), self._knowledge.names, library)
        return self.seen_by(reach, allows=self._settings.add_folders)

    def _knowledge_of(self, bases: frozenset[str]) -> Knowledge:
        """The knowledge bases with these names, opened once for all who may read the same."""
        with self._lock:
            if bases not in self._knowledges:
                self._knowledges[bases] = Knowledge(self._home, bases)
            return self._knowledges[bases]

    def close(self) -> None:
        self._memory.close()
        self._indexes.close()
        if self._of is None:
            self._knowledge.close()
        for knowledge in self._knowledges.values():
            knowledge.close()
        self._documents.close()

    @property
    def home(self) -> Home:
        return self._home

    @property
    def is_limited(self) -> bool:
        """Whether it is that of a person who may not read everything."""
        return self._reader is not None

    @property
    def settings(self) -> Settings:
        """The settings as they were when it was opened."""
        return self._settings

    @property
    def memory(self) -> SharedMemory:
        """The question memory: earlier questions with their answers."""
        return self._memory

    @property
    def reranker(self) -> Encoder | None:
        """The encoder that reranks similar questions; None where it is not installed. Raises AssetDamaged."""
        return self._readers.transformer()

    @property
    def assets(self) -> AssetStore:
        return self._assets

    @property
    def bases(self) -> Bases:
        """The knowledge bases: builds, updates, lists and removes them."""
        only = None if self._reader is None else self._reader.reach.bases
        return Bases(self._home, self._assets, self._settings.ocr, only)

    @property
    def models(self) -> Models:
        """The models: lists, installs, restores and removes them by name."""
        return Models(self._home, self._assets)

    @property
    def search_side(self) -> SearchSide | None:
        """The library's indexes in Milvus; None where the home names no server."""
        return self._indexes.side

    @property
    def questions(self) -> KeptQuestions:
        """The questions that the memory keeps: lists, exports, imports and forgets them."""
        return KeptQuestions(
            self._home,
            self._memory,
            self.kept,
            self.document,
            self.suggested,
            lambda: self.reranker,
            self._settings.memory,
        )

    @property
    def writer(self) -> Writer | None:
        """Writes answers in a language model's own words; None where the settings name no model."""
        settings = self._settings.generative
        if settings is None:
            return None
        return Writer(settings, self._readers.language_model, self.kept)

    # --- what is kept

    def add(
        self,
        *sources: str | Path,
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        prune: bool = False,
        typed: bool = True,
        fetch: bool = False,
        password: str | None = None,
        on_progress: Callable[[int, int, str], None] = lambda done, of, source: None,
        stopped: Callable[[], bool] = lambda: False,
        on_outcome: Callable[[str, Outcome], None] = lambda source, outcome: None,
    ) -> Summary:
        """Add files, folders (with everything below them) and web addresses to the library.

        Unchanged content is skipped. A source that fails raises nothing: it is in `failed` of the summary, with the
        reason, and the rest is added. So is a file of the home itself, which is never added. `prune` removes documents
        whose file below one of the folders is gone.

        `typed` says that a person named the sources at a terminal. Without it, paths must be absolute
        and below the folders that the settings allow, addresses are fetched only where the settings
        allow it or `fetch` says that a person named them, and addresses inside this network never.

        `password` opens encrypted PDFs. `on_progress(done, of, source)` reports progress. `stopped` is
        called between files; once it returns True, the remaining files are left out and what was
        added stays. `on_outcome(source, outcome)` is called after each file or address; the indexes are
        updated once, after the last.

        Raises only what stops everything: LibraryError, and without `typed` also UsageError and
        SourceForbidden, which come before anything is added.
        """
        if self._reader is not None and self._reader.reach.own is None:
            raise NotPermitted("You may not add documents here.", "Use a token that may write.")
        return self._ingest.add(
            *sources,
            include=include,
            exclude=exclude,
            prune=prune,
            typed=typed,
            fetch=fetch,
            password=password,
            on_progress=on_progress,
            stopped=stopped,
            on_outcome=on_outcome,
        )

    def remove(self, document: str) -> Entry:
        """Remove a document, named by id or path, and return its entry. Raises UnknownDocument.

        The memory forgets what was asked of it and the verdicts on its answers.
        """
        return self._ingest.remove(document)

    def rename(self, document: str, title: str) -> Entry:
        """Set the title of a document, named by id or path; it stays when the document is read again. "" restores the
        document's own title. Raises UnknownDocument, or UsageError for a title that is too long.
        """
        return self._ingest.rename(document, title)

    def tag(self, document: str, tags: Sequence[str]) -> Entry:
        """Replace a document's tags. A scope "tag:NAME" has all documents with the tag NAME.

        Raises UnknownDocument, or UsageError for a text that can't be a tag.
        """
        return self._ingest.tag(document, tags)

    def watch(
        self,
        folder: str | Path,
        on_progress: Callable[[int, int, str], None] = lambda done, of, source: None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Watch:
        """A watched folder; each call of its `scan()` brings the library up to date with the folder.

        `on_progress` and `stopped` are as in `add`.
        """
        return Watch(
            Path(folder),
            self._home,
            lambda document: self._documents.library.entry(document),
            lambda sources: self._ingest.add(
                *sources, links=False, on_progress=on_progress, stopped=stopped
            ),
            self.remove,
            stopped,
        )

    def check(self) -> None:
        """Check the integrity of the library's whole file. Raises StoreDamaged."""
        self._documents.library.check()

    def documents(self) -> list[Entry]:
        """The entries of all documents in the library."""
        return self._documents.entries()

    def entry(self, document: str) -> Entry:
        """The entry of a document of the library, by id or path. Raises UnknownDocument."""
        return self._documents.entry(document)

    def document(self, document: str, password: str | None = None) -> Document:
        """A document by id, path or address; a file or address that was never added is read now.

        Raises UnknownDocument, or what reading the source raises.
        """
        return self._documents.document(document, password)

    def document_of(
        self,
        identity: str,
        source: str,
        password: str | None = None,
        shown: Answer | Passage | None = None,
    ) -> Document:
        """The document that an answer or hit comes from: an article, the library's, or else its source read again.

        Also read again where the library's has another text at the place of the answer or passage that is `shown`.
        """
        return self._documents.document_of(identity, source, password, shown)

    def kept(self, document: str) -> Document:
        """A document of the library by id or source, or an article as "BASE:TITLE". Raises UnknownDocument."""
        return self._documents.kept(document)

    def read(
        self,
        source: str,
        standard_input: bytes | None = None,
        *,
        typed: bool = True,
        password: str | None = None,
    ) -> Document:
        """Parse a file or address without keeping it.

        The source `-` stands for the bytes of `standard_input`. `typed` and `password` are as in `add`.
        """
        return self._documents.read(source, standard_input, typed=typed, password=password)

    # --- what is asked

    def ask(
        self,
        question: str,
        source: str | Path | InlineText | Document | None = None,
        options: Options = DEFAULTS,
    ) -> Result:
        """The answers to a question, best first, each with its place. Parameters and errors are those of `stream`."""
        return self.stream(question, source, options).result()

    def stream(
        self,
        question: str,
        source: str | Path | InlineText | Document | None = None,
        options: Options = DEFAULTS,
    ) -> AnswerStream:
        """A stream of answers as they are found; its `result()` is the final result.

        `source` is a file, a folder, an address, a document's id, a text or a document, or None for
        the whole library and all knowledge bases.

        The memory serves the same question again, to the library, to one of its documents or to a page with a web
        address, while the whole main text and the options are the same, and keeps what is newly read. It leaves out topic
        requests, questions limited to a period, and questions to the library that name an article.

        With `turns` in the options, the question is completed from them as by `understand`; `typed` of the result is
        then the original question.

        Where a question with a misspelt word has no answer, it is asked with the spelling repaired; the result says so.
        Thanks, a greeting and the like get one sentence and no search, unless asked `as_typed`.

        Raises UsageError for a question that is empty or too long. Iterating the stream raises
        AssetMissing where the reader is not installed, and whatever reading the source raises.
        """
        if self._reader is not None:  # whatever a request says of who asks
            options = replace(options, asker=self._reader.asker, owner=False)
        if not options.as_typed and question.strip(" \t\n?!.") and is_small_talk(question):
            return AnswerStream(not_a_question(" ".join(question.split())))
        parsed = parse_question(question)
        if not options.turns or options.as_typed:
            return AnswerStream(self._asking.events(parsed, source, options))
        follow_up = self.understand(parsed.text, options.turns)
        understood = parse_question(follow_up.understood)
        return AnswerStream(self._asking.events(understood, source, options, follow_up))

    def kept_names(self, names: Sequence[str]) -> tuple[str, ...]:
        """The documents and bases that these names of a scope mean, for callers that may not read files.

        Raises UnknownDocument for a name that is in neither.
        """
        return kept_names(self._documents, names)

    def scopes(self) -> list[str]:
        """The names of knowledge bases and of folders with documents that `within` in the options understands."""
        return scope_names(self.documents(), self._knowledge.names, str(all_files(self._home)))

    def grid_sources(self, names: Sequence[str], password: str | None = None) -> list[Source]:
        """The documents that these names mean, in order, as sources for `ask_each`; reads nothing yet."""
        return grid_sources(self._documents, names, password)

    def ask_each(
        self,
        sources: Iterable[Source],
        questions: Sequence[str],
        options: Options = DEFAULTS,
        journal: Journal | None = None,
        link: Callable[[Answer, Document], str] = lambda answer, document: document.source,
        on_progress: Callable[[int, str], None] = lambda cells, source: None,
    ) -> Iterator[Row]:
        """Ask every question of every document; yields one row per document. Cells in the `journal` are not asked again."""
        ask = partial(self.ask, options=options)
        cells = journal or Journal(None)
        return ask_each(sources, questions, ask, cells, link, on_progress, self.file_change)

    def row_notes(self, rows: Sequence[Row]) -> tuple[str, ...]:
        """Notes on the rows whose files changed since they were added, each with the command that renews the copies."""
        return row_notes(rows, self._documents)

    def file_change(self, document: str) -> FileChange | None:
        """What became of the file of the library's document with this id since its copy was kept."""
        return self.file_changes((document,)).get(document)

    def file_changes(self, documents: Iterable[str]) -> Mapping[str, FileChange]:
        """What became of the files of the library's documents since their copies were kept, by id."""
        return copies_changed(dict.fromkeys(documents), self._documents, self._files)

    def understand(self, question: str, turns: Sequence[Turn]) -> FollowUp:
        """The question as it is understood after these turns of a conversation, newest last."""
        return completed(question, turns)

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
        """Passages that match the words, best first; no reader runs. `since` and `until` are as in `Options`."""
        return self._searching.search(words, source, limit, since=since, until=until, within=within)

    def search_notes(self) -> tuple[str, ...]:
        """Notes to show beside passages of the library: which documents are not indexed yet."""
        return self._indexes.searchable().notes

    def indexed(self) -> tuple[int, int | None]:
        """The library's generation, and how many documents changed since its indexes last caught up (None where an index has to
        be built again). Changes nothing."""
        return self._indexes.indexed()

    def labels(self, hits: Sequence[Hit]) -> Mapping[str, Label]:
        """Titles, sources and dates of the documents that the hits come from, by document id, with what became of their
        files since they were added."""
        return labels_with_changes(hits, self._documents, self._files)

    def link(self, text: str) -> tuple[Link, ...]:
        """The articles of knowledge bases that a text names, the likeliest first; none without a base.

        Raises UsageError for a text that is blank or too long.
        """
        return self._knowledge.link(parse_question(text).text)

    def tokens(self, text: str) -> int:
        """The number of tokens that the reader's tokenizer makes of a text, special tokens not counted."""
        return count_tokens(self._tokenizer, text)

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer

        return Tokenizer.from_file(str(self._assets.verified("wordpiece") / "tokenizer.json"))

    def encode(self, texts: Sequence[str], encoder: str | None = None) -> NDArray[np.float32]:
        """Unit vectors of texts, one row each, by the encoder that is named (default: that of the settings).

        Raises UsageError for an unknown encoder, AssetMissing or AssetDamaged.
        """
        return self._readers.encoder(encoder or self._settings.encoder).encode(texts)

    def suggested(self, document: Document | str, limit: int = 3) -> list[Suggested]:
        """Generated questions that the document, or the one of the library that is named, answers, each with its answer.
        Nothing is kept.

        Raises UnknownDocument.
        """
        if isinstance(document, str):
            document = self.document(document)
        return suggested_questions(document, self.stage(self._settings.reader), limit)

    def warm(self) -> None:
        """Load the reader and open the indexes now, so that the first question does not wait for them."""
        self._indexes.searchable()
        self.stage(self._settings.reader).reader.load()

    def check_is_there(self, people: People, what: str, folder: str = "") -> None:
        """Raise UnknownName for a library, folder or knowledge base ("base:NAME") to share that is not there."""
        check_is_there(people, what, folder, self.bases.known, self._documents.library.entries)

    @property
    def generation(self) -> int:
        """The library's: it grows with every change. Raises LibraryError."""
        return self._documents.library.generation

    def count_own(self) -> tuple[int, Callable[[], int]]:
        """The library's generation, and what counts the documents in the library that this one adds to."""
        own = "" if self._reader is None else self._reader.reach.own
        library = self._documents.library
        return library.generation, lambda: sum(entry.library == own for entry in library.entries())

    @property
    def is_behind(self) -> bool:
        """Whether the indexes that were searched lack a change of the library. Raises LibraryError."""
        return self._indexes.is_open and self._indexes.is_behind()

    def catch_up(self) -> bool:
        """Bring the indexes up to date with the library if they are open, and return whether they are up to date.

        They are not while documents are being added, or while another update runs.
        """
        if self._indexes.is_open:
            self._indexes.catch_up_unless_busy()
        return not self.is_behind

    def stage(self, name: str) -> CalibratedReader:
        """The reader of this name with its calibration, loaded once. Raises AssetMissing or AssetDamaged."""
        return self._readers.stage(name)


__all__ = ["RETRIEVERS", "STDIN", "Engine", "InlineText"]
