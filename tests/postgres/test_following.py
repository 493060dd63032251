"""A server hears of another's change of the library by itself: its indexes have it before anybody asks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.clock import GIVE_UP_SECONDS, until
from tests.postgres_server import Server
from wherein import Engine
from wherein.core.errors import StoreUnreachable
from wherein.people.access import Right
from wherein.people.people import People
from wherein.postgres.address import StoreAddress
from wherein.postgres.listening import CALLED
from wherein.server.app import create_app
from wherein.server.team.following_library import following_library

NEVER = 100 * GIVE_UP_SECONDS
"""Between two looks without a notification: a test that waits for one fails before."""


@contextmanager
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str) -> Iterator[tuple[Engine, ...]]:
    """Two machines of a team; each has searched the library once."""
    monkeypatch.setenv("WHEREIN_STORE", url)
    with Engine.open(tmp_path / "one") as one, Engine.open(tmp_path / "two") as other:
        one.add(written(tmp_path, "first"))
        for engine in (one, other):
            assert engine.search("Where is the first lighthouse?")
        yield one, other


def written(folder: Path, name: str) -> Path:
    path = folder / f"{name}.txt"
    path.write_text(f"The {name} lighthouse stands in {name.title()}vik.")
    return path


def indexed(engine: Engine) -> set[int]:
    """The library's generations that the engine's indexes have; nothing is brought up to date by it."""
    return {index.generation for index in engine._indexes._open.values()}


def listening(postgres: Server) -> int:
    with postgres.connect() as connection:
        (count,) = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s"
            " AND query LIKE %s AND state = 'idle'",
            (CALLED, "LISTEN%"),
        ).fetchone()
    return int(count)


def test_a_change_is_heard_of_before_anybody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store_url: str, postgres: Server
) -> None:
    address = StoreAddress.parse(store_url)
    with (
        two(tmp_path, monkeypatch, store_url) as (one, other),
        following_library(address, lambda: [other], NEVER),
    ):
        until(lambda: listening(postgres) == 1)
        assert indexed(other) == {1}
        added = one.add(written(tmp_path, "second")).added[0]
        until(lambda: indexed(other) == {2}, "the change was not heard of")
        one.rename(added.document, "Another")
        until(lambda: indexed(other) == {3}, "the new title was not heard of")
        one.remove(added.document)
        until(lambda: indexed(other) == {4}, "the removal was not heard of")
        assert not any("second" in hit.passage.text for hit in other.search("second lighthouse"))


def test_a_lost_connection_is_opened_again_and_nothing_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store_url: str, postgres: Server
) -> None:
    address = StoreAddress.parse(store_url)
    with (
        two(tmp_path, monkeypatch, store_url) as (one, other),
        following_library(address, lambda: [other], NEVER),
    ):
        until(lambda: listening(postgres) == 1)
        with postgres.connect() as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s",
                (CALLED,),
            )
        one.add(written(tmp_path, "second"))
        until(lambda: indexed(other) == {2}, "what happened meanwhile was missed")
        until(lambda: listening(postgres) == 1, "the connection was not opened again")
        one.add(written(tmp_path, "third"))
        until(lambda: indexed(other) == {3}, "the new connection hears nothing")


def test_where_nothing_can_be_heard_the_library_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store_url: str
) -> None:
    """As behind a pooler that passes no notifications on."""
    monkeypatch.setattr("wherein.server.team.following_library.CHANGED", "nobody_says_anything")
    address = StoreAddress.parse(store_url)
    with (
        two(tmp_path, monkeypatch, store_url) as (one, other),
        following_library(address, lambda: [other], 0.05),
    ):
        one.add(written(tmp_path, "second"))
        until(lambda: indexed(other) == {2})


def test_a_database_that_is_away_is_no_end_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store_url: str, postgres: Server
) -> None:
    monkeypatch.setattr("wherein.postgres.database.PATIENCE_SECONDS", 0.2)
    address = StoreAddress.parse(store_url)
    with (
        two(tmp_path, monkeypatch, store_url) as (one, other),
        following_library(address, lambda: [other], NEVER),
    ):
        for engine in (one, other):
            engine._documents.library._database._patience = 0.2  # type: ignore[attr-defined]
        until(lambda: listening(postgres) == 1)
        postgres.kill()
        try:
            with pytest.raises(StoreUnreachable):
                other.documents()
        finally:
            postgres.start()
        one.add(written(tmp_path, "second"))
        until(lambda: indexed(other) == {2})


def test_what_a_member_may_read_is_caught_up_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store_url: str
) -> None:
    address = StoreAddress.parse(store_url)
    with (
        two(tmp_path, monkeypatch, store_url) as (one, other),
        People.of(other.home) as people,
    ):
        people.add("anna")
        people.share("main", "anna")
        token = people.make_token("anna", "test", (Right.READ,))[1]
        app = create_app(other, "operators", people=people)
        client = TestClient(app, base_url="http://127.0.0.1:8484")
        asked = {"query": "Where is the first lighthouse?"}
        headers = {"Authorization": f"Bearer {token}"}
        assert client.post("/v1/search", json=asked, headers=headers).status_code == 200
        members = app.state.members
        with following_library(address, members.engines, NEVER):
            one.add(written(tmp_path, "second"))
            until(lambda: [indexed(engine) for engine in members.engines()] == [{2}, {2}])
        assert all(not member.running for member in members._apps.values())
        members.close()
        app.state.intake.close()


def test_indexes_that_nobody_has_searched_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store_url: str
) -> None:
    monkeypatch.setenv("WHEREIN_STORE", store_url)
    with Engine.open(tmp_path / "one") as one:
        assert one.catch_up()
        assert not (tmp_path / "one" / "indexes").exists()
