"""Telling thanks, greetings and the like from questions."""

from __future__ import annotations

import pytest

from wherein.questions.followups.followup import complete
from wherein.questions.phrases.followup_terms import History
from wherein.questions.small_talk import is_small_talk

TICKET = History("The glass works", "", (("What does a ticket cost?", "six crowns"),))


@pytest.mark.parametrize(
    "text",
    ["thanks", "ok", "Thank you very much!", "yes", "hello", "great, thanks a lot", "no thanks", "got it", "I see",
     "That helps, thank you.", "good morning", "you’re welcome", "Okay.", "nope", "ah ok", "wow, interesting", "Are you sure?"],
)  # fmt: skip
def test_what_asks_nothing(text: str) -> None:
    assert is_small_talk(text)
    follow_up = complete(text, TICKET)
    assert not follow_up.is_question
    assert follow_up.understood == follow_up.typed


@pytest.mark.parametrize(
    "text",
    ["thanks, and when does the museum open?", "ok and for children?", "why?", "Is it free?", "rent", "no smoking",
     "right of way", "welcome drinks", "Who says thanks?", "yes or no votes", "and in 2019?", "good practice", "not here"],
)  # fmt: skip
def test_what_asks_something(text: str) -> None:
    assert not is_small_talk(text)
