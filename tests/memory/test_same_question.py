"""What is served is the answer to the same question on the same main text, for any two questions and any edit."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.memory.makers import PARAGRAPHS, answer, document
from wherein.core.document import Block, BlockKind, Dates, Document
from wherein.core.span import Span
from wherein.lexicon import lexicon
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.store.sqlite import SqliteMemory
from wherein.memory.store.store import StoredQuestion
from wherein.questions.normalisation import question_key

PAGE = document(*PARAGRAPHS)
NUMBERS = count()
FIRST_WORDS = {*lexicon("question-key").words("first_words")}
BEFORE_OTHERS = {*lexicon("question-key").words("first_before")}
MARKS = ["?", ".", "!", "'", "\u2019", '"', "\u201c", " ", "\t", "\u00a0", "-", "\u00a7", "\u200b"]
WORDS = [
    *("Who", "who", "WHO", "May", "may", "will", "Will", "in", "In", "the", "The", "I", "is", "Is"),
    *("polish", "Polish", "us", "US", "turkey", "Turkey", "caf\u00e9", "cafe\u0301", "cafe"),
    *("students'", "student's", "shed", "she'd", "f(x)", "fx", "5!", "5", "1.234", "1,234", "\u00bd"),
]  # fmt: skip

questions = st.lists(st.sampled_from([*WORDS, *MARKS]), min_size=1, max_size=6).flatmap(
    lambda parts: st.sampled_from([" ", ""]).map(lambda between: between.join(parts))
)


def variants(question: str) -> st.SearchStrategy[str]:
    """The question with one change, some of which leave it the same question."""
    at = st.integers(0, len(question))
    return st.one_of(
        st.builds(lambda n, mark: question[:n] + mark + question[n:], at, st.sampled_from(MARKS)),
        st.builds(lambda n: question[:n] + question[n + 1 :], at),
        st.builds(lambda n: question[:n] + question[n : n + 1].swapcase() + question[n + 1 :], at),
        st.builds(unicodedata.normalize, st.sampled_from(["NFC", "NFD"]), st.just(question)),
        st.just(question.lower()),
        st.just(f" {question} ?"),
        st.just(question.replace("'", "\u2019")),
        questions,
    )


def is_same(one: str, other: str) -> bool:
    """Whether two questions differ in nothing but what may differ, by their words, one after another."""
    mine, theirs = map(_words, (one, other))
    if mine == theirs:
        return True
    first, second = mine[:1], theirs[:1]
    if mine[1:] != theirs[1:] or not first or not second:
        return False
    (a,), (b,) = first, second
    low = a[:1].lower() + a[1:]
    is_function_word = low in FIRST_WORDS or (low in BEFORE_OTHERS and len(mine) > 1)
    return a[1:] == b[1:] and a[:1].lower() == b[:1].lower() and is_function_word


def _words(question: str) -> list[str]:
    text = unicodedata.normalize("NFC", question)
    text = re.sub("[\u2018\u2019]", "'", re.sub("[\u201c\u201d]", '"', text)).strip()
    return re.sub(r"[.?]\Z", "", text).split()


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[QuestionMemory]:
    folder: Path = tmp_path_factory.mktemp("same")
    with SqliteMemory(folder / "memory.sqlite") as store:
        yield QuestionMemory(store, dictionary=_Everything(), clock=lambda: 1_000_000.0)


class _Everything:
    """A dictionary that knows every word, so that no question is taken for one about a person."""

    def __contains__(self, word: object) -> bool:
        return True


@settings(max_examples=150, deadline=None)
@given(data=st.data(), question=questions)
def test_questions_that_are_not_the_same_never_share_a_key(
    data: st.DataObject, question: str
) -> None:
    other = data.draw(variants(question))
    if question_key(question) == question_key(other):
        assert is_same(question, other)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), question=questions)
def test_questions_that_are_not_the_same_never_share_an_answer(
    memory: QuestionMemory, data: st.DataObject, question: str
) -> None:
    other = data.draw(variants(question))
    page = document(*PARAGRAPHS, " ".join(WORDS), url=f"https://example.org/{next(NUMBERS)}")
    kept = memory.answers.remember(question, page, [answer(page, "1889")], model="m")
    served = memory.answers.revalidate(other, page).answers
    if served:
        assert is_same(question, other)
    elif isinstance(kept, StoredQuestion):
        assert not memory.answers.revalidate(other, page).answers
        assert memory.answers.revalidate(question, page).answers
        assert memory.answers.revalidate(f"  {question} ", page).answers


def edits() -> st.SearchStrategy[Document]:
    """The page after one edit of its main text, its structure, title or dates."""

    def edited(number: int, at: int, cut: int, put: str) -> Document:
        old = PARAGRAPHS[number]
        start = at % (len(old) + 1)
        new = old[:start] + put + old[start + cut :]
        return document(*(new if n == number else text for n, text in enumerate(PARAGRAPHS)))

    put = st.sampled_from(["", " ", "not ", "\n", "\u0336", "-", "9", "The following is false: "])
    number = st.integers(0, len(PARAGRAPHS) - 1)
    kinds = st.sampled_from([BlockKind.HEADING, BlockKind.LIST_ITEM, BlockKind.CAPTION])
    return st.one_of(
        st.builds(edited, number, st.integers(0, 200), st.integers(0, 3), put),
        st.permutations(PARAGRAPHS).map(lambda some: document(*some)),
        st.builds(lambda n: document(*PARAGRAPHS[:n], *PARAGRAPHS[n + 1 :]), number),
        st.builds(lambda n, new: document(*PARAGRAPHS[:n], new, *PARAGRAPHS[n:]), number, st.text("ab", min_size=1)),
        st.builds(lambda title: replace(PAGE, title=title), st.text("ab")),
        st.builds(lambda year: replace(PAGE, dates=Dates(published=str(year))), st.integers(1900, 2100)),
        st.builds(_with_kind, number, kinds),
    ).filter(lambda page: page != PAGE)  # fmt: skip


def _with_kind(number: int, kind: BlockKind) -> Document:
    blocks = list(PAGE.blocks)
    level = 2 if kind is BlockKind.HEADING else None
    blocks[number] = replace(blocks[number], kind=kind, level=level)
    return replace(PAGE, blocks=tuple(blocks))


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(page=edits())
def test_any_edit_of_the_main_text_ends_serving(memory: QuestionMemory, page: Document) -> None:
    question = "When was the tower finished?"
    if memory.answers.revalidate(question, PAGE).question is None:
        memory.answers.remember(question, PAGE, [answer(PAGE, "1889")], model="m")
    assert not memory.answers.revalidate(question, page).answers
    assert memory.answers.revalidate(question, PAGE).answers


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(boxes=st.lists(st.text("ab 1\n", min_size=1, max_size=20), max_size=4))
def test_what_changes_beside_the_main_text_does_not_end_serving(
    memory: QuestionMemory, boxes: list[str]
) -> None:
    question = "When was the whole tower finished?"
    if memory.answers.revalidate(question, PAGE).question is None:
        memory.answers.remember(question, PAGE, [answer(PAGE, "1889", 0.7)], model="m")
    before = "".join(f"{box}\n\n" for box in boxes)
    blocks, at = [], 0
    for box in boxes:
        blocks.append(Block(BlockKind.PARAGRAPH, Span(at, at + len(box)), main=False))
        at += len(box) + 2
    moved = tuple(replace(block, span=block.span.shifted(at)) for block in PAGE.blocks)
    page = replace(PAGE, text=before + PAGE.text, blocks=(*blocks, *moved))
    (found,) = memory.answers.revalidate(question, page).answers
    assert found.span.of(page.text) == "1889"
    assert found.span.start >= at
    assert found.confidence == 0.7
