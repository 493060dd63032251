"""A passage is as near to a question as the nearest of its sentences."""

from __future__ import annotations

import pytest

from tests.retrieval.makers import HashEncoder
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.retrieval.closest_sentence import ClosestSentence

ASKED = "Which command backs up the servers every day?"
FILLER = "Nothing of the kind is said in this long sentence about meadows, rivers, hills and distant clouds."
TELLING = (
    "Every day the command that backs up the servers is started at night by the machine itself."
)


def passage(index: int, text: str) -> Passage:
    return Passage("d", index, Span(0, len(text)), text)


def test_one_sentence_among_many_counts_as_much_as_alone() -> None:
    alone, among, without, empty = ClosestSentence(HashEncoder()).scores(
        ASKED,
        [
            passage(0, TELLING),
            passage(1, f"{FILLER} {TELLING} {FILLER} {FILLER}"),
            passage(2, f"{FILLER} {FILLER}"),
            passage(3, ""),
        ],
    )
    assert among == pytest.approx(alone, abs=1e-5)
    assert alone > without
    assert empty == 0.0


def test_a_short_sentence_is_taken_with_the_next() -> None:
    (together,) = ClosestSentence(HashEncoder()).scores("Yes.", [passage(0, f"Yes. {TELLING}")])
    assert together < 0.9


def test_there_may_be_nothing_to_score() -> None:
    assert ClosestSentence(HashEncoder()).scores(ASKED, []).shape == (0,)
