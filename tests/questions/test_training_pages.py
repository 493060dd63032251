"""The questions written for training stand in their pages in the form that their notice states."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from wherein.documents.parse import parse
from wherein.documents.source import Source

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks" / "questions" / "training-pages"
KINDS = {"plain", "short", "typo", "hard", "vague", "yesno", "several", "absent"}
FIELDS = {"id", "page", "kind", "question", "accepted", "context", "split"}
OPEN = ("public domain", "CC BY", "GFDL")
CLOSED = ("NC", "ND")


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


QUESTIONS = rows(FOLDER / "questions.jsonl")
AGAIN = rows(FOLDER.with_name("asked-again") / "other-fields.jsonl")
HANDBOOKS = rows(FOLDER.with_name("asked-again") / "handbooks.jsonl")
PAGES = {page["page"]: page for page in rows(FOLDER / "pages.jsonl")}
TEXTS = {path.name: path.read_text("utf-8") for path in (FOLDER / "pages").glob("*.txt")}


def faults(row: dict[str, Any], text: str) -> list[str]:
    """What is wrong with the form of one question on the text of its page."""
    found = []
    accepted, context = row["accepted"], row["context"]
    if set(row) != FIELDS or row["kind"] not in KINDS or row["split"] != "train":
        found.append("fields")
    if not row["question"].strip() or row["question"] != row["question"].strip():
        found.append("question")
    if row["kind"] == "absent":
        return [*found, "an answer to what is absent"] if accepted or context else found
    if not accepted or len(set(accepted)) != len(accepted):
        return [*found, "accepted pieces are missing or repeated"]
    found += [f"not in the page: {piece}" for piece in accepted if piece not in text]
    if any(piece != piece.strip() or not piece for piece in accepted):
        found.append("white space around an accepted piece")
    if row["kind"] == "several" and len(accepted) < 2:
        found.append("one item is not several")
    if not 20 <= len(context) <= 700:
        found.append("length of the context")
    if text.count(context) != 1:
        found.append("the context does not stand once")
    if context.count(accepted[0]) != 1:
        found.append("the context does not hold the first piece once")
    return found


def test_each_question_has_the_stated_form() -> None:
    wrong = {row["id"]: faults(row, TEXTS[row["page"]]) for row in (*QUESTIONS, *AGAIN)}
    assert {key: found for key, found in wrong.items() if found} == {}


def test_ids_and_questions_are_not_repeated() -> None:
    every = [*QUESTIONS, *AGAIN, *HANDBOOKS]
    assert len({row["id"] for row in every}) == len(every)
    assert len({(row["page"], row["question"].lower()) for row in every}) == len(every)


def test_a_question_of_a_handbook_holds_its_own_context() -> None:
    """Their pages lie elsewhere: the context and the further pieces stand for the page."""
    wrong = {}
    for row in HANDBOOKS:
        others = [piece for piece in row["accepted"][1:] if row["context"] not in piece]
        seen = {**row, "accepted": [*row["accepted"][:1], *others]}
        if found := faults(seen, "\n".join((row["context"], *others))):
            wrong[row["id"]] = found
    assert wrong == {}


def test_each_page_is_there_with_its_licence_and_has_questions() -> None:
    assert set(PAGES) == set(TEXTS) == {row["page"] for row in QUESTIONS}
    for name, page in PAGES.items():
        assert page["title"], name
        assert page["source"], name
        assert page["licence"].startswith(OPEN), name
        assert not any(word in page["licence"] for word in CLOSED), name
        assert page["words"] == len(TEXTS[name].split()), name


def test_a_page_is_read_as_it_is_written() -> None:
    for name, text in TEXTS.items():
        assert parse(Source(text.encode(), name, name)).text.strip() == text.strip(), name


def test_there_are_as_many_as_were_asked_for() -> None:
    assert len(QUESTIONS) >= 1000
    assert len(PAGES) >= 60
    assert sum(len(text.encode()) for text in TEXTS.values()) <= 3_000_000


def test_kinds_have_their_shares() -> None:
    kinds = Counter(row["kind"] for row in QUESTIONS)
    assert set(kinds) == KINDS
    demanding = sum(kinds[kind] for kind in ("hard", "vague", "yesno", "several"))
    assert demanding / len(QUESTIONS) >= 0.5
    assert 0.08 <= kinds["absent"] / len(QUESTIONS) <= 0.12


GOOD = {
    "id": "a-01",
    "page": "a.txt",
    "kind": "plain",
    "question": "How old is it?",
    "accepted": ["nine years", "nine"],
    "context": "The tower is nine years old.",
    "split": "train",
}
TEXT = "A tower\n\nThe tower is nine years old. The bridge is older by far.\n"


@pytest.mark.parametrize(
    "change",
    [
        {"accepted": ["ten years"]},
        {"accepted": []},
        {"accepted": ["nine", "nine"]},
        {"kind": "absent"},
        {"kind": "several", "accepted": ["nine years"]},
        {"kind": "long"},
        {"context": "nine years"},
        {"context": "The bridge is older by far."},
        {"split": "tune"},
        {"question": ""},
    ],
)
def test_a_fault_of_form_is_seen(change: dict[str, Any]) -> None:
    assert faults(GOOD, TEXT) == []
    assert faults({**GOOD, **change}, TEXT)
