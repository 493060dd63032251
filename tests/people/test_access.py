"""The rule of who may read what, as a table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


GRANTS = st.builds(
    Grant, st.sampled_from(("", "lib")), st.sampled_from(("", "/a", "/a/b", "/ab")), st.sampled_from(Role)
)  # fmt: skip
REACHES = st.builds(
    Reach,
    st.frozensets(GRANTS, max_size=4),
    st.frozensets(st.sampled_from(("wiki", "law"))),
    st.sampled_from((None, "lib")),
)
SOURCES = ("/a/x", "/a/b/x", "/ab/x", "/c")


@given(REACHES, REACHES)
def test_a_reach_has_all_of_another_exactly_where_nothing_was_lost(now: Reach, then: Reach) -> None:
    ranks = tuple(Role)

    def rank(reach: Reach, library: str, source: str) -> int:
        role = reach.role(library, source)
        return -1 if role is None else ranks.index(role)

    places = [(library, source) for library in ("", "lib") for source in SOURCES]
    lost = any(rank(now, *one) < rank(then, *one) for one in places)
    if now.has_all_of(then):
        assert not lost
        assert then.bases <= now.bases
        for library in ("", "lib"):
            assert now.may_add_to(library) or not then.may_add_to(library)
            assert now.may_share(library) or not then.may_share(library)
    else:
        assert lost or now.own != then.own or not then.bases <= now.bases


@given(REACHES, REACHES)
def test_what_is_added_takes_nothing(then: Reach, more: Reach) -> None:
    both = Reach(then.grants | more.grants, then.bases | more.bases, then.own)
    assert both.has_all_of(then)
    assert then.has_all_of(then)
    assert not Reach(frozenset()).has_all_of(Reach(frozenset({Grant("lib", "", Role.READER)})))


def test_who_may_more_may_still_do_what_they_might() -> None:
    reads = Identity(Person("1", "anna"), frozenset({Right.READ}), "t")
    runs = Identity(Person("1", "anna", is_admin=True), frozenset(Right), "t")
    other = Identity(Person("2", "bob"), frozenset({Right.READ}), "t")
    assert runs.has_all_of(reads)
    assert not reads.has_all_of(runs)
    assert not other.has_all_of(reads)
