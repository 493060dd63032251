"""The HTTP door with a knowledge base: the article that a question names is read, as `wherein ask` does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from wherein import Engine
from wherein.knowledge.building import build_base
from wherein.knowledge.importers import importer_for
from wherein.server.app import create_app


@pytest.fixture
def client(engine: Engine) -> Iterator[TestClient]:
    build_base(engine.home.knowledge, "sample", [importer_for("sample")]).close()
    app = create_app(engine, engine.home.token())
    with TestClient(app, base_url="http://127.0.0.1:8484") as made:
        made.headers["Authorization"] = f"Bearer {engine.home.token()}"
        yield made


def test_the_article_that_a_question_names_is_read(client: TestClient) -> None:
    found = client.post("/v1/ask", json={"question": "Where did John Snetzler die?"}).json()
    best = found["answers"][0]
    assert best["text"] == "Schaffhausen"
    assert best["title"] == "John Snetzler"
    assert [step["step"] for step in found["steps"]][:2] == ["linking", "entity"]
    assert found["links"][0]["document"] == best["document"]
    assert best["credit"].startswith("From the knowledge base sample")
    assert any("CC BY-SA 3.0" in note for note in found["notes"])


def test_a_stream_reads_the_article_as_well(client: TestClient) -> None:
    question = {"question": "Where did John Snetzler die?"}
    accept = {"Accept": "text/event-stream"}
    with client.stream("POST", "/v1/ask", json=question, headers=accept) as report:
        assert "Schaffhausen" in "".join(report.iter_text())
