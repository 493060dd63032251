"""`--in NAME` at every door: a document, a folder, a knowledge base, a file; several together; unknown names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from wherein import Engine, Options
from wherein.answering.articles.article_words import index_articles
from wherein.answering.library.scope_documents import asked_within
from wherein.cli.main import invoke
from wherein.core.errors import UnknownDocument, UsageError
from wherein.knowledge.building import build_base
from wherein.knowledge.importers import importer_for
from wherein.server.app import create_app

QUESTION = "Who is the harbour master?"


@pytest.fixture
def ports(engine: Engine, tmp_path: Path) -> Path:
    for folder, name, master in (
        ("north", "bergen", "Ingrid Haugen"),
        ("north", "tromso", "Nils Berg"),
        ("south", "genoa", "Carla Rossi"),
    ):
        path = tmp_path / "ports" / folder / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# Port of {name.title()}\n\nThe harbour master is {master}.\n", "utf-8")
    engine.add(tmp_path / "ports")
    return tmp_path / "ports"


def answers(engine: Engine, *names: str) -> set[str]:
    return {a.text for a in engine.ask(QUESTION, options=Options(within=names)).answers}


def test_a_document_a_folder_or_both(engine: Engine, ports: Path) -> None:
    assert answers(engine, "genoa.md") == {"Carla Rossi"}
    assert answers(engine, str(ports / "north")) == {"Ingrid Haugen", "Nils Berg"}
    assert answers(engine, "north") == {"Ingrid Haugen", "Nils Berg"}
    assert answers(engine, "tromso.md", "genoa.md") == {"Nils Berg", "Carla Rossi"}
    assert answers(engine) == {"Ingrid Haugen", "Nils Berg", "Carla Rossi"}


def test_one_document_is_read_to_its_end_and_several_are_searched(
    engine: Engine, ports: Path
) -> None:
    def read_whole(*names: str) -> bool:
        scope = engine._documents.named(names)
        return scope is not None and asked_within(engine._documents, scope) is not None

    assert read_whole("genoa.md")
    assert not read_whole("genoa.md", "bergen.md")
    assert not read_whole("north")


def test_a_search_is_limited_in_the_same_way(engine: Engine, ports: Path) -> None:
    found = engine.search("harbour master", within=["north", "genoa.md"])
    assert len({hit.passage.document for hit in found}) == 3
    found = engine.search("harbour master", within=["genoa.md"])
    assert [hit.passage.section[0] for hit in found] == ["Port of Genoa"]


def test_a_file_that_is_not_kept_is_read(engine: Engine, ports: Path, tmp_path: Path) -> None:
    other = tmp_path / "oslo.md"
    other.write_text("The harbour master is Piotr Zielinski.\n", "utf-8")
    assert answers(engine, str(other), "genoa.md") == {"Piotr Zielinski", "Carla Rossi"}


def test_names_of_nothing_and_two_scopes_are_refused(engine: Engine, ports: Path) -> None:
    for name in ("nowhere", "north/none"):
        with pytest.raises(UnknownDocument):
            answers(engine, "genoa.md", name)
    with pytest.raises(UsageError):
        answers(engine, "")
    with pytest.raises(UsageError):
        engine.ask(QUESTION, str(ports), Options(within=("genoa.md",)))
    with pytest.raises(UsageError):
        engine.search("harbour", str(ports), within=["genoa.md"])


def test_a_removed_document_leaves_its_scope(engine: Engine, ports: Path) -> None:
    engine.remove("bergen.md")
    assert answers(engine, "north") == {"Nils Berg"}


def test_the_command_line_takes_several(
    engine: Engine, ports: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["ask", "--in", "north", "--in", "genoa.md", QUESTION, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["answers"]) == 3
    assert invoke(["search", "--in", "genoa.md", "harbour", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["hits"]) == 1
    assert invoke(["ask", "--in", "nowhere", QUESTION]) != 0
    assert "wherein list" in capsys.readouterr().err


@pytest.fixture
def client(engine: Engine) -> Iterator[TestClient]:
    app = create_app(engine, engine.home.token())
    with TestClient(app, base_url="http://127.0.0.1:8484") as made:
        made.headers["Authorization"] = f"Bearer {engine.home.token()}"
        yield made


def test_over_http_only_what_is_kept_can_be_named(
    client: TestClient, ports: Path, tmp_path: Path
) -> None:
    body = {"question": QUESTION, "within": ["north"]}
    found = client.post("/v1/ask", json=body).json()
    assert {row["text"] for row in found["answers"]} == {"Ingrid Haugen", "Nils Berg"}
    hits = client.post("/v1/search", json={"query": "harbour", "within": ["genoa.md"]}).json()
    assert len(hits["hits"]) == 1
    secret = tmp_path / "secret.md"
    secret.write_text("The harbour master is Piotr Zielinski.\n", "utf-8")
    for path in ("/v1/ask", "/v1/search"):
        key = "question" if path == "/v1/ask" else "query"
        response = client.post(path, json={key: QUESTION, "within": [str(secret)]})
        assert response.status_code == 404
        assert "Piotr Zielinski" not in response.text


def test_a_knowledge_base_alone_and_beside_a_document(
    engine: Engine, ports: Path, tmp_path: Path
) -> None:
    lines = [
        {
            "title": "John Snetzler",
            "text": "John Snetzler was an organ builder. He died in Schaffhausen.",
        },
        {"title": "Genoa", "text": "Genoa is a port. The harbour master of old was Andrea Doria."},
    ]
    file = tmp_path / "articles.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    importer = importer_for(str(file))
    build_base(engine.home.knowledge, "small", [importer], index_words=index_articles).close()
    options = Options(within=("small",))
    assert (
        engine.ask("Where did John Snetzler die?", options=options).answers[0].text
        == "Schaffhausen"
    )
    assert {
        hit.passage.document.split(":")[0] for hit in engine.search("harbour", within=["small"])
    } == {"small"}
    both = engine.search("harbour master", within=["small", "genoa.md"])
    assert {":" in hit.passage.document for hit in both} == {True, False}
    nothing = engine.ask("Where did John Snetzler die?", options=Options(within=("genoa.md",)))
    assert not nothing.answers


def test_a_title_is_a_scope_where_one_document_has_it(engine: Engine, ports: Path) -> None:
    assert answers(engine, "port of  Genoa") == {"Carla Rossi"}
    assert engine.kept_names(["Port of Genoa"])
    engine.rename("bergen.md", "Port of Genoa")
    with pytest.raises(UsageError, match="2 documents are called"):
        answers(engine, "Port of Genoa")


def test_a_tag_is_a_scope(engine: Engine, ports: Path) -> None:
    engine.tag("bergen.md", ["fjord", " the  north "])
    engine.tag("genoa.md", ["fjord"])
    assert answers(engine, "tag:fjord") == {"Ingrid Haugen", "Carla Rossi"}
    assert answers(engine, "tag:the north", "tromso.md") == {"Ingrid Haugen", "Nils Berg"}
    engine.add(ports)
    assert engine.entry("genoa.md").tags == ("fjord",)
    engine.tag("genoa.md", [])
    assert answers(engine, "tag:fjord") == {"Ingrid Haugen"}
    with pytest.raises(UnknownDocument):
        answers(engine, "tag:none")
    for tags in (["a" * 61], ["a,b"], [str(n) for n in range(51)]):
        with pytest.raises(UsageError):
            engine.tag("genoa.md", tags)


def test_a_renamed_document_is_found_by_its_new_title(engine: Engine, ports: Path) -> None:
    assert engine.rename("genoa.md", "La Superba").title == "La Superba"
    (hit, *_) = engine.search("superba")
    assert engine.labels([hit])[hit.passage.document].title == "La Superba"
    (answer, *_) = engine.ask(QUESTION, "genoa.md").answers
    assert answer.title == "La Superba"
    with pytest.raises(UsageError):
        engine.rename("genoa.md", "x" * 501)
