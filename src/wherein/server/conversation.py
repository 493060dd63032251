"""The earlier turns of a chat as a history that completes its last question. Knows our own message's form; asks nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wherein.questions.followup import FollowUp, complete
from wherein.questions.followup_terms import MOST_TURNS, History
from wherein.server.openai_form import NOT_HERE, PERHAPS

_CITED = re.compile(r" \[\d+\]$")


def last_question(messages: Iterable[tuple[str, str]]) -> FollowUp | None:
    """The last user message with text, completed by the turns before it; None where there is none.

    `messages` are roles and texts. Each earlier question is taken as it was understood then.
    """
    turns: list[tuple[str, str]] = []
    last: str | None = None
    for role, text in messages:
        if role == "user" and text.strip():
            if last is not None:  # a question that nobody answered
                turns.append((last, ""))
            last = text
        elif role == "assistant" and last is not None:
            turns.append((last, _answer_in(text)))
            last = None
    if last is None:
        return None
    understood: list[tuple[str, str]] = []
    for question, answer in turns[-MOST_TURNS:]:
        followed = complete(question, History(turns=tuple(understood)))
        understood.append((followed.understood, answer))
    return complete(last, History(turns=tuple(understood)))


def _answer_in(text: str) -> str:
    """The first answer of a message of ours, or the message of another assistant; "" for a refusal."""
    if text.startswith((NOT_HERE, PERHAPS)):
        return ""
    return _CITED.sub("", text.strip().partition("\n")[0])
