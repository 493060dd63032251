"""What those who run a server see of it: metrics, readiness, a log without questions; and what a member may ask and keep."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from tests.clock import until
from tests.postgres_server import Server
from tests.server.team_world import OPERATOR, READ, SECRET, World, team, with_secret
from wherein import Engine
from wherein.core.errors import LibraryError
from wherein.people.access import Grant, Identity, Person, Reach, Right, Role
from wherein.people.people import People
from wherein.server.app import create_app
from wherein.server.guards.gate import IDENTITY
from wherein.server.operations import quotas
from wherein.server.operations.quotas import QuestionQuota
from wherein.server.operations.readiness import KEPT_S, Readiness

QUESTION = "What is the zanzibarplum of the word?"


@pytest.fixture
def world(home: Path, tmp_path: Path) -> Iterator[World]:
    with with_secret(home, tmp_path / "documents") as made:
        yield made


def numbers(text: str) -> dict[tuple[str, ...], float]:
    """The value of each sample, by its name and the values of its labels."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_metrics_count_requests_by_route_and_hold_nothing_of_anybodys(world: World) -> None:
    for _ in range(3):
        world.ask("anna", QUESTION)
    world.call("anna", "GET", f"/d/{world.secret}")
    world.call("anna", "GET", f"/nothing/{SECRET}")
    world.call("", "GET", "/v1/documents")
    response = world.call("operator", "GET", "/metrics")
    assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = numbers(response.text)
    assert found["wherein_requests_total", "POST", "/v1/ask", "200"] == 3
    assert found["wherein_request_seconds_count", "/v1/ask"] == 3
    assert {name[2] for name in found if name[0] == "wherein_requests_total"} >= {
        "/d/{document:path}"
    }
    assert found["wherein_requests_total", "GET", "none", "404"] == 1
    assert found["wherein_requests_total", "GET", "none", "401"] == 1
    assert found["wherein_requests_running",] == 1  # this one
    assert found["wherein_ready",] == 1
    assert found["wherein_library_generation",] == world.engine.generation
    assert found["wherein_indexes_behind",] == 0
    for told in (SECRET, world.secret, "anna", str(world.folder), OPERATOR):
        assert told not in response.text


def test_metrics_are_for_those_who_run_the_server(world: World) -> None:
    assert world.call("root", "GET", "/metrics").status_code == 200
    for who, status in (("anna", 403), ("", 401), ("nonsense", 401)):
        assert world.call(who, "GET", "/metrics").status_code == status


def test_metrics_without_their_package_say_how_to_get_it(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wherein.server.app.is_installed", lambda: False)
    with Engine.open(home) as engine:
        client = TestClient(create_app(engine, OPERATOR), base_url="http://127.0.0.1:8484")
        response = client.get("/metrics", headers={"Authorization": f"Bearer {OPERATOR}"})
    assert response.status_code == 501
    assert "prometheus-client, which is not installed. Get it: " in _sentence(response)


def test_a_server_is_ready_while_its_library_can_be_read(
    home: Path, store_url: str, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHEREIN_STORE", store_url)
    monkeypatch.setattr("wherein.server.operations.readiness.KEPT_S", 0.0)
    with Engine.open(home) as engine:
        client = TestClient(create_app(engine, OPERATOR), base_url="http://127.0.0.1:8484")
        assert client.get("/v1/ready").json() == {"status": "ready"}
        postgres.kill()
        try:
            response = client.get("/v1/ready")
            assert (response.status_code, response.headers["retry-after"]) == (503, "2")
            assert response.json()["error"]["what"] == "The library can't be read now."
            assert client.get("/v1/health").status_code == 200  # it lives
        finally:
            postgres.start()
        until(lambda: client.get("/v1/ready").status_code == 200)


def test_a_server_whose_own_library_can_not_be_read_is_not_ready(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Engine.open(home) as engine:
        client = TestClient(create_app(engine, OPERATOR), base_url="http://127.0.0.1:8484")

        def damaged(_: Engine) -> int:
            raise LibraryError("The library is damaged.", "Restore a backup.")

        monkeypatch.setattr(Engine, "generation", property(damaged))
        assert client.get("/v1/ready").status_code == 503


def test_who_asks_often_whether_it_is_ready_costs_nothing() -> None:
    looks: list[float] = []
    now = [100.0]

    def look() -> bool:
        looks.append(now[0])
        return len(looks) < 3

    ready = Readiness(look, lambda: now[0])
    assert [ready.is_ready() for _ in range(50)] == [True] * 50
    assert len(looks) == 1
    now[0] += KEPT_S
    assert ready.is_ready()
    now[0] += KEPT_S
    assert not any(ready.is_ready() for _ in range(50))
    assert len(looks) == 3


def test_the_log_has_a_line_for_each_request_and_no_question(home: Path, tmp_path: Path) -> None:
    log = io.StringIO()
    note = tmp_path / f"{SECRET}.txt"
    note.write_text("The ferry to Bergen costs 240 kroner.")
    with Engine.open(home) as engine, People.of(engine.home) as people:
        engine.add(note)
        people.add("anna")
        people.share("main", "anna")
        token = people.make_token("anna", "test", READ)[1]
        client = TestClient(create_app(engine, OPERATOR, log=log), base_url="http://127.0.0.1:8484")
        headers = {"Authorization": f"Bearer {token}"}
        client.post("/v1/ask", json={"question": QUESTION}, headers=headers)
        completed = client.get("/v1/complete", params={"prefix": SECRET[:4]}, headers=headers)
        client.get(f"/{SECRET}", headers={"Authorization": f"Bearer {OPERATOR}"})
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [(one["method"], one["route"], one["status"], one["person"]) for one in lines] == [
        ("POST", "/v1/ask", 200, "anna"),
        ("GET", "/v1/complete", completed.status_code, "anna"),
        ("GET", "none", 404, ""),
    ]
    assert all(one["ms"] >= 0 and one["bytes"] > 0 for one in lines)
    for told in (SECRET, "ferry", token, OPERATOR):
        assert told not in log.getvalue()


def test_who_leaves_before_the_answer_is_no_error_of_the_server(home: Path) -> None:
    log = io.StringIO()
    with Engine.open(home) as engine:
        app = create_app(engine, OPERATOR, log=log)
        for path in ("/v1/ask", "/v1/uploads", "/v1/feedback", "/v1/memory/mine"):
            parts = [{"type": "http.request", "body": b"{", "more_body": True}]

            async def receive(parts: list[Any] = parts) -> Any:
                return parts.pop() if parts else {"type": "http.disconnect"}

            async def send(message: Any) -> None:
                del message

            scope = {
                "type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "http_version": "1.1",
                "query_string": b"name=a.txt", "scheme": "http", "root_path": "",
                "headers": [(b"host", b"127.0.0.1:8484"), (b"authorization", f"Bearer {OPERATOR}".encode())],
            }  # fmt: skip
            asyncio.run(app(scope, receive, send))
        text = app.state.metrics.text().decode()
    statuses = [json.loads(line)["status"] for line in log.getvalue().splitlines()]
    assert statuses == [499] * 4
    assert not any(name[-1] == "500" for name in numbers(text) if len(name) > 3)


def test_a_log_that_can_not_be_written_ends_no_request(home: Path) -> None:
    log = io.StringIO()
    log.close()
    with Engine.open(home) as engine:
        client = TestClient(create_app(engine, OPERATOR, log=log), base_url="http://127.0.0.1:8484")
        assert client.get("/v1/health").status_code == 200


# --- quotas


@pytest.fixture
def small(home: Path, tmp_path: Path) -> Iterator[World]:
    """A team each of whose members may ask twice a minute, and keep two documents and a megabyte."""
    settings = "quota_questions = 2\nquota_documents = 2\nquota_megabytes = 1\n"
    with team(home, tmp_path / "documents", settings) as world:
        world.person("anna")
        world.person("bob")
        world.person("root", tuple(Right), is_admin=True)
        yield world


def test_who_has_asked_enough_is_told_when_to_ask_again(small: World) -> None:
    question = {"question": "When does the ferry leave?"}
    for _ in range(2):
        small.ask("anna", question["question"])
    refused = small.call("anna", "POST", "/v1/ask", json=question)
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["retry-after"]) <= 30
    error = refused.json()["error"]
    assert (error["code"], error["what"]) == ("quota", "You may ask 2 questions a minute here.")
    assert error["next_step"].startswith("Ask again in ")
    search = small.call("anna", "POST", "/v1/search", json=question)
    assert search.status_code == 429
    assert small.call("anna", "GET", "/v1/documents").status_code == 200
    for _ in range(3):  # each has their own, and who manages the server has none
        small.ask("root", question["question"])
        small.ask("operator", question["question"])
    small.ask("bob", question["question"])
    token = small.people.make_token("anna", "another", READ)[1]
    assert small.call(token, "POST", "/v1/ask", json=question).status_code == 429


def test_questions_come_back_with_time() -> None:
    now = [0.0]
    served: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        served.append(scope[IDENTITY].person.id)

    quota = QuestionQuota(app, 60, lambda: now[0])

    def ask(person: str) -> int | None:
        sent: list[MutableMapping[str, Any]] = []

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        who = Identity(Person(person, person), frozenset(READ))
        scope = {"type": "http", "method": "POST", "path": "/v1/ask", IDENTITY: who}
        asyncio.run(quota(scope, None, send))  # type: ignore[arg-type]
        if not sent:
            return None
        return int(dict(sent[0]["headers"])[b"retry-after"])

    assert [ask("anna") for _ in range(61)] == [None] * 60 + [1]
    assert ask("bob") is None
    now[0] += 1.0
    assert (ask("anna"), ask("anna")) == (None, 1)
    now[0] += 1_000.0
    assert [ask("anna") for _ in range(61)] == [None] * 60 + [1]
    now[0] -= 500.0  # a clock that goes back gives nothing, and takes nothing for ever
    assert ask("bob") is None


def test_what_is_looked_up_for_questions_counts_too(small: World) -> None:
    small.ask("anna", "When does the ferry leave?")
    assert small.call("anna", "POST", "/v1/embeddings", json={"input": "a"}).status_code != 429
    assert small.call("anna", "POST", "/v1/embeddings", json={"input": "a"}).status_code == 429
    calls = [
        small.call("bob", "GET", "/v1/questions/similar", params={"q": "ferry"}) for _ in range(21)
    ]
    assert [one.status_code for one in calls[:19]] == [200] * 19
    understood = {"question": "and then?", "turns": []}
    while (one := small.call("bob", "POST", "/v1/understand", json=understood)).status_code != 429:
        assert len(calls) < 500
        calls.append(one)


def test_a_member_shares_so_often_and_takes_back_always(small: World) -> None:
    share = {"what": "anna", "whom": "everyone"}
    told = []
    for _ in range(quotas.SHARES_AT_ONCE + 5):
        told.append(small.call("anna", "POST", "/v1/shares", json=share).status_code)
        if told[-1] == 200:
            assert small.call("anna", "DELETE", "/v1/shares", params=share).status_code == 200
    assert told[: quotas.SHARES_AT_ONCE] == [200] * quotas.SHARES_AT_ONCE
    assert 429 in told
    for _ in range(quotas.SHARES_AT_ONCE + 5):  # who manages the server has no bound
        assert small.call("root", "POST", "/v1/shares", json=share).status_code == 200


def test_a_million_people_are_not_all_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MOST_PEOPLE", 3)
    quota = QuestionQuota(lambda *_: None, 1, lambda: 0.0)  # type: ignore[arg-type, return-value]
    assert [quota._take(f"p{number}") for number in range(100)] == [0] * 100
    assert len(quota._left) == 3
    assert quota._take("p99") == 60


def test_a_library_that_is_full_takes_no_more(small: World) -> None:
    for number in range(2):
        sent = small.call("anna", "POST", "/v1/uploads", params={"name": f"{number}.txt"},
                          content=f"The ferry number {number} leaves at noon.")  # fmt: skip
        assert sent.status_code == 200, sent.text
        until(lambda: "waiting" not in (told := small.call("anna", "GET", "/v1/adding").text)
              and "reading" not in told)  # fmt: skip
    refused = small.call("anna", "POST", "/v1/uploads", params={"name": "3.txt"}, content="Three.")
    assert refused.status_code == 413
    assert refused.json()["error"]["code"] == "quota"
    assert "may have 2 documents, and has them. Remove some" in _sentence(refused)
    documents = small.call("anna", "GET", "/v1/documents").json()["documents"]
    assert len(documents) == 2
    small.call("anna", "DELETE", "/v1/documents", params={"document": documents[0]["document"]})
    taken = small.call("anna", "POST", "/v1/uploads", params={"name": "3.txt"}, content="Three.")
    assert taken.status_code == 200
    other = small.call("bob", "POST", "/v1/uploads", params={"name": "1.txt"}, content="One ferry.")
    assert other.status_code == 200


def test_files_that_take_too_much_are_not_kept(small: World) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(12):
            yield b"word " * 20_000

    for content in (b"word " * 240_000, pieces()):
        refused = small.call(
            "anna", "POST", "/v1/uploads", params={"name": "big.txt"}, content=content
        )
        assert refused.status_code == 413, refused.text
        assert "may take 1 MB here" in _sentence(refused)
    kept = [path for path in (small.engine.home.folder / "files").rglob("*") if path.is_file()]
    assert kept == []
    assert small.call("anna", "POST", "/v1/uploads", params={"name": "a.txt"},
                      content=b"word " * 100_000).status_code == 200  # fmt: skip
    refused = small.call("anna", "POST", "/v1/uploads", params={"name": "b.txt"},
                         content=b"word " * 120_000)  # fmt: skip
    assert refused.status_code == 413


def many_at_once(world: World, who: str, sizes: list[int]) -> list[int]:
    """Send so many files at once, of which the last byte comes once of all the first came; the status of each."""
    begun: list[int] = []

    async def upload(number: int, size: int, goes_on: asyncio.Event) -> int:
        parts = [(f"{number} ferry ".encode() * size)[: size - 1], b"."]
        statuses: list[int] = []

        async def receive() -> Any:
            if len(parts) == 1:
                begun.append(number)
                await goes_on.wait()
            body = parts.pop(0) if parts else b""
            return {"type": "http.request", "body": body, "more_body": bool(parts)}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        scope = {
            "type": "http", "method": "POST", "path": "/v1/uploads", "raw_path": b"/v1/uploads", "http_version": "1.1",
            "query_string": f"name={number}.txt".encode(), "scheme": "http", "root_path": "",
            "headers": [
                (b"host", b"127.0.0.1:8484"), (b"authorization", f"Bearer {world.tokens[who]}".encode()),
                (b"content-length", str(size).encode()),
            ],
        }  # fmt: skip
        await world.client.app(scope, receive, send)
        return statuses[0]

    async def all_of_them() -> list[int]:
        goes_on = asyncio.Event()
        sent = [
            asyncio.create_task(upload(number, size, goes_on)) for number, size in enumerate(sizes)
        ]
        while len(begun) + sum(one.done() for one in sent) < len(sizes):
            await asyncio.sleep(0.01)
        goes_on.set()
        return list(await asyncio.gather(*sent))

    return asyncio.run(all_of_them())


def test_files_that_are_sent_at_once_pass_no_quota(small: World) -> None:
    assert sorted(many_at_once(small, "anna", [200] * 8)) == [200, 200, *[413] * 6]
    assert sorted(many_at_once(small, "bob", [600_000] * 2)) == [200, 413]
    until(lambda: len(small.call("anna", "GET", "/v1/documents").json()["documents"]) == 2)
    assert len(list((small.engine.home.folder / "files").glob("*/*/*.txt"))) == 3
    # What was refused or cut off holds no room.
    small.call("bob", "POST", "/v1/uploads", params={"name": "b.txt"}, content=b"word " * 70_000)
    until(lambda: len(small.call("bob", "GET", "/v1/documents").json()["documents"]) == 2)


def test_another_server_may_have_filled_the_library(small: World) -> None:
    """The library counts once more where a document is added: the check before knows nothing of those."""
    library = small.people.library("anna")
    reach = Reach(frozenset({Grant(library, "", Role.ADMIN)}), own=library)
    small.folder.mkdir(parents=True, exist_ok=True)
    files = [small.folder / f"{number}.txt" for number in range(4)]
    for file in files:
        file.write_text(f"The ferry leaves from {file.name}.")
    with small.engine.seen_by(reach, is_bounded=True) as anna:
        summary = anna.add(*files)
    assert len(summary.added) == 2
    assert {one.reason for one in summary.failed} == {
        "Your library may have 2 documents, and has them. Remove some, or ask those who run the server for more."
    }


def _sentence(response: Any) -> str:
    error = response.json()["error"]
    return f"{error['what']} {error['next_step']}"
