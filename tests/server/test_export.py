"""Answers that are sent back to be written as a text with their sources."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from wherein import Engine
from wherein.answering.exporting.citations import Citation, bibtex, csl_json
from wherein.server.app import create_app

QUOTE = "She was born in *Bergen* in 1961. 👩‍🔬"


@pytest.fixture
def client(engine: Engine) -> Iterator[TestClient]:
    app = create_app(engine, engine.home.token())
    with TestClient(app, base_url="http://127.0.0.1:8484", raise_server_exceptions=False) as made:
        made.headers["Authorization"] = f"Bearer {engine.home.token()}"
        yield made


def answer(**changes: Any) -> dict[str, Any]:
    start = 100 + QUOTE.index("Bergen")
    given = {
        "text": "Bergen", "title": "Staff", "document": "0123456789abcdef", "start": start, "end": start + 6,
        "quote": QUOTE, "quote_start": 100, "section": ["People"], "confidence": 0.9, "page": 4,
        "source": "/docs/staff.pdf",
    }  # fmt: skip
    return {**given, **changes}


def exported(client: TestClient, *exchanges: dict[str, Any], **more: Any) -> str:
    response = client.post("/v1/export", json={"exchanges": list(exchanges), **more})
    assert response.status_code == 200, response.text
    assert response.headers["content-disposition"].startswith("attachment")
    return response.text


def test_each_answer_stands_in_its_sentence_with_its_source(client: TestClient) -> None:
    asked = {
        "question": "Where was Ingrid born?", "typed": "Where was she born?", "answers": [answer()]
    }  # fmt: skip
    assert exported(client, asked, {"question": "Why?"}, title="Talk") == (
        "# Talk\n\n## Where was she born?\n\nUnderstood as: Where was Ingrid born?\n\n"
        "> She was born in \\***Bergen**\\* in 1961. 👩‍🔬\n\n"
        "Staff · People · page 4 </docs/staff.pdf>\n\n## Why?\n\nNot here.\n"
    )


def test_what_is_less_sure_is_told_apart_from_answers(client: TestClient) -> None:
    near = {"text": "The port\n*opens* at six.", "title": "Port", "section": ["Hours"]}
    doubtful = {"question": "Where?", "answers": [], "perhaps": [answer()], "nearest": [near]}
    refused = {"question": "When?", "answers": [], "nearest": [near, {"text": "It rains."}]}
    sure = {"question": "Who?", "answers": [answer()], "perhaps": [answer()], "nearest": [near]}
    quoted = (
        "> She was born in \\***Bergen**\\* in 1961. 👩‍🔬\n\n"
        "Staff · People · page 4 </docs/staff.pdf>\n\n"
    )
    assert exported(client, doubtful, refused, sure) == (
        "# Conversation\n\n## Where?\n\nNo clear answer.\n\n### Perhaps\n\n"
        + quoted
        + "## When?\n\n"
        "Not here.\n\n### Nearest passages\n\n> The port \\*opens\\* at six.\n\nPort · Hours\n\n> It rains.\n\n"
        "## Who?\n\n" + quoted + "### Perhaps\n\n" + quoted.removesuffix("\n")
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"end": 10},
        {"start": 0},
        {"quote_start": 1_000},
        {"end": 9_999},
        {"confidence": 2},
        {"x": 1},
    ],
)
def test_an_answer_outside_of_its_sentence_is_refused(
    client: TestClient, changes: dict[str, Any]
) -> None:
    body = {"exchanges": [{"question": "Where?", "answers": [answer(**changes)]}]}
    response = client.post("/v1/export", json=body)
    assert response.status_code == 400
    assert response.json()["error"]["next_step"]


def test_csv_has_a_row_an_answer_and_no_formula(client: TestClient) -> None:
    text = exported(
        client,
        {"question": "=Where?", "answers": [answer(), answer(text="Bergen")]},
        {"question": "Why?", "typed": "why?"},
        form="csv",
    )
    rows = list(csv.reader(text.removeprefix("\ufeff").splitlines()))
    assert rows[0][:4] == ["question", "typed", "answer", "quote"]
    assert [row[2] for row in rows[1:]] == ["Bergen", "Bergen", ""]
    assert rows[1][0] == "'=Where?"
    assert rows[1][4:8] == ["Staff", "People", "4", ""]
    assert {len(row) for row in rows} == {12}


PAPER = """# Tides & harbours_1

By Ingrid Haugen, Nils de Berg and A. B. O'Brien

doi:10.1234/abc.DEF-9. Published by the port.

The ferry leaves at seven.

See also https://doi.org/10.9999/other.
"""


@pytest.fixture
def cited(client: TestClient, engine: Engine, tmp_path: Path) -> list[dict[str, Any]]:
    (tmp_path / "paper.md").write_text(PAPER, "utf-8")
    (tmp_path / "note.md").write_text("# Tides & harbours_1\n\nby the way, it rains.\n", "utf-8")
    engine.add(tmp_path / "paper.md", tmp_path / "note.md")
    ids = [entry.document for entry in engine.documents()]
    gone = answer(document="fedcba9876543210", title="Gone {100 %}", source="https://x.example/a_b")
    answers = [answer(document=ids[0]), answer(document=ids[1]), answer(document=ids[0]), gone]
    return [{"question": "When?", "answers": answers}]


def test_documents_are_cited_by_what_they_state(
    client: TestClient, cited: list[dict[str, Any]]
) -> None:
    text = exported(client, *cited, form="bibtex")
    assert text.count("@misc{") == 3
    assert "title = {{Tides \\& harbours\\_1}}" in text
    assert "author = {{Ingrid Haugen} and {Nils de Berg} and {A. B. O'Brien}}" in text
    assert text.count("doi = {10.1234/abc.DEF-9}") == 1
    assert "10.9999" not in text
    assert text.count("author =") == 1  # "by the way" names nobody
    assert "title = {{Gone \\textbraceleft{}100 \\%\\textbraceright{}}}" in text
    assert "url = {https://x.example/a_b}" in text


def test_a_file_that_was_sent_is_cited_by_its_name(client: TestClient, engine: Engine) -> None:
    sent = engine.home.files / "0123456789abcdef"
    sent.mkdir(parents=True)
    (sent / "rota.md").write_text("# Rota\n\nIngrid opens at four.\n", "utf-8")
    engine.add(sent / "rota.md")
    (entry,) = engine.documents()
    asked = {"question": "Who?", "answers": [answer(document=entry.document)]}
    text = exported(client, asked, form="bibtex")
    assert "note = {rota.md}" in text
    assert str(engine.home.folder) not in text


def test_reference_managers_get_csl_json(client: TestClient, cited: list[dict[str, Any]]) -> None:
    items = json.loads(exported(client, *cited, form="csl-json"))
    by_doi = [item for item in items if item.get("DOI") == "10.1234/abc.DEF-9"]
    assert [one["literal"] for one in by_doi[0]["author"]] == [
        "Ingrid Haugen", "Nils de Berg", "A. B. O'Brien"
    ]  # fmt: skip
    assert len({item["id"] for item in items}) == len(items) == 3
    assert [item["type"] for item in items] == ["document", "document", "webpage"]
    assert items[2]["URL"] == "https://x.example/a_b"


def test_a_date_is_given_as_far_as_the_document_states_it() -> None:
    dated = Citation("Tides", "/tides.md", (), "2024-05")
    assert json.loads(csl_json([dated]))[0]["issued"] == {"date-parts": [[2024, 5]]}
    assert "year = {2024}" in bibtex([dated])
    assert json.loads(csl_json([Citation("Tides")])) == [
        {"id": "tides", "type": "document", "title": "Tides"}
    ]


def test_bibtex_counts_as_many_opening_braces_as_closing_ones() -> None:
    """BibTeX counts braces whatever stands before them: an escaped one would end or swallow an entry."""
    odd = Citation("A { set } of } braces \\}", "/notes }.md", ("Ada { Berg",))
    page = Citation("Page", "https://x.example/{a}}")
    for entry in bibtex([odd]), bibtex([page]):
        depth = 0
        for letter in entry.strip():
            depth += (letter == "{") - (letter == "}")
            assert depth >= 0
        assert depth == 0
        assert entry.count("@misc{") == 1
