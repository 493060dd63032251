"""A database that goes away, comes back, is slow, read-only, newer or asked by two servers at once: nothing is lost or counted twice."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from multiprocessing.synchronize import Barrier

import pytest

from tests.clock import GIVE_UP_SECONDS
from tests.contract.test_library import made
from tests.memory.makers import asking
from tests.postgres.cutting_proxy import CuttingProxy
from tests.postgres_server import Server, drop, new_database
from wherein.core.errors import LibraryError, NewerLibrary, StoreUnreachable
from wherein.library.postgres import PostgresLibrary
from wherein.memory.store.postgres.memory import PostgresMemory
from wherein.memory.store.store import PageKey
from wherein.passages.split import split
from wherein.postgres.address import StoreAddress
from wherein.postgres.database import PostgresDatabase
from wherein.postgres.failures import explained
from wherein.postgres.text import escaped, unescaped

HOME = PageKey("https://example.org/")


@pytest.fixture
def proxy(postgres: Server) -> Iterator[CuttingProxy]:
    if not postgres.port:
        pytest.fail("These tests cut the line to a server of their own.")
    made = CuttingProxy(postgres.port)
    yield made
    made.close()


def through(proxy: CuttingProxy, url: str, postgres: Server) -> StoreAddress:
    return StoreAddress.parse(url.replace(f":{postgres.port}/", f":{proxy.port}/"))


@pytest.mark.parametrize("moment", ["cut_before", "cut_after"])
def test_a_use_is_counted_once_wherever_the_line_is_cut(
    proxy: CuttingProxy, store_url: str, postgres: Server, moment: str
) -> None:
    """Cut after COMMIT was sent, the change is there though no reply came; cut before, it is not."""
    with PostgresMemory(through(proxy, store_url, postgres)) as memory:
        kept = memory.writer.remember(asking())
        setattr(proxy, moment, b"COMMIT")
        memory.writer.count_uses({kept.id: 1}, 1_000_001.0)
        assert proxy.cuts == 1
        assert memory.questions.with_ids([kept.id])[0].uses == 2
        setattr(proxy, moment, b"COMMIT")
        assert memory.writer.remember(asking(asker="bob")).uses == 3
        assert (proxy.cuts, memory.questions.with_ids([kept.id])[0].askers) == (2, 2)


@pytest.mark.parametrize("moment", ["cut_before", "cut_after"])
def test_a_document_is_stored_once_wherever_the_line_is_cut(
    proxy: CuttingProxy, store_url: str, postgres: Server, moment: str
) -> None:
    with PostgresLibrary(through(proxy, store_url, postgres)) as library:
        setattr(proxy, moment, b"COMMIT")
        library.put(made("a"), iter(split(made("a"))))
        assert (proxy.cuts, library.generation) == (1, 1)
        assert list(library.passages_of("a")) == split(made("a"))


def test_a_read_that_was_cut_is_made_again(
    proxy: CuttingProxy, store_url: str, postgres: Server
) -> None:
    with PostgresLibrary(through(proxy, store_url, postgres)) as library:
        library.put(made("a"), split(made("a")))
        proxy.cut_before = b"FROM chunks"
        assert library.document("a") == made("a")
        assert proxy.cuts == 1


def test_a_database_that_starts_again_is_waited_for(postgres: Server, store_url: str) -> None:
    address = StoreAddress.parse(store_url)
    with PostgresLibrary(address) as library, PostgresMemory(address) as memory:
        library.put(made("a"), split(made("a")))
        memory.writer.remember(asking())
        postgres.kill()
        asked: list[int] = []

        def work() -> None:
            library.put(made("b"), split(made("b")))
            asked.append(memory.writer.remember(asking()).uses)

        working = threading.Thread(target=work)
        working.start()
        postgres.start()
        working.join()
        assert asked == [2]
        assert {entry.document for entry in library.entries()} == {"a", "b"}


def test_a_database_that_stays_away_is_one_sentence(
    postgres: Server, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wherein.postgres.database.PATIENCE_SECONDS", 0.2)
    database = PostgresDatabase(StoreAddress.parse(store_url), 0.2)
    database.read(lambda connection: connection.execute("SELECT 1").fetchone())
    postgres.kill()
    try:
        with pytest.raises(StoreUnreachable, match=r"nothing listens there\. Start it") as failed:
            database.read(lambda connection: connection.execute("SELECT 1").fetchone())
        assert "s3cret" not in str(failed.value)
        assert failed.value.exit_status == 1
    finally:
        postgres.start()
        database.close()


def test_a_statement_without_end_is_ended(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wherein.postgres.pool.STATEMENT_SECONDS", 1)
    database = PostgresDatabase(StoreAddress.parse(store_url))
    with pytest.raises(LibraryError, match="took too long"):
        database.read(lambda connection: connection.execute("SELECT pg_sleep(60)").fetchone())
    database.close()


def test_connections_are_bounded_and_given_back(store_url: str, postgres: Server) -> None:
    address = StoreAddress.parse(store_url)
    with PostgresLibrary(address) as library, PostgresMemory(address) as memory:
        failed: list[Exception] = []

        def work(number: int) -> None:
            try:
                library.put(made(str(number)), split(made(str(number))))
                memory.writer.remember(asking(f"question {number}"))
            except Exception as error:
                failed.append(error)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(40)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with postgres.connect() as connection:
            (count,) = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'wherein'"
            ).fetchone()
        assert not failed
        assert count <= 8
        assert library.generation == 40
    with postgres.connect() as connection:
        left = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'wherein'"
            " AND state <> 'idle'"
        ).fetchone()
    assert left == (0,)


def test_a_database_that_can_only_be_read(postgres: Server) -> None:
    url = new_database(postgres)
    address = StoreAddress.parse(url + "?options=-c%20default_transaction_read_only%3Don")
    try:
        with PostgresLibrary(address) as library:
            library._database._patience = 0.1
            assert list(library.entries()) == []
            with pytest.raises(LibraryError, match="can only be read"):
                library.put(made("a"), split(made("a")))
    finally:
        drop(postgres, url)


def test_a_newer_database_is_left_alone(postgres: Server) -> None:
    url = new_database(postgres)
    with postgres.connect(url.rsplit("/", 1)[1]) as connection:
        connection.execute("UPDATE wherein.parts SET version = 99")
    try:
        for opening in (PostgresLibrary, PostgresMemory):
            with pytest.raises(NewerLibrary, match="newer wherein"):
                opening(StoreAddress.parse(url))
    finally:
        drop(postgres, url)


def test_who_may_not_turn_on_pgvector_is_told_who_does(postgres: Server) -> None:
    url = new_database(postgres, "template0")
    name = url.rsplit("/", 1)[1]
    with postgres.connect() as connection:
        connection.execute("DROP ROLE IF EXISTS wherein_plain")
        connection.execute("CREATE ROLE wherein_plain LOGIN PASSWORD 'x'")
        connection.execute(f"ALTER DATABASE {name} OWNER TO wherein_plain")
    host = postgres.address.rpartition("@")[2]
    address = StoreAddress.parse(f"postgresql://wherein_plain:x@{host}{name}")
    try:
        with pytest.raises(
            LibraryError, match="psql DATABASE -c 'CREATE EXTENSION vector SCHEMA public'"
        ):
            PostgresMemory(address)
        with postgres.connect(name) as connection:
            connection.execute("CREATE EXTENSION vector")
        PostgresMemory(address).close()
    finally:
        drop(postgres, url)
        with postgres.connect() as connection:
            connection.execute("DROP ROLE wherein_plain")


def test_a_server_without_pgvector_is_told(store_url: str) -> None:
    import psycopg

    error = psycopg.errors.lookup("0A000")('extension "vector" is not available')
    told = str(explained(StoreAddress.parse(store_url), error))
    assert "does not have pgvector. Install it there" in told


def opened_at_once(url: str, barrier: Barrier) -> None:
    barrier.wait(GIVE_UP_SECONDS)
    PostgresLibrary(StoreAddress.parse(url)).close()
    PostgresMemory(StoreAddress.parse(url)).close()


def worked_beside(url: str, barrier: Barrier, name: str) -> None:
    """What one server does while the other does the same: all about the same documents and questions."""
    address = StoreAddress.parse(url)
    with PostgresLibrary(address) as library, PostgresMemory(address) as memory:
        barrier.wait(GIVE_UP_SECONDS)
        for number in range(15):
            document = made(f"d{number % 3}", f"Written by {name}, {number}.")
            library.put(document, split(document))
            kept = memory.writer.remember(asking(asker=f"{name}{number}"))
            memory.writer.count_uses({kept.id: 2}, 1_000_001.0)


def together(target: Callable[..., None], url: str, *names: str) -> None:
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(2)
    both = [
        context.Process(target=target, args=(url, barrier, *names[place : place + 1]))
        for place in range(2)
    ]
    for process in both:
        process.start()
    for process in both:
        process.join(GIVE_UP_SECONDS)
    assert [process.exitcode for process in both] == [0, 0]


def test_two_servers_make_the_tables_at_once(postgres: Server) -> None:
    url = new_database(postgres, "template0")
    try:
        together(opened_at_once, url)
    finally:
        drop(postgres, url)


def test_two_servers_lose_no_change_and_count_none_twice(store_url: str) -> None:
    together(worked_beside, store_url, "ann", "bob")
    address = StoreAddress.parse(store_url)
    with PostgresLibrary(address) as library, PostgresMemory(address) as memory:
        assert library.generation == 30
        changed = list(library.changed_since(0))
        assert sorted(changed) == ["d0", "d1", "d2"]
        for entry in library.entries():
            document = library.document(entry.document)
            assert [passage.text for passage in library.passages_of(entry.document)] == [
                document.text
            ]
        kept = memory.questions.with_key(HOME, "when was it finished")
        assert kept is not None
        assert (kept.uses, kept.askers) == (90, 30)
        assert len(kept.answers) == 1


def test_a_removed_question_does_not_break_one_that_is_remembered(store_url: str) -> None:
    """One server wipes while the other remembers: each transaction is whole."""
    with PostgresMemory(StoreAddress.parse(store_url)) as memory:
        ended = threading.Event()

        def wipe() -> None:
            while not ended.is_set():
                memory.removal.wipe()

        wiping = threading.Thread(target=wipe)
        wiping.start()
        for number in range(40):
            assert memory.writer.remember(replace(asking(), key=f"k{number % 2}")).answers
        ended.set()
        wiping.join()


def test_texts_are_escaped_both_ways() -> None:
    for text in (
        "",
        "a",
        "\0",
        "\x10",
        "\x100",
        "\x10\0",
        "\0\x10",
        "\x101\x100",
        "\x10" * 3 + "\0" * 3,
    ):
        assert "\0" not in escaped(text)
        assert unescaped(escaped(text)) == text
    assert len({escaped(text) for text in ("\0", "\x100", "\x10", "\x101", "\x1010")}) == 5
