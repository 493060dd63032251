"""Questions worded differently: which are one request, which words forbid, and what comes of it in the memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.memory.adversarial import FILE, as_tsv, pairs
from tests.memory.makers import PARAGRAPHS, answer, document
from wherein.core.document import Document
from wherein.encoding.static import StaticEncoder
from wherein.memory.earlier_answers import How
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.sqlite import SqliteMemory
from wherein.memory.store import Verdict
from wherein.memory.verification import Bound, Evidence
from wherein.questions.paraphrase import (
    RULES,
    Exchanged,
    difference,
    exchanged,
    is_small_edit,
    request,
)

MODELS = Path(__file__).parents[2] / "models"
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
    assert is_small_edit(one, other) or "Great Britain" in one  # four names differ there


def test_a_question_in_other_words_is_no_small_edit() -> None:
    assert not is_small_edit("How much must each team pay?", "What is the fine for the two clubs?")
    assert not is_small_edit("How tall is the tower?", "how tall is a tower, please")


@pytest.mark.parametrize(
    ("one", "other", "rule"),
    [
        ("What is in chapter 2?", "What is in chapter 3?", "number"),
        ("What did the first two eat?", "What did the first three eat?", "number"),
        ("How fast is C++?", "How fast is C?", "sign"),
        ("What is T?", "What is t?", "letters"),
        ("How many MB/s?", "How many Mb/s?", "letters"),
        ("Is it open?", "Isn't it open?", "negation"),
        ("Is it open on Monday?", "Is it open on Sunday?", "date"),
        ("What does this mean?", "What does it mean?", "pointing"),
        ("What does he eat?", "What does she eat?", "person"),
        ("How do I get my deposit back?", "How do you get your deposit back?", "owner"),
        ("Who is younger than Olaf?", "How many years younger than Olaf is Greta?", "kind"),
        ("When was it built?", "Where was it built?", "kind"),
        ("When was it approved in Norway?", "When was it rejected in Sweden?", "name"),
        ("What does little hay do?", "What does a little hay do?", "little"),
        ("When did Bea telephone Father?", "When did Father telephone Bea?", "direction"),
    ],
)
def test_each_rule_says_no_by_itself(one: str, other: str, rule: str) -> None:
    found = difference(one, other)
    assert found is not None
    assert found.name == rule
    assert found.reason


def test_the_order_of_other_words_says_little() -> None:
    assert difference("In what year did Ann call Bo?", "When was Bo called by Ann?") is None
    assert difference("How tall is the mill?", "The mill is how tall?") is None


def test_every_rule_is_tested() -> None:
    tested = {case[2] for case in test_each_rule_says_no_by_itself.pytestmark[0].args[1]}  # type: ignore[attr-defined]
    assert tested == {rule.name for rule in RULES}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("What did two people say?", "what was said by 2 people"),
        ("When was its second wing built?", "In what year was the 2nd wing put up?"),
        ("Who can I ask?", "Whom should a visitor ask?"),
        ("Who backed the Scottish side?", "Which person supported Scotland?"),
        ("When was Chopin born?", "In which year was Fr\u00e9d\u00e9ric Chopin born?"),
        (
            "Why does it print twice when I open it?",
            "For what reason is it printed twice on opening?",
        ),
    ],
)
def test_words_allow_what_is_only_put_differently(one: str, other: str) -> None:
    assert difference(one, other) is None


questions = st.text(st.sampled_from("abc é?'.-0123 whatisnthow"), max_size=60)


@settings(max_examples=200, deadline=None)
@given(one=questions, other=questions)
def test_the_rules_are_symmetric_and_never_fail(one: str, other: str) -> None:
    assert difference(one, other) == difference(other, one)
    assert is_small_edit(one, other) == is_small_edit(other, one)


def test_words_that_were_exchanged_stand_in_the_block_or_nowhere() -> None:
    block = "The keeper was paid 48 pounds, and the assistant was paid 31 pounds."
    one = exchanged("What was the assistant paid?", "What did the keeper earn?", block)
    assert (one.shared, one.from_block, one.strange) == (0.0, 2, 0)
    same = exchanged("What salary did the keepers receive?", "What was the keeper paid?", block)
    assert (same.from_block, same.strange) == (0, 2)
    assert exchanged("", "", "").shared == 0.0


def evidence(margin: float | None, lead: float = 8.0, blanked: float = -6.0) -> Evidence:
    return Evidence(
        margin, lead, blanked, 6.0, -6.0, 0.8, is_small_edit=False, words=Exchanged(0.4, 1, 1)
    )


def test_a_bound_weighs_what_was_read_and_wants_the_old_answer_first() -> None:
    bound = Bound(
        dict.fromkeys(evidence(0.0).features(), 0.0) | {"margin": 1.0, "blanked": -1.0}, 0.0, 9.0
    )
    assert bound.is_enough(evidence(4.0))
    assert not bound.is_enough(evidence(2.0))
    assert not bound.is_enough(evidence(4.0, blanked=0.0))
    assert not bound.is_enough(evidence(None))
    edited = replace(evidence(4.0), is_small_edit=True)
    assert not bound.is_enough(edited)
    assert bound.is_enough(replace(edited, words=Exchanged(0.4, 0, 1)))
    assert bound.log_odds(evidence(500.0)) == bound.log_odds(evidence(12.0))


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[QuestionMemory]:
    encoder = StaticEncoder.load(MODELS / "static", MODELS / "wordpiece" / "tokenizer.json")
    with SqliteMemory(tmp_path / "memory.sqlite") as store:
        made = QuestionMemory(store, encoder=lambda: encoder, clock=lambda: 1_000_000.0)
        made.answers.remember(
            "How tall is the tower?", PAGE, [answer(PAGE, "330 metres")], model="small@1"
        )
        yield made


def proposed(memory: QuestionMemory, question: str, page: Document = PAGE) -> list[tuple[str, str]]:
    revalidated = memory.answers.revalidate(question, page)
    assert not revalidated.answers
    assert all(0.2 <= one.similarity <= 1.01 for one in revalidated.proposals)
    return [(one.question.text, one.answer.text) for one in revalidated.proposals]


def test_an_answer_to_a_question_put_differently_is_proposed_and_counts_once_accepted(
    memory: QuestionMemory,
) -> None:
    question = "What is the height of the tower?"
    assert proposed(memory, question) == [("How tall is the tower?", "330 metres")]
    assert memory.uses.take() == {}
    served = memory.answers.accept(memory.answers.revalidate(question, PAGE).proposals[0])
    assert served.how is How.NEAR
    assert served.question is not None
    assert served.question.text == "How tall is the tower?"
    assert [found.text for found in served.answers] == ["330 metres"]
    assert list(memory.uses.take().values()) == [1]


def test_what_is_proposed_needs_its_block_too(memory: QuestionMemory) -> None:
    other = document(PARAGRAPHS[0].replace("330", "331"), *PARAGRAPHS[1:])
    assert proposed(memory, "Hello, how tall is the tower?", other) == []


def test_without_an_encoder_nothing_is_proposed(memory: QuestionMemory) -> None:
    blind = QuestionMemory(memory.store)
    assert blind.answers.revalidate("How tall is the tower?", PAGE).how is How.EXACT
    assert proposed(blind, "Hello, how tall is the tower?") == []


def test_what_words_forbid_is_not_proposed(memory: QuestionMemory) -> None:
    assert proposed(memory, "How tall isn't the tower?") == []


def test_at_most_two_questions_are_proposed_each_with_its_first_answer(
    memory: QuestionMemory,
) -> None:
    both = [answer(PAGE, "1889"), answer(PAGE, "330 metres")]
    for question in (
        "How high is the tower?",
        "What is the tower's height?",
        "How old is the tower?",
    ):
        memory.answers.remember(question, PAGE, both, model="small@1")
    found = proposed(memory, "What height has the tower?")
    assert len(found) == 2
    assert {text for _, text in found} <= {"1889", "330 metres"}


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
def test_what_is_said_of_a_near_hit_holds_for_the_question_it_came_from(
    memory: QuestionMemory, verdict: Verdict, text: str, served: bool
) -> None:
    memory.verdicts.judge("Hello, how tall is the tower?", PAGE, verdict, answer(PAGE, text).span)
    revalidated = memory.answers.revalidate("How tall is the tower?", PAGE)
    assert ("330 metres" in [found.text for found in revalidated.answers]) is served
