"""The library satisfies its Protocol, also when the disk is full or the file is damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.texts import documents
from wherein.core.document import Block, BlockKind, Dates, Document, Page
from wherein.core.errors import (
    LibraryError,
    NewerLibrary,
    StorageFull,
    StoreDamaged,
    UnknownDocument,
)
from wherein.core.span import Span
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.formats import FORMATS
from wherein.home.database import Database
from wherein.library.migrations import MIGRATIONS
from wherein.library.sqlite import CHUNK, SqliteLibrary
from wherein.passages.split import split


def made(identity: str, text: str = "One sentence. Another one.") -> Document:
    return Document(
        id=identity, source=f"/{identity}", title=identity, kind="text", text=text, content_hash="h"
    )


def put(library: SqliteLibrary, document: Document) -> None:
    library.put(document, split(document))


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SqliteLibrary]:
    with SqliteLibrary(tmp_path / "library.sqlite") as opened:
        yield opened


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None
)
@given(documents())
def test_a_document_comes_back_as_it_was(library: SqliteLibrary, document: Document) -> None:
    put(library, document)
    assert library.document(document.id) == document
    assert list(library.passages_of(document.id)) == split(document)
    words, dates = document.words, document.dates
    assert list(library.dates(document.id)) == [(document.id, words, replace(dates, as_of=None))]


def test_everything_about_a_document_is_kept(library: SqliteLibrary) -> None:
    document = Document(
        id="full",
        source="/full.pdf",
        title="Full",
        kind="pdf",
        text="Head\n\nCell",
        content_hash="abc",
        blocks=(
            Block(BlockKind.HEADING, Span(0, 4), level=2),
            Block(BlockKind.CELL, Span(6, 10), row="Year", column="2024"),
        ),
        pages=(Page(1, Span(0, 10), b"packed"),),
        dates=Dates("2020-01-01", "2021-01-01", "2022-01-01"),
        language="en",
        unread=(Unread(UnreadKind.CHART, 2), Unread(UnreadKind.FORM_FIELD, 1, 12)),
        generated=(Span(0, 2), Span(6, 7)),
    )
    put(library, document)
    assert library.document("full") == document
    entry = library.entry("full")
    assert entry is not None
    assert entry.unread == document.unread


def test_a_document_of_an_earlier_parser_is_outdated(
    library: SqliteLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(library, made("a"))
    assert [entry.outdated for entry in library.entries()] == [False]
    newer = replace(FORMATS["text"], version=FORMATS["text"].version + 1)
    monkeypatch.setattr("wherein.documents.formats.FORMATS", {**FORMATS, "text": newer})
    assert [entry.outdated for entry in library.entries()] == [True]
    put(library, made("a"))
    assert [entry.outdated for entry in library.entries()] == [False]


@pytest.mark.parametrize("length", [CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7])
def test_passages_at_the_edges_of_chunks(library: SqliteLibrary, length: int) -> None:
    document = made("long", ("word " * length)[:length].strip())
    put(library, document)
    passages = split(document)
    assert library.passages([(p.document, p.index) for p in passages]) == passages


def test_passages_that_are_gone_are_left_out(library: SqliteLibrary) -> None:
    put(library, made("a"))
    assert [p.index for p in library.passages([("a", 7), ("a", 0), ("b", 0)])] == [0]


def test_generations_report_every_change_once(library: SqliteLibrary) -> None:
    for identity in ("a", "b", "c"):
        put(library, made(identity))
    before = library.generation
    put(library, made("a", "Changed."))
    library.remove("b")
    assert library.generation == before + 2
    assert list(library.changed_since(before)) == ["a", "b"]
    assert list(library.changed_since(0)) == ["c", "a", "b"]
    assert list(library.passages_of("b")) == []
    put(library, made("b"))
    assert list(library.changed_since(before + 2)) == ["b"]


def test_an_unknown_document(library: SqliteLibrary) -> None:
    for ask in (library.document, library.remove):
        with pytest.raises(UnknownDocument, match="wherein list"):
            ask("nobody")
    assert library.entry("nobody") is None
    assert library.generation == 0


def test_entries_are_in_the_order_they_were_added(library: SqliteLibrary) -> None:
    for identity in ("b", "a"):
        put(library, made(identity))
    assert sorted(entry.document for entry in library.entries()) == ["a", "b"]
    assert library.words() == 8
    assert library.passage_count() == 2


def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    with SqliteLibrary(tmp_path / "l.sqlite") as library:
        put(library, made("small"))
        library._db.execute("PRAGMA max_page_count = 40")
        with pytest.raises(StorageFull, match="no room"):
            put(library, made("large", "words and more words " * 20_000))
        assert [entry.document for entry in library.entries()] == ["small"]
        assert library.generation == 1
        library._db.execute("PRAGMA max_page_count = 100000")
        put(library, made("large", "words and more words " * 20_000))
        assert library.generation == 2


def test_a_library_from_the_future_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "l.sqlite"
    SqliteLibrary(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(NewerLibrary, match="newer wherein"):
        SqliteLibrary(path)


@pytest.mark.parametrize(
    "content", [b"not a database at all" * 300, b"SQLite format 3\0" + b"\xff" * 5000]
)
def test_a_damaged_file_is_reported_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "l.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreDamaged, match="is damaged"):
        SqliteLibrary(path)
    assert path.read_bytes() == content


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here")
    with pytest.raises(LibraryError, match="--home"):
        SqliteLibrary(tmp_path / "file" / "l.sqlite")


def test_two_connections_see_each_other(tmp_path: Path) -> None:
    with SqliteLibrary(tmp_path / "l.sqlite") as one, SqliteLibrary(tmp_path / "l.sqlite") as two:
        put(one, made("a"))
        put(two, replace(made("b")))
        assert {entry.document for entry in one.entries()} == {"a", "b"}
        assert one.generation == two.generation == 2


def test_passages_are_read_as_they_are_taken(tmp_path: Path) -> None:
    """More than are read at a time, over more rows of text than one; a document may change in between."""
    text = "\n\n".join(
        f"Paragraph {number} of a long text. " + "word " * 150 for number in range(700)
    )
    document = Document("long", "/long.txt", "Long", "text", text, "h")
    whole = split(document)
    assert len(whole) > 600
    with SqliteLibrary(tmp_path / "library.sqlite") as library:
        library.put(document, iter(whole))
        assert list(library.passages_of("long")) == whole
        reading = library.passages_of("long")
        assert next(reading) == whole[0]
        library.remove("long")
        assert len(list(reading)) < 300


def test_a_library_of_main_texts_comes_along_and_its_web_pages_are_read_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "older.sqlite"
    file = Database(path, MIGRATIONS[:1], "library")
    with file.transaction():
        run = file.connection.execute
        for identity, kind in (("page", "html"), ("saved", "mhtml"), ("note", "text")):
            run(
                "INSERT INTO documents VALUES (?, ?, 'T', ?, 'en', 2, 10, 'h', NULL, NULL, NULL,"
                " '2024-01-01T00:00:00+00:00', 1, '[[\"paragraph\",0,10]]')",
                (identity, f"/{identity}", kind),
            )
            run("INSERT INTO chunks VALUES (?, 0, 'Main text.')", (identity,))
            run("INSERT INTO passages VALUES (?, 0, 0, 10, '[]')", (identity,))
    file.close()
    with SqliteLibrary(path) as library:
        assert {e.document for e in library.entries() if e.outdated} == {"page", "saved"}
        assert all(block.main for block in library.document("page").blocks)
        assert [passage.main for passage in library.passages_of("page")] == [True]
        assert not library.has_passages_beside_main()
        assert library.words_beside_main() == 0
        read_again = replace(
            library.document("page"),
            text="Menu\n\nMain text.",
            blocks=(
                Block(BlockKind.PARAGRAPH, Span(0, 4), main=False),
                Block(BlockKind.PARAGRAPH, Span(6, 16)),
            ),
        )
        assert not library.put(read_again, split(read_again)).outdated
        assert {e.document for e in library.entries() if e.outdated} == {"saved"}
        assert [passage.main for passage in library.passages_of("page")] == [False, True]
        assert library.has_passages_beside_main()
        assert library.words_beside_main() == library.words_beside_main({"page"}) == 1
        assert library.words_beside_main({"note"}) == 0
        entry = library.entry("page")
        assert entry is not None
        assert entry.words == 2


def test_a_given_title_and_tags_outlive_being_read_again(library: SqliteLibrary) -> None:
    put(library, made("a"))
    own = library.document("a").title
    known = library.generation
    assert library.rename("a", "Ferries").title == "Ferries"
    assert library.tag("a", ["boats", "prices"]).tags == ("boats", "prices")
    assert list(library.changed_since(known)) == ["a"], "indexes have the title as a heading"
    put(library, made("a", "Another text."))
    entry = library.entry("a")
    assert entry is not None
    assert (entry.title, entry.tags) == ("Ferries", ("boats", "prices"))
    assert library.document("a").title == "Ferries"
    assert library.rename("a", "").title == own
    library.remove("a")
    put(library, made("a"))
    (entry,) = library.entries()
    assert (entry.title, entry.tags) == (own, ())
    for change in (lambda: library.rename("b", "x"), lambda: library.tag("b", ["x"])):
        with pytest.raises(UnknownDocument):
            change()


def test_files_that_were_taken_for_plain_text_are_read_again(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with closing(Database(path, MIGRATIONS[:5], "library")) as file:
        for name, kind in (
            ("a.csv", "text"),
            ("B.YAML", "text"),
            ("c.txt", "text"),
            ("d.pdf", "pdf"),
        ):
            file.connection.execute(
                "INSERT INTO documents VALUES (?,?,'T',?,'en',1,1,'h',NULL,NULL,NULL,'2026',1,'[]',0,0,NULL)",
                (name, f"/files/{name}", kind),
            )
        file.connection.commit()
    with SqliteLibrary(path) as library:
        outdated = {Path(entry.source).name for entry in library.entries() if entry.outdated}
    # A PDF was read by an earlier version of its parser.
    assert outdated == {"a.csv", "B.YAML", "d.pdf"}
