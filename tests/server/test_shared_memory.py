"""Several askers and one server: what each sees of the others, what a look-up reveals, what each can export and delete."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from wherein import Engine
from wherein.server.app import create_app

URL = "https://harbour.example/staff"
HASH = hashlib.sha256(URL.encode()).hexdigest()
TEXT = "The harbour master of the northern port is Ingrid Haugen.\n\nThe ferry costs 240 kroner."
MASTER = "Who is the harbour master?"
ANN, BOB = "ann-profile-1", "bob-profile-2"


class Asking:
    """One server's client that asks under different names."""

    def __init__(self, client: TestClient) -> None:
        self._client = client

    def call(self, method: str, path: str, asker: str, **more: Any) -> Any:
        response = self._client.request(method, path, headers={"Wherein-Asker": asker}, **more)
        assert response.status_code == 200, response.text
        return response

    def ask(self, asker: str, question: str = MASTER, url: str = URL) -> str:
        body = {"question": question, "text": TEXT, "title": "Staff", "url": url}
        found = self.call("POST", "/v1/ask", asker, json=body).json()
        return str(found["answers"][0]["found_by"])

    def top(self, asker: str, **query: str) -> list[str]:
        query = query or {"url": URL}
        rows = self.call("GET", "/v1/pages/top", asker, params=query).json()["questions"]
        return [row["question"] for row in rows]

    def similar(self, asker: str) -> list[str]:
        rows = self.call("GET", "/v1/questions/similar", asker, params={"q": MASTER}).json()
        return [row["question"] for row in rows["questions"]]


@pytest.fixture
def serve(home: Path) -> Iterator[Callable[[str], Asking]]:
    engines: list[Engine] = []

    def made(settings: str) -> Asking:
        home.mkdir(exist_ok=True)
        (home / "config.toml").write_text(settings)
        engine = Engine.open(home)
        engines.append(engine)
        client = TestClient(
            create_app(engine, engine.home.token()), base_url="http://127.0.0.1:8484"
        )
        client.headers["Authorization"] = f"Bearer {engine.home.token()}"
        return Asking(client)

    yield made
    for engine in engines:
        engine.close()


def test_unshared_each_sees_their_own_alone(serve: Callable[[str], Asking]) -> None:
    server = serve("")
    server.ask(ANN)
    assert server.ask(ANN) == "memory"
    assert server.top(ANN) == server.similar(ANN) == [MASTER]
    assert server.top(BOB) == server.similar(BOB) == []
    assert server.ask(BOB) == "small"
    assert server.top(BOB) == [MASTER]


def test_shared_a_question_is_shown_after_enough_askers(serve: Callable[[str], Asking]) -> None:
    server = serve("memory_share = true\nmemory_askers = 2")
    server.ask(ANN)
    server.ask(ANN)
    assert server.top(BOB) == server.similar(BOB) == []
    assert server.ask(BOB) == "small"
    assert server.ask("cid-profile-3") == "memory"
    assert server.top("cid-profile-3") == server.similar("cid-profile-3") == [MASTER]


def test_a_look_up_by_the_beginning_of_a_hash(serve: Callable[[str], Asking]) -> None:
    server = serve("")
    server.ask(ANN)
    rows = server.call("GET", "/v1/pages/top", ANN, params={"hash": HASH[:5]}).json()["questions"]
    assert [(row["question"], row["page"]) for row in rows] == [(MASTER, HASH)]
    assert server.top(ANN, hash="0" * 64) == []
    assert server.top(BOB, hash=HASH[:5]) == []


def test_marked_places_are_looked_up_by_the_one_who_marked_them(
    serve: Callable[[str], Asking],
) -> None:
    server = serve("")
    start = TEXT.index("240")
    judged = {"question": MASTER, "text": TEXT, "url": URL, "start": start, "end": start + 3}
    server.call("POST", "/v1/feedback", ANN, json={**judged, "verdict": "span"})

    def marked(asker: str, digits: str = HASH[:5]) -> list[dict[str, Any]]:
        answer = server.call("GET", "/v1/pages/marked", asker, params={"hash": digits})
        return list(answer.json()["marked"])

    (mark,) = marked(ANN)
    at = mark["start"]
    assert (mark["question"], mark["page"], mark["text"]) == (MASTER, HASH, "240")
    assert mark["context"][at : at + 3] == "240"
    assert mark["context"] in TEXT
    assert marked(BOB) == marked(ANN, "0" * 64) == []
    server.call("POST", "/v1/feedback", ANN, json={**judged, "verdict": "withdrawn"})
    assert marked(ANN) == []


def test_a_document_that_nobody_asked_about_has_suggested_questions(
    serve: Callable[[str], Asking], tmp_path: Path
) -> None:
    server = serve(f"add_folders = [{str(tmp_path)!r}]")
    lighthouse = (
        "The old lighthouse of Vardo was built in 1896 by fishermen of the town. It has stood empty ever since."
        "\n\nThe keeper of the light was a quiet man. Nobody remembers what he was called."
    )
    (tmp_path / "light.txt").write_text(lighthouse)
    server.call("POST", "/v1/documents", ANN, json={"sources": [str(tmp_path / "light.txt")]})
    listed = server.call("GET", "/v1/documents", ANN).json()["documents"]
    query = {"document": listed[0]["document"]}
    rows = server.call("GET", "/v1/pages/top", ANN, params=query).json()["questions"]
    assert rows[0]["question"] == "When was the old lighthouse of Vardo built?"
    assert rows[0]["answers"][0]["text"] == "1896"
    assert {(row["suggested"], row["uses"], row["last_asked"]) for row in rows} == {(True, 0, None)}
    # Nothing of it was asked: the memory has no question, and looking again counts nothing.
    assert len(server.call("GET", "/v1/memory/mine", ANN).text.splitlines()) == 2
    assert server.call("GET", "/v1/pages/top", BOB, params=query).json()["questions"] == rows
    asked = {"question": "When was the lighthouse built?", **query}
    server.call("POST", "/v1/ask", ANN, json=asked)
    report = server.call("GET", "/v1/pages/top", ANN, params=query).json()["questions"]
    assert [(row["question"], row["suggested"]) for row in report] == [
        ("When was the lighthouse built?", False)
    ]


def test_what_is_held_about_me_is_given_and_forgotten(serve: Callable[[str], Asking]) -> None:
    server = serve("")
    for asker in (ANN, BOB):
        server.ask(asker)
    server.ask(ANN, "How much does the ferry cost?")
    body = {"question": MASTER, "verdict": "not_here", "text": TEXT, "url": URL}
    server.call("POST", "/v1/feedback", BOB, json=body)

    def held(asker: str) -> list[str]:
        lines = server.call("GET", "/v1/memory/mine", asker).text.splitlines()
        rows = [json.loads(line) for line in lines]
        assert rows[-1]["end"]["questions"] == sum("question" in row for row in rows)
        names = {name for row in rows if "question" in row for name in row["question"]["askers"]}
        assert len(names) <= 1
        assert ANN not in str(rows)  # the file does not contain the names that were sent
        return [next(iter(row)) for row in rows[1:-1]]

    assert held(ANN) == ["question", "question"]
    assert held(BOB) == ["question", "feedback"]
    assert server.call("DELETE", "/v1/memory/mine", ANN).json() == {"questions": 1, "feedback": 0}
    assert held(ANN) == []
    assert held(BOB) == ["question", "feedback"]


def test_topics_limit_what_is_kept(serve: Callable[[str], Asking]) -> None:
    server = serve('memory_topics = ["ferry", "night train"]')
    for _ in range(2):
        assert server.ask(ANN) == "small"
    server.ask(ANN, "How much does the ferry cost?")
    assert server.top(ANN) == ["How much does the ferry cost?"]


SECRET = "zanzibarplum"
SECRET_TEXT = f"The word of the day is {SECRET}, which only this reader may know.\n\n{TEXT}"


@pytest.mark.parametrize(
    ("question", "text", "url", "memory"),
    [
        (f"What is {SECRET}?", SECRET_TEXT, URL, "off"),
        ("What is the word of the day?", SECRET_TEXT, f"file:///home/{SECRET}.html", "on"),
        ("What is the word of the day?", SECRET_TEXT, f"{URL}?token={SECRET}", "on"),
        ("What is the word of the day?", SECRET_TEXT, "https://mail.example/inbox", "on"),
        ("What is the word of the day?", SECRET_TEXT + "\n\nLog out", URL, "on"),
        (f"Is {SECRET}@example.org the harbour master?", TEXT, URL, "on"),
        (f"Is {SECRET.title()} the harbour master?", TEXT, URL, "on"),
        ("Who is the harbour master?", SECRET_TEXT, "https://other.example/", "on"),
    ],
)
def test_a_planted_secret_is_nowhere_in_the_data_folder(
    serve: Callable[[str], Asking], home: Path, question: str, text: str, url: str, memory: str
) -> None:
    """Asked, looked for and judged over HTTP: no file of the home has it, logs of SQLite included."""
    server = serve('memory_sites = ["harbour.example", "mail.example"]')
    page = {"question": question, "text": text, "title": SECRET, "url": url}
    server.call("POST", "/v1/ask", ANN, json=page | {"memory": memory})
    server.call("GET", "/v1/questions/similar", ANN, params={"q": question, "url": url})
    if memory == "on":
        server.call("POST", "/v1/feedback", ANN, json=page | {"verdict": "not_here"})
    server.ask(ANN)  # what may be kept is: the folder is not empty for another reason
    assert server.top(ANN) == [MASTER]
    held = [path for path in home.rglob("*") if path.is_file()]
    assert any(path.name == "memory.sqlite" for path in held)
    forms = {form.encode(code) for form in (SECRET, SECRET.title(), SECRET.upper())
             for code in ("utf-8", "utf-16-le")}  # fmt: skip
    assert [path for path in held if any(form in path.read_bytes() for form in forms)] == []


@pytest.mark.parametrize("name", ["short", "x" * 129, "with blank s", "a\u00e9bcdefgh"])
def test_a_name_that_is_none_is_refused(engine: Engine, name: str) -> None:
    client = TestClient(create_app(engine, "t"), base_url="http://127.0.0.1:8484")
    headers = {b"Authorization": b"Bearer t", b"Wherein-Asker": name.encode()}
    response = client.get("/v1/memory/mine", headers=headers)
    assert response.status_code == 400


@pytest.mark.parametrize("query", [{"hash": "f"}, {"hash": "xyz"}, {"hash": "ab", "url": URL}, {}])
def test_a_malformed_look_up_is_refused(engine: Engine, query: dict[str, str]) -> None:
    client = TestClient(create_app(engine, "t"), base_url="http://127.0.0.1:8484")
    response = client.get("/v1/pages/top", params=query, headers={"Authorization": "Bearer t"})
    assert response.status_code == 400
