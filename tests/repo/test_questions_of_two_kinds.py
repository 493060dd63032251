"""The questions with several answers and the how-to questions have the form that their notice states.

The notice is `benchmarks/questions/kinds/SOURCES.md`. The pages are not in the repository: whether the parts stand in
them is checked where the data are at hand.
"""

from __future__ import annotations

import json
import os
import re
import tarfile
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from wherein.documents.parse import parse
from wherein.documents.source import Source

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = [
    json.loads(line)
    for line in (ROOT / "benchmarks/questions/kinds/questions.jsonl")
    .read_text("utf-8")
    .splitlines()
]
FIELDS = {"id", "page", "source", "kind", "question", "parts", "context", "split"}
ARCHIVES = {"pagequestions": ("pages.tar.xz", "pages/"), "policies": ("policies.tar.gz", "")}
SOURCES = {*ARCHIVES, "docs"}
AT_LEAST = {"several": 150, "howto": 80}
NUMBER_WORD = re.compile(r"\b(two|three|four|five|six|seven|eight|nine|ten)\b", re.IGNORECASE)


def faults_of_form(row: dict[str, Any]) -> list[str]:
    """What is wrong with one question, its page unseen."""
    found = []
    parts, contexts, also = row["parts"], row["context"], row.get("also", [])
    if not FIELDS <= set(row) <= FIELDS | {"also"}:
        found.append("fields")
    if (
        row["kind"] not in AT_LEAST
        or row["source"] not in SOURCES
        or row["split"] not in ("train", "tune")
    ):
        found.append("kind, source or split")
    if not row["question"].strip() or row["question"] != row["question"].strip():
        found.append("question")
    if not 2 <= len(parts) <= 10:
        found.append("number of parts")
    if len(contexts) != len(parts):
        return [*found, "not one context for each part"]
    for piece in (*parts, *also):
        if not piece or piece != piece.strip() or "\n\n" in piece:
            found.append(f"white space in or around a piece: {piece!r}")
    for part, context in zip(parts, contexts, strict=True):
        if not 20 <= len(context) <= 700:
            found.append(f"length of a context: {len(context)}")
        if context.count(part) != 1:
            found.append(f"a context does not hold its part once: {part!r}")
    return found


def faults_in_the_text(row: dict[str, Any], text: str) -> list[str]:
    """What is wrong with the parts of one question in the text of its page."""
    found = [f"not in the page: {piece!r}" for piece in row.get("also", []) if piece not in text]
    reached = 0
    for part, context in zip(row["parts"], row["context"], strict=True):
        if text.count(context) != 1:
            found.append(f"a context does not stand once: {context!r}")
            continue
        start = text.index(context) + context.index(part)
        if start < reached:
            found.append(f"not in reading order: {part!r}")
        reached = start + len(part)
    return found


@cache
def pages_of(source: str) -> dict[str, str]:
    """The texts of the pages asked about, of one folder of data; none where the folder is absent."""
    shared = Path(os.environ.get("WHEREIN_SHARED") or ROOT.parent / "shared")
    folder = shared / "data" / source
    asked = {row["page"] for row in QUESTIONS if row["source"] == source}
    if not folder.is_dir():
        return {}
    if source not in ARCHIVES:
        content = {page: (folder / page).read_bytes() for page in asked}
    else:
        name, prefix = ARCHIVES[source]
        content = {}
        with tarfile.open(folder / name) as archive:
            for member in archive:
                page = member.name.removeprefix(prefix)
                if page in asked and (opened := archive.extractfile(member)):
                    content[page] = opened.read()
    return {page: parse(Source(data, Path(page).name, page)).text for page, data in content.items()}


def test_each_question_has_the_stated_form() -> None:
    wrong = {row["id"]: faults_of_form(row) for row in QUESTIONS}
    assert {key: found for key, found in wrong.items() if found} == {}


def test_ids_and_questions_are_not_repeated() -> None:
    assert len({row["id"] for row in QUESTIONS}) == len(QUESTIONS)
    assert len({(row["page"], row["question"].lower()) for row in QUESTIONS}) == len(QUESTIONS)


def test_a_page_has_one_split() -> None:
    assert len({(row["page"], row["split"]) for row in QUESTIONS}) == len(
        {row["page"] for row in QUESTIONS}
    )


def test_there_are_as_many_as_were_asked_for() -> None:
    kinds = Counter(row["kind"] for row in QUESTIONS)
    assert {kind: kinds[kind] >= least for kind, least in AT_LEAST.items()} == dict.fromkeys(
        AT_LEAST, True
    )
    assert len({row["page"] for row in QUESTIONS}) >= 60


def test_a_quarter_or_more_of_the_several_ones_name_no_number_and_a_quarter_do() -> None:
    several = [row for row in QUESTIONS if row["kind"] == "several"]
    named = sum(bool(NUMBER_WORD.search(row["question"])) for row in several)
    assert 0.25 <= named / len(several) <= 0.75


@pytest.mark.parametrize("source", sorted(SOURCES))
def test_parts_and_contexts_stand_in_the_text_of_the_page(source: str) -> None:
    texts = pages_of(source)
    if not texts:
        pytest.skip(
            f"The pages of data/{source} are not at hand: set WHEREIN_SHARED to the folder of data."
        )
    rows = [row for row in QUESTIONS if row["source"] == source]
    assert {row["page"] for row in rows} == set(texts)
    wrong = {row["id"]: faults_in_the_text(row, texts[row["page"]]) for row in rows}
    assert {key: found for key, found in wrong.items() if found} == {}


GOOD = {
    "id": "several-001",
    "page": "a.html",
    "source": "docs",
    "kind": "several",
    "question": "What is old?",
    "parts": ["The tower", "the mill"],
    "context": ["The tower is nine years old", "and the mill is older by far."],
    "also": ["The bridge"],
    "split": "tune",
}
TEXT = "The tower is nine years old, and the mill is older by far. The bridge is new."


def test_a_good_row_has_no_fault() -> None:
    assert faults_of_form(GOOD) == faults_in_the_text(GOOD, TEXT) == []


@pytest.mark.parametrize(
    "change",
    [
        {"parts": ["The tower"], "context": ["The tower is nine years old"]},
        {"context": ["The tower is nine years old"]},
        {"context": ["The tower", "and the mill is older by far."]},
        {"context": ["and the mill is older by far.", "The tower is nine years old"]},
        {"parts": ["The tower ", "the mill"]},
        {"kind": "plain"},
        {"source": "elsewhere"},
        {"split": "test"},
        {"question": " What is old?"},
        {"answer": "the mill"},
    ],
)
def test_a_fault_of_form_is_seen(change: dict[str, Any]) -> None:
    assert faults_of_form({**GOOD, **change})


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"also": ["The church"]}, TEXT),
        ({}, TEXT + " " + TEXT),
        ({}, "The tower is nine years old."),
        ({"parts": GOOD["parts"][::-1], "context": GOOD["context"][::-1]}, TEXT),
    ],
)
def test_a_fault_in_the_text_is_seen(change: dict[str, Any], text: str) -> None:
    assert faults_in_the_text({**GOOD, **change}, text)
