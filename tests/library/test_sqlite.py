"""The library satisfies its Protocol, also when the disk is full or the file is damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from wherein.core.document import Block, BlockKind, Document
from wherein.core.errors import (
    LibraryError,
    NewerLibrary,
    StorageFull,
    StoreDamaged,
)
from wherein.core.span import Span
from wherein.home.database import Database
from wherein.library.migrations import MIGRATIONS
from wherein.library.sqlite import SqliteLibrary
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


def test_a_library_of_main_texts_comes_along_and_its_documents_are_read_again(
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
        assert {e.document for e in library.entries() if e.outdated} == {"page", "saved", "note"}
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
        assert {e.document for e in library.entries() if e.outdated} == {"saved", "note"}
        assert [passage.main for passage in library.passages_of("page")] == [False, True]
        assert library.has_passages_beside_main()
        assert library.words_beside_main() == library.words_beside_main({"page"}) == 1
        assert library.words_beside_main({"note"}) == 0
        entry = library.entry("page")
        assert entry is not None
        assert entry.words == 2


def test_files_that_were_taken_for_plain_text_are_read_again(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    with closing(Database(path, MIGRATIONS[:5], "library")) as file:
        for name, kind in (
            ("a.csv", "text"),
            ("B.YAML", "text"),
            ("c.txt", "text"),
            ("e.RST", "text"),
            ("d.pdf", "pdf"),
        ):
            file.connection.execute(
                "INSERT INTO documents VALUES (?,?,'T',?,'en',1,1,'h',NULL,NULL,NULL,'2026',1,'[]',0,0,NULL)",
                (name, f"/files/{name}", kind),
            )
        file.connection.commit()
    with SqliteLibrary(path) as library:
        outdated = {Path(entry.source).name for entry in library.entries() if entry.outdated}
    # A PDF and a text were read by an earlier version of their parsers.
    assert outdated == {"a.csv", "B.YAML", "c.txt", "e.RST", "d.pdf"}
