"""Tables over HTTP: a row a document, a column a question, at once or row by row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from wherein import Engine
from wherein.answering.articles.article_words import index_articles
from wherein.knowledge.building import build_base
from wherein.knowledge.importers import importer_for
from wherein.server.app import create_app
from wherein.server.wire import wire

QUESTIONS = ["Who is the harbour master?", "  ", "What is the salary of the president of Peru?"]


@pytest.fixture
def client(engine: Engine, tmp_path: Path) -> Iterator[TestClient]:
    for name, master in (("bergen", "Ingrid Haugen"), ("tromso", "Nils Berg")):
        path = tmp_path / "ports" / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            f"# Port of {name.title()}\n\nThe harbour master is {master}. 👩\n", "utf-8"
        )
    engine.add(tmp_path / "ports")
    app = create_app(engine, engine.home.token())
    with TestClient(app, base_url="http://127.0.0.1:8484", raise_server_exceptions=False) as made:
        made.headers["Authorization"] = f"Bearer {engine.home.token()}"
        yield made


def table(client: TestClient, **body: Any) -> dict[str, Any]:
    response = client.post("/v1/tables", json=body)
    assert response.status_code == 200, response.text
    wire.TableResponse.model_validate(response.json())
    found: dict[str, Any] = response.json()
    return found


def test_each_question_is_asked_of_each_document(client: TestClient, engine: Engine) -> None:
    found = table(client, questions=[*QUESTIONS, "who is the HARBOUR master?"], each=["ports"])
    assert len(found["questions"]) == 2
    assert {row["title"]: row["cells"][0]["answer"] for row in found["rows"]} == {
        "Port of Bergen": "Ingrid Haugen",
        "Port of Tromso": "Nils Berg",
    }
    assert {row["cells"][1]["status"] for row in found["rows"]} <= {"refused", "perhaps"}
    for row in found["rows"]:
        text = engine.kept(row["document"]).text
        cell = row["cells"][0]
        assert text[cell["start"] : cell["end"]] == cell["answer"]
    assert [group["rows"] for group in found["agreement"][0]] == [[0], [1]]


def test_a_tag_and_a_knowledge_base_are_named_like_a_folder(
    client: TestClient, engine: Engine, tmp_path: Path
) -> None:
    entry = next(e for e in engine.documents() if e.source.endswith("bergen.md"))
    engine.tag(entry.document, ["north"])
    found = table(client, questions=QUESTIONS[:1], each=["tag:north"])
    assert [row["cells"][0]["answer"] for row in found["rows"]] == ["Ingrid Haugen"]
    source = tmp_path / "articles.jsonl"
    articles = [
        {"title": "Oslo", "text": "The harbour master of Oslo is Piotr Zielinski."},
        {"title": "Genoa", "text": "The harbour master of Genoa is Carla Rossi."},
    ]
    source.write_text("\n".join(map(json.dumps, articles)), "utf-8")
    importer = importer_for(source)
    build_base(engine.home.knowledge, "south", [importer], index_words=index_articles).close()
    found = table(client, questions=QUESTIONS[:1], each=["south"])
    assert {row["title"]: row["cells"][0]["answer"] for row in found["rows"]} == {
        "Oslo": "Piotr Zielinski", "Genoa": "Carla Rossi"
    }  # fmt: skip
    assert {row["document"] for row in found["rows"]} == {"south:Oslo", "south:Genoa"}


def test_rows_come_as_they_are_done(client: TestClient) -> None:
    body = {"questions": QUESTIONS, "each": ["ports"]}
    response = client.post("/v1/tables", json=body, headers={"Accept": "text/event-stream"})
    events = [part.split("\ndata: ") for part in response.text.strip().split("\n\n")]
    assert [name for name, _ in events] == ["event: row", "event: row", "event: result"]
    first = json.loads(events[0][1])
    assert first["of"] == 2
    whole = wire.TableResponse.model_validate(json.loads(events[2][1]))
    assert whole.rows[0] == wire.WireRow.model_validate(first["row"])


@pytest.mark.parametrize(
    ("questions", "each", "status"),
    [
        ([" ", ""], ["ports"], 400),
        (["x" * 100_000], ["ports"], 400),
        (["Who?"] * 1_001, ["ports"], 400),
        (["Who?"], ["nowhere"], 404),
        (["Who?"], ["../../etc"], 404),
    ],
)
def test_what_makes_no_table_is_refused(
    client: TestClient, questions: list[str], each: list[str], status: int
) -> None:
    response = client.post("/v1/tables", json={"questions": questions, "each": each})
    assert response.status_code == status
    assert response.json()["error"]["next_step"]
