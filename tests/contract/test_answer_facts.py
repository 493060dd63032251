"""The facts that are shown with an answer, by the cases that the web interface shares."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wherein.core.answer import Answer, QuotedPlace, StruckBy
from wherein.core.answer_facts import KIND_WORDS, facts
from wherein.core.document import DateKind
from wherein.core.file_change import FileChange
from wherein.core.span import Span
from wherein.documents.formats import FORMATS

CONTRACT = json.loads(
    (Path(__file__).parents[2] / "contracts/answer-facts.json").read_text("utf-8")
)
CASES = CONTRACT["cases"]
TOLD_BY_THE_FILE_NAME = {
    *("text", "markdown", "manual", "rst", "latex", "code", "log", "org", "asciidoc"),
}
"""Formats without a word for people: the name of such a file says what it is."""
ARTICLE = "article"
"""The one kind that is no format: an article of a knowledge base."""


def test_every_kind_has_its_word_in_both_languages() -> None:
    assert CONTRACT["kinds"] == KIND_WORDS


def test_every_format_has_a_word_or_is_told_by_its_file_name() -> None:
    assert {*KIND_WORDS} == {*FORMATS, ARTICLE} - TOLD_BY_THE_FILE_NAME


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_is_told_of_an_answer(case: dict[str, Any]) -> None:
    given = dict(case["answer"])
    kind, change = given.pop("date_kind", None), given.pop("file_change", None)
    text = given.pop("text", "words")
    span = Span(0, len(text))
    struck = given.pop("struck_by", None)
    words = text.find(struck["words"]) if struck and "words" in struck else 0
    answer = Answer(
        text,
        span=span,
        quote=text,
        quote_span=span,
        struck_by=StruckBy(
            struck["quote"],
            Span(struck["start"], struck["end"]),
            Span(words, words + len(struck.get("words", text))),
        )
        if struck
        else None,
        subject_to=tuple(
            QuotedPlace(one["quote"], Span(one["start"], one["end"]))
            for one in given.pop("subject_to", ())
        ),
        section=tuple(given.pop("section")),
        date_kind=DateKind(kind) if kind else None,
        file_change=FileChange(change) if change else None,
        **given,
    )
    assert [[told.fact.value, told.words] for told in facts(answer)] == case["facts"]
