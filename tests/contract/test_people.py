"""Accounts, tokens, groups and shares, over every store there is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from wherein.core.errors import UnknownName, UsageError
from wherein.home.folder import Home, people_file
from wherein.people.access import Grant, Right, Role
from wherein.people.people import People
from wherein.people.tables import open_tables
from wherein.postgres.address import StoreAddress

READ_WRITE = (Right.READ, Right.WRITE)


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 5, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=("sqlite", "postgres"))
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Home:
    if request.param == "sqlite":
        return Home(tmp_path)
    return Home(tmp_path, StoreAddress.parse(request.getfixturevalue("store_url")))


@pytest.fixture
def people(place: Home, clock: Clock) -> Iterator[People]:
    with People(open_tables(people_file(place), place.store), clock) as opened:
        yield opened


def reach_of(people: People, name: str, rights: tuple[Right, ...] = READ_WRITE) -> Any:
    _, text = people.make_token(name, "test", rights)
    identity = people.identify(text)
    assert identity is not None
    return people.reach(identity)


def test_a_person_has_a_library_of_their_own(people: People) -> None:
    assert people.all() == []
    people.add("anna")
    assert [one.name for one in people.all()] == ["anna"]
    own = people.library("anna")
    reach = reach_of(people, "anna")
    assert reach.grants == {Grant(own, "", Role.ADMIN)}
    assert reach.own == own
    assert not reach.may_read("", "/main.txt")


def test_a_token_is_kept_as_a_hash_and_ends_at_once(people: People, place: Home) -> None:
    people.add("anna")
    token, text = people.make_token("anna", "extension", READ_WRITE)
    identity = people.identify(text)
    assert identity is not None
    assert identity.person.name == "anna"
    assert identity.rights == set(READ_WRITE)
    assert [(t.id, t.person, t.program) for t in people.tokens()] == [
        (token.id, "anna", "extension")
    ]
    if place.store is None:
        held = b"".join(path.read_bytes() for path in place.folder.glob("people.sqlite*"))
        assert text.encode() not in held
    people.revoke(token.id)
    assert people.identify(text) is None
    with pytest.raises(UnknownName):
        people.revoke(token.id)


def test_a_token_expires(people: People, clock: Clock) -> None:
    people.add("anna")
    _, text = people.make_token("anna", "x", days=1)
    clock.now += timedelta(hours=23)
    assert people.identify(text) is not None
    clock.now += timedelta(hours=1)
    assert people.identify(text) is None


@pytest.mark.parametrize(
    "text", ["", "wherein_", "x", "wherein_' OR 1=1 --", "wherein_\0", "\ud800"]
)
def test_a_token_that_is_none_is_nobodys(people: People, text: str) -> None:
    people.add("anna")
    people.make_token("anna", "x")
    assert people.identify(text) is None


def test_only_an_admin_gets_an_admins_token(people: People) -> None:
    people.add("anna")
    people.add("root", is_admin=True)
    with pytest.raises(UsageError):
        people.make_token("anna", "x", (Right.READ, Right.ADMIN))
    _, text = people.make_token("root", "x", tuple(Right))
    identity = people.identify(text)
    assert identity is not None
    assert identity.may_manage
    _, text = people.make_token("root", "x", READ_WRITE)
    identity = people.identify(text)
    assert identity is not None
    assert not identity.may_manage


def test_what_is_shared_and_taken_back(people: People) -> None:
    for name in ("anna", "bob", "cid"):
        people.add(name)
    team = people.add_library("team")
    people.join("sales", "bob")
    people.share("team", "group:sales", Role.EDITOR)
    people.share("anna", "bob", folder="/papers/")
    people.share("main", "everyone")
    people.share("base:wiki", "cid")
    anna, bob = people.library("anna"), people.library("bob")
    assert reach_of(people, "bob").grants == {
        Grant(bob, "", Role.ADMIN),
        Grant(team, "", Role.EDITOR),
        Grant(anna, "/papers", Role.READER),
        Grant("", "", Role.READER),
    }
    assert reach_of(people, "cid").bases == {"wiki"}
    assert reach_of(people, "bob").bases == frozenset()
    assert [(s.what, s.folder, s.whom, s.role) for s in people.shares()] == [
        ("anna", "/papers", "bob", Role.READER),
        ("main", "", "everyone", Role.READER),
        ("base:wiki", "", "cid", Role.READER),
        ("team", "", "group:sales", Role.EDITOR),
    ]
    people.share("team", "group:sales", Role.READER)
    assert reach_of(people, "bob").role(team, "/x") is Role.READER
    people.leave("sales", "bob")
    people.unshare("anna", "bob", "/papers")
    people.unshare("main", "everyone")
    assert reach_of(people, "bob").grants == {Grant(bob, "", Role.ADMIN)}
    with pytest.raises(UnknownName):
        people.unshare("main", "everyone")


def test_a_token_for_reading_makes_a_reader_everywhere(people: People) -> None:
    people.add("anna")
    people.share("main", "anna", Role.ADMIN)
    reach = reach_of(people, "anna", (Right.READ,))
    assert {grant.role for grant in reach.grants} == {Role.READER}
    assert reach.own is None
    assert reach_of(people, "anna", (Right.WRITE,)).grants == frozenset()
    assert reach.id == reach_of(people, "anna").id


def test_who_is_removed_has_nothing_and_who_follows_gets_nothing_of_theirs(people: People) -> None:
    people.add("anna")
    people.add("bob")
    people.share("bob", "anna")
    _, text = people.make_token("anna", "x")
    people.remove("anna")
    assert people.identify(text) is None
    with pytest.raises(UsageError, match="a library called anna"):
        people.add("anna")
    assert people.shares() == []


@pytest.mark.parametrize("name", ["", "Anna", "a b", "everyone", "main", "a" * 64, "a'; --", "é"])
def test_a_name_that_can_be_none(people: People, name: str) -> None:
    with pytest.raises(UsageError):
        people.add(name)
    with pytest.raises(UsageError):
        people.add_library(name)


def test_unknown_names(people: People) -> None:
    people.add("anna")
    for call in (
        lambda: people.remove("bob"),
        lambda: people.make_token("bob", "x"),
        lambda: people.join("sales", "bob"),
        lambda: people.leave("sales", "anna"),
        lambda: people.share("nothing", "anna"),
        lambda: people.share("main", "bob"),
    ):
        with pytest.raises(UnknownName):
            call()


def test_what_was_done_is_written_down(people: People) -> None:
    people.audit.note("anna", "removed", "doc")
    people.audit.note("bob", "signed in")
    assert [(one.person, one.what, one.about) for one in people.audit.latest()] == [
        ("bob", "signed in", ""),
        ("anna", "removed", "doc"),
    ]


def test_the_audit_has_one_line_for_each_entry_and_is_paged(people: People) -> None:
    people.audit.note("anna", "added", "a\nroot  removed\x1b[2J\u202e\u2028b")
    for number in range(5):
        people.audit.note("anna", "changed", str(number))
    newest = people.audit.latest(2)
    assert [one.about for one in newest] == ["4", "3"]
    older = people.audit.latest(10, before=newest[-1].number)
    assert [one.about for one in older[:-1]] == ["2", "1", "0"]
    assert older[-1].about == "a\ufffdroot  removed\ufffd[2J\ufffd\ufffdb"
    assert people.audit.latest(10, before=older[-1].number) == []


def test_the_same_reading_is_noted_once_and_a_later_one_again(people: People, clock: Clock) -> None:
    for person, what, minutes in (
        ("anna", "read", 0),
        ("anna", "read", 9),
        ("bob", "read", 0),
        ("anna", "read", 1),
        ("anna", "changed", 0),
        ("anna", "changed", 0),
        ("anna", "read", 0),
    ):
        clock.now += timedelta(minutes=minutes)
        people.audit.note(person, what, "doc")
    noted = [(one.person, one.what) for one in reversed(people.audit.latest())]
    assert noted == [
        ("anna", "read"),
        ("bob", "read"),
        ("anna", "read"),
        ("anna", "changed"),
        ("anna", "changed"),
        ("anna", "read"),
    ]


def test_a_token_made_with_another_may_no_more_than_it(people: People, clock: Clock) -> None:
    people.add("anna")
    people.add("bob")
    reads, _ = people.make_token("anna", "x", (Right.READ,), days=1)
    with pytest.raises(UsageError, match="doesn't have"):
        people.make_token("anna", "y", READ_WRITE, parent=reads.id)
    with pytest.raises(UnknownName, match="has ended"):
        people.make_token("bob", "y", (Right.READ,), parent=reads.id)
    made, text = people.make_token("anna", "y", (Right.READ,), parent=reads.id)
    identity = people.identify(text)
    assert identity is not None
    assert (identity.made_with, made.expires) == (reads.id, reads.expires)
    clock.now += timedelta(days=1)
    with pytest.raises(UnknownName, match="has ended"):
        people.make_token("anna", "z", (Right.READ,), parent=reads.id)


def test_an_ended_session_is_kept_until_it_would_have_expired(people: People, clock: Clock) -> None:
    people.ended_sessions.end("one", clock.now + timedelta(days=1))
    people.ended_sessions.end("one", clock.now + timedelta(days=1))
    assert people.ended_sessions.has("one")
    assert not people.ended_sessions.has("two")
    clock.now += timedelta(days=1)
    people.ended_sessions.end("two", clock.now + timedelta(days=1))
    assert not people.ended_sessions.has("one")
    assert people.ended_sessions.has("two")
