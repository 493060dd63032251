"""What a member is told of themselves, and the tokens that they make in the app; what an admin may not do to themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.team_world import OPERATOR, SECRET, World, with_secret
from wherein.core.errors import UsageError
from wherein.core.text.readable import plain
from wherein.people.access import Right, Role
from wherein.people.people import MOST_MADE_WITH_OTHERS, People

ADDRESS = "http://127.0.0.1:8484"
TOKEN = {"program": "laptop", "rights": ["read"], "days": 7}


@pytest.fixture(params=("sqlite", "postgres"))
def world(
    request: pytest.FixtureRequest, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[World]:
    if request.param == "postgres":
        monkeypatch.setenv("WHEREIN_STORE", request.getfixturevalue("store_url"))
    with with_secret(home, tmp_path / "documents") as made:
        yield made


class Session:
    """A browser that an admin's link signed in, or one `by_token` of the person."""

    def __init__(self, world: World, name: str, by_token: str = "") -> None:
        self._world = world
        if by_token:
            asked = world.call(by_token, "POST", "/v1/sign-in-link")
        else:
            asked = world.call("operator", "POST", "/v1/people/link", json={"name": name})
        link = asked.json()["link"]
        opened = world.client.get(link.removeprefix(ADDRESS), follow_redirects=False)
        cookie = opened.headers["set-cookie"].partition(";")[0]
        self._own = {"Cookie": cookie, "Sec-Fetch-Site": "same-origin", "Origin": ADDRESS}
        world.client.cookies.clear()

    def send(self, method: str, path: str, **more: Any) -> Any:
        """Send with the cookie, also after the server had the browser forget it: who copied it does not."""
        self._world.client.cookies.clear()
        return self._world.client.request(method, path, headers=self._own, **more)


def way(me: dict[str, Any]) -> dict[tuple[str, str], tuple[str, str, tuple[str, ...]]]:
    return {
        (one["library"], one["folder"]): (one["owner"], one["role"], tuple(one["through"]))
        for one in me["libraries"]
    }


def test_a_member_is_told_what_they_may_read_and_by_which_way(world: World) -> None:
    papers = str(world.folder / "papers")
    world.people.share("team", "everyone")
    world.people.share("base:wiki", "group:sales")
    me = world.call("cid", "GET", "/v1/me").json()
    assert way(me) == {
        ("cid", ""): ("cid", "admin", ("own",)),
        ("team", ""): ("", "editor", ("everyone", "group:sales")),
    }
    assert me["groups"] == ["sales"]
    assert me["bases"] == [{"name": "wiki", "through": ["group:sales"]}]
    assert way(world.call("bob", "GET", "/v1/me").json()) == {
        ("bob", ""): ("bob", "admin", ("own",)),
        ("anna", papers): ("anna", "reader", ("person",)),
        ("team", ""): ("", "reader", ("everyone",)),
    }
    world.people.share("anna", "bob", Role.EDITOR, papers)
    reads = world.people.make_token("bob", "reads", (Right.READ,))[1]
    assert {role for _, role, _ in way(world.call(reads, "GET", "/v1/me").json()).values()} == {
        "reader"
    }


def test_what_is_taken_back_is_not_told_any_more(world: World) -> None:
    world.people.unshare("anna", "bob", str(world.folder / "papers"))
    told = world.call("bob", "GET", "/v1/me").text
    assert "anna" not in told
    assert str(world.folder) not in told


def test_whoever_has_the_servers_own_token_is_told_whether_there_is_a_team(world: World) -> None:
    me = world.call("operator", "GET", "/v1/me").json()
    assert (me["name"], me["admin"], me["team"], me["token"]) == ("", True, True, "")
    for name in ("anna", "bob", "cid", "mallory", "root"):
        world.people.remove(name)
    assert world.call("operator", "GET", "/v1/me").json()["team"] is False


def test_a_token_made_in_the_app_is_ones_own_and_shown_once(world: World) -> None:
    session = Session(world, "bob")
    made = session.send("POST", "/v1/me/tokens", json=TOKEN).json()
    assert world.call(made["token"], "GET", "/v1/me").json()["name"] == "bob"
    listed = session.send("GET", "/v1/me/tokens")
    assert {one["person"] for one in listed.json()["tokens"]} == {"bob"}
    assert {one["program"] for one in listed.json()["tokens"]} == {"test", "web app", "laptop"}
    assert made["token"] not in listed.text
    assert session.send("DELETE", "/v1/me/tokens", params={"id": made["id"]}).status_code == 200
    assert world.call(made["token"], "GET", "/v1/me").status_code == 401


def test_a_token_ends_with_the_session_that_it_was_made_in(world: World) -> None:
    """Who steals a session keeps nothing, whatever they had made with it."""
    session = Session(world, "bob")
    me = session.send("GET", "/v1/me").json()
    made = session.send("POST", "/v1/me/tokens", json={**TOKEN, "days": 366}).json()
    (own,) = [one for one in world.people.tokens("bob") if one.id == me["token"]]
    assert made["expires"] == own.expires
    ended = session.send("DELETE", "/v1/me/tokens", params={"id": me["token"]})
    assert (ended.status_code, ended.json()) == (200, {"tokens": []})
    assert session.send("GET", "/v1/me").status_code == 401
    assert world.call(made["token"], "GET", "/v1/me").status_code == 401


def test_a_program_makes_and_ends_no_tokens(world: World) -> None:
    for who in ("bob", "root"):
        for method, more in (
            ("POST", {"json": TOKEN}),
            ("DELETE", {"params": {"id": "x"}}),
        ):
            refused = world.call(who, method, "/v1/me/tokens", **more)
            assert (refused.status_code, "web app" in refused.text) == (403, True)


def test_a_session_gives_no_right_that_it_does_not_have(world: World) -> None:
    for rights in (["admin"], ["read", "admin"]):
        refused = Session(world, "bob").send(
            "POST", "/v1/me/tokens", json={**TOKEN, "rights": rights}
        )
        assert refused.status_code == 400
        assert "this session doesn't have" in refused.text
    assert {one.program for one in world.people.tokens("bob")} == {"test", "web app"}
    admins = Session(world, "root").send(
        "POST", "/v1/me/tokens", json={**TOKEN, "rights": ["admin"]}
    )
    assert admins.status_code == 200


def test_the_token_of_another_is_like_one_that_is_not_there(world: World) -> None:
    session = Session(world, "mallory")
    (theirs,) = world.people.tokens("anna")
    replies = [
        session.send("DELETE", "/v1/me/tokens", params={"id": one})
        for one in (theirs.id, "0" * len(theirs.id))
    ]
    assert [one.status_code for one in replies] == [404, 404]
    assert replies[0].text.replace(theirs.id, "0" * len(theirs.id)) == replies[1].text
    assert world.call("anna", "GET", "/v1/me").status_code == 200


def test_an_admin_makes_admins_and_ends_access_but_not_their_own(world: World) -> None:
    root = Session(world, "root")
    assert root.send("PATCH", "/v1/people", json={"name": "anna", "admin": True}).status_code == 200
    # A session from before has no more rights than it had.
    assert world.call("anna", "GET", "/v1/people").status_code == 403
    anna = Session(world, "anna")
    assert anna.send("GET", "/v1/people").status_code == 200
    assert (
        root.send("PATCH", "/v1/people", json={"name": "anna", "admin": False}).status_code == 200
    )
    assert anna.send("GET", "/v1/people").status_code in (401, 403)
    assert root.send("DELETE", "/v1/people/tokens", params={"person": "bob"}).status_code == 200
    assert world.call("bob", "GET", "/v1/me").status_code == 401
    for refused in (
        root.send("PATCH", "/v1/people", json={"name": "root", "admin": False}),
        root.send("DELETE", "/v1/people", params={"name": "root"}),
        root.send("DELETE", "/v1/people/tokens", params={"person": "root"}),
    ):
        assert (refused.status_code, "another admin" in refused.text) == (400, True)
    assert root.send("GET", "/v1/people").status_code == 200


def test_how_the_server_is_is_told_to_who_runs_it(world: World) -> None:
    state = world.call("root", "GET", "/v1/state").json()
    operators = world.call("operator", "GET", "/v1/state").json()
    # Others write to the disk meanwhile.
    assert state | {"bytes_free": 0} == operators | {"bytes_free": 0}
    assert (state["documents"], state["people"], state["groups"]) == (4, 5, 1)
    assert {one["name"] for one in state["formats"]} >= {"library", "memory", "people"}
    assert state["generation"] > 0
    assert state["bytes_of_disk"] > state["bytes_free"] > 0
    assert {one["name"] for one in state["models"] if one["here"]} >= {"small", "static"}
    if world.engine.home.store is not None:
        assert state["store"] == "postgresql"
        assert "://" not in state["place"]
    for word in (world.secret, OPERATOR, *world.tokens.values()):
        assert word not in str(state)
    for who in ("anna", "bob", "mallory"):
        assert world.call(who, "GET", "/v1/state").status_code == 403


def test_the_state_counts_what_is_not_indexed_yet(world: World) -> None:
    world.ask("operator")
    before = world.call("operator", "GET", "/v1/state").json()
    assert before["unindexed"] == 0
    world.engine.rename(world.secret, "Renamed")
    after = world.call("operator", "GET", "/v1/state").json()
    assert after["generation"] > before["generation"]
    assert after["unindexed"] in (0, 1)


def test_what_is_managed_is_noted_by_name_also_of_whoever_has_the_servers_own_token(
    world: World,
) -> None:
    share = {"what": "team", "whom": "bob", "role": "editor"}
    assert world.call("root", "POST", "/v1/shares", json=share).status_code == 200
    assert world.call("operator", "DELETE", "/v1/shares", params=share).status_code == 200
    assert world.call("operator", "DELETE", "/v1/shares", params=share).status_code == 404
    world.call("operator", "POST", "/v1/groups", json={"group": "law", "person": "bob"})
    world.call("operator", "POST", "/v1/libraries", json={"name": "law"})
    world.call("operator", "GET", "/v1/people")
    noted = [(one.person, one.what, one.about) for one in world.people.audit.latest()]
    assert noted == [
        ("", "managed libraries", "law, added"),
        ("", "managed groups", "bob, in law"),
        ("", "unshared", "team, bob"),
        ("root", "shared", "team, bob, editor"),
    ]


def test_a_token_made_with_a_token_ends_with_the_first_of_them(tmp_path: Path) -> None:
    """Over three generations too, where the middle one has no end of its own."""
    from wherein.people.tables import SqliteTables

    with People(SqliteTables(tmp_path / "people.sqlite")) as people:
        people.add("anna")
        first, _ = people.make_token("anna", "web app", days=1)
        middle, _ = people.make_token("anna", "extension", parent=first.id)
        last, _ = people.make_token("anna", "laptop", days=300, parent=middle.id)
        assert first.expires == middle.expires == last.expires


def test_signing_out_ends_the_session_and_what_was_made_in_it(world: World) -> None:
    session = Session(world, "bob")
    made = session.send("POST", "/v1/me/tokens", json=TOKEN).json()["token"]
    assert world.call(made, "GET", "/v1/me").status_code == 200
    assert session.send("DELETE", "/v1/session").status_code == 200
    assert session.send("GET", "/v1/me").status_code == 401
    assert world.call(made, "GET", "/v1/me").status_code == 401
    assert world.call("bob", "GET", "/v1/me").status_code == 200
    assert ("bob", "signed out") in {(one.person, one.what) for one in world.people.audit.latest()}
    refused = world.call("bob", "DELETE", "/v1/session")
    assert (refused.status_code, "wherein tokens revoke" in refused.text) == (403, True)


def test_signing_out_with_the_servers_own_token_ends_the_session(world: World) -> None:
    for other in (False, True):  # another one stays
        session = Session(world, "", by_token="operator")
        assert session.send("GET", "/v1/people").status_code == 200
        if not other:
            first = session
            assert first.send("DELETE", "/v1/session").status_code == 200
            assert first.send("GET", "/v1/people").status_code == 401
    assert session.send("GET", "/v1/people").status_code == 200
    assert first.send("GET", "/v1/people").status_code == 401


@pytest.mark.parametrize("rights", [(Right.READ,), (Right.READ, Right.WRITE)])
def test_a_token_gets_no_other_by_its_session(world: World, rights: tuple[Right, ...]) -> None:
    """Who steals a program's token has that one, and loses it when it is revoked."""
    stolen, text = world.people.make_token("bob", "stolen", rights)
    before = {one.id for one in world.people.tokens()}
    session = Session(world, "bob", by_token=text)
    me = session.send("GET", "/v1/me").json()
    assert (me["name"], me["makes_tokens"]) == ("bob", False)
    assert me["rights"] == [right.value for right in rights]
    (own,) = [one for one in world.people.tokens("bob") if one.id not in before]
    assert own.id == me["token"] != stolen.id
    assert own.expires is not None
    (test,) = [one for one in world.people.tokens("bob") if one.program == "test"]
    for method, path, more in (
        ("POST", "/v1/me/tokens", {"json": TOKEN}),
        ("POST", "/v1/pairing-code", {}),
        ("POST", "/v1/sign-in-link", {}),
        ("DELETE", "/v1/me/tokens", {"params": {"id": test.id}}),
        ("DELETE", "/v1/me/tokens", {"params": {"id": stolen.id}}),
    ):
        refused = session.send(method, path, **more)
        assert refused.status_code == 403, (path, refused.text)
    assert {one.id for one in world.people.tokens()} == before | {own.id}
    assert world.call("bob", "GET", "/v1/me").status_code == 200
    world.people.revoke(stolen.id)
    assert session.send("GET", "/v1/me").status_code == 401


def test_a_session_by_a_token_ends_alone(world: World) -> None:
    text = world.people.make_token("bob", "laptop", (Right.READ, Right.WRITE))[1]
    first, second = (Session(world, "bob", by_token=text) for _ in range(2))
    assert first.send("DELETE", "/v1/session").status_code == 200
    own = second.send("GET", "/v1/me").json()["token"]
    assert second.send("DELETE", "/v1/me/tokens", params={"id": own}).status_code == 200
    assert [one.send("GET", "/v1/me").status_code for one in (first, second)] == [401, 401]
    assert world.call(text, "GET", "/v1/me").status_code == 200


def test_who_is_made_an_admin_again_has_it_from_their_next_sign_in(world: World) -> None:
    session = Session(world, "root")
    child = session.send("POST", "/v1/me/tokens", json={**TOKEN, "rights": ["read", "admin"]})
    old = ("root", child.json()["token"])
    for admin in (False, True):
        wanted = {"name": "root", "admin": admin}
        assert world.call("operator", "PATCH", "/v1/people", json=wanted).status_code == 200
        for who in old:
            assert world.call(who, "GET", "/v1/audit").status_code == 403
            assert world.call(who, "GET", "/v1/me").json()["rights"][0] == "read"
        assert session.send("GET", "/v1/audit").status_code == 403
    assert Session(world, "root").send("GET", "/v1/audit").status_code == 200


def test_one_has_a_number_of_tokens_of_ones_own_making(world: World) -> None:
    session = Session(world, "bob")
    replies = [
        session.send("POST", "/v1/me/tokens", json=TOKEN) for _ in range(MOST_MADE_WITH_OTHERS + 1)
    ]
    assert [one.status_code for one in replies] == [200] * MOST_MADE_WITH_OTHERS + [413]
    assert f"bob has {MOST_MADE_WITH_OTHERS} tokens and sessions" in replies[-1].text
    assert world.call("bob", "POST", "/v1/sign-in-link").status_code == 413
    assert Session(world, "mallory").send("POST", "/v1/me/tokens", json=TOKEN).status_code == 200
    one = replies[0].json()["id"]
    assert session.send("DELETE", "/v1/me/tokens", params={"id": one}).status_code == 200
    assert session.send("POST", "/v1/me/tokens", json=TOKEN).status_code == 200


UNFIT = ("laptop\n2026  root  removed  anna", "a\x1b[2J", "a\u202eb", "a\u2028b", "a\x85b")


@pytest.mark.parametrize("name", UNFIT)
def test_no_name_holds_a_line_break_or_a_control_character(world: World, name: str) -> None:
    session = Session(world, "bob")
    share = {"what": "bob", "whom": "everyone", "folder": name}
    for refused in (
        session.send("POST", "/v1/me/tokens", json={**TOKEN, "program": name}),
        world.call(
            "root",
            "POST",
            "/v1/people/tokens",
            json={"person": "bob", "program": name, "rights": ["read"]},
        ),
        world.call("root", "POST", "/v1/people", json={"name": name}),
        world.call("root", "POST", "/v1/groups", json={"group": name, "person": "bob"}),
        world.call("root", "POST", "/v1/libraries", json={"name": name}),
        world.call("bob", "POST", "/v1/shares", json=share),
    ):
        assert refused.status_code in (400, 404), refused.text
    # A file may be called so where it comes from; the audit writes it down on one line.
    sent = {"params": {"name": f"{name}.txt"}, "content": b"It sails."}
    assert world.call("bob", "POST", "/v1/uploads", **sent).status_code == 200
    with pytest.raises(UsageError, match="can't be what a program is called"):
        world.people.make_token("bob", name)
    for changed in ({"title": f"a\x07{name}"}, {"tags": [f"a\x07{name}"]}):
        told = world.call(
            "mallory", "PATCH", "/v1/documents", params={"document": own_of(world)}, json=changed
        )
        assert (told.status_code, "control characters" in told.text) == (400, True)
    assert all(plain(one.about) == one.about for one in world.people.audit.latest())


def own_of(world: World) -> str:
    """A document of mallory's."""
    documents = world.call("mallory", "GET", "/v1/documents").json()["documents"]
    return next(str(one["document"]) for one in documents if "ferry" in one["source"])


def test_every_way_to_a_documents_text_is_noted_as_reading(world: World) -> None:
    ways = {
        "text": lambda: (
            world.call("anna", "GET", "/v1/documents/text", params={"document": world.secret}).text
        ),
        "tool": lambda: str(world.tool("anna", "fetch", {"id": world.secret})),
        "resource": lambda: str(
            world.mcp(
                "anna",
                {
                    "jsonrpc": "2.0",
                    "id": 1,
                    "method": "resources/read",
                    "params": {"uri": f"wherein://document/{world.secret}"},
                },
            )
        ),
        "looks": lambda: (
            SECRET
            + world.call(
                "anna", "GET", "/v1/documents/looks", params={"document": world.secret}
            ).text
        ),
    }
    for way, read in ways.items():
        world.people.audit.note("anna", "changed", way)
        assert SECRET in read(), way
        newest = world.people.audit.latest(1)[0]
        assert (newest.person, newest.what, newest.about) == ("anna", "read", world.secret), way
    assert world.call("bob", "GET", "/v1/documents/text", params={"document": world.secret})
    assert SECRET not in str(world.tool("bob", "fetch", {"id": world.secret}))
    assert not [one for one in world.people.audit.latest() if one.person == "bob"]


def test_the_audit_is_read_page_by_page(world: World) -> None:
    for number in range(7):
        world.people.audit.note("anna", "changed", str(number))
    seen: list[str] = []
    before: dict[str, int] = {}
    while page := world.call("root", "GET", "/v1/audit", params={"limit": 3, **before}).json()[
        "entries"
    ]:
        seen += [one["about"] for one in page]
        before = {"before": page[-1]["number"]}
    assert seen == [str(number) for number in reversed(range(7))]


def test_the_root_is_no_folder_that_shares_a_whole_library(world: World) -> None:
    for folder in ("/", "\\", "//", "/\\/"):
        share = {"what": "anna", "whom": "mallory", "folder": folder}
        refused = world.call("anna", "POST", "/v1/shares", json=share)
        assert (refused.status_code, "no folder of a library" in refused.text) == (400, True)
        taken = world.call("anna", "DELETE", "/v1/shares", params={**share, "whom": "bob"})
        assert taken.status_code == 400
    assert [one.folder for one in world.people.shares() if one.what == "anna"] == [
        str(world.folder / "papers")
    ]
