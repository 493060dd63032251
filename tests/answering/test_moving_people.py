"""People with their tokens, groups, shares and audit are restored from either store into either, or nothing of them is."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.postgres_server import Server, drop, new_database
from wherein.answering.moving.backup import back_up, restore
from wherein.answering.moving.copying import copy_all
from wherein.core.errors import StoreDamaged, UsageError
from wherein.home.folder import Home, people_file
from wherein.people.access import Right, Role
from wherein.people.audit import Audited
from wherein.people.people import People
from wherein.people.tables import LazyTables, SqliteTables
from wherein.postgres.address import StoreAddress

STORES = ("files", "database")
Place = Callable[[str], Home]


class Days:
    """Each look is a day later, so that the order of an audit is known."""

    def __init__(self) -> None:
        self.day = 0

    def __call__(self) -> datetime:
        self.day += 1
        return datetime(2026, 1 + self.day // 28, 1 + self.day % 28, tzinfo=UTC)


@pytest.fixture
def place(tmp_path: Path, postgres: Server) -> Iterator[Place]:
    """Makes homes, each with a store of its own."""
    made: list[str] = []

    def new(store: str) -> Home:
        folder = tmp_path / f"place {len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        if store == "files":
            return Home(folder)
        made.append(new_database(postgres))
        return Home(folder, StoreAddress.parse(made[-1]))

    yield new
    for url in made:
        drop(postgres, url)


def opened(home: Home) -> People:
    return People(LazyTables(people_file(home), home.store), Days())


def fill(home: Home) -> dict[str, str]:
    """A team, and the token of each program by its name."""
    with opened(home) as people:
        for name in ("anna", "bob", "zoe"):
            people.add(name, is_admin=name == "zoe")
        tokens: dict[str, str] = {}
        laptop, tokens["laptop"] = people.make_token("anna", "laptop", (Right.READ, Right.WRITE))
        app, tokens["app"] = people.make_token("anna", "app", (Right.READ,), parent=laptop.id)
        _, tokens["panel"] = people.make_token("anna", "panel", (Right.READ,), parent=app.id)
        _, tokens["bot"] = people.make_token("bob", "bot", (Right.READ,), days=300)
        people.join("sales", "anna")
        people.join("sales", "bob")
        people.add_library("team")
        people.share("team", "group:sales", Role.EDITOR)
        people.share("anna", "bob", folder="/papers")
        people.share("base:wiki", "everyone")
        people.audit.note("anna", "read", "d1")
        people.audit.note("bob", "signed in")
        people.remove("zoe")
        return tokens


def told(home: Home, tokens: dict[str, str]) -> dict[str, Any]:
    """Everything about people that a place says."""
    with opened(home) as people:
        identities = {program: people.identify(text) for program, text in tokens.items()}
        return {
            "people": people.all(),
            "tokens": people.tokens(),
            "groups": people.groups(),
            "libraries": people.libraries(),
            "shares": people.shares(),
            "audit": people.audit.latest(),
            "identities": identities,
            "reach": {
                program: identity and people.reach(identity)
                for program, identity in identities.items()
            },
        }


@pytest.mark.parametrize("target", STORES)
@pytest.mark.parametrize("source", STORES)
def test_people_are_restored_from_either_store_into_either(
    source: str, target: str, place: Place, tmp_path: Path
) -> None:
    one, other = place(source), place(target)
    tokens = fill(one)
    before = told(one, tokens)
    assert all(before["identities"].values())
    assert back_up(one, tmp_path / "team.backup").people == 2
    for text in tokens.values():
        assert text not in (tmp_path / "team.backup").read_bytes().decode("latin-1")
    for _ in range(2):  # a second time changes nothing
        assert restore(tmp_path / "team.backup", other).people == 2
        assert told(other, tokens) == before


@pytest.mark.parametrize("target", STORES)
def test_a_restored_day_ends_later_tokens_and_keeps_the_later_audit(
    target: str, place: Place, tmp_path: Path
) -> None:
    home = place(target)
    tokens = fill(home)
    before = told(home, tokens)
    back_up(home, tmp_path / "team.backup")
    with opened(home) as people:
        _, tokens["later"] = people.make_token("bob", "later")
        people.audit.note("bob", "read", "d2")
        late = people.audit.latest(1)
    restore(tmp_path / "team.backup", home)
    after = told(home, tokens)
    assert after["identities"]["later"] is None
    assert after["tokens"] == before["tokens"]
    assert sorted(after["audit"], key=_moment) == sorted([*before["audit"], *late], key=_moment)


@pytest.mark.parametrize("target", STORES)
def test_a_backup_cut_short_changes_nobody(target: str, place: Place, tmp_path: Path) -> None:
    home, file = place(target), tmp_path / "team.backup"
    tokens = fill(home)
    back_up(home, file)
    with opened(home) as people:
        people.revoke(people.tokens("bob")[0].id)
    before = told(home, tokens)
    whole = file.read_bytes()
    for part in range(8):
        file.write_bytes(whole[: part * len(whole) // 8 + (len(whole) // 8 - 1)])
        with pytest.raises(StoreDamaged, match="nothing was changed"):
            restore(file, home)
        assert told(home, tokens) == before


@pytest.mark.parametrize("target", STORES)
def test_a_restore_that_ends_half_way_leaves_people_as_they_were(
    target: str, place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = place(target)
    tokens = fill(home)
    back_up(home, tmp_path / "team.backup")
    with opened(home) as people:
        people.leave("sales", "bob")
    before = told(home, tokens)
    from wherein.people import copying

    insert = copying._insert

    def ends(run: Any, table: str, rows: Any) -> None:
        if table == "shares":
            raise KeyboardInterrupt
        insert(run, table, rows)

    with monkeypatch.context() as patched:
        patched.setattr(copying, "_insert", ends)
        with pytest.raises(KeyboardInterrupt):
            restore(tmp_path / "team.backup", home)
    assert told(home, tokens) == before
    restore(tmp_path / "team.backup", home)
    assert "bob" in told(home, tokens)["groups"]["sales"]


def test_other_people_are_refused_before_anything_is_copied(place: Place, tmp_path: Path) -> None:
    one, other = place("files"), place("files")
    fill(one)
    with opened(other) as people:
        people.add("eve")
    with pytest.raises(UsageError, match="Both places have people"):
        copy_all(one, other)
    assert [person.name for person in opened(other).all()] == ["eve"]


def test_tokens_come_in_whatever_order_the_table_gives_them(place: Place) -> None:
    """A program's token comes after the one that it was made with, however long the chain."""
    one, other = place("files"), place("files")
    tokens = fill(one)
    tables = SqliteTables(people_file(one))
    rows = tables.read(lambda run: run("SELECT * FROM tokens", ()))
    tables.close()
    with sqlite3.connect(people_file(one)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("DELETE FROM tokens")
        connection.executemany("INSERT INTO tokens VALUES (?,?,?,?,?,?,?,?)", reversed(rows))
    connection.close()
    copy_all(one, other)
    assert all(told(other, tokens)["identities"].values())


def _moment(entry: Audited) -> str:
    return entry.at + entry.what
