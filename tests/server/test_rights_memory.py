"""What members of a team are told of each other's questions, and what ends while an answer is under way."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.clock import GIVE_UP_SECONDS, until
from tests.server.team_world import QUESTION, SECRET, SECRET_TEXT, WRITE, World, team, with_secret
from wherein.answering.moving.backup import back_up, restore
from wherein.core.errors import UsageError
from wherein.home.folder import Home
from wherein.memory.store.store import PageKey

STORES = ("sqlite", pytest.param("postgres", marks=pytest.mark.soak))
URL = "https://harbour.example/staff"
PAGE = {
    "text": "The harbour master of the northern port is Ingrid Haugen.\n\nThe ferry costs 240 kroner.",
    "title": "Staff",
    "url": URL,
}
MASTER = "Who is the harbour master?"


@pytest.fixture(params=STORES)
def world(
    request: pytest.FixtureRequest, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[World]:
    if request.param == "postgres":
        monkeypatch.setenv("WHEREIN_STORE", request.getfixturevalue("store_url"))
    with with_secret(home, tmp_path / "documents") as made:
        yield made


def asked(world: World, who: str, path: str, **query: Any) -> list[str]:
    response = world.call(who, "GET", path, params=query)
    assert response.status_code == 200, response.text
    return [row["question"] for row in response.json()["questions"]]


def test_questions_of_a_document_are_seen_by_those_who_may_read_it(world: World) -> None:
    """Enough people asked them for everybody to see, were it not for what they are about."""
    world.people.share("anna", "cid")
    for who in ("anna", "cid"):
        world.ask(who, document=world.secret)
        world.ask(who)
    for who in ("anna", "cid"):
        assert QUESTION in asked(world, who, "/v1/questions/similar", q=QUESTION)
        assert QUESTION in asked(world, who, "/v1/pages/top", document=world.secret)
    for who in ("bob", "mallory", "root"):
        assert asked(world, who, "/v1/questions/similar", q=QUESTION) == []
        of_document = PageKey(f"document:{world.secret}").hash[:2]
        assert QUESTION in asked(world, "anna", "/v1/pages/top", hash=of_document)
        assert asked(world, who, "/v1/pages/top", hash=of_document) == []
    # What cid asked stays theirs, but not what was answered, once they may not read it any more.
    world.people.unshare("anna", "cid")
    assert asked(world, "cid", "/v1/questions/similar", q=QUESTION) == []
    assert SECRET not in world.call("cid", "GET", "/v1/memory/mine").text
    assert SECRET in world.call("anna", "GET", "/v1/memory/mine").text
    # Nor do they learn how often others change a library.
    assert "generation" not in world.call("anna", "GET", "/v1/memory/mine").text


def test_who_reads_takes_no_answer_from_others(world: World) -> None:
    """A verdict counts for the person who gave it, however few may change the document."""
    world.people.share("anna", "cid")
    (answer, *_) = world.ask("cid", document=world.secret)["answers"]
    verdict = {
        "question": QUESTION,
        "document": world.secret,
        "verdict": "wrong",
        "start": answer["start"],
        "end": answer["end"],
    }
    assert world.call("cid", "POST", "/v1/feedback", json=verdict).json()["kept"]
    for more in ({}, {"document": world.secret}, {"document": world.secret, "memory": "off"}):
        assert SECRET in str(world.ask("anna", **more))
    assert SECRET not in str(world.ask("cid", document=world.secret)["answers"])
    assert world.call("anna", "POST", "/v1/feedback", json=verdict).json()["kept"]
    assert SECRET not in str(world.ask("anna", document=world.secret)["answers"])
    page = {"question": MASTER, **PAGE, "verdict": "wrong", "start": 43, "end": 56}
    assert PAGE["text"][43:56] == "Ingrid Haugen"
    assert world.call("bob", "POST", "/v1/feedback", json=page).json()["kept"]
    assert "Ingrid Haugen" in str(world.ask("cid", MASTER, **PAGE)["answers"])


def test_questions_of_public_pages_are_shared_once_enough_people_asked(world: World) -> None:
    """Three tokens of one person are one person, whatever their programs call themselves."""
    for number in range(3):
        world.tokens["bob"] = world.people.make_token("bob", f"program {number}", WRITE)[1]
        headers = {"Wherein-Asker": f"program-number-{number}"}
        sent = {"question": MASTER, **PAGE}
        assert world.call("bob", "POST", "/v1/ask", json=sent, headers=headers).status_code == 200
    assert asked(world, "mallory", "/v1/pages/top", url=URL) == []
    assert asked(world, "mallory", "/v1/questions/similar", q=MASTER) == []
    world.ask("cid", MASTER, **PAGE)
    assert asked(world, "mallory", "/v1/pages/top", url=URL) == [MASTER]
    assert asked(world, "mallory", "/v1/questions/similar", q=MASTER) == [MASTER]
    assert world.call("", "GET", "/v1/pages/top", params={"url": URL}).status_code == 401


def test_the_same_question_is_not_told_by_being_remembered(world: World) -> None:
    world.people.share("anna", "cid")
    for who in ("anna", "cid", "anna"):
        found = world.ask(who)
    assert found["answers"][0]["found_by"] == "memory"
    told = world.ask("mallory")
    assert told["answers"] == []
    assert [s["reason"] for s in told["steps"] if s["step"] == "memory"] == [
        "This question was not asked here before."
    ]


def test_a_verdict_on_what_one_may_not_read_is_not_kept(world: World) -> None:
    """mallory guesses what a document in the main library says, and calls its answer wrong."""
    path = world.folder / "main.txt"
    world.add("main", "main.txt", "The gate code of the yard is written in the blue book.")
    world.people.share("main", "anna")
    question = "Where is the gate code written?"
    first = world.ask("anna", question)
    assert first["answers"]
    forged = {"question": question, "verdict": "not_here", "url": str(path),
              "text": "The gate code of the yard is written in the blue book."}  # fmt: skip
    told = world.call("mallory", "POST", "/v1/feedback", json=forged).json()
    assert told == {"kept": False, "reason": "Not kept: the document is not in the library."}
    assert world.ask("anna", question)["answers"] == [
        {**answer, "found_by": "memory"} for answer in first["answers"]
    ]


def test_the_same_file_sent_by_two_is_two_documents(world: World) -> None:
    """Neither is told that the other has it, and neither loses it when the other removes it."""
    ids = {}
    for who in ("anna", "mallory"):
        sent = world.call(who, "POST", "/v1/uploads", params={"name": "s.txt"}, content=SECRET_TEXT)
        assert sent.json()["number"] == 1

        def jobs(who: str = who) -> list[Any]:
            return world.call(who, "GET", "/v1/adding").json()["jobs"]

        until(lambda: jobs()[0]["state"] not in ("waiting", "reading"), "it is not added")
        assert [job["state"] for job in jobs()] == ["added"]
        listed = world.call(who, "GET", "/v1/documents").json()["documents"]
        (ids[who],) = [one["document"] for one in listed if one["title"] == "s"]
    assert ids["anna"] != ids["mallory"]
    assert (
        world.call(
            "anna", "DELETE", "/v1/documents", params={"document": ids["mallory"]}
        ).status_code
        == 404
    )
    assert (
        world.call("anna", "DELETE", "/v1/documents", params={"document": ids["anna"]}).status_code
        == 200
    )
    left = world.call("mallory", "GET", "/v1/documents/text", params={"document": ids["mallory"]})
    assert SECRET in left.text
    assert "file_change" not in left.json()


def slowly_read(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Have every text read slowly: set once one is, and what lets it go on."""
    from wherein.reading.extractive import ExtractiveReader

    reading, goes_on = threading.Event(), threading.Event()
    read = ExtractiveReader.read

    def slow(self: ExtractiveReader, question: str, passages: Any) -> Any:
        reading.set()
        assert goes_on.wait(GIVE_UP_SECONDS)
        return read(self, question, passages)

    monkeypatch.setattr(ExtractiveReader, "read", slow)
    return reading, goes_on


@contextmanager
def asking(
    world: World, who: str, accept: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[Any]]:
    """Has somebody ask, and does what is to happen while the answer is read. Gives the list that has the response afterwards."""
    reading, goes_on = slowly_read(monkeypatch)
    told: list[Any] = []
    sent = {"json": {"question": QUESTION}, "headers": {"Accept": accept}}
    asks = threading.Thread(target=lambda: told.append(world.call(who, "POST", "/v1/ask", **sent)))
    asks.start()
    assert reading.wait(GIVE_UP_SECONDS)
    yield told
    goes_on.set()
    asks.join()


@pytest.mark.parametrize("how", ["share", "group", "admin"])
@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_what_is_given_meanwhile_ends_no_answer(
    world: World, how: str, accept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a member who shares with everyone would make everybody's questions fail."""
    with asking(world, "anna", accept, monkeypatch) as told:
        if how == "share":
            shared = {"what": "mallory", "whom": "everyone"}
            assert world.call("mallory", "POST", "/v1/shares", json=shared).status_code == 200
        elif how == "group":
            world.people.join("sales", "anna")
        else:
            world.people.accounts.set_admin("anna", True)
    assert told[0].status_code == 200
    assert SECRET in told[0].text
    assert "was changed" not in told[0].text


@pytest.mark.parametrize("how", ["token", "share", "person"])
@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_what_is_taken_back_ends_an_answer_under_way(
    world: World, how: str, accept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.people.share("anna", "cid")
    token = next(one for one in world.people.tokens("cid"))
    with asking(world, "cid", accept, monkeypatch) as told:
        if how == "token":
            world.people.revoke(token.id)
        elif how == "share":
            world.people.unshare("anna", "cid")
        else:
            world.people.remove("cid")
    assert SECRET not in told[0].text
    # Not 503, by which a proxy would take the server for dead: anybody can bring this about. Who loses a share is answered
    # from what is left.
    assert told[0].status_code == (200 if how == "share" else 409)
    assert ("What you may read was changed" in told[0].text) is (how != "share")
    after = world.call("cid", "GET", "/v1/documents")
    assert after.status_code == (200 if how == "share" else 401)


def test_a_session_ends_with_the_token_that_it_was_made_with(world: World) -> None:
    """Also the token of an extension that was paired from it: who steals a token keeps nothing."""
    asked = world.call("operator", "POST", "/v1/people/link", json={"name": "anna"})
    link = asked.json()["link"]
    opened = world.client.get(link.partition("8484")[2], follow_redirects=False)
    cookie = opened.headers["set-cookie"].partition(";")[0]
    own = {"Cookie": cookie, "Sec-Fetch-Site": "same-origin", "Origin": "http://127.0.0.1:8484"}
    world.client.cookies.clear()

    def send(method: str, path: str) -> Any:
        return world.client.request(method, path, headers=own)

    assert send("GET", "/v1/me").json()["name"] == "anna"
    code = send("POST", "/v1/pairing-code").json()["code"].partition(":")[2]
    world.tokens["paired"] = code
    assert world.call("paired", "GET", "/v1/me").json()["rights"] == ["read", "write"]
    first = next(one for one in world.people.tokens("anna") if one.program == "web app")
    world.people.revoke(first.id)
    assert send("GET", "/v1/me").status_code == 401
    assert world.call("paired", "GET", "/v1/me").status_code == 401


def test_a_members_session_fetches_no_address_where_the_settings_forbid_it(world: World) -> None:
    """The app of whoever runs the server may always do so; a member may not ask of this machine's network."""
    link = world.call("anna", "POST", "/v1/sign-in-link").json()["link"]
    opened = world.client.get(link.partition("8484")[2], follow_redirects=False)
    cookie = opened.headers["set-cookie"].partition(";")[0]
    own = {"Cookie": cookie, "Sec-Fetch-Site": "same-origin", "Origin": "http://127.0.0.1:8484"}
    world.client.cookies.clear()
    asked = world.client.post("/v1/pages", json={"url": "http://192.0.2.1/"}, headers=own)
    assert asked.status_code == 403
    assert "fetch_urls" in asked.text


def test_a_group_that_nobody_is_in_gets_nothing(world: World) -> None:
    share = {"what": "team", "whom": "group:nobody-yet"}
    asked = world.call("root", "POST", "/v1/shares", json=share)
    assert asked.status_code == 404
    assert "people join nobody-yet" in asked.text


def test_a_person_shares_what_is_theirs_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    share = {"what": "anna", "whom": "mallory"}
    assert world.call("mallory", "POST", "/v1/shares", json=share).status_code == 404
    assert world.call("bob", "POST", "/v1/shares", json=share).status_code == 404
    assert (
        world.call(
            "cid", "POST", "/v1/shares", json={"what": "team", "whom": "mallory"}
        ).status_code
        == 404
    )
    assert world.call("anna", "POST", "/v1/shares", json=share).status_code == 200
    assert SECRET in str(world.ask("mallory"))
    assert world.call("anna", "DELETE", "/v1/shares", params=share).status_code == 200
    assert SECRET not in str(world.ask("mallory"))
    monkeypatch.setattr(type(world.engine.bases), "known", lambda bases: {"wiki"})
    base = {"what": "base:wiki", "whom": "everyone"}
    assert world.call("anna", "POST", "/v1/shares", json=base).status_code == 404
    assert world.call("root", "POST", "/v1/shares", json=base).status_code == 200


def test_a_restored_backup_has_the_same_people_libraries_and_rights(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after it was brought into the other store and back."""
    sent = world.call("anna", "POST", "/v1/uploads", params={"name": "s.txt"}, content=SECRET_TEXT)
    assert sent.status_code == 200
    until(
        lambda: "added" in world.call("anna", "GET", "/v1/adding").text.replace('"adding"', ""),
        "it is not added",
    )
    back_up(world.engine.home, tmp_path / "team.backup")
    monkeypatch.delenv("WHEREIN_STORE", raising=False)
    other = Home(tmp_path / "other")
    restore(tmp_path / "team.backup", other)
    assert [p.name for p in (other.folder / "files").rglob("s.txt")] == ["s.txt"]
    with team(other.folder, tmp_path / "documents") as again:
        again.tokens = world.tokens
        for one in (world, again):
            assert SECRET in str(one.ask("anna"))
            for who in ("bob", "mallory", "root"):
                assert SECRET not in str(one.ask(who))
        assert again.people.all() == world.people.all()
        assert again.people.shares() == world.people.shares()
        assert again.people.tokens() == world.people.tokens()
        for who in ("anna", "bob", "cid"):
            lists = [one.call(who, "GET", "/v1/documents").json() for one in (world, again)]
            assert lists[0] == lists[1]
        again.people.add("eve")
        with pytest.raises(UsageError, match="Both places have people"):
            restore(tmp_path / "team.backup", other)
