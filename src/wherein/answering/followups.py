"""From a question with the turns before it to the question that is asked. Writes no words itself: `questions.followup` does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wherein.answering.stream import Events
from wherein.core.answer import Result
from wherein.core.turn import Turn
from wherein.questions.followup import FollowUp, complete
from wherein.questions.followup_terms import History


def completed(question: str, turns: Sequence[Turn]) -> FollowUp:
    """The question with what the turns before it supply; unchanged where nothing has to be added."""
    latest = next((turn for turn in reversed(turns) if turn.title), None)
    title, section = ("", "") if latest is None else (latest.title, latest.section)
    said = tuple((turn.question, turn.answer) for turn in turns)
    return complete(question, History(title, section, said))


def turn_of(result: Result) -> Turn:
    """What a later question may refer to."""
    if not result.answers:
        return Turn(result.question)
    best = result.answers[0]
    return Turn(
        result.question,
        best.written or best.text,
        best.title,
        best.section[-1] if best.section else "",
        best.document,
        best.span,
    )


def with_typed(events: Events, follow_up: FollowUp) -> Events:
    """The same events; the result says how the question was typed where it was completed."""
    result = yield from events
    return replace(result, typed=follow_up.typed) if follow_up.changed else result
