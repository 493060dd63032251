"""Which question a chat ends with, and what its earlier turns make of it."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from wherein import Engine
from wherein.answering.question.followups import completed
from wherein.questions.small_talk import WHAT_TO_ASK
from wherein.server.app import create_app
from wherein.server.doors.conversation import _answer_in, last_question

FIRST = "Who built the lighthouse at Cordouan?"
ANSWER = "Louis de Foix [1]\n“It was built by Louis de Foix.” — Lighthouses · sure (0.90)"


def understood(*messages: tuple[str, str]) -> str | None:
    last = last_question(messages)
    return None if last is None else completed(*last).understood


def test_a_pronoun_is_what_the_turns_before_named() -> None:
    asked = understood(("user", FIRST), ("assistant", ANSWER), ("user", "When was he born?"))
    assert asked is not None
    assert "Louis de Foix" in asked


def test_a_chat_of_one_message_is_asked_as_it_is() -> None:
    assert understood(("system", "Be brief."), ("user", "When was he born?")) == "When was he born?"


def test_there_may_be_no_question() -> None:
    assert understood() is None
    assert understood(("system", "Be brief.")) is None
    assert understood(("user", " ")) is None
    assert understood(("user", FIRST), ("assistant", ANSWER)) is None


def test_the_answer_of_a_message() -> None:
    assert _answer_in(ANSWER) == "Louis de Foix"
    assert _answer_in("Not here.") == ""
    assert _answer_in("No clear answer. Closest:\n\nLouis") == ""
    assert _answer_in("Probably not here. Perhaps:\n\nLouis") == ""
    assert _answer_in("I think it was Louis.\nYes.") == "I think it was Louis."


def test_thanks_are_no_turn() -> None:
    said = (("user", FIRST), ("assistant", ANSWER), ("user", "thanks"), ("assistant", WHAT_TO_ASK))
    asked = understood(*said, ("user", "When was he born?"))
    assert asked is not None
    assert "Louis de Foix" in asked


def test_thanks_get_one_sentence_at_every_door(tmp_path: Path) -> None:
    with Engine.open(tmp_path) as engine:
        token = engine.home.token()
        client = TestClient(create_app(engine, token), base_url="http://127.0.0.1:8484")
        client.headers["Authorization"] = f"Bearer {token}"
        asked = client.post(
            "/v1/ask", json={"question": "thanks", "text": "A ticket costs six crowns."}
        )
        found = asked.json()
        assert found["no_question"] is True
        assert (found["answers"], found["perhaps"], found["nearest"]) == ([], [], [])
        assert found["notes"] == [WHAT_TO_ASK]
        body = {"question": "ok!", "turns": []}
        assert client.post("/v1/understand", json=body).json()["no_question"] is True
        said = client.post(
            "/v1/chat/completions",
            json={"model": "wherein", "messages": [{"role": "user", "content": "Hello"}]},
        ).json()
        assert said["choices"][0]["message"]["content"] == WHAT_TO_ASK
