"""The façade: one folder's library, indexes, readers and memory, put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self

from wherein.answering.adding import (
    Summary,
)
from wherein.answering.asking import Asking
from wherein.answering.documents import Documents
from wherein.answering.indexes import RETRIEVERS, Indexes
from wherein.answering.ingest import Ingest
from wherein.answering.knowledge import Knowledge
from wherein.answering.near_verification import VERIFIED_BY, ReadAgain
from wherein.answering.options import DEFAULTS, Options
from wherein.answering.readers import Readers, Through
from wherein.answering.remembering import SharedMemory
from wherein.answering.scope_builder import ScopeBuilder
from wherein.answering.searching import Searching
from wherein.answering.sources import STDIN, Given
from wherein.answering.stages.read import CalibratedReader
from wherein.answering.stream import AnswerStream
from wherein.answering.suggesting import Suggested, suggested_questions
from wherein.assets.store import AssetStore
from wherein.core.answer import Result
from wherein.core.closeable import Closeable
from wherein.core.document import Document
from wherein.core.label import Label
from wherein.core.passage import Hit
from wherein.encoding.encoder import Encoder
from wherein.home.folder import Home
from wherein.library.store import Entry
from wherein.memory.near_bound import shipped_bound
from wherein.questions.question import parse_question


class Engine(Closeable):
    """Everything one folder can answer. Safe to share between threads; close it when done."""

    def __init__(self, home: Home, through: Through = lambda stage: stage) -> None:
        """`through` changes each reader when it is loaded, as measuring needs it."""
        self._home = home
        self._settings = settings = home.settings()
        self._assets = AssetStore(home.assets)
        self._knowledge = Knowledge(home)
        self._documents = documents = Documents(home, settings, self._knowledge)
        self._readers = Readers(
            self._assets, documents.title, documents.date, settings.generative, through
        )
        self._indexes = Indexes(home, settings, lambda: documents.library, self._readers.encoder)
        read_again = ReadAgain(lambda: self.stage(VERIFIED_BY).reader, shipped_bound())
        self._memory = SharedMemory(home, self._readers.static, read_again)
        scopes = ScopeBuilder(documents, self._indexes, self._knowledge)
        self._ingest = Ingest(home, settings, documents, self._indexes)
        self._searching = Searching(documents, scopes, self._indexes, self._knowledge)
        self._asking = Asking(
            home,
            settings,
            documents,
            scopes,
            self._indexes,
            self._knowledge,
            self._readers,
            self._memory,
        )

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
        self._documents.close()

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
        return self._ingest.add(
            *sources,
            include=include,
            exclude=exclude,
            prune=prune,
            typed=typed,
            password=password,
            told=told,
            stopped=stopped,
        )

    def remove(self, document: str) -> Entry:
        """Remove a document by id or path. Raises UnknownDocument."""
        return self._ingest.remove(document)

    def check(self) -> None:
        """Read the library's whole file. Raises StoreDamaged."""
        self._documents.library.check()

    def documents(self) -> list[Entry]:
        """What the library keeps."""
        return self._documents.entries()

    def document(self, document: str, password: str | None = None) -> Document:
        """A document by id, or by a path or address whether or not it was added.

        Raises UnknownDocument, or what reading the file raises.
        """
        return self._documents.document(document, password)

    def document_of(self, identity: str, source: str, password: str | None = None) -> Document:
        """The document that an answer or a hit is in: the library's, an article, or its source read again."""
        return self._documents.document_of(identity, source, password)

    def kept(self, document: str) -> Document:
        """One of the library by id or source, or an article as "BASE:TITLE". Raises UnknownDocument."""
        return self._documents.kept(document)

    def read(
        self,
        source: str,
        standard_input: bytes | None = None,
        *,
        typed: bool = True,
        password: str | None = None,
    ) -> Document:
        """Parse a file or address without keeping it; `-` is `standard_input`, the rest as in `add`."""
        return self._documents.read(source, standard_input, typed=typed, password=password)

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
        return AnswerStream(self._asking.events(parse_question(question), source, options))

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
        return self._searching.search(words, source, limit, since=since, until=until)

    def search_notes(self) -> tuple[str, ...]:
        """What to say beside passages of the library: which documents are not searched yet."""
        return self._indexes.searchable().notes

    def labels(self, hits: Sequence[Hit]) -> Mapping[str, Label]:
        """The titles, sources and dates of the documents that hits come from, by id."""
        return self._documents.labels(hits)

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

    def stage(self, name: str) -> CalibratedReader:
        """A reader with its calibration, loaded once. Raises AssetMissing or AssetDamaged."""
        return self._readers.stage(name)


__all__ = ["RETRIEVERS", "STDIN", "Engine", "Given"]
