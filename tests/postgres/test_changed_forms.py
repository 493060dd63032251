"""A database of an earlier form is brought to today's, a migration that broke off leaves nothing behind, and a full disk changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.contract.test_library import made
from tests.memory.makers import asking
from tests.postgres_server import Server, drop, new_database
from wherein.core.errors import LibraryError, StorageFull
from wherein.library.postgres import PostgresLibrary
from wherein.library.postgres_migrations import MIGRATIONS
from wherein.memory.store.postgres.memory import PostgresMemory
from wherein.passages.split import split
from wherein.postgres.address import StoreAddress
from wherein.postgres.database import PostgresDatabase
from wherein.postgres.migrating import migrate

FULL = """
CREATE FUNCTION wherein.full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON wherein.{table} EXECUTE FUNCTION wherein.full_disk();
"""


@pytest.fixture
def empty(postgres: Server) -> Iterator[StoreAddress]:
    """A database without any table."""
    url = new_database(postgres, "template0")
    yield StoreAddress.parse(url)
    drop(postgres, url)


def tables(postgres: Server, address: StoreAddress) -> set[str]:
    with postgres.connect(address.url.rsplit("/", 1)[1]) as connection:
        return {
            name
            for (name,) in connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'wherein'"
            ).fetchall()
        }


def test_a_migration_that_breaks_off_leaves_nothing_and_is_run_again(
    empty: StoreAddress, postgres: Server
) -> None:
    database = PostgresDatabase(empty)
    try:
        with pytest.raises(LibraryError, match="refused a step"):
            migrate(database, "library", (*MIGRATIONS, "SELECT 1 / 0"))
        assert tables(postgres, empty) == set()
    finally:
        database.close()
    with PostgresLibrary(empty) as library:
        library.put(made("a"), split(made("a")))
        assert library.document("a") == made("a")


@pytest.mark.parametrize("known", range(1, len(MIGRATIONS)))
def test_a_library_of_an_earlier_form_keeps_its_documents(empty: StoreAddress, known: int) -> None:
    database = PostgresDatabase(empty)
    migrate(database, "library", MIGRATIONS[:known])
    with PostgresLibrary(empty) as library:  # today's, to know what its rows are
        library.put(made("a"), split(made("a")))
        library.rename("a", "Given")
        before = library.entry("a")
    if known == 1:
        # Back to the first form: without what the later steps added.
        database.write(
            lambda connection: (
                connection.execute(
                    "ALTER TABLE documents DROP COLUMN library;"
                    " ALTER TABLE documents ADD CONSTRAINT documents_source_key UNIQUE (source);"
                    " ALTER TABLE removed DROP COLUMN library;"
                    " UPDATE parts SET version = 1 WHERE name = 'library'"
                ).rowcount
            )
        )
    try:
        with PostgresLibrary(empty) as library:
            assert library.entry("a") == before
            assert library.document("a") == replace(made("a"), title="Given")
            library.put(made("b"), split(made("b")), library="team")
            assert [entry.library for entry in library.entries()] == ["", "team"]
    finally:
        database.close()


@pytest.mark.parametrize("table", ["documents", "chunks", "passages"])
def test_a_full_disk_of_the_database_changes_nothing(
    store_url: str, postgres: Server, table: str
) -> None:
    address = StoreAddress.parse(store_url)
    with PostgresLibrary(address) as library, PostgresMemory(address) as memory:
        library.put(made("a"), split(made("a")))
        memory.writer.remember(asking())
        with postgres.connect(store_url.rsplit("/", 1)[1]) as connection:
            connection.execute(FULL.format(table=table))
            try:
                changed = made("a", "Other words stand here now.")
                with pytest.raises(StorageFull, match="no room left; what was kept is as it was"):
                    library.put(changed, split(changed))
                assert library.document("a") == made("a")
                assert library.generation == 1
                assert memory.writer.remember(asking()).uses == 2
            finally:
                connection.execute("DROP FUNCTION wherein.full_disk CASCADE")
        library.put(changed, split(changed))
        assert library.document("a") == changed
