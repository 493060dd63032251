"""Remarks about an answer or the talk, which ask nothing, and statements that may be asked."""

from __future__ import annotations

import pytest

from wherein.questions.followups.followup import complete
from wherein.questions.phrases.followup_terms import History
from wherein.questions.small_talk import is_small_talk
from wherein.questions.words.remarks import asks_leave, is_remark

HALL = History("House rules", "", (("How high is the fee?", "80 euros"),))


@pytest.mark.parametrize(
    "typed",
    ["thats more than i pay now", "oh no, that is way too long for me", "that's about what I expected", "ok tell her thanks",
     "I thought it would be more", "never heard of him", "what a lovely idea", "how sad", "you didn't answer my question",
     "that can't be right", "hmm, not sure about that", "too bad for me", "cheaper than I thought", "that's new to me",
     "I can live with that", "that settles it", "right, I forgot", "ok i'll save that in my phone", "let me check that",
     "sorry for asking so much", "wow that's a long time ago", "maybe later", "strange", "I’m impressed"],
)  # fmt: skip
def test_a_remark_asks_nothing(typed: str) -> None:
    assert is_small_talk(typed)
    assert not complete(typed, HALL).is_question


@pytest.mark.parametrize(
    "typed",
    ["that includes breakfast", "it's free for children", "I lost my key", "my card was stolen", "I am 67", "good practice",
     "early bird discount", "I want to know how long it takes", "i need the phone number", "tell me about the garden",
     "it does not work", "I can't find it", "I will be late", "we arrive late", "too many passengers", "the light is red",
     "what a lease must contain", "so can they just ignore the rules", "he or she", "how expensive", "that depends on the size",
     "maybe in 2019", "I have three children"],
)  # fmt: skip
def test_a_statement_may_be_asked(typed: str) -> None:
    assert not is_small_talk(typed)


def test_a_question_mark_asks_unless_leave_is_asked_for() -> None:
    assert not is_small_talk("That's more than before?")
    assert is_small_talk("Can I ask something else?")
    assert asks_leave("one more thing")
    assert not asks_leave("one more day")


def test_a_text_of_no_words_is_no_remark() -> None:
    assert not is_remark("")
    assert not is_remark("🙂")
