"""The figures of `eval reading` on questions whose outcome is known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wherein_lab.data.squad_file import SquadFile, SquadQuestion
from wherein_lab.reading.reading import (
    Judged,
    at_bound,
    auroc,
    coverage,
    expected_calibration_error,
    judge,
    measures,
)
from wherein_lab.registry.readers import OpenReader

from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.calibration import FEATURES, Calibration
from wherein.reading.reader import Reading


def judged(said: str, sure: float, golds: tuple[str, ...], bound: float = 0.5) -> Judged:
    asked = SquadQuestion("q", "?", golds, 0, 0, (), "")
    return Judged(asked, said, sure, bool(said) and sure >= bound)


FOUR = [
    judged("red mill", 0.9, ("red mill",)),  # right and shown
    judged("blue", 0.8, ("red mill",)),  # wrong and shown
    judged("mill", 0.2, ("red mill",)),  # F1 2/3, not shown
    judged("mill", 0.1, ()),  # rightly refused
]


def test_the_figures_of_four_questions() -> None:
    figures = measures(FOUR)
    assert figures["n"] == 4
    assert figures["em"] == 0.5
    assert figures["f1"] == 0.5
    assert figures["has_answer_em"] == pytest.approx(1 / 3, abs=1e-4)
    assert figures["has_answer_f1"] == pytest.approx((1 + 0 + 2 / 3) / 3, abs=1e-4)
    assert figures["no_answer_accuracy"] == 1.0
    assert figures["refusal_precision"] == 0.5
    assert figures["refusal_recall"] == 1.0
    assert figures["auroc"] == 1.0
    # four bins of one question each: |.9-1|, |.8-0|, |.2-1|, |.1-0|
    assert figures["ece"] == pytest.approx((0.1 + 0.8 + 0.8 + 0.1) / 4)
    low, high = figures["intervals"]["f1"]
    assert low <= figures["f1"] <= high


def test_another_bound_refuses_others() -> None:
    figures = measures(FOUR)
    here = at_bound(FOUR, 0.5)
    assert {name: here[name] for name in ("f1", "refusal_precision", "refusal_recall")} == {
        name: figures[name] for name in ("f1", "refusal_precision", "refusal_recall")
    }
    lower = at_bound(FOUR, 0.05)
    assert lower["f1"] == pytest.approx((1 + 0 + 2 / 3 + 0) / 4, abs=1e-4)
    assert lower["refusal_precision"] is None
    assert lower["refusal_recall"] == 0.0
    assert at_bound(FOUR, 0.85)["f1"] == 0.5


def test_a_set_without_unanswerable_questions_has_no_auroc() -> None:
    figures = measures(FOUR[:3])
    assert figures["auroc"] is None
    assert figures["no_answer_accuracy"] is None
    assert figures["intervals"]["auroc"] is None


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=60))
def test_a_calibration_error_is_a_rate_and_zero_for_constant_truth(
    rows: list[tuple[float, bool]],
) -> None:
    sure = np.array([row[0] for row in rows])
    right = np.array([row[1] for row in rows], np.float64)
    assert 0.0 <= expected_calibration_error(sure, right) <= 1.0
    assert expected_calibration_error(right, right) == 0.0


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=20),
    st.lists(st.integers(0, 5), min_size=1, max_size=20),
)
def test_auroc_is_the_share_of_pairs_in_order(above: list[int], below: list[int]) -> None:
    pairs = [(a > b) + 0.5 * (a == b) for a in above for b in below]
    got = auroc(np.array(above, np.float64), np.array(below, np.float64))
    assert got == pytest.approx(sum(pairs) / len(pairs), abs=1e-4)


def test_coverage_counts_the_surest_questions() -> None:
    sure = np.array([0.9, 0.8, 0.7, 0.6, 0.5])
    assert coverage(sure, np.array([1.0, 1, 1, 0, 0]), 0.75) == 0.8
    assert coverage(sure, np.array([0.0, 0, 0, 0, 0]), 0.75) == 0.0
    assert coverage(sure[:0], sure[:0], 0.75) is None


class BySameWords:
    """Finds who built what, surer where the question's last word stands in the sentence."""

    name = "by-same-words"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def load(self) -> None:
        """There is nothing to load."""

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        self.asked.append(question)
        thing = question.rstrip("?").split()[-1]
        for passage in passages:
            found = []
            for sentence in re.finditer(r"(\w+) built the (\w+)\.", passage.text):
                start, end = sentence.span(1)
                span = Span(passage.span.start + start, passage.span.start + end)
                margin = 4.0 if sentence.group(2) == thing else -1.0 - 0.1 * start
                found.append(Candidate(passage, span, margin, 0.0))
            yield Reading((passage,), tuple(found))


def test_a_misspelt_question_is_read_as_it_was_meant_too_and_the_surer_answer_counts() -> None:
    paragraph = "Ada built the bridge. Bela built the tower."
    asked = SquadQuestion("1", "Who built the tower?", ("Bela",), 0, 0, (), "")
    file = SquadFile(("Town",), ((paragraph,),), (asked,), "0" * 64)
    constants = Calibration((1.0, *[0.0] * (len(FEATURES) - 1)), 0.0, 0.5, 0.2)

    def said(typed: str, corrected: bool) -> tuple[str, float, list[str], int]:
        reader = BySameWords()
        opened = OpenReader(reader, constants, {}, "", "0" * 64, lambda question, passages: 1)
        judged, _, tokens = judge(
            opened, file, [asked], lambda question: typed, corrected=corrected
        )
        return judged[0].said, judged[0].confidence, reader.asked, tokens

    right, misspelt = "Who built the tower?", "Who built the towwer?"
    assert said(misspelt, False)[0] == "Ada"
    answer, sure, questions, tokens = said(misspelt, True)
    assert (answer, questions, tokens) == ("Bela", [misspelt, right], 2)
    assert sure == said(right, False)[1]
    assert said(right, True)[2] == [right]  # nothing seems wrong: read once
