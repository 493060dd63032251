"""Every sentence of the Library Protocol, over every store there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.texts import documents
from wherein.core.document import Block, BlockKind, Dates, Document, Page
from wherein.core.errors import NoText, QuotaReached, UnknownDocument
from wherein.core.span import Span
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.file_state import FileState
from wherein.documents.formats import FORMATS
from wherein.documents.plain.long_text import long_text
from wherein.library.postgres import PostgresLibrary
from wherein.library.rows import CHUNK_IN_POSTGRES
from wherein.library.sqlite import CHUNK, SqliteLibrary
from wherein.library.store import StoredLibrary
from wherein.passages.split import places_in, split
from wherein.postgres.address import StoreAddress

STORES = ("sqlite", "postgres")


@pytest.fixture(params=STORES)
def open_library(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], StoredLibrary]:
    """Opens one and the same library again at each call, as another process would."""
    if request.param == "sqlite":
        return lambda: SqliteLibrary(tmp_path / "library.sqlite")
    address = StoreAddress.parse(request.getfixturevalue("store_url"))
    return lambda: PostgresLibrary(address)


@pytest.fixture
def library(open_library: Callable[[], StoredLibrary]) -> Iterator[StoredLibrary]:
    opened = open_library()
    yield opened
    opened.close()


def made(identity: str, text: str = "One sentence. Another one.") -> Document:
    return Document(
        id=identity, source=f"/{identity}", title=identity, kind="text", text=text, content_hash="h"
    )


def put(library: StoredLibrary, document: Document) -> None:
    library.put(document, split(document))


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None
)
@given(documents())
def test_a_document_comes_back_as_it_was(library: StoredLibrary, document: Document) -> None:
    put(library, document)
    assert library.document(document.id) == document
    assert list(library.passages_of(document.id)) == split(document)
    words, dates = document.words, document.dates
    assert list(library.dates(document.id)) == [(document.id, words, replace(dates, as_of=None))]


def test_everything_about_a_document_is_kept(library: StoredLibrary) -> None:
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
        pages=(Page(1, Span(0, 10), b"packed\0\xff"), Page(2, Span(10, 10), recognised=True)),
        dates=Dates("2020-01-01", "2021-01-01", "2022-01-01"),
        language="en",
        unread=(Unread(UnreadKind.CHART, 2), Unread(UnreadKind.FORM_FIELD, 1, 12)),
        generated=(Span(0, 2), Span(6, 7)),
    )
    put(library, document)
    assert library.document("full") == document
    entry = library.entry("full")
    assert entry is not None
    assert (entry.unread, entry.date) == (document.unread, "2022-01-01")
    library.check()


@pytest.mark.parametrize(
    "text", ["a\0b", "\x10", "\x100\0\x101", "\x10\x10\0\0", "'; DROP TABLE", "%s"]
)
def test_every_character_is_kept(library: StoredLibrary, text: str) -> None:
    # The canonical text has no U+0000; a name from elsewhere may.
    shown = text.replace("\0", "0")
    document = replace(made("odd", f"It says {shown}."), title=f"On {text}", source=f"/{text}")
    put(library, document)
    assert library.document("odd") == document
    (entry,) = library.entries()
    assert (entry.title, entry.source) == (document.title, document.source)
    assert library.tag("odd", [text]).tags == (text,)


def test_a_document_of_an_earlier_parser_is_outdated(
    library: StoredLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(library, made("a"))
    assert [entry.outdated for entry in library.entries()] == [False]
    newer = replace(FORMATS["text"], version=FORMATS["text"].version + 1)
    monkeypatch.setattr("wherein.documents.formats.FORMATS", {**FORMATS, "text": newer})
    assert [entry.outdated for entry in library.entries()] == [True]
    put(library, made("a"))
    assert [entry.outdated for entry in library.entries()] == [False]


@pytest.mark.parametrize("chunk", [CHUNK, CHUNK_IN_POSTGRES])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_passages_at_the_edges_of_chunks(library: StoredLibrary, chunk: int, more: int) -> None:
    length = chunk + more
    document = made("long", ("word " * length)[:length].strip() + "\n\n" + "more " * chunk)
    put(library, document)
    passages = split(document)
    keys = [(p.document, p.index) for p in passages]
    assert library.passages(keys) == passages
    assert library.passages(keys[::-1]) == passages[::-1]


def test_passages_that_are_gone_are_left_out(library: StoredLibrary) -> None:
    put(library, made("a"))
    assert [p.index for p in library.passages([("a", 7), ("a", 0), ("b", 0)])] == [0]
    assert library.passages([]) == []


def test_generations_report_every_change_once(library: StoredLibrary) -> None:
    for identity in ("a", "b", "c"):
        put(library, made(identity))
    before = library.generation
    put(library, made("a", "Changed."))
    library.remove("b")
    assert library.generation == before + 2
    assert list(library.changed_since(before)) == ["a", "b"]
    assert list(library.changed_since(0)) == ["c", "a", "b"]
    assert list(library.passages_of("b")) == []
    assert (library.passage_count(), library.passage_count(before)) == (2, 1)
    put(library, made("b"))
    assert list(library.changed_since(before + 2)) == ["b"]


def test_an_unknown_document(library: StoredLibrary) -> None:
    for ask in (library.document, library.remove):
        with pytest.raises(UnknownDocument, match="wherein list"):
            ask("nobody")
    assert library.entry("nobody") is None
    assert library.generation == 0


def test_entries_are_in_the_order_they_were_added(library: StoredLibrary) -> None:
    for identity in ("b", "a", "B", "ä"):
        put(library, made(identity))
    assert sorted(e.document for e in library.entries()) == ["B", "a", "b", "ä"]
    added = [(entry.added, entry.document) for entry in library.entries()]
    assert added == sorted(added)
    assert all(
        abs(datetime.now(UTC) - datetime.fromisoformat(when)) < timedelta(hours=1)
        for when, _ in added
    )
    assert library.words() == 16
    assert library.passage_count() == 4


def test_two_openings_see_each_other(open_library: Callable[[], StoredLibrary]) -> None:
    one, two = open_library(), open_library()
    put(one, made("a"))
    put(two, made("b"))
    assert {entry.document for entry in one.entries()} == {"a", "b"}
    assert one.generation == two.generation == 2
    assert one.identity == two.identity
    one.close()
    two.close()


def test_passages_are_read_as_they_are_taken(library: StoredLibrary) -> None:
    """More than are read at a time, over more rows of text than one; a document may change in between."""
    text = "\n\n".join(
        f"Paragraph {number} of a long text. " + "word " * 150 for number in range(700)
    )
    document = Document("long", "/long.txt", "Long", "text", text, "h")
    whole = split(document)
    assert len(whole) > 600
    library.put(document, iter(whole))
    assert list(library.passages_of("long")) == whole
    reading = library.passages_of("long")
    assert next(reading) == whole[0]
    library.remove("long")
    assert len(list(reading)) < 300


def test_a_long_text_is_stored_while_it_is_read(library: StoredLibrary, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("\n\n".join(f"Paragraph {n} says {'word ' * 90}." for n in range(120)))
    long = long_text(str(path), 10_000)
    assert long is not None
    told: list[tuple[int, int]] = []
    entry = library.put_long(long, places_in, lambda done, of: told.append((done, of)))
    document = library.document(entry.document)
    assert (entry.title, entry.words) == (document.title, document.words)
    assert list(library.passages_of(entry.document)) == split(document)
    assert told[-1][0] == told[-1][1]
    library.rename(entry.document, "Mine")
    again = library.put_long(long, places_in)
    assert (again.title, library.generation) == ("Mine", 3)


def test_a_long_text_that_fails_leaves_what_was(library: StoredLibrary, tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("A paragraph of words.\n\n" * 3_000)
    long = long_text(str(path), 10_000)
    assert long is not None
    library.put_long(long, places_in)
    path.write_text(" \n" * 40_000)
    empty = long_text(str(path), 10_000)
    assert empty is not None
    with pytest.raises(NoText):
        library.put_long(empty, places_in)
    assert library.generation == 1
    assert library.document(empty.id).text.startswith("A paragraph of words.")


def test_text_beside_the_main_text(library: StoredLibrary) -> None:
    put(library, made("plain"))
    assert not library.has_passages_beside_main()
    assert library.words_beside_main() == 0
    document = replace(
        made("page", "Menu\n\nMain text."),
        blocks=(
            Block(BlockKind.PARAGRAPH, Span(0, 4), main=False),
            Block(BlockKind.PARAGRAPH, Span(6, 16)),
        ),
    )
    put(library, document)
    assert [passage.main for passage in library.passages_of("page")] == [False, True]
    assert library.has_passages_beside_main()
    assert library.words_beside_main() == library.words_beside_main({"page"}) == 1
    assert library.words_beside_main({"plain"}) == library.words_beside_main(set()) == 0


def test_a_given_title_and_tags_outlive_being_read_again(library: StoredLibrary) -> None:
    put(library, made("a"))
    own = library.document("a").title
    known = library.generation
    assert library.rename("a", "Ferries").title == "Ferries"
    assert library.tag("a", ["boats", "prices"]).tags == ("boats", "prices")
    assert list(library.changed_since(known)) == ["a"], "indexes have the title as a heading"
    put(library, replace(made("a", "Another text."), title="Another"))
    entry = library.entry("a")
    assert entry is not None
    assert (entry.title, entry.tags) == ("Ferries", ("boats", "prices"))
    assert library.document("a").title == "Ferries"
    assert library.rename("a", "").title == "Another"
    library.remove("a")
    put(library, made("a"))
    (entry,) = library.entries()
    assert (entry.title, entry.tags) == (own, ())
    for change in (lambda: library.rename("b", "x"), lambda: library.tag("b", ["x"])):
        with pytest.raises(UnknownDocument):
            change()


def test_the_states_of_files(library: StoredLibrary, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("here")
    state = FileState.at(str(path))
    library.put(made("a"), split(made("a")), state)
    put(library, made("b"))
    assert (library.files.state("a"), library.files.state("b")) == (state, None)
    assert library.files.state("nobody") is None
    before = library.generation
    library.files.saw({"b": state, "nobody": state})
    assert library.files.state("b") == state
    assert library.generation == before, "no index has to know"


def test_each_library_of_a_team_has_its_own(library: StoredLibrary) -> None:
    put(library, made("main"))
    of_ann = made("of-ann")
    library.put(of_ann, split(of_ann), library="ann")
    one, other = (replace(made(name), source="/same") for name in ("one", "other"))
    library.put(one, split(one), library="ann")
    library.put(other, split(other), library="bob")
    assert [(e.document, e.source, e.library) for e in library.entries(["ann", ""])] == [
        ("main", "/main", ""),
        ("of-ann", "/of-ann", "ann"),
        ("one", "/same", "ann"),
    ]
    assert {e.document for e in library.entries()} == {"main", "of-ann", "one", "other"}
    assert list(library.entries([])) == []
    assert library.document("other").source == "/same"
    assert [library.generation_of([name]) for name in ("", "ann", "bob", "cid")] == [1, 3, 4, 0]
    assert library.generation_of(["", "ann"]) == 3
    assert library.generation_of([]) == 0
    assert list(library.changed_since(0, ["ann"])) == ["of-ann", "one"]
    library.remove("of-ann")
    assert library.generation_of(["ann"]) == 5
    assert list(library.changed_since(3, ["ann"])) == ["of-ann"]
    assert list(library.changed_since(3, ["bob"])) == ["other"]
    held = library.exchange.held("other")
    assert held is not None
    assert held.row[1] == "/same"
    library.exchange.restore(held)
    assert library.exchange.held("other") == held
    entry = library.entry("other")
    assert entry is not None
    assert (entry.source, entry.library) == ("/same", "bob")


def test_writers_at_once_make_no_more_documents_than_a_library_may_have(
    open_library: Callable[[], StoredLibrary], tmp_path: Path
) -> None:
    """What is there already can be replaced; another library has room of its own."""
    files = [tmp_path / f"{number}.txt" for number in range(4)]
    for file in files:
        file.write_text("A long text of its own.")

    def add(number: int) -> bool:
        library = open_library()
        try:
            if number < len(files):
                text = long_text(str(files[number]), 1)
                assert text is not None
                library.put_long(text, places_in, library="lib", most=3)
            else:
                one = made(f"d{number}")
                library.put(one, split(one), library="lib", most=3)
        except QuotaReached:
            return False
        finally:
            library.close()
        return True

    with ThreadPoolExecutor(8) as pool:
        added = list(pool.map(add, range(12)))
    assert added.count(True) == 3
    library = open_library()
    assert len(list(library.entries({"lib"}))) == 3
    kept = next(number for number, was in enumerate(added) if was)
    assert add(kept)
    other = made("other")
    library.put(other, split(other), library="more", most=1)
    with pytest.raises(QuotaReached, match="may have 3 documents, and has them"):
        library.put(made("late"), split(made("late")), library="lib", most=3)
    assert [entry.document for entry in library.entries({"more"})] == ["other"]
    library.close()
