"""People's questions to their own documents as training examples: where the answer is found, what is beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from wherein_lab.pages.readings import Readings
from wherein_lab.training.examples.data import Example, answer_text
from wherein_lab.training.examples.document_questions import (
    DocumentQuestions,
    nearest_by_margin,
    occurrences,
    read_document_questions,
)

from wherein.core.answer import Candidate
from wherein.core.errors import DataMissing
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.passages.split import split
from wherein.reading.reader import Reading

FILLER = "The parties keep copies of the inventory and of all letters between them. " * 14
LEASE = f"""# Lease of the boathouse

## Rent

The rent is £1,650 a month. The deposit is £3,300. {FILLER}

## Notice

Either party can end the lease with “two months” notice. The deposit is paid back within 14 days. {FILLER}

## Repairs

The landlord repairs the roof within 14 days of a report. The tenant repairs the doors. {FILLER}

## Stock

| Item | Boats | Oars |
| --- | --- | --- |
| Skiff | 7 | 18 |
| Canoe | 7 | 11 |
"""


def row(question: str, *answers: str, **more: str) -> dict[str, Any]:
    return {"question": question, "file": "lease.md", "answers": list(answers) or None, **more}


RENT = row("how much is the rent", "£1,650", "£1,650 a month")
DEPOSIT_BACK = row("when do we get the deposit back", "within 14 days")
ROOF = row("how soon is the roof repaired", "within 14 days")
QUOTES = row("How long is the notice?", '"Two months" notice')
CANOES = row("How many canoe boats are there?", "7")
BOATS = row("How many?", "7")
PETS = row("may tenants keep a dog", id="pets")
AND_CATS = row("and a cat", after="pets")
NOTHING = row("xylophone")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [RENT, DEPOSIT_BACK, ROOF, QUOTES, CANOES, BOATS, PETS, AND_CATS, NOTHING]
    lines = "".join(json.dumps(one) + "\n" for one in rows)
    (tmp_path / "questions.jsonl").write_text(lines, "utf-8")
    (tmp_path / "lease.md").write_text(LEASE, "utf-8")
    return tmp_path


def asked(found: DocumentQuestions, wanted: dict[str, Any]) -> list[Example]:
    return [one for one in found.examples if one.question == wanted["question"]]


def only(found: DocumentQuestions, wanted: dict[str, Any]) -> Example:
    (example,) = asked(found, wanted)
    return example


def headings(found: DocumentQuestions, example: Example) -> str:
    context = found.contexts[example.context]
    return " ".join((*context.section, context.text[:40]))


def test_an_answer_is_marked_where_the_question_meets_it(folder: Path) -> None:
    found = read_document_questions([folder])
    assert answer_text(found.contexts, only(found, RENT)) == "£1,650"
    back, roof = only(found, DEPOSIT_BACK), only(found, ROOF)
    assert answer_text(found.contexts, back) == answer_text(found.contexts, roof)
    assert "Notice" in headings(found, back)
    assert "Repairs" in headings(found, roof)


def test_quotes_and_case_do_not_hide_an_answer(folder: Path) -> None:
    found = read_document_questions([folder])
    assert answer_text(found.contexts, only(found, QUOTES)) == "“two months” notice"


def test_a_number_that_stands_twice_is_the_one_of_the_line_that_is_asked_for(folder: Path) -> None:
    found = read_document_questions([folder])
    canoes = only(found, CANOES)
    assert canoes.start is not None
    before = found.contexts[canoes.context].text[: canoes.start]
    assert before.rpartition("\n")[2].split()[0] == "Canoe"
    assert asked(found, BOATS) == []


def test_what_is_left_out_is_counted_by_reason(folder: Path) -> None:
    assert read_document_questions([folder]).refused == {
        "no place, or several alike": 1,
        "a follow-up": 1,
        "absent, and no passage shares a word": 1,
    }


def test_a_document_that_cannot_be_read_leaves_its_questions_out(folder: Path) -> None:
    (folder / "lease.md").unlink()
    found = read_document_questions([folder])
    assert (found.contexts, found.examples) == ([], [])
    assert found.refused == {"the document cannot be read": 9}


def test_a_folder_without_questions_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataMissing):
        read_document_questions([tmp_path])


def test_an_absent_question_is_asked_of_near_passages_without_a_mark(folder: Path) -> None:
    found = read_document_questions([folder])
    pets = asked(found, PETS)
    assert pets
    assert all(one.start is None for one in pets)
    assert len({one.context for one in pets}) == len(pets)


def test_near_misses_are_other_passages_without_a_right_answer(folder: Path) -> None:
    found = read_document_questions([folder])
    rent = only(found, RENT)
    assert rent.negatives
    assert rent.context not in rent.negatives
    assert all("£1,650" not in found.contexts[number].text for number in rent.negatives)


def test_articles_are_numbered_from_the_given_one(folder: Path) -> None:
    found = read_document_questions([folder, folder], article=7)
    assert sorted({context.article for context in found.contexts}) == [7, 8]


def test_near_misses_come_in_the_order_of_the_kept_margins(folder: Path, tmp_path: Path) -> None:
    passages = split(parse(Source(LEASE.encode(), "lease.md", "lease.md")))
    repairs = next(p for p in passages if "repairs the roof" in p.text)
    notice = next(p for p in passages if "end the lease" in p.text)
    rent = next(p for p in passages if "£1,650" in p.text)
    readings = Readings(tmp_path / "readings.jsonl")
    candidates = [marked(notice, 1.0), marked(repairs, 4.0), marked(rent, 6.0)]
    reading = Reading((notice, repairs, rent), tuple(candidates))
    readings.keep("reader", RENT["question"], reading)
    readings.write(page_question())
    found = read_document_questions([folder], nearest_by_margin(readings, "reader"))
    first, second = only(found, RENT).negatives[:2]
    assert (first, second) == (repairs.index, notice.index)
    assert rent.index not in only(found, RENT).negatives


def marked(passage: Passage, margin: float) -> Candidate:
    return Candidate(passage, Span(0, 4).shifted(passage.span.start), margin, 0.0)


def page_question() -> Any:
    from wherein_lab.pages.questions import PageQuestion

    return PageQuestion("", "lease.md", "", RENT["question"], ())


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("7 of 17 and 7", "7", ["7", "7"]),
        ("It’s a Dog", "it's a dog", ["It’s a Dog"]),
        ("two\n  lines", "two lines", ["two\n  lines"]),
        ("£12.50 each", "£12.50", ["£12.50"]),
        ("nothing", "thing", []),
        ("İstanbul and Ankara", "ankara", ["Ankara"]),
    ],
)
def test_occurrences_are_whole_words_of_the_text(text: str, wanted: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in occurrences(text, wanted)] == found
