"""Parses a question once: its text, kind and topic. Uses only its words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from wherein.core.errors import UsageError
from wherein.questions.kinds import asks_to_explain, is_yes_no
from wherein.questions.topic_request import requested_topic

LONGEST_QUESTION = 2_000
"""Most characters. A reader sees 64 tokens of a question; a text of ten times that is a pasted document."""


class Kind(StrEnum):
    """The kind of answer that a question asks for."""

    FACT = "fact"  # a few words: who, when, how many
    YES_NO = "yes_no"  # whether something is so
    EXPLANATION = "explanation"  # why and how: no few words answer
    TOPIC = "topic"  # several sentences about something


@dataclass(frozen=True, slots=True)
class Question:
    """A parsed question. `text` has single spaces. `topic` is the subject of a topic request, "" for the document as
    a whole, and None for every other kind."""

    text: str
    kind: Kind
    topic: str | None = None


def parse_question(text: str) -> Question:
    """Parse a typed question. Raises UsageError if the text is blank, has no word, is too long or is not valid Unicode."""
    stripped = " ".join(text.split())
    if not stripped:
        raise UsageError(
            "The question is empty.",
            'Ask something, as in: wherein ask paper.pdf "What was measured?"',
        )
    if not any(character.isalnum() for character in stripped):
        raise UsageError(
            f"The question {stripped[:20]!r} has no words.",
            'Ask something, as in: wherein ask paper.pdf "What was measured?"',
        )
    if any("\ud800" <= character <= "\udfff" for character in stripped):
        raise UsageError(
            "The question has bytes that are no text.", "Type it again, or send it in UTF-8."
        )
    if len(stripped) > LONGEST_QUESTION:
        raise UsageError(
            f"The question has {len(stripped):,} characters.",
            f"Ask it in at most {LONGEST_QUESTION:,}.",
        )
    topic = requested_topic(stripped)
    if topic is not None:
        return Question(stripped, Kind.TOPIC, topic)
    if is_yes_no(stripped):
        return Question(stripped, Kind.YES_NO)
    return Question(stripped, Kind.EXPLANATION if asks_to_explain(stripped) else Kind.FACT)
