"""Which question a chat ends with, and what its earlier turns make of it."""

from __future__ import annotations

from wherein.answering.followups import completed
from wherein.server.conversation import _answer_in, last_question

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
    assert _answer_in("Probably not here. Perhaps:\n\nLouis") == ""
    assert _answer_in("I think it was Louis.\nYes.") == "I think it was Louis."
