"""A long document is read likeliest first, as far as its rule says; a short one, or one asked whole, to its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.answering.fakes import MarginIsProbability, WordReader
from tests.answering.test_pipeline import page, scope
from wherein.answering.grading.stopping import LONG_WORDS, StopRule, shipped_rule
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.read import ReadPassages
from wherein.answering.stages.retrieve import Retrieve
from wherein.answering.stages.scopes import Scope
from wherein.answering.stages.stage import Attempt
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
    where: Scope, margins: dict[str, float], rule: StopRule | None, counted: Counted | None = None
) -> Attempt:
    attempt = Attempt(parse_question(QUESTION), lambda: where, None, lambda: 0.0)
    by = CalibratedReader(WordReader(margins), counted or MarginIsProbability(), stop=rule)
    for stage in (Retrieve(), ReadPassages(by)):
        for _ in stage.run(attempt):
            pass
    return attempt


RULE = StopRule(penalty=0.8, highest=1.0, least=0.3, most=100, near=0.5, words=8)


def test_reading_ends_once_nothing_left_can_lead(book: Scope) -> None:
    """Here the second passage shares but "the" with the question."""
    best = read(book, {"Marta": 0.9}, RULE).best
    assert best.answers[0].text == "Marta"
    assert best.read.stopped
    assert best.read.words < 400


def test_a_refusal_ends_where_nothing_left_can_be_an_answer(book: Scope) -> None:
    best = read(book, {}, RULE).best
    assert best.answers == ()
    assert best.read.stopped
    assert best.read.words < 400


def test_reading_goes_on_while_something_left_could_lead(book: Scope) -> None:
    best = read(book, {"Marta": 0.6}, replace(RULE, penalty=0.2)).best
    assert best.answers[0].text == "Marta"
    assert best.read.stopped
    assert 100 / 262 - 0.03 < best.read.fraction < 100 / 262 + 0.03


def test_what_stands_in_an_unlikely_passage_is_worth_less(book: Scope) -> None:
    best = read(replace(book, to_the_end=True), {"Marta": 0.6, "corn": 0.9}, RULE).best
    assert [answer.text for answer in best.answers] == ["Marta"]
    as_a_page = read(replace(book, to_the_end=True), {"Marta": 0.6, "corn": 0.9}, None).best
    assert as_a_page.answers[0].text == "corn"


def test_stopping_changes_no_answer_that_is_within_the_bound(book: Scope) -> None:
    """The contract of the bound: with no margin above `highest`, the first answer is that of the end."""
    for margins in ({"Marta": 0.55, "corn": 0.99}, {"mill": 0.8, "Marta": 0.7}, {"river": 1.0}):
        stopped = read(book, margins, replace(RULE, most=10**6)).best
        end = read(replace(book, to_the_end=True), margins, RULE).best
        assert [a.text for a in stopped.answers[:1]] == [a.text for a in end.answers[:1]]


def test_a_later_reader_reads_what_the_first_one_read(book: Scope) -> None:
    attempt = Attempt(parse_question(QUESTION), lambda: book, None, lambda: 0.0)
    first, later = WordReader({}), WordReader({"Marta": 0.9}, "later")
    for stage in (
        Retrieve(),
        ReadPassages(CalibratedReader(first, MarginIsProbability(), stop=RULE)),
        ReadPassages(CalibratedReader(later, MarginIsProbability())),
    ):
        for _ in stage.run(attempt):
            pass
    assert attempt.best.answers[0].found_by == "later"
    assert attempt.best.read.stopped
    assert attempt.best.read.words < 400


def test_to_the_end_is_to_the_end(book: Scope) -> None:
    whole = replace(book, to_the_end=True)
    best = read(whole, {"Marta": 0.9}, replace(RULE, most=1)).best
    assert (best.read.fraction, best.read.stopped) == (1.0, False)


def test_a_short_document_is_read_to_its_end() -> None:
    best = read(scope(page()), {"Ingrid": 0.9, "Soup": 0.8}, replace(RULE, most=1)).best
    assert (best.read.fraction, best.read.stopped) == (1.0, False)
    assert [answer.confidence for answer in best.answers] == [0.9, 0.8]


def test_probabilities_do_not_depend_on_where_reading_ends(book: Scope) -> None:
    """What is left unread counts as read, so that an answer is no surer for stopping early."""
    early, late = Counted(), Counted()
    read(book, {"Marta": 0.9}, RULE, early)
    read(replace(book, to_the_end=True), {"Marta": 0.9}, RULE, late)
    assert book.passages is not None
    assert early.chosen_from == late.chosen_from == {len(book.passages)}


def test_the_rule_that_ships_bounds_what_is_read() -> None:
    rule = shipped_rule()
    assert rule.stops(12.0, 0.0, 1)
    assert not rule.stops(-12.0, 1.0, 1)
    assert rule.stops(-12.0, 1.0, rule.most)


class RankCounts(MarginIsProbability):
    """The margin over the rank in the order of reading: what is read late can hardly be shown."""

    def probabilities(
        self, question: str, candidates: Sequence[Candidate], passages_read: int
    ) -> list[float]:
        return [max(0.0, c.margin) / (1 + c.rank) for c in candidates]


def test_a_book_is_read_no_further_than_an_answer_there_could_come_near_a_perhaps(
    book: Scope,
) -> None:
    rule = StopRule(penalty=0.0, highest=1.0, least=0.0, most=10**6, near=0.5, words=8)
    attempt = Attempt(parse_question(QUESTION), lambda: book, None, lambda: 0.0)
    by = CalibratedReader(WordReader({}), RankCounts(), stop=rule)
    for stage in (Retrieve(), ReadPassages(by)):
        for _ in stage.run(attempt):
            pass
    # The perhaps bound is 0.2, and half of it is near; the tenth passage's best is a tenth.
    assert len(attempt.order) == 10
    assert attempt.best.read.stopped
    whole = read(replace(book, to_the_end=True), {}, rule).best
    assert whole.read.fraction == 1.0
