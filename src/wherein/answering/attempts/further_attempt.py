"""A further attempt at a question: when it is made, with which question, where, and how its result joins the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from wherein.answering.stages.scopes import Scope
from wherein.core.answer import Result
from wherein.questions.question import Question


class Joins(Enum):
    """How the result of a further attempt joins the results before it."""

    AS_RIVAL = auto()
    """Only the surer of the two outcomes is kept."""
    AS_REPAIR = auto()
    """As a rival whose question is repaired: its answers are at most likely, and it is named only with them."""
    BESIDE = auto()
    """The answers of both places are shown, surest first."""
    BESIDE_MAIN = auto()
    """As beside, but it reads the rest of the same pages: the share read stays that of the main text."""


@dataclass(frozen=True, slots=True)
class FurtherAttempt:
    """An attempt that may follow the first one.

    question_for: returns the attempt's question from the original question and the result so far; None skips it.
    scope: where to ask; None is the scope of the first attempt.
    skip_read: leaves out passages that an earlier attempt at this question has read.
    own_place: asks another place in its own right, as the first attempt asks its place: a judge reads there in any case.
    step: the name and the reason of a step that comes before the steps of this attempt.
    as_typed: cells are looked up by the question as it was typed: a row that is called "Tenant" is not what a person asks for
        who says "I".
    is_part: its question is a part of a double question; a note says so where nothing answers it.
    """

    question_for: Callable[[Question, Result], Question | None]
    scope: Callable[[], Scope] | None = None
    joins: Joins = Joins.BESIDE
    skip_read: bool = False
    own_place: bool = False
    step: tuple[str, str] | None = None
    is_part: bool = False
    as_typed: bool = False
