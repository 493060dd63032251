"""Completes a question from the turns before it, with the rules of `questions.followup`. Has no wording rules itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wherein.answering.attempts.stream import Events
from wherein.answering.grading.grades import in_words
from wherein.core.answer import Coverage, Outcome, Result, Step
from wherein.core.turn import Turn
from wherein.questions.followups.followup import FollowUp, complete, depends
from wherein.questions.phrases.followup_terms import WORD, History, words_of
from wherein.questions.small_talk import WHAT_TO_ASK, is_small_talk
from wherein.questions.words.function_words import FUNCTION_WORDS


def completed(question: str, turns: Sequence[Turn]) -> FollowUp:
    """The question completed from the turns before it; unchanged where nothing has to be added.

    Turns that ask nothing, as thanks, are passed over.
    """
    turns = [turn for turn in turns if not is_small_talk(turn.question)]
    title, section = _talked_of(turns)
    said = tuple((turn.question, "" if _is_doubtful(turn) else turn.answer) for turn in turns)
    return complete(question, _understood(History(title, section, said).recent()))


def _understood(history: History) -> History:
    """The history with its dependent questions completed: a program may send them as they were typed."""
    turns: list[tuple[str, str]] = []
    for asked, answer in history.turns:
        before = replace(history, turns=tuple(turns))
        turns.append((complete(asked, before).understood if depends(asked) else asked, answer))
    return replace(history, turns=tuple(turns))


def _talked_of(turns: Sequence[Turn]) -> tuple[str, str]:
    """Title and section of the newest answer, unless a later, refused question was about something else."""
    for number in range(len(turns) - 1, -1, -1):
        turn = turns[number]
        if turn.title:
            before = _content(turn.title, turn.question, turn.answer)
            later = (_content(refused.question) for refused in turns[number + 1 :])
            return (
                (turn.title, turn.section) if all(before & asked for asked in later) else ("", "")
            )
    return "", ""


def _content(*texts: str) -> set[str]:
    return {word for text in texts for word in words_of(text)} - FUNCTION_WORDS


def _is_doubtful(turn: Turn) -> bool:
    """Whether an answer is too unsure for a follow-up to refer to it rather than to the names in its question."""
    if turn.confidence is None or in_words(turn.confidence) in ("sure", "likely"):
        return False
    return any(word[0].isupper() for word in WORD.findall(turn.question)[1:])


def turn_of(result: Result) -> Turn:
    """The turn of a result: what a later question may refer to."""
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
        best.confidence,
    )


def not_a_question(text: str) -> Events:
    """The result for thanks, a greeting and the like: one sentence that says what can be asked. Nothing is searched."""
    yield from ()
    step = Step("question", Outcome.SKIPPED, 0.0, "This is no question.")
    return Result(
        text,
        (),
        (),
        False,
        (),
        {},
        Coverage(0.0, 0),
        (step,),
        0.0,
        (WHAT_TO_ASK,),
        is_question=False,
    )
