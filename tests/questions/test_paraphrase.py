"""Questions worded differently: which are one request, and what comes of it in the memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.memory.adversarial import FILE, as_tsv, pairs
from tests.memory.makers import PARAGRAPHS, answer, document
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.store.sqlite import SqliteMemory
from wherein.memory.store.store import Verdict
from wherein.questions.completing.paraphrase import request

PAGE = document(*PARAGRAPHS)


def test_no_adversarial_pair_is_one_request() -> None:
    assert [(one, other) for _, one, other in pairs() if request(one) == request(other)] == []


def test_the_adversarial_pairs_are_many_of_each_kind_and_as_committed() -> None:
    assert FILE.read_text("utf-8") == as_tsv(), "run: python -m tests.memory.adversarial"
    every = list(pairs())
    assert len(every) >= 500
    assert len({(one, other) for _, one, other in every}) == len(every)
    assert min(Counter(family for family, _, _ in every).values()) >= 10


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("How do I reset my password?", "how can I reset my password"),
        ("How do you fold a kite?", "How can I fold the kite?"),
        ("What is the meaning of osmosis?", "What does osmosis mean?"),
        ("Could you please tell me when the museum opens?", "when the museum opens"),
        ("Which colour is it?", "What color is it?"),
        ("Hello, how tall is the tower exactly really now", "how tall is tower really now"),
        ("Tell me who built it", "who built it"),
    ],
)
def test_politeness_and_articles_make_no_other_request(one: str, other: str) -> None:
    assert request(one) == request(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What is it made of?", "What is it made for?"),
        ("Who is she engaged to?", "Who is engaged to her?"),
        ("What did he die of?", "What did he die for?"),
        ("Where is the train?", "Where is the training?"),
        ("Who needs glass?", "Who needs glasses?"),
        ("What can it carry?", "What does it carry?"),
        ("What is the time?", "What has the time?"),
        ("Where is the main door?", "Where is the door?"),
        ("Who lives here?", "Who lives there?"),
        ("What is my share?", "What is your share?"),
        ("What is the area of Great Britain?", "What is the area of the United Kingdom?"),
        ("What is a good film?", "What is the best film?"),
        ("When does hexane boil?", "When does hexene boil?"),
        ("Do cats eat dogs?", "Do dogs eat cats?"),
    ],
)
def test_prepositions_endings_auxiliaries_and_order_make_another(one: str, other: str) -> None:
    assert request(one) != request(other)


@given(st.text(max_size=60))
def test_a_request_has_single_spaces_and_is_the_same_in_capitals(question: str) -> None:
    assert request(question) == " ".join(request(question).split())
    assert request(f"  {question} ?") == request(question)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[QuestionMemory]:
    with SqliteMemory(tmp_path / "memory.sqlite") as store:
        made = QuestionMemory(store, clock=lambda: 1_000_000.0)
        made.answers.remember(
            "How tall is the tower?", PAGE, [answer(PAGE, "330 metres")], model="small@1"
        )
        yield made


def test_a_question_judged_wrong_is_not_answered_by_one_like_it(memory: QuestionMemory) -> None:
    like_it = "Hello, how tall is the tower?"
    memory.answers.remember(like_it, PAGE, [answer(PAGE, "1889")], model="small@1")
    memory.verdicts.judge(like_it, PAGE, Verdict.WRONG, answer(PAGE, "1889").span)
    assert not memory.answers.revalidate(like_it, PAGE).answers
    assert memory.answers.revalidate("How tall is the tower?", PAGE).answers


def test_top_questions_merge_those_that_ask_the_same(memory: QuestionMemory) -> None:
    memory.answers.remember(
        "Hello, how tall is the tower?", PAGE, [answer(PAGE, "330 metres")], model="m"
    )
    memory.answers.remember(
        "How tall was the tower?", PAGE, [answer(PAGE, "330 metres")], model="m"
    )
    found = memory.answers.revalidate("How tall is the tower?", PAGE).question
    assert found is not None
    top = memory.others.popular(found.page.key)
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
def test_what_is_said_of_a_question_holds_for_its_other_wordings(
    memory: QuestionMemory, verdict: Verdict, text: str, served: bool
) -> None:
    memory.verdicts.judge("How tall was a tower?", PAGE, verdict, answer(PAGE, text).span)
    revalidated = memory.answers.revalidate("How tall is the tower?", PAGE)
    assert ("330 metres" in [found.text for found in revalidated.answers]) is served
