"""Answers that are sent back to be written as a text with their sources."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from wherein import Engine
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
