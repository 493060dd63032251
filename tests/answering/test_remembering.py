"""Asked again: answered from memory while the text stands, read anew when it does not, and never kept unasked."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from wherein import Engine, Given, Outcome, Result
from wherein.server import wire
from wherein.server.app import create_app

URL = "https://harbour.example/staff"
TEXT = "The harbour master of the northern port is Ingrid Haugen.\n\nThe ferry costs 240 kroner."
MASTER = "Who is the harbour master?"


def step(result: Result) -> tuple[str, Outcome]:
    return result.steps[0].name, result.steps[0].outcome


def page(text: str = TEXT, url: str = URL) -> Given:
    return Given(text, "Staff", url)


def test_a_page_is_answered_from_memory_the_second_time(engine: Engine) -> None:
    first = engine.ask(MASTER, page())
    assert step(first) == ("memory", Outcome.REFUSED)
    again = engine.ask("who is the harbour master", page())
    assert step(again) == ("memory", Outcome.ANSWERED)
    assert [s.name for s in again.steps] == ["memory"]
    (answer,) = again.answers
    assert answer.found_by == "memory"
    assert answer.span.of(TEXT) == answer.text == first.answers[0].text
    assert again.read.words == 0


def test_an_answer_moves_with_its_block_and_falls_with_it(engine: Engine) -> None:
    engine.ask(MASTER, page())
    moved = "A line above.\n\n" + TEXT
    answer = engine.ask(MASTER, page(moved)).answers[0]
    assert answer.found_by == "memory"
    assert answer.span.of(moved) == answer.text
    changed = engine.ask(MASTER, page(TEXT.replace("Ingrid Haugen", "Olaf Berg")))
    assert step(changed) == ("memory", Outcome.REFUSED)
    assert changed.answers[0].text == "Olaf Berg"


def test_another_question_is_not_the_same(engine: Engine) -> None:
    engine.ask(MASTER, page())
    for other in ("Who is not the harbour master?", "Who was the harbour master in 1990?"):
        assert step(engine.ask(other, page())) == ("memory", Outcome.REFUSED)


def test_nothing_is_kept_when_told_so_or_of_a_file_that_was_only_asked(
    engine: Engine, tmp_path: Path, home: Path
) -> None:
    engine.ask(MASTER, page(), memory=False)
    assert step(engine.ask(MASTER, page(), memory=False))[0] != "memory"
    path = tmp_path / "staff.txt"
    path.write_text(TEXT)
    for _ in range(2):
        assert step(engine.ask(MASTER, str(path)))[0] == "bm25"
    assert not (home / "memory.sqlite").exists()
    engine.add(path)
    engine.ask(MASTER, str(path))
    assert step(engine.ask(MASTER, str(path))) == ("memory", Outcome.ANSWERED)


def test_the_settings_turn_it_off_and_limit_it(home: Path) -> None:
    home.mkdir()
    for setting in ("memory = false", 'memory_sites = ["other.example"]'):
        (home / "config.toml").write_text(setting)
        with Engine.open(home) as engine:
            engine.ask(MASTER, page())
            again = engine.ask(MASTER, page())
        assert again.answers[0].found_by == "small"


def test_a_damaged_memory_is_told_and_the_page_is_read(engine: Engine, home: Path) -> None:
    home.mkdir()
    (home / "memory.sqlite").write_bytes(b"\xff" * 5000)
    result = engine.ask(MASTER, page())
    assert step(result) == ("memory", Outcome.SKIPPED)
    assert "memory" in (result.steps[0].reason or "")
    assert result.answers[0].text == "Ingrid Haugen"


@pytest.fixture
def client(engine: Engine) -> TestClient:
    made = TestClient(create_app(engine, "t"), base_url="http://127.0.0.1", raise_server_exceptions=False)
    made.headers["Authorization"] = "Bearer t"
    return made


def test_what_one_asked_the_next_sees(client: TestClient) -> None:
    asked = {"question": MASTER, "text": TEXT, "url": URL, "title": "Staff"}
    assert client.get("/v1/pages/top", params={"url": URL}).json() == {"questions": []}
    assert client.post("/v1/ask", json=asked).json()["answered"]
    top = client.get("/v1/pages/top", params={"url": URL + "?utm_source=x#y"})
    wire.TopResponse.model_validate(top.json())
    (row,) = top.json()["questions"]
    kept = row["answers"][0]
    assert row["question"] == MASTER
    assert kept["quote"][kept["start"] :].startswith(kept["text"])
    similar = client.get(
        "/v1/questions/similar",
        params={"q": "Who is the master of the harbour?", "url": "https://other.example/"},
    )
    wire.SimilarResponse.model_validate(similar.json())
    assert similar.json()["questions"][0]["url"] == URL
    assert client.post("/v1/ask", json={**asked, "memory": "off"}).json()["steps"][0]["step"] == "bm25"


def test_a_wrong_answer_is_served_to_nobody(client: TestClient) -> None:
    asked = {"question": MASTER, "text": TEXT, "url": URL}
    answer = client.post("/v1/ask", json=asked).json()["answers"][0]
    verdict = {**asked, "verdict": "wrong", "start": answer["start"], "end": answer["end"]}
    assert client.post("/v1/feedback", json=verdict).json() == {"kept": True}
    assert client.get("/v1/pages/top", params={"url": URL}).json() == {"questions": []}
    assert client.post("/v1/ask", json=asked).json()["steps"][0]["outcome"] == "refused"
    right = {**asked, "verdict": "span", "start": TEXT.index("240"), "end": TEXT.index("240") + 3}
    assert client.post("/v1/feedback", json=right).json() == {"kept": True}
    served = client.post("/v1/ask", json=asked).json()
    assert [a["text"] for a in served["answers"]] == ["240"]
    assert served["answers"][0]["found_by"] == "memory"


def test_completion_and_correction(client: TestClient, engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "staff.txt"
    path.write_text(TEXT)
    document = engine.add(path).added[0].document
    client.post("/v1/ask", json={"question": MASTER, "document": document})
    done = client.get("/v1/complete", params={"prefix": "who is the", "document": document})
    wire.CompleteResponse.model_validate(done.json())
    assert done.json()["completions"][0]["text"].lower() == MASTER.lower()
    meant = client.get("/v1/complete", params={"prefix": "who is the habour mster", "document": document})
    assert "who is the harbour master" in [text.lower() for text in meant.json()["did_you_mean"]]


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        ("GET", "/v1/pages/top", {}),
        ("GET", "/v1/pages/top", {"url": URL, "document": "d"}),
        ("GET", "/v1/questions/similar", {}),
        ("POST", "/v1/feedback", {"question": "q", "verdict": "wrong", "text": TEXT}),
        ("POST", "/v1/feedback", {"question": "q", "verdict": "wrong", "text": TEXT, "start": 5, "end": 999}),
        ("POST", "/v1/feedback", {"question": "q", "verdict": "maybe", "text": TEXT}),
        ("POST", "/v1/feedback", {"question": "q", "verdict": "not_here"}),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(client: TestClient, method: str, path: str, sent: dict[str, object]) -> None:
    body = {"params": sent} if method == "GET" else {"json": sent}
    response = client.request(method, path, **body)  # type: ignore[arg-type]
    assert response.status_code == 400, response.text
    wire.ErrorResponse.model_validate(response.json())
