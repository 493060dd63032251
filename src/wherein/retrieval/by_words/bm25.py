"""The `bm25` retriever: Okapi BM25 (Robertson & Zaragoza, 2009) over Tantivy, on disk. Stores no text.

Body and headings are fields with their own length norms; a term's score is the sum of both, with a weight on the
headings. The library's generation is stored in a document of the index itself, so that one commit of Tantivy makes
passages and generation durable together.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import threading
import time
import weakref
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self

from wherein.core.errors import IndexDamaged, LibraryError
from wherein.core.passage import Hit, Passage
from wherein.home.room import has_room, not_writable, storage_full
from wherein.lexicon import lexicon
from wherein.retrieval.by_words.terms import ALL_WORDS, Terms
from wherein.retrieval.by_words.words import analyzer, index_text
from wherein.retrieval.passage_source import Key, PassageSource

if TYPE_CHECKING:
    import tantivy

K1 = lexicon("search").number("k1")
B = lexicon("search").number("b")
"""Tantivy's own constants; they can't be set."""
FORMAT = 2
"""Increase it whenever the fields change: an index of another format is rebuilt."""
WRITER_BYTES = 50_000_000
"""Tantivy's buffer before it spills a segment; its least is 15 MB."""
LOCK_PATIENCE_SECONDS = 10.0
DIGITS = 4
"""Decimals of a score: Tantivy's float32 sums vary beyond them."""
DOCUMENTS_KEPT = 200_000
"""Cached document ids by number; about 25 MB."""
SPARE = 12
"""Entries requested beyond the limit, so that one request usually contains all ties."""

_ANALYZER = "words"
_BODY, _HEADINGS, _DOCUMENT, _PASSAGE = "body", "headings", "document", "passage"
_MARK, _GENERATION = "mark", "generation"
_META = "meta.json"
_NUMBER = "number"


def _number(document: str) -> int:
    """63 bits of the id's hash. Tantivy reads a column of numbers at once, but fetches strings one by one.

    Any two of a million documents share a number with a probability of 5e-8.
    """
    digest = hashlib.blake2b(document.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def _schema() -> tantivy.Schema:
    import tantivy

    builder = tantivy.SchemaBuilder()
    for name in (_BODY, _HEADINGS):
        builder.add_text_field(name, tokenizer_name=_ANALYZER, index_option="freq")
    for name in (_DOCUMENT, _MARK):
        builder.add_text_field(name, stored=True, tokenizer_name="raw", index_option="basic")
    # Signed on purpose: the binding makes Python integers signed, and an unsigned field panics.
    for name in (_NUMBER, _PASSAGE):
        builder.add_integer_field(name, stored=False, indexed=False, fast=True)
    builder.add_integer_field(_GENERATION, stored=True, indexed=False)
    return builder.build()


@contextmanager
def _mapped_errors(folder: Path) -> Iterator[None]:
    """Map Tantivy's errors, and panics of its threads, to those of `core.errors`."""
    try:
        yield
    except (ValueError, RuntimeError, OSError) as error:  # what the binding raises
        # A thread that found no room only says that it was killed.
        if "No space left" in str(error) or not has_room(folder):
            raise storage_full(folder, "the word index is as it was before") from error
        if (forbidden := not_writable(folder, "word index")) is not None:
            raise forbidden from error
        raise _damaged(folder) from error
    except BaseException as error:  # PyO3's PanicException is no Exception
        if type(error).__name__ != "PanicException":
            raise
        raise _damaged(folder) from error


def _damaged(folder: Path) -> IndexDamaged:
    return IndexDamaged(
        f"The word index in {folder} can't be read.", "It will be built again from the library."
    )


def _linked_aside(folder: Path) -> Path | None:
    """A folder of links to the files of an index that can only be read, since Tantivy makes a lock beside the files that it
    opens; None where the index can be written, or there is none."""
    if not (folder / _META).exists() or not_writable(folder, "word index") is None:
        return None
    aside = Path(tempfile.mkdtemp(prefix="wherein-"))
    for file in folder.iterdir():
        if not file.name.endswith(".lock"):
            _link(aside / file.name, file.absolute())
    return aside


def _link(link: Path, file: Path) -> None:
    """Link a file, or copy it where the system lets only administrators make links, as Windows does."""
    try:
        link.symlink_to(file)
    except OSError:
        shutil.copyfile(file, link)


class Bm25Index:
    """An `Index` by Okapi BM25."""

    name = "bm25"

    def __init__(
        self,
        index: tantivy.Index,
        schema: tantivy.Schema,
        source: PassageSource,
        folder: Path,
        terms: Terms,
    ) -> None:
        self._terms = terms
        self._mark_value = f"format {FORMAT} {terms.name}"
        self._index = index
        self._schema = schema
        self._source = source
        self._folder = folder
        self._meta = str(folder / _META)
        self._writer: tantivy.IndexWriter | None = None
        self._writing = threading.Lock()
        self._aside: Path | None = None
        self._seen: tuple[int, int] | None = None
        self._searcher: tantivy.Searcher | None = None
        self._documents: dict[int, str] = {}

    @classmethod
    def open(cls, folder: Path, source: PassageSource, terms: Terms = ALL_WORDS) -> Self:
        """The index in `folder`, created where the folder is empty or absent.

        Raises IndexDamaged for files that can't be read or have another format.
        """
        import tantivy

        schema = _schema()
        with _mapped_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()) and not tantivy.Index.exists(str(folder)):
                raise _damaged(folder)
            aside = _linked_aside(folder)
            index = tantivy.Index(schema, path=str(aside or folder))
            index.register_tokenizer(_ANALYZER, analyzer())
            made = cls(index, schema, source, folder, terms)
            if aside is not None:
                made._aside = aside
                weakref.finalize(made, shutil.rmtree, aside, ignore_errors=True)
            made._check_format()
        return made

    # Writing: Tantivy's lock is held from the first `replace` to `commit`, and no longer.

    def replace(self, document: str, passages: Iterable[Passage]) -> None:
        import tantivy

        with self._mapped_write_errors():
            writer = self._open_writer()
            writer.delete_documents_by_term(_DOCUMENT, document)
            number = _number(document)
            for passage in passages:
                entry = tantivy.Document()
                entry.add_text(_BODY, self._terms.of_passage(passage))
                entry.add_text(_HEADINGS, index_text("\n".join(passage.section)))
                entry.add_text(_DOCUMENT, document)
                entry.add_integer(_NUMBER, number)
                entry.add_integer(_PASSAGE, passage.index)
                writer.add_document(entry)

    def commit(self, generation: int) -> None:
        import tantivy

        with self._mapped_write_errors():
            writer = self._open_writer()
            writer.delete_documents_by_term(_MARK, self._mark_value)
            mark = tantivy.Document()
            mark.add_text(_MARK, self._mark_value)
            mark.add_integer(_GENERATION, generation)
            writer.add_document(mark)
            self._finish(writer)

    def clear(self) -> None:
        with self._mapped_write_errors():
            writer = self._open_writer()
            writer.delete_all_documents()
            self._finish(writer)

    def close(self) -> None:
        """Release the writer; uncommitted changes are lost."""
        with self._writing:
            self._give_up()
            self._searcher = None

    @contextmanager
    def _mapped_write_errors(self) -> Iterator[None]:
        """Map errors of writing, and remove everything written since the last commit."""
        with self._writing:
            try:
                with _mapped_errors(self._folder):
                    yield
            except BaseException:  # Ctrl-C too: the next one to write finds no lock
                self._give_up()
                raise

    def _give_up(self) -> None:
        """Release the writer and delete the files that belong to no commit, since they take space on a full disk."""
        writer, self._writer = self._writer, None
        if writer is not None:
            with suppress(LibraryError), _mapped_errors(self._folder):
                writer.rollback()
                writer.garbage_collect_files()

    def _open_writer(self) -> tantivy.IndexWriter:
        if self._aside is not None and (forbidden := not_writable(self._folder, "word index")):
            raise forbidden
        if self._writer is None:
            deadline = time.monotonic() + LOCK_PATIENCE_SECONDS
            while self._writer is None:
                try:
                    self._writer = self._index.writer(WRITER_BYTES, 1)
                except ValueError as error:
                    if "LockBusy" not in str(error) and "lock" not in str(error).lower():
                        raise
                    if time.monotonic() > deadline:
                        raise LibraryError(
                            "Another process is writing the word index.",
                            "Wait until it is done, then run the same command again.",
                        ) from error
                    time.sleep(0.05)
        return self._writer

    def _finish(self, writer: tantivy.IndexWriter) -> None:
        writer.commit()
        self._writer = None
        writer.wait_merging_threads()
        self._searcher = None

    # Reading

    @property
    def generation(self) -> int:
        with _mapped_errors(self._folder):
            mark = self._mark()
        return mark if mark is not None else 0

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        if limit <= 0 or (within is not None and not within):
            return []
        terms = self._terms.of_question(question)
        if not terms:
            return []
        with _mapped_errors(self._folder):
            searcher = self._current_searcher()
            return self._best(searcher, self._query(terms, within), limit)

    def _best(self, searcher: tantivy.Searcher, query: tantivy.Query, limit: int) -> list[Hit]:
        """The first `limit` by score, document and index.

        Tantivy orders ties by their position in the index. So this fetches all entries that tie with the last one, and
        further ones where the source no longer has some of them.
        """
        wanted, depth = limit, limit + SPARE
        while True:
            scored = searcher.search(query, depth, count=False).hits
            is_all = len(scored) < depth
            least = 0.0 if is_all else round(scored[wanted - 1][0], DIGITS)
            if is_all or least > round(scored[-1][0], DIGITS):
                kept = len(scored) if is_all else wanted
                while not is_all and round(scored[kept][0], DIGITS) >= least:
                    kept += 1
                del scored[kept:]
                keys = self._keys(searcher, [address for _, address in scored])
                entries = sorted(
                    (-round(score, DIGITS), *key)
                    for (score, _), key in zip(scored, keys, strict=True)
                )
                found = self._source.passages([entry[1:] for entry in entries])
                if len(found) >= limit or is_all:
                    points = {entry[1:]: -entry[0] for entry in entries}
                    return [Hit(p, points[(p.document, p.index)]) for p in found[:limit]]
                wanted *= 2
                depth = max(depth, wanted + SPARE)
            else:
                depth *= 4

    def _keys(self, searcher: tantivy.Searcher, addresses: list[tantivy.DocAddress]) -> list[Key]:
        numbers = searcher.fast_field_values(_NUMBER, addresses)
        indexes = searcher.fast_field_values(_PASSAGE, addresses)
        keys = []
        for number, index, address in zip(numbers, indexes, addresses, strict=True):
            if not isinstance(number, int) or not isinstance(index, int):
                raise _damaged(self._folder)
            document = self._documents.get(number)
            if document is None:
                document = str(searcher.doc(address).get_first(_DOCUMENT))
                if len(self._documents) >= DOCUMENTS_KEPT:
                    self._documents.clear()
                self._documents[number] = document
            keys.append((document, index))
        return keys

    def _query(
        self, terms: Sequence[tuple[str, float]], within: Collection[str] | None
    ) -> tantivy.Query:
        from tantivy import Occur, Query

        parts = []
        for term, weight in terms:
            for field, boost in ((_BODY, 1.0), (_HEADINGS, self._terms.heading_boost)):
                single = Query.term_query(self._schema, field, term, "freq")
                if boost * weight != 1:
                    single = Query.boost_query(single, boost * weight)
                parts.append((Occur.Should, single))
        wanted = Query.boolean_query(parts)
        if within is None:
            return wanted
        inside = Query.term_set_query(self._schema, _DOCUMENT, sorted(within))
        return Query.boolean_query(
            [(Occur.Must, wanted), (Occur.Must, Query.const_score_query(inside, 0.0))]
        )

    def _current_searcher(self) -> tantivy.Searcher:
        """A searcher over the last commit of this or another process."""
        state = os.stat(self._meta)  # noqa: PTH116 - a path object costs as much as the call
        now = (state.st_mtime_ns, state.st_ino)
        # Another thread may do the same, or forget it after a commit.
        searcher = self._searcher
        if now != self._seen or searcher is None:
            self._index.reload()
            searcher = self._index.searcher()
            self._searcher, self._seen = searcher, now
        return searcher

    def _mark(self) -> int | None:
        from tantivy import Query

        searcher = self._current_searcher()
        query = Query.term_query(self._schema, _MARK, self._mark_value, "basic")
        hits = searcher.search(query, 1, count=False).hits
        if not hits:
            return None
        generation = searcher.doc(hits[0][1]).get_first(_GENERATION)
        if not isinstance(generation, int):
            raise _damaged(self._folder)
        return generation

    def _check_format(self) -> None:
        if self._mark() is None and self._current_searcher().num_docs:
            raise IndexDamaged(
                f"The word index in {self._folder} was written by another version.",
                "It will be built again from the library.",
            )
