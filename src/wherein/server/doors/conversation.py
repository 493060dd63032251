"""Splits a chat's messages into the last question and the turns before it. Knows the form of our own messages; asks
nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wherein.answering.question.followups import completed
from wherein.core.turn import Turn
from wherein.questions.phrases.followup_terms import MOST_TURNS
from wherein.questions.small_talk import is_small_talk
from wherein.server.doors.openai_form import EARLIER_PERHAPS, NOT_HERE, PERHAPS

_CITED = re.compile(r" \[\d+\]$")


def last_question(messages: Iterable[tuple[str, str]]) -> tuple[str, tuple[Turn, ...]] | None:
    """The last user message with text, and the turns before it; None where it is missing or already answered.

    `messages` are (role, text). Earlier questions are completed, as they were understood then; thanks and the like
    are left out.
    """
    said: list[tuple[str, str]] = []
    last: str | None = None
    for role, text in messages:
        if role == "user" and text.strip():
            if last is not None:  # a question that nobody answered
                said.append((last, ""))
            last = text
        elif role == "assistant" and last is not None:
            said.append((last, _answer_in(text)))
            last = None
    if last is None:
        return None
    turns: list[Turn] = []
    asked = [turn for turn in said if not is_small_talk(turn[0])]
    for question, answer in asked[-MOST_TURNS:]:
        turns.append(Turn(completed(question, turns).understood, answer))
    return last, tuple(turns)


def _answer_in(text: str) -> str:
    """The first answer of a message of ours, or the first line of another assistant's; "" for a refusal."""
    if text.startswith((NOT_HERE, PERHAPS, EARLIER_PERHAPS)):
        return ""
    return _CITED.sub("", text.strip().partition("\n")[0])
