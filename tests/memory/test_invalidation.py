"""What happens between asking and asking again, and whether the old answer is served then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.memory.makers import PARAGRAPHS, answer, document
from wherein.core.document import Block, BlockKind, Dates, Document
from wherein.core.span import Span
from wherein.memory.policies.privacy import NotKept, page_key
from wherein.memory.question_memory import QuestionMemory
from wherein.memory.store.sqlite import SqliteMemory
from wherein.memory.store.store import PageKey, Standing, StoredQuestion, Verdict
from wherein.passages.block_place import find_block, place_of

QUESTION = "When was the tower finished?"
PAGE = document(*PARAGRAPHS)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[QuestionMemory]:
    with SqliteMemory(tmp_path / "memory.sqlite") as store:
        made = QuestionMemory(store, clock=lambda: 1_000_000.0)
        kept = made.answers.remember(QUESTION, PAGE, [answer(PAGE, "1889")], model="small@1")
        assert isinstance(kept, StoredQuestion)
        yield made


def changed(paragraph: int, text: str) -> Document:
    return document(*(text if n == paragraph else old for n, old in enumerate(PARAGRAPHS)))


def beside(page: Document, *boxes: str) -> Document:
    """The page with boxes before its main text."""
    before = "".join(f"{box}\n\n" for box in boxes)
    blocks, at = [], 0
    for box in boxes:
        blocks.append(Block(BlockKind.PARAGRAPH, Span(at, at + len(box)), main=False))
        at += len(box) + 2
    moved = (replace(block, span=block.span.shifted(at)) for block in page.blocks)
    return replace(page, text=before + page.text, blocks=(*blocks, *moved))


def headed(page: Document, number: int) -> Document:
    """The page with one of its paragraphs as a heading."""
    blocks = list(page.blocks)
    blocks[number] = Block(BlockKind.HEADING, blocks[number].span, level=2)
    return replace(page, blocks=tuple(blocks))


@pytest.mark.parametrize(
    ("what", "now", "served"),
    [
        ("nothing", PAGE, True),
        ("the answer", changed(0, PARAGRAPHS[0].replace("1889", "1890")), False),
        ("a word of the block", changed(0, PARAGRAPHS[0].replace("Paris", "Lyon")), False),
        ("a space in the block", changed(0, PARAGRAPHS[0].replace(". It", ".  It")), False),
        ("another block", changed(1, "Something else."), False),
        ("the order of the blocks", document(*reversed(PARAGRAPHS)), False),
        ("a block before it", document("An advertisement 😀 stands here.", *PARAGRAPHS), False),
        ("a block after it", document(*PARAGRAPHS, "The following is false."), False),
        ("a box beside the main text", beside(PAGE, "Log in", "3 comments"), True),
        ("another box", beside(PAGE, "Log in", "4 comments"), True),
        ("the date", replace(PAGE, dates=Dates(modified="2024-01-01")), False),
        ("a paragraph is a heading now", headed(PAGE, 1), False),
        ("the block is gone", document(*PARAGRAPHS[1:]), False),
        ("the block is joined to the next", document(" ".join(PARAGRAPHS)), False),
        ("the title", document(*PARAGRAPHS, title="Other"), False),
        ("everything", document("Nothing of it is left."), False),
        ("the address", document(*PARAGRAPHS, url="https://example.org/other"), False),
        ("the fragment", document(*PARAGRAPHS, url="https://EXAMPLE.org/towers#top"), True),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_page_changed(memory: QuestionMemory, what: str, now: Document, served: bool) -> None:
    revalidated = memory.answers.revalidate(QUESTION, now)
    assert bool(revalidated.answers) is served
    if served:
        (found,) = revalidated.answers
        assert found.span.of(now.text) == "1889"
        assert found.quote_span.of(now.text) == found.quote
        assert found.found_by == "memory"
    else:
        assert revalidated.reason


@pytest.mark.parametrize(
    ("asked", "served"),
    [
        ("when was the tower finished", True),
        ("  when was\tthe  tower finished ?", True),
        ("When was the tower finished.", True),
        ("When was the tower finished?!", False),
        ("WHEN was the tower finished?", False),
        ("When was the Tower finished?", False),
        ("When was the tower \u2014 finished?", False),
        ("When was the finished tower?", False),
        ("When wasn't the tower finished?", False),
        ("When was the tower begun?", False),
        ("Where was the tower finished?", False),
        ("", False),
        ("???", False),
    ],
)
def test_the_question_was_worded_otherwise(
    memory: QuestionMemory, asked: str, served: bool
) -> None:
    assert bool(memory.answers.revalidate(asked, PAGE).answers) is served


def test_other_options_are_another_question(memory: QuestionMemory) -> None:
    assert not memory.answers.revalidate(QUESTION, PAGE, options="high").answers
    memory.answers.remember(
        QUESTION, PAGE, [answer(PAGE, "1889", 0.4)], model="small@1", options="high"
    )
    (found,) = memory.answers.revalidate(QUESTION, PAGE, options="high").answers
    assert found.confidence == 0.4
    again = memory.answers.revalidate(QUESTION, PAGE)
    assert not again.answers
    assert again.reason == "It was answered with other options or another model."


def test_a_person_s_answer_is_served_with_any_options(memory: QuestionMemory) -> None:
    memory.verdicts.judge(QUESTION, PAGE, Verdict.SPAN, answer(PAGE, "330 metres").span)
    (found,) = memory.answers.revalidate(QUESTION, PAGE, options="high").answers
    assert found.text == "330 metres"
    assert not memory.answers.revalidate(QUESTION, changed(1, "Something else.")).answers


@pytest.mark.parametrize("verdict", [Verdict.RIGHT, Verdict.SPAN])
def test_a_judged_answer_that_is_read_again_after_an_edit_is_served_again(
    memory: QuestionMemory, verdict: Verdict
) -> None:
    memory.verdicts.judge(QUESTION, PAGE, verdict, answer(PAGE, "1889").span)
    now = changed(1, "Something else.")
    assert not memory.answers.revalidate(QUESTION, now).answers
    kept = memory.answers.remember(QUESTION, now, [answer(now, "1889", 0.5)], model="small@1")
    assert isinstance(kept, StoredQuestion)
    served = memory.answers.revalidate(QUESTION, now).answers
    assert [found.confidence for found in served] == [0.5]


def test_an_answer_beside_the_main_text_holds_while_the_whole_text_is_the_same(
    memory: QuestionMemory,
) -> None:
    page = beside(PAGE, "The museum is open on Mondays, from nine to five.", "3 comments")
    question = "When is the museum open?"
    found = answer(page, "on Mondays")
    memory.answers.remember(question, page, [replace(found, main=False)], model="m")
    assert memory.answers.revalidate(question, page).answers
    for box in ("4 comments", "The museum is closed for good."):
        other = beside(PAGE, "The museum is open on Mondays, from nine to five.", box)
        assert not memory.answers.revalidate(question, other).answers


@pytest.mark.parametrize(
    ("verdict", "text", "served"),
    [
        (Verdict.RIGHT, "1889", ["1889"]),
        (Verdict.WRONG, "1889", []),
        (Verdict.NOT_HERE, "1889", []),
        (Verdict.NOT_HERE, None, []),
        (Verdict.SPAN, "330 metres", ["330 metres"]),
        (Verdict.WRONG, "330", ["1889"]),
    ],
)
def test_feedback_was_given(
    memory: QuestionMemory, verdict: Verdict, text: str | None, served: list[str]
) -> None:
    span = None if text is None else answer(PAGE, text).span
    assert memory.verdicts.judge(QUESTION, PAGE, verdict, span) is None
    assert [found.text for found in memory.answers.revalidate(QUESTION, PAGE).answers] == served


def test_a_wrong_answer_does_not_come_back_when_it_is_read_again(memory: QuestionMemory) -> None:
    memory.verdicts.judge(QUESTION, PAGE, Verdict.WRONG, answer(PAGE, "1889").span)
    memory.answers.remember(QUESTION, PAGE, [answer(PAGE, "1889")], model="small@1")
    assert not memory.answers.revalidate(QUESTION, PAGE).answers
    assert not memory.others.popular(_key(), document=PAGE)


def test_a_stale_answer_is_marked_and_comes_back_with_its_text(memory: QuestionMemory) -> None:
    other = changed(0, "Rewritten.")
    memory.answers.revalidate(QUESTION, other)
    found = memory.store.questions.with_key(_key(), "when was the tower finished")
    assert found is not None
    assert found.answers[0].standing is Standing.STALE
    assert memory.others.popular(_key()) == []
    assert memory.answers.revalidate(QUESTION, PAGE).answers
    assert memory.others.popular(_key())[0].stored[0].standing is Standing.CURRENT


def test_top_questions_leave_out_what_no_longer_stands(memory: QuestionMemory) -> None:
    memory.answers.remember(
        "How tall is the tower?", PAGE, [answer(PAGE, "330 metres")], model="small@1"
    )
    memory.answers.remember(
        "How many climb it?", PAGE, [answer(PAGE, "Nearly seven million")], model="small@1"
    )
    now = changed(2, "It is closed.")
    top = memory.others.popular(_key(), document=now)
    assert {t.question.text for t in top} == {QUESTION, "How tall is the tower?"}
    for one in top:
        assert all(a.span.of(now.text) == a.text for a in one.answers)
        assert len(one.answers) == len(one.stored) == 1


def test_a_short_block_is_held_by_the_one_before_it(memory: QuestionMemory) -> None:
    page = document("Is the lift open in winter, when it snows a lot?", "Yes.", *PARAGRAPHS)
    memory.answers.remember("Is the lift open?", page, [answer(page, "Yes.")], model="small@1")
    assert memory.answers.revalidate("Is the lift open?", page).answers
    other = document("Is the lift free of charge for all who are old?", "Yes.", *PARAGRAPHS)
    assert not memory.answers.revalidate("Is the lift open?", other).answers


def test_a_cell_is_held_by_its_headers(memory: QuestionMemory) -> None:
    def table(row: str) -> Document:
        text = f"{row}\n\n330\n\n{PARAGRAPHS[2]}"
        cell = Span(len(row) + 2, len(row) + 5)
        blocks = (
            Block(BlockKind.CELL, Span(0, len(row))),
            Block(BlockKind.CELL, cell, row=row, column="Height"),
            Block(BlockKind.PARAGRAPH, Span(cell.end + 2, len(text))),
        )
        return replace(PAGE, text=text, blocks=blocks)

    eiffel = table("Eiffel")
    memory.answers.remember("How tall is it?", eiffel, [answer(eiffel, "330")], model="small@1")
    assert memory.answers.revalidate("How tall is it?", eiffel).answers
    assert not memory.answers.revalidate("How tall is it?", table("Blackpool")).answers


def test_what_is_not_kept_says_why(memory: QuestionMemory) -> None:
    nowhere = document(*PARAGRAPHS, url="")
    given = [answer(nowhere, "1889")]
    assert memory.answers.remember(QUESTION, nowhere, given, model="m") is NotKept.NO_ADDRESS
    assert memory.answers.remember(QUESTION, PAGE, [], model="m") is NotKept.NO_ANSWER
    assert memory.answers.remember("?!", PAGE, given, model="m") is NotKept.EMPTY
    assert memory.answers.remember("why " * 200, PAGE, given, model="m") is NotKept.LONG
    assert (
        memory.answers.remember(QUESTION, PAGE, given, model="m", private=True)
        is NotKept.PRIVATE_WINDOW
    )


def test_uses_are_counted_when_reported(memory: QuestionMemory) -> None:
    for _ in range(3):
        memory.answers.revalidate(QUESTION, PAGE)
    assert memory.store.stats().uses == 1
    memory.uses.flush()
    memory.uses.flush()
    assert memory.store.stats().uses == 4


blocks = st.lists(
    st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters="\r\0\n"),
        min_size=1,
        max_size=40,
    ).filter(str.strip),
    min_size=1,
    max_size=6,
)


@settings(max_examples=150, deadline=None)
@given(paragraphs=blocks, others=blocks, data=st.data())
def test_a_place_is_found_again_exactly(
    paragraphs: list[str], others: list[str], data: st.DataObject
) -> None:
    page = document(*paragraphs)
    block = data.draw(st.sampled_from(page.blocks)).span
    start = data.draw(st.integers(block.start, block.end - 1))
    quote = Span(start, data.draw(st.integers(start + 1, block.end)))
    place = place_of(page, quote)
    assert place is not None
    assert place.context == block
    assert quote in find_block(page, place.block, quote.of(page.text), place.quote_start)
    other = document(*others)
    for found in find_block(other, place.block, quote.of(page.text), place.quote_start):
        assert found.of(other.text) == quote.of(page.text)
        assert any(b.span.of(other.text) == block.of(page.text) for b in other.blocks)


def _key() -> PageKey:
    key = page_key(PAGE)
    assert isinstance(key, PageKey)
    return key
