"""What a question's readings are fitted on: the passages of the first attempt, not those of a later one beside it."""

from __future__ import annotations

from collections.abc import Sequence

from wherein_lab.pages.observing import _Notes

from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span


def candidates(*passages: int) -> Sequence[Candidate]:
    return [
        Candidate(Passage("d", index, Span(0, 9), "some text"), Span(0, 4), 1.0, 0.0)
        for index in passages
    ]


def fitted(notes: _Notes) -> list[int]:
    (listed,) = notes.taken(lambda asked, candidate: True)
    return [candidate.passage.index for candidate in listed.candidates]


def test_an_attempt_grows_with_what_is_read() -> None:
    notes = _Notes()
    notes.had("small", "Who?", candidates(3), 1)
    notes.had("small", "Who?", candidates(7, 3), 2)
    assert fitted(notes) == [7, 3]


def test_a_later_attempt_at_other_passages_does_not_replace_the_first() -> None:
    notes = _Notes()
    notes.had("small", "Who?", candidates(3, 7), 2)
    notes.had("small", "Who?", candidates(20, 21), 2)
    notes.had("small", "Who?", candidates(), 3)
    assert fitted(notes) == [3, 7]
