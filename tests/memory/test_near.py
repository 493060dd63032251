"""The near policy: which questions are one, which never are, and what comes of it in the memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.memory.adversarial import FILE, as_tsv, pairs
from tests.memory.makers import PARAGRAPHS, answer, document
from wherein.encoding.static import StaticEncoder
from wherein.memory.dictionary import english
from wherein.memory.near import RULES, NearPolicy
from wherein.memory.question_key import question_key
from wherein.memory.question_memory import How, QuestionMemory
from wherein.memory.sqlite import SqliteMemory
from wherein.memory.store import Verdict

MODELS = Path(__file__).parents[2] / "models"
POLICY = NearPolicy(english())
PAGE = document(*PARAGRAPHS)


def test_no_adversarial_pair_is_a_hit() -> None:
    hits = [
        (family, one, other)
        for family, one, other in pairs()
        if POLICY.difference(one, other) is None or question_key(one) == question_key(other)
    ]
    assert hits == []


def test_the_adversarial_pairs_are_many_of_each_kind_and_as_committed() -> None:
    assert FILE.read_text("utf-8") == as_tsv(), "run: python -m tests.memory.adversarial"
    every = list(pairs())
    assert len(every) >= 500
    assert len({(one, other) for _, one, other in every}) == len(every)
    assert min(Counter(family for family, _, _ in every).values()) >= 10


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("How do I reset my password?", "What is the best way to reset your password?"),
        ("How can I reset a password?", "how to reset passwords"),
        ("What is the meaning of osmosis?", "What does osmosis mean?"),
        ("Why is the sky blue?", "What is the reason that the sky is blue?"),
        ("What's the difference between cyber crime and fraud?",
         "What is the difference between fraud and cyber crime?"),
        ("What are the main uses of copper?", "What are copper uses?"),
        ("Which is the best film of 2016?", "What are the best movies of 2016?"),
        ("Could you please tell me when the museum opens?", "When does the museum open?"),
        ("Which laptops are under 30,000?", "Which laptop is below 30k?"),
        ("What is USA policy on copyright?", "What is the United States policy on copyright?"),
        ("Who invented the commercial aeroplane?", "Who invented the comercial airplane?"),
        ("What is better, tea or coffee?", "What is better: coffee or tea?"),
    ],
)  # fmt: skip
def test_paraphrases_agree(one: str, other: str) -> None:
    assert POLICY.difference(one, other) is None
    assert POLICY.difference(other, one) is None


@pytest.mark.parametrize(
    ("one", "other", "rule"),
    [
        ("Is it open?", "Isn't it open?", "negation"),
        ("What is in chapter 2?", "What is in chapter 3?", "number"),
        ("Is it open on Monday?", "Is it open on Sunday?", "date"),
        ("Who has more goals?", "Who has fewer goals?", "comparison"),
        ("When was it sold?", "Where was it sold?", "question word"),
        ("Who is the king?", "Who was the king?", "tense"),
        ("What does he eat?", "What does she eat?", "person"),
        ("Who runs Acme?", "Who runs Apex?", "name"),
        ("Who runs the shop?", "Who runs the school?", "words"),
        ("Do cats eat dogs?", "Do dogs eat cats?", "order"),
        ("What does this mean here?", "What does this mean, please?", "pointing"),
    ],
)
def test_each_rule_says_no_by_itself(one: str, other: str, rule: str) -> None:
    found = POLICY.difference(one, other)
    assert found is not None
    assert found.name == rule
    assert found.reason


def test_every_rule_is_tested() -> None:
    tested = {case[2] for case in test_each_rule_says_no_by_itself.pytestmark[0].args[1]}  # type: ignore[attr-defined]
    assert tested == {rule.name for rule in RULES}


questions = st.text(st.sampled_from("abc é?'.-0123 whatisnthow"), max_size=60)


@settings(max_examples=200, deadline=None)
@given(one=questions, other=questions)
def test_the_policy_is_symmetric_and_never_fails(one: str, other: str) -> None:
    mine, theirs = POLICY.difference(one, other), POLICY.difference(other, one)
    assert mine == theirs


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[QuestionMemory]:
    encoder = StaticEncoder.load(MODELS / "static", MODELS / "wordpiece" / "tokenizer.json")
    with SqliteMemory(tmp_path / "memory.sqlite") as store:
        made = QuestionMemory(store, encoder=lambda: encoder, clock=lambda: 1_000_000.0)
        made.remember("How tall is the tower?", PAGE, [answer(PAGE, "330 metres")], model="small@1")
        yield made


def test_a_near_hit_says_that_it_is_one(memory: QuestionMemory) -> None:
    recalled = memory.recall("Hello, how tall is the Tower actually?", PAGE)
    assert recalled.how is How.NEAR
    assert recalled.question is not None
    assert recalled.question.text == "How tall is the tower?"
    assert [found.text for found in recalled.answers] == ["330 metres"]


def test_a_near_hit_needs_its_block_too(memory: QuestionMemory) -> None:
    other = document(PARAGRAPHS[0].replace("330", "331"), *PARAGRAPHS[1:])
    assert not memory.recall("Hello, how tall is the tower?", other).answers


def test_without_an_encoder_nothing_is_near(memory: QuestionMemory) -> None:
    blind = QuestionMemory(memory.store)
    assert blind.recall("How tall is the tower?", PAGE).how is How.EXACT
    assert not blind.recall("Hello, how tall is the tower?", PAGE).answers


def test_a_question_judged_wrong_is_not_answered_by_one_like_it(memory: QuestionMemory) -> None:
    like_it = "Hello, how tall is the tower?"
    memory.remember(like_it, PAGE, [answer(PAGE, "1889")], model="small@1")
    memory.judge(like_it, PAGE, Verdict.WRONG, answer(PAGE, "1889").span)
    assert not memory.recall(like_it, PAGE).answers
    assert memory.recall("How tall is the tower?", PAGE).answers


def test_top_questions_merge_those_that_ask_the_same(memory: QuestionMemory) -> None:
    memory.remember("Hello, how tall is the tower?", PAGE, [answer(PAGE, "330 metres")], model="m")
    memory.remember("How tall was the tower?", PAGE, [answer(PAGE, "330 metres")], model="m")
    found = memory.recall("How tall is the tower?", PAGE).question
    assert found is not None
    top = memory.top(found.page.key)
    assert sorted((t.uses, len(t.merged)) for t in top) == [(1, 0), (2, 1)]


@pytest.mark.parametrize(
    ("verdict", "text", "served"),
    [
        (Verdict.WRONG, "330 metres", False),
        (Verdict.WRONG, "1889", True),
        (Verdict.NOT_HERE, "330 metres", False),
        (Verdict.SPAN, "1889", False),
        (Verdict.RIGHT, "330 metres", True),
    ],
)
def test_what_is_said_of_a_near_hit_holds_for_the_question_it_came_from(
    memory: QuestionMemory, verdict: Verdict, text: str, served: bool
) -> None:
    memory.judge("Hello, how tall is the tower?", PAGE, verdict, answer(PAGE, text).span)
    recalled = memory.recall("How tall is the tower?", PAGE)
    assert ("330 metres" in [found.text for found in recalled.answers]) is served
