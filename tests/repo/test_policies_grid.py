"""The questions on many policies have one row for each document and question, in the form that their notice states.

The notice is `benchmarks/questions/policies-grid/SOURCES.md`. The documents are not in the repository: whether the
accepted answers stand in them is checked where the data are at hand.
"""

from __future__ import annotations

import json
import os
import tarfile
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "benchmarks/questions/policies-grid"
QUESTIONS = (FOLDER / "questions.txt").read_text("utf-8").splitlines()
ROWS = [
    json.loads(line) for line in (FOLDER / "answers.jsonl").read_text("utf-8").splitlines() if line
]
MOST_ANSWERS = 6


def normalised(text: str) -> str:
    return " ".join(text.split())


def faults_of_form(row: dict[str, Any]) -> list[str]:
    """What is wrong with one row, its document unseen."""
    if set(row) != {"document", "question", "answers"}:
        return ["fields"]
    found = []
    if not row["document"].startswith("policies/") or not row["document"].endswith(".md"):
        found.append("document")
    if row["question"] not in QUESTIONS:
        found.append("not one of the questions")
    answers = row["answers"]
    if len(answers) > MOST_ANSWERS or len(set(answers)) != len(answers):
        found.append("too many answers, or one twice")
    found += [f"white space: {piece!r}" for piece in answers if piece != normalised(piece)]
    found += [f"empty or a letter: {piece!r}" for piece in answers if len(piece) < 3]
    return found


def faults_in_the_text(row: dict[str, Any], text: str) -> list[str]:
    """Which accepted answers of one row do not stand in the Markdown of its document, the front matter left out."""
    body = normalised(text.split("---\n", 2)[2])
    return [f"not in the document: {piece!r}" for piece in row["answers"] if piece not in body]


@cache
def documents() -> dict[str, str]:
    """The Markdown of each document asked about; none where the folder of data is absent."""
    shared = Path(os.environ.get("WHEREIN_SHARED") or ROOT.parent / "shared")
    archive = shared / "data/policies/policies.tar.gz"
    if not archive.is_file():
        return {}
    asked = {row["document"] for row in ROWS}
    found = {}
    with tarfile.open(archive) as opened:
        for member in opened:
            if member.name in asked and (file := opened.extractfile(member)):
                found[member.name] = file.read().decode("utf-8")
    return found


def test_there_are_ten_questions() -> None:
    assert len(set(QUESTIONS)) == len(QUESTIONS) == 10
    assert [question for question in QUESTIONS if not question.strip().endswith("?")] == []


def test_each_row_has_the_stated_form() -> None:
    wrong = {(row["document"], row["question"]): faults_of_form(row) for row in ROWS}
    assert {key: found for key, found in wrong.items() if found} == {}


def test_each_document_is_asked_each_question_once() -> None:
    pairs = Counter((row["document"], row["question"]) for row in ROWS)
    names = {document for document, _ in pairs}
    assert len(names) >= 30
    assert pairs == Counter((name, question) for name in names for question in QUESTIONS)


def test_a_quarter_to_a_half_of_the_cells_have_no_answer() -> None:
    refused = sum(not row["answers"] for row in ROWS)
    assert 0.25 <= refused / len(ROWS) <= 0.5


def test_each_question_is_answered_somewhere_and_not_everywhere() -> None:
    told = {(row["question"], bool(row["answers"])) for row in ROWS}
    assert told == {(question, answered) for question in QUESTIONS for answered in (True, False)}


def test_the_notice_states_the_counts() -> None:
    notice = (FOLDER / "SOURCES.md").read_text("utf-8")
    for question in QUESTIONS:
        cells = [bool(row["answers"]) for row in ROWS if row["question"] == question]
        assert f"| {question} | {sum(cells)} | {len(cells) - sum(cells)} |" in notice


def test_accepted_answers_stand_in_their_document() -> None:
    texts = documents()
    if not texts:
        pytest.skip(
            "The documents of data/policies are not at hand: set WHEREIN_SHARED to the folder of data."
        )
    assert {row["document"] for row in ROWS} == set(texts)
    wrong = {
        (row["document"], row["question"]): faults_in_the_text(row, texts[row["document"]])
        for row in ROWS
    }
    assert {key: found for key, found in wrong.items() if found} == {}


GOOD = {
    "document": "policies/harbour/rules.md",
    "question": QUESTIONS[0],
    "answers": ["The rules keep the harbour safe", "keep the harbour safe"],
}
TEXT = "---\ntitle: Rules of the harbour\n---\n\nThe rules\nkeep the  harbour safe.\n"


def test_a_good_row_has_no_fault() -> None:
    assert faults_of_form(GOOD) == faults_in_the_text(GOOD, TEXT) == []


@pytest.mark.parametrize(
    "change",
    [
        {"document": "harbour/rules.md"},
        {"document": "policies/harbour/rules.txt"},
        {"question": "How deep is the harbour?"},
        {"answers": ["safe", "safe"]},
        {"answers": [f"answer {n}" for n in range(MOST_ANSWERS + 1)]},
        {"answers": [" safe"]},
        {"answers": ["the  harbour"]},
        {"answers": [""]},
        {"kind": "plain"},
    ],
)
def test_a_fault_of_form_is_seen(change: dict[str, Any]) -> None:
    assert faults_of_form({**GOOD, **change})


@pytest.mark.parametrize("piece", ["keeps the harbour safe", "Rules of the harbour"])
def test_an_answer_that_is_not_in_the_text_is_seen(piece: str) -> None:
    assert faults_in_the_text({**GOOD, "answers": [piece]}, TEXT)
