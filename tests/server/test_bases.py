"""Knowledge bases over HTTP: what one costs told before, made, asked, browsed, made again, stopped, removed."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.clock import GIVE_UP_SECONDS, until
from wherein import Engine
from wherein.server.app import create_app


@pytest.fixture
def client(engine: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[TestClient]:
    monkeypatch.setenv("HOME", str(tmp_path))
    app = create_app(engine, "t")
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as made:
        made.headers["Authorization"] = "Bearer t"
        yield made
    app.state.builder.close()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "ports.jsonl"
    rows = [{"title": f"Port {n:04}", "text": f"Port {n:04} has {n} cranes."} for n in range(300)]
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


def built(client: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = {}

    def is_done() -> bool:
        found.update(client.get("/v1/bases").json())
        return bool(found["building"]["state"] != "building")

    until(is_done)
    return found


def test_a_base_is_made_asked_browsed_and_removed(client: TestClient, source: Path) -> None:
    told = client.get("/v1/bases/estimate", params={"source": str(source)}).json()
    assert told["bytes"] == source.stat().st_size
    assert told["seconds"] >= 1
    assert client.post("/v1/bases", json={"name": "ports", "source": str(source)}).is_success
    found = built(client)
    assert found["building"]["state"] == "done"
    (base,) = found["bases"]
    assert (base["name"], base["articles"], base["searchable"]) == ("ports", 300, True)
    asked = {"question": "How many cranes has Port 0042?", "within": ["ports"]}
    assert client.post("/v1/ask", json=asked).json()["answers"][0]["text"].startswith("42")
    query = "name=ports&begins=port+00&limit=3&after=Port+0001"
    titles = client.get(f"/v1/bases/titles?{query}").json()["titles"]
    assert titles == ["Port 0002", "Port 0003", "Port 0004"]
    assert client.post("/v1/bases", json={"name": "ports"}).is_success
    assert built(client)["building"]["state"] == "done"
    assert client.delete("/v1/bases", params={"name": "ports"}).json()["bases"] == []


def test_a_base_that_is_not_there_is_not_found(client: TestClient) -> None:
    for response in (
        client.get("/v1/bases/titles", params={"name": "none"}),
        client.delete("/v1/bases", params={"name": "none"}),
    ):
        assert (response.status_code, response.json()["error"]["code"]) == (404, "unknown_name")


def test_what_cannot_be_made_is_told(client: TestClient, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{not json\n")
    client.post("/v1/bases", json={"name": "broken", "source": str(broken)})
    building = built(client)["building"]
    assert building["state"] == "failed"
    assert building["reason"]
    client.post("/v1/bases", json={"name": "none"})
    client.post("/v1/bases", json={"name": "none"})
    assert "no knowledge base" in built(client)["building"]["reason"]


def test_one_is_made_at_a_time_and_can_be_stopped(
    client: TestClient, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wherein.answering.articles.bases import Bases

    began, go_on = threading.Event(), threading.Event()

    def slow(made: Bases, name: str, source: str, on_progress: Callable[..., None]) -> None:
        began.set()
        go_on.wait(GIVE_UP_SECONDS)
        on_progress(1, 2, "reading")

    monkeypatch.setattr(Bases, "make", slow)
    client.post("/v1/bases", json={"name": "ports", "source": str(source)})
    began.wait(GIVE_UP_SECONDS)
    second = client.post("/v1/bases", json={"name": "more", "source": str(source)})
    assert second.status_code == 400
    assert "being made" in second.json()["error"]["what"]
    client.delete("/v1/bases", params={"name": "ports"})
    go_on.set()
    assert built(client)["building"]["state"] == "cancelled"
