"""An answer in a language model's words over HTTP: from places of kept documents, only where a model is named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.reading.models import Endpoint, endpoint, streams
from wherein import Engine
from wherein.server.app import create_app

TEXT = "# Ferries\n\nThe ferry costs 240 kroner. It leaves at seven.\n"


@pytest.fixture
def model() -> Iterator[Endpoint]:
    with endpoint(streams("The ferry costs 240 kroner [1]. ", "It sinks at noon [2].")) as there:
        yield there


@pytest.fixture
def client(home: Path, model: Endpoint, tmp_path: Path) -> Iterator[TestClient]:
    home.mkdir()
    (home / "config.toml").write_text(
        f'[generative]\nmodel = "m"\nurl = "{model.url}"\nretries = 0\nseconds = 5\n'
    )
    (tmp_path / "trip.md").write_text(TEXT, "utf-8")
    with Engine.open(home) as engine:
        engine.add(tmp_path / "trip.md")
        app = create_app(engine, "t")
        with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as made:
            made.headers["Authorization"] = "Bearer t"
            yield made


def sources(client: TestClient, *sentences: str) -> list[dict[str, Any]]:
    (entry,) = client.get("/v1/documents").json()["documents"]
    document = entry["document"]
    text = client.get("/v1/documents/text", params={"document": document}).json()["text"]
    return [
        {"document": document, "start": text.index(one), "end": text.index(one) + len(one)}
        for one in sentences
    ]


def test_each_sentence_comes_with_its_sources(client: TestClient, model: Endpoint) -> None:
    places = sources(client, "The ferry costs 240 kroner.", "It leaves at seven.")
    asked = {"question": "What does the ferry cost?", "sources": places}
    written = client.post("/v1/write", json=asked).json()
    assert written["model"] == "m"
    assert written["unknown"] is False
    assert written["sentences"] == [
        {"text": "The ferry costs 240 kroner.", "sources": [1], "supported": True},
        {"text": "It sinks at noon.", "sources": [2], "supported": False},
    ]
    prompt = model.bodies[0]["messages"][0]["content"]
    assert "Ferries\n[1] The ferry costs 240 kroner.\n[2] It leaves at seven." in prompt
    assert client.get("/v1/about").json()["writer"] == "m"
    assert client.get("/v1/about").json()["writer_url"] == model.url


def test_places_that_are_none_are_refused_before_the_model_is_asked(
    client: TestClient, model: Endpoint
) -> None:
    (place,) = sources(client, "It leaves at seven.")
    for wrong, status in (
        ([], 400),
        ([place] * 21, 400),
        ([{**place, "end": 9_999}], 400),
        ([{**place, "end": place["start"]}], 400),
        ([{**place, "start": -1}], 400),
        ([{**place, "document": "0" * 16}], 404),
        ([{**place, "document": "/etc/passwd"}], 404),
    ):
        said = client.post("/v1/write", json={"question": "Who?", "sources": wrong})
        assert said.status_code == status, wrong
        assert said.json()["error"]["next_step"]
    assert client.post("/v1/write", json={"question": "?", "sources": [place]}).status_code == 400
    assert model.bodies == []


def test_a_model_that_is_down_is_a_bad_gateway(client: TestClient, home: Path) -> None:
    place = sources(client, "It leaves at seven.")
    (home / "config.toml").write_text(
        '[generative]\nmodel = "m"\nurl = "http://127.0.0.1:9/v1"\nretries = 0\nseconds = 1\n'
    )
    with Engine.open(home) as engine:
        app = create_app(engine, "t")
        with TestClient(
            app, base_url="http://127.0.0.1", headers={"Authorization": "Bearer t"}
        ) as c:
            said = c.post("/v1/write", json={"question": "When?", "sources": place})
    assert said.status_code == 502
    assert said.json()["error"]["code"] == "model_unreachable"


def test_without_a_model_nothing_is_written(engine: Engine) -> None:
    with TestClient(create_app(engine, "t"), base_url="http://127.0.0.1") as client:
        client.headers["Authorization"] = "Bearer t"
        place = {"document": "x", "start": 0, "end": 3}
        said = client.post("/v1/write", json={"question": "When?", "sources": [place]})
        assert (said.status_code, said.json()["error"]["code"]) == (400, "usage")
        assert "writer" not in client.get("/v1/about").json()
    assert engine.writer is None
