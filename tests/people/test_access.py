"""The rule of who may read what, as a table."""

from __future__ import annotations

import pytest

from wherein.people.access import Grant, Identity, Person, Reach, Right, Role, Share, reach_of

READER = Reach(frozenset({Grant("lib", "/a/b", Role.READER), Grant("all", "", Role.EDITOR)}))


@pytest.mark.parametrize(
    ("library", "source", "may"),
    [
        ("lib", "/a/b/x.txt", True),
        ("lib", "/a/b/c/x.txt", True),
        ("lib", "/a/b", False),
        ("lib", "/a/bc/x.txt", False),
        ("lib", "/a/x.txt", False),
        ("lib", "/A/b/x.txt", False),
        ("lib", "x/a/b/x.txt", False),
        ("", "/a/b/x.txt", False),
        ("all", "anything", True),
        ("al", "anything", False),
    ],
)
def test_a_folder_is_what_is_below_it(library: str, source: str, may: bool) -> None:
    assert READER.may_read(library, source) is may
    assert READER.may_change(library, source) is (may and library == "all")


def test_an_editor_of_a_folder_adds_nothing() -> None:
    reach = Reach(frozenset({Grant("lib", "/a", Role.EDITOR), Grant("all", "", Role.READER)}))
    assert reach.may_change("lib", "/a/x")
    assert not reach.may_add_to("lib")
    assert not reach.may_add_to("all")


def test_the_highest_role_holds() -> None:
    reach = Reach(frozenset({Grant("lib", "", Role.READER), Grant("lib", "/a", Role.ADMIN)}))
    assert reach.role("lib", "/a/x") is Role.ADMIN
    assert reach.role("lib", "/b/x") is Role.READER
    assert reach.role("other", "/a/x") is None


def test_the_id_tells_what_may_be_read_apart_and_nothing_else() -> None:
    one = Reach(frozenset({Grant("lib", "", Role.READER)}))
    assert one.id == Reach(frozenset({Grant("lib", "", Role.ADMIN)}), own="lib").id
    assert one.id != Reach(frozenset({Grant("lib", "/a", Role.READER)})).id
    assert one.id != Reach(one.grants, frozenset({"wiki"})).id
    assert one.id != Reach(frozenset()).id


def test_only_shares_with_oneself_count() -> None:
    anna = Identity(Person("1", "anna"), frozenset({Right.READ}))
    shares = [
        Share("a", "", "", "person:1", Role.READER),
        Share("b", "", "", "person:11", Role.READER),
        Share("c", "", "", "group:x", Role.READER),
        Share("d", "", "", "group:y", Role.READER),
        Share("e", "", "", "everyone", Role.READER),
        Share("", "", "wiki", "person:2", Role.READER),
    ]
    reach = reach_of(anna, None, ["x"], shares)
    assert reach.libraries == {"a", "c", "e"}
    assert reach.bases == frozenset()
