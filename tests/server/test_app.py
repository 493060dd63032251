"""The HTTP door: the contract's JSON, the right status for each error, and nobody let in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.bad_files import FAILING, bad_files
from wherein import Engine
from wherein.server.app import create_app
from wherein.server.wire import wire

PAGE = "The harbour master is Ingrid Haugen.\n\nShe came in 1990. The ferry leaves at seven. 👩‍🔬"


@pytest.fixture
def client(engine: Engine) -> Iterator[TestClient]:
    app = create_app(engine, engine.home.token())
    with TestClient(app, base_url="http://127.0.0.1:8484", raise_server_exceptions=False) as made:
        made.headers["Authorization"] = f"Bearer {engine.home.token()}"
        yield made


def ask(client: TestClient, **body: Any) -> dict[str, Any]:
    response = client.post("/v1/ask", json=body)
    assert response.status_code == 200, response.text
    wire.AskResponse.model_validate(response.json())
    found: dict[str, Any] = response.json()
    return found


def test_a_text_that_is_sent_is_answered_in_its_place(client: TestClient) -> None:
    found = ask(client, question="Who is the harbour master?", text=PAGE, title="Harbour")
    best = found["answers"][0]
    assert best["text"] == "Ingrid Haugen" == PAGE[best["start"] : best["end"]]
    assert best["title"] == "Harbour"
    assert found["answered"] is True
    assert found["read"] == {"fraction": 1.0, "words": len(PAGE.split())}
    assert [step["step"] for step in found["steps"]][:2] == ["page", "small"]


def test_blocks_are_used_as_they_are(client: TestClient) -> None:
    text = "Staff\n\nThe master is Ingrid."
    blocks = [
        {"kind": "heading", "level": 1, "start": 0, "end": 5},
        {"kind": "paragraph", "start": 7, "end": 28},
    ]
    found = ask(client, question="Who is the master?", text=text, blocks=blocks)
    assert found["answers"][0]["section"] == ["Staff"]


def test_documents_come_and_go(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    path = tmp_path / "note.md"
    path.write_text("# Trip\n\nThe ferry costs 240 kroner.\n")
    added = client.post("/v1/documents", json={"sources": [str(path), str(tmp_path / "no.md")]})
    wire.AddResponse.model_validate(added.json())
    assert len(added.json()["added"]) == 1
    assert "does not exist" in added.json()["failed"][0]["reason"]
    (row,) = client.get("/v1/documents").json()["documents"]
    assert row["title"] == "Trip"
    for scope in ({}, {"document": row["document"]}):
        assert (
            ask(client, question="How much is the ferry?", **scope)["answers"][0]["text"]
            == "240 kroner"
        )
    hits = client.post("/v1/search", json={"query": "ferry kroner"}).json()
    wire.SearchResponse.model_validate(hits)
    assert hits["hits"][0]["document"] == row["document"]
    gone = client.delete("/v1/documents", params={"document": row["document"]})
    wire.RemoveResponse.model_validate(gone.json())
    assert client.get("/v1/documents").json() == {"documents": []}
    assert path.exists()


def test_whatever_an_added_file_does_is_its_own_failure(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = bad_files(tmp_path / "papers")
    response = client.post("/v1/documents", json={"sources": [str(folder)]})
    assert response.status_code == 200
    done = wire.AddResponse.model_validate(response.json())
    assert [row.title for row in done.added] == ["good"]
    reasons = {Path(row.source).name: row.reason for row in done.failed}
    assert sorted(reasons) == FAILING
    assert "not UTF-8" in reasons["caf\ufffd.txt"]
    assert "nested too deeply" in reasons["deep.eml"]
    assert "nested too deeply" in reasons["deep.mhtml"]
    assert ask(client, question="What does the ferry cost?")["answers"][0]["text"] == "240 kroner"


def test_answers_stream_as_they_are_found(client: TestClient) -> None:
    body = {"question": "Who is the harbour master?", "text": PAGE + "\n\nMore words here." * 400}
    events = []
    with client.stream(
        "POST", "/v1/ask", json=body, headers={"Accept": "text/event-stream"}
    ) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for line in stream.iter_lines():
            if line.startswith("event: "):
                events.append((line[7:], None))
            elif line.startswith("data: "):
                events[-1] = (events[-1][0], json.loads(line[6:]))
    kinds = [kind for kind, _ in events]
    assert kinds[-1] == "result"
    assert set(kinds[:-1]) == {"found"}
    first, last = events[0][1], events[-1][1]
    assert first is not None
    assert last is not None
    assert first["read"]["fraction"] < last["read"]["fraction"] == 1.0
    wire.AskResponse.model_validate(last)


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/v1/ask", {"question": ""}, 400, "usage"),
        ("/v1/ask", {"question": "why " * 2_600_000, "text": "x"}, 400, "usage"),
        ("/v1/ask", {"question": "Who?", "text": " "}, 400, "usage"),
        ("/v1/ask", {"question": "Who?", "text": "a\r\nb"}, 400, "usage"),
        ("/v1/ask", {"question": "Who?", "text": "ab", "document": "d"}, 400, "usage"),
        ("/v1/ask", {"question": "Who?", "blocks": []}, 400, "usage"),
        ("/v1/ask", {"question": "Who?", "text": "ab", "blocks": [{"kind": "paragraph", "start": 1, "end": 9}]}, 400, "usage"),
        ("/v1/ask", {"question": "Who?", "text": "ab", "blocks": [{"kind": "paragraph", "start": 2, "end": 1}]}, 400, "usage"),
        ("/v1/ask", {"question": "Who?", "text": "ab", "blocks": [{"kind": "menu", "start": 0, "end": 1}]}, 400, "usage"),
        ("/v1/ask", {"question": "Who?", "txt": "misspelt"}, 400, "usage"),
        ("/v1/ask", {"question": 7}, 400, "usage"),
        ("/v1/ask", {"question": "Who?", "document": "nobody"}, 404, "unknown_document"),
        ("/v1/ask", {"question": "Who?", "document": "/etc/hostname"}, 404, "unknown_document"),
        ("/v1/ask", {"question": "Who?", "url": "http://127.0.0.1:1/"}, 403, "source_forbidden"),
        ("/v1/ask", {"question": "Who?", "url": "/etc/hostname"}, 403, "source_forbidden"),
        ("/v1/search", {"query": " "}, 400, "usage"),
        ("/v1/search", {"query": "x", "document": "/etc/hostname"}, 404, "unknown_document"),
        ("/v1/documents", {"sources": []}, 400, "usage"),
    ],
)  # fmt: skip
def test_errors_are_reported(
    client: TestClient, path: str, body: dict[str, Any], status: int, code: str
) -> None:
    response = client.post(path, json=body)
    assert response.status_code == status, response.text
    wire.ErrorResponse.model_validate(response.json())
    assert response.json()["error"]["code"] == code
    assert len(response.text) < 1000


def test_the_routes_are_described_where_errors_point_to(client: TestClient) -> None:
    said = client.post("/v1/ask", json={}).json()["error"]
    assert "openapi.json" in said["next_step"]
    described = client.get("/openapi.json").json()
    assert described["paths"].keys() >= {"/v1/ask", "/v1/documents"}


def test_an_error_names_the_field_and_counts_characters(client: TestClient) -> None:
    for wrong in ([1, 2], 3):
        response = client.post("/v1/embeddings", json={"model": "static", "input": wrong})
        said = response.json()["error"]["what"]
        assert "[" not in said
        assert said.startswith("The request is not right at input")
    long = client.get("/v1/questions/similar", params={"q": "q" * 501}).json()["error"]["what"]
    assert "at most 500 characters" in long


def test_openai_clients_are_told_of_a_path_that_is_not_here(client: TestClient) -> None:
    said = client.post("/v1/responses", json={}).json()["error"]
    assert said["message"].startswith("There is no POST /v1/responses.")


@pytest.mark.parametrize(
    "host", ["127.0.0.1:1", "[fec0::1]", "[64:ff9b:1::a00:1]", "[::7f00:1]", "[::ffff:10.0.0.1]"]
)
def test_addresses_inside_are_not_fetched_where_fetching_is_allowed(
    engine: Engine, home: Path, host: str
) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.toml").write_text("fetch_urls = true\n")
    with (
        Engine.open(home) as allowed,
        TestClient(create_app(allowed, "t"), base_url="http://127.0.0.1") as client,
    ):
        answer = client.post(
            "/v1/ask",
            json={"question": "Who?", "url": f"http://{host}/"},
            headers={"Authorization": "Bearer t"},
        )
    assert answer.status_code == 403
    assert "inside this network" in answer.text


@pytest.mark.parametrize("token", [None, "Bearer wrong", "Basic x", "Bearer ", "bearer"])
def test_nobody_without_the_token(client: TestClient, token: str | None) -> None:
    del client.headers["Authorization"]
    headers = {} if token is None else {"Authorization": token}
    for method, path in (("GET", "/v1/documents"), ("POST", "/v1/ask"), ("GET", "/nowhere")):
        response = client.request(method, path, headers=headers)
        assert response.status_code == 401
        assert response.json()["error"]["code"] == "token"
    assert client.get("/v1/health", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "evil@127.0.0.1", "localhost:8484.evil", "", "[::1"],
)
def test_no_other_name_than_this_machine(client: TestClient, host: str) -> None:
    assert client.get("/v1/health", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:9999", "chrome-extension://"]
)
def test_no_page_of_the_web(client: TestClient, origin: str) -> None:
    response = client.post("/v1/ask", json={"question": "Who?"}, headers={"Origin": origin})
    assert response.status_code == 403
    assert "access-control-allow-origin" not in response.headers


def test_the_extension_is_let_in_with_its_token(client: TestClient) -> None:
    origin = "chrome-extension://abcdefghijklmnopabcdefghijklmnop"
    before = client.options(
        "/v1/ask", headers={"Origin": origin, "Access-Control-Request-Method": "POST"}
    )
    assert before.status_code == 204
    assert before.headers["access-control-allow-origin"] == origin
    response = client.get("/v1/documents", headers={"Origin": origin})
    assert response.status_code == 200
    assert response.headers["access-control-allow-origin"] == origin


def test_a_body_without_end_is_cut_off(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wherein.server.guards.gate.MOST_BODY_BYTES", 10_000)

    def endless() -> Iterator[bytes]:
        for _ in range(1000):
            yield b"x" * 1000

    response = client.post("/v1/ask", content=endless())
    assert response.status_code == 413
    assert client.post("/v1/ask", content=b"x" * 20_000).status_code == 413


def test_the_token_is_this_persons_alone(engine: Engine) -> None:
    token = engine.home.token()
    path = engine.home.folder / "token"
    assert path.stat().st_mode & 0o777 == 0o600
    assert engine.home.token() == token == path.read_text().strip()
    assert len(token) >= 40


def test_paths_that_are_not(client: TestClient) -> None:
    assert client.get("/v2").json()["error"]["code"] == "path"
    assert client.get("/v1/ask").status_code == 405
    assert client.get("/v1/openapi.json").status_code == 404
    assert client.get("/docs").status_code == 404


def test_openapi_has_not_drifted(engine: Engine) -> None:
    committed = Path(__file__).parents[2] / "contracts" / "openapi.json"
    now = create_app(engine, "t").openapi()
    assert json.loads(committed.read_text("utf-8")) == now, "run: make openapi"


STAFF = "The director of the museum is Ingrid Haugen.\n\nIngrid Haugen was born in Bergen."
SAID = {"question": "Who is the director of the museum?", "answer": "Ingrid Haugen"}


def test_a_follow_up_is_completed_from_the_turns_that_are_sent(client: TestClient) -> None:
    found = ask(client, question="Where was she born?", text=STAFF, turns=[SAID])
    assert (found["question"], found["typed"]) == (
        "Where was Ingrid Haugen born?",
        "Where was she born?",
    )
    assert found["answers"][0]["text"] == "Bergen"
    typed = ask(client, question="Where was she born?", text=STAFF, turns=[SAID], as_typed=True)
    assert typed["question"] == "Where was she born?"
    assert "typed" not in typed


def test_what_a_question_is_understood_as_is_shown_without_asking(client: TestClient) -> None:
    body = {"question": "Where was she born?", "turns": [SAID]}
    found = client.post("/v1/understand", json=body).json()
    assert found == {
        "typed": "Where was she born?",
        "understood": "Where was Ingrid Haugen born?",
        "added": ["ingrid", "haugen"],
        "unclear": "",
    }
    alone = client.post("/v1/understand", json={"question": "Where was she born?"}).json()
    assert alone["understood"] == alone["typed"]


@pytest.mark.parametrize(
    "turns",
    [
        "no list",
        [{}],
        [{"question": "Who?", "start": 9, "end": 3}],
        [{"question": "Who?", "other": 1}],
        [SAID] * 201,
    ],
)
def test_turns_that_are_not_right_are_refused(client: TestClient, turns: Any) -> None:
    response = client.post("/v1/ask", json={"question": "Why?", "text": STAFF, "turns": turns})
    assert response.status_code == 400
