"""A long document is read likeliest first, as far as its rule says; a short one, or one asked whole, to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.answering.fakes import MarginIsProbability, WordReader
from tests.answering.test_pipeline import page, scope
from wherein.answering.scopes import Scope
from wherein.answering.stages.read import CalibratedReader, ReadPassages
from wherein.answering.stages.retrieve import Retrieve
from wherein.answering.stages.stage import Attempt
from wherein.answering.stopping import LONG_WORDS, StopRule, shipped_rule
from wherein.core.answer import Candidate
from wherein.questions.question import parse_question

CHAPTER = " ".join(["The mill stands by the river and grinds corn all year."] * 16)
BOOK = "\n\n".join(
    [*(f"Chapter {n}. {CHAPTER}" for n in range(260)), "The lighthouse keeper is Marta. " * 3]
)
"""The answer stands in the last of some 260 passages; only that one shares rare words with the question."""
QUESTION = "Who is the lighthouse keeper?"


@pytest.fixture(scope="module")
def book() -> Scope:
    made = scope(page(BOOK))
    assert made.words > LONG_WORDS
    return made


class Counted(MarginIsProbability):
    """Keeps from how many passages the candidates were said to come."""

    def __init__(self) -> None:
        self.chosen_from: set[int] = set()

    def probabilities(
        self, question: str, candidates: Sequence[Candidate], passages_read: int
    ) -> list[float]:
        self.chosen_from.add(passages_read)
        return super().probabilities(question, candidates, passages_read)


def read(
    where: Scope, margins: dict[str, float], rule: StopRule, counted: Counted | None = None
) -> Attempt:
    attempt = Attempt(parse_question(QUESTION), lambda: where, None, lambda: 0.0)
    by = CalibratedReader(WordReader(margins), counted or MarginIsProbability())
    for stage in (Retrieve(), ReadPassages(by, rule)):
        for _ in stage.run(attempt):
            pass
    return attempt


def test_reading_ends_once_the_answer_is_sure_and_the_rest_unlikely(book: Scope) -> None:
    best = read(book, {"Marta": 0.9}, StopRule(sure=0.8, share=0.5, most=100)).best
    assert best.answers[0].text == "Marta"
    assert best.read.stopped
    assert best.read.words < 400


def test_a_doubtful_answer_is_read_on_for(book: Scope) -> None:
    best = read(book, {"Marta": 0.7}, StopRule(sure=0.8, share=0.5, most=100)).best
    assert best.answers[0].text == "Marta"
    assert best.read.stopped
    assert 100 / 262 - 0.03 < best.read.fraction < 100 / 262 + 0.03


def test_what_could_hold_a_better_answer_is_read(book: Scope) -> None:
    """Where the next passage is as likely as the best one, a sure answer does not end reading."""
    best = read(book, {"mill": 0.9}, StopRule(sure=0.8, share=0.0, most=100)).best
    assert 100 / 262 - 0.03 < best.read.fraction < 100 / 262 + 0.03


def test_a_refusal_says_that_it_stopped(book: Scope) -> None:
    best = read(book, {}, StopRule(sure=0.8, share=0.5, most=50)).best
    assert best.answers == ()
    assert best.read.stopped
    assert best.read.fraction < 0.25


def test_to_the_end_is_to_the_end(book: Scope) -> None:
    whole = replace(book, to_the_end=True)
    best = read(whole, {"Marta": 0.9}, StopRule(sure=0.1, share=1.1, most=1)).best
    assert (best.read.fraction, best.read.stopped) == (1.0, False)


def test_a_short_document_is_read_to_its_end() -> None:
    best = read(scope(page()), {"Ingrid": 0.9}, StopRule(sure=0.1, share=1.1, most=1)).best
    assert (best.read.fraction, best.read.stopped) == (1.0, False)


def test_probabilities_do_not_depend_on_where_reading_ends(book: Scope) -> None:
    """What is left unread counts as read, so that an answer is no surer for stopping early."""
    early, late = Counted(), Counted()
    read(book, {"Marta": 0.9}, StopRule(sure=0.8, share=0.5, most=100), early)
    read(replace(book, to_the_end=True), {"Marta": 0.9}, shipped_rule(), late)
    assert book.passages is not None
    assert early.chosen_from == {len(book.passages)}
    assert len(book.passages) in late.chosen_from


def test_the_rule_that_ships_was_fitted() -> None:
    rule = shipped_rule()
    assert 0.0 < rule.sure < 1.0
    assert 0.0 <= rule.share <= 1.0
    assert rule.most >= 24
