"""Help while typing: completions of a question, and corrections of typos."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.memory.makers import PARAGRAPHS, answer, document
from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.store.sqlite import SqliteMemory
from wherein.questions.completing.completion import Completion, PageTerms, Source, completions
from wherein.questions.spelling.spelling import Speller, question_corrections
from wherein.questions.spelling.spelling_retry import corrected_question
from wherein.questions.spelling.typo_model import typo_cost
from wherein.questions.words.dictionary import english

PAGE = document(*PARAGRAPHS)
ASKED = ["How tall is the tower?", "How old is it?", "Who built the tower?"]
SPELLER = Speller(english())


def texts(found: list[Completion]) -> list[str]:
    return [completion.text for completion in found]


@pytest.mark.parametrize(
    ("prefix", "expected"),
    [
        ("how", ["How tall is the tower?", "How old is it?"]),
        ("  HOW  t", ["How tall is the tower?"]),
        ("the tow", ["How tall is the tower?", "Who built the tower?"]),
        ("tower who", ["Who built the tower?"]),
        ("How tall is the tower", []),
        ("", []),
        ("?", []),
        ("why", []),
    ],
)
def test_asked_questions_complete(prefix: str, expected: list[str]) -> None:
    assert texts(completions(prefix, ASKED)) == expected


def test_the_page_s_headings_and_words_complete_the_last_word() -> None:
    text = "Eiffel in Paris\n\nEiffel built it. Eiffels and the company; company of Eiffel. It was the company."
    blocks = (
        Block(BlockKind.HEADING, Span(0, 15), 1),
        Block(BlockKind.PARAGRAPH, Span(17, len(text))),
    )
    from dataclasses import replace

    terms = PageTerms(replace(PAGE, text=text, blocks=blocks), stop={"the", "it"})
    found = completions("Who was ei", [], terms)
    assert found == [
        Completion("Who was Eiffel in Paris", Source.HEADING),
        Completion("Who was Eiffel", Source.WORD),
    ]
    assert texts(completions("what com", [], terms)) == ["what company"]
    assert completions("what t", [], terms) == []
    assert completions("the", [], terms) == []
    assert len(completions("Who was ei", [], terms, limit=1)) == 1


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("What is the goverment?", "What is the government?"),
        ("How does it opperate?", "How does it operate?"),
        ("Whcih bridge is longest?", "Which bridge is longest?"),
        ("recieve", "receive"),
        ("Who wrote the definately best book?", "Who wrote the definitely best book?"),
    ],
)
def test_typos_are_corrected(written: str, meant: str) -> None:
    assert question_corrections(written, SPELLER)[0] == meant


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of France?",
        "Who was Temür's nephew Yesün?",
        "What do thylakoids and ctenophores share?",
        "How do I use nginx with cpDNA, kPa and iMessage?",
        "Why doesn't she like colour, colours and analyzers?",
        "What is the counterflow of paleoclimatology?",
        "日本の首都はどこですか？",
        "",
        "???",
    ],
)
def test_what_is_right_or_only_unknown_is_left_alone(question: str) -> None:
    assert question_corrections(question, SPELLER) == []


def test_the_page_s_words_come_first() -> None:
    page = Speller(
        english(), "Mnemiopsis is a ctenophore. The Tanaghrisson treaty was signed by Iqbal."
    )
    assert question_corrections("What is a ctenophroe?", page) == ["What is a ctenophore?"]
    assert (
        question_corrections("Who signed the Tanagrisson treaty?", page)[0]
        == "Who signed the Tanaghrisson treaty?"
    )
    assert question_corrections("Who was Iqbarl?", page)[0] == "Who was Iqbal?"
    assert question_corrections("Who was Iqbarl?", SPELLER) == []


def test_several_readings_are_offered_likeliest_first() -> None:
    found = question_corrections("thay", SPELLER)
    assert len(found) == 3
    assert "they" in found
    both = question_corrections("What is the goverment of the contry?", SPELLER)
    assert both[0] == "What is the government of the country?"


@pytest.mark.parametrize(
    ("written", "nearer", "further"),
    [
        ("teh", "the", "tea"),
        ("hoise", "house", "horse"),
        ("fone", "phone", "bone"),
        ("accomodate", "accommodate", "accommodated"),
        ("xame", "came", "fame"),
    ],
)
def test_likely_slips_cost_less(written: str, nearer: str, further: str) -> None:
    assert typo_cost(written, nearer) < typo_cost(written, further)


words = st.text("abcdeghiknoprstuwxy", max_size=9)


@settings(max_examples=150, deadline=None)
@given(one=words, other=words)
def test_a_cost_is_zero_only_for_the_word_itself(one: str, other: str) -> None:
    cost = typo_cost(one, other)
    assert (cost == 0) == (one == other)
    assert cost <= 1.6 * max(len(one), len(other))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_answered(text: str) -> None:
    for reading in question_corrections(text, SPELLER):
        assert reading != text
    completions(text, ASKED, PageTerms(PAGE))


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[QuestionMemory]:
    with SqliteMemory(tmp_path / "memory.sqlite") as store:
        made = QuestionMemory(store, clock=lambda: 1_000_000.0)
        made.answers.remember(
            "How tall is the tower?", PAGE, [answer(PAGE, "330 metres")], model="m"
        )
        yield made


def test_the_memory_completes_from_what_was_asked_and_the_page(memory: QuestionMemory) -> None:
    assert texts(memory.typing.complete("how", PAGE)) == ["How tall is the tower?"]
    assert Completion("Which tower", Source.WORD) not in memory.typing.complete("Which tow", PAGE)
    other = document(*PARAGRAPHS, "The tower has lifts; the tower has stairs.")
    assert "Which tower" in texts(memory.typing.complete("Which tow", other))
    nowhere = document(*PARAGRAPHS, url="")
    assert texts(memory.typing.complete("how", nowhere)) == []


def test_a_doubtful_slip_is_searched_for_and_not_offered(memory: QuestionMemory) -> None:
    question = "Who leads the parliment?"
    assert memory.typing.corrections(question) == []
    assert memory.typing.readings(question) == [question, "Who leads the parliament?"]
    assert memory.typing.readings("How tall is it?", PAGE) == ["How tall is it?"]


def test_the_memory_corrects_from_the_page(memory: QuestionMemory) -> None:
    assert memory.typing.corrections("How tall is Eifel?", PAGE)[0] == "How tall is Eiffel?"
    assert memory.typing.corrections("How tall is Eifel?") == []


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("When did th tower open?", "When did the tower open?"),
        ("Whqt is it made of?", "What is it made of?"),
        ("How tall is the Eifgfel Tower?", "How tall is the Eiffel Tower?"),
        ("Who was mEiffel?", "Who was Eiffel?"),
        ("What did Gustave Eiffel's compani build?", "What did Gustave Eiffel's company build?"),
        ("Wha is it made of?", "What is it made of?"),
        ("Whe was it finished?", "When was it finished?"),
        ("Twhen was it finished?", "When was it finished?"),
        ("How tall is the 3rd floor?", None),
        ("How tall is the tower?", None),
        ("How long does gc take?", None),
        ("What is stairs vs lifts?", None),
        ("Is cvs better than svn?", None),
        ("What does mv do?", None),
        ("which os does it run on", None),
        ("Wann beginnt die Oper?", None),
        ("Quand a été construit le pont ?", None),
        ("What did the UN say of Krzeszowski's SMA?", None),
        ("日本の首都はどこですか？", None),
        ("", None),
    ],
)
def test_a_question_that_found_nothing_is_read_boldly(question: str, meant: str | None) -> None:
    assert corrected_question(question, Speller(english(), PAGE.text)) == meant
