"""contracts/evidence.json: what belongs to an answer, as in TypeScript.

`WHEREIN_UPDATE_CONTRACTS=1 python -m pytest tests/contract/test_evidence_cases.py` writes what the code gives; the diff is for
reviewing.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wherein.answering.attempts.mark_evidence import amount_of, belonging
from wherein.core.answer import Answer
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.questions.question import parse_question
from wherein.reading.evidence.sentence_scores import SentenceScores
from wherein.reading.reader import SentenceScore

FILE = Path(__file__).resolve().parents[2] / "contracts" / "evidence.json"
UPDATE = os.environ.get("WHEREIN_UPDATE_CONTRACTS") == "1"
LOADED: dict[str, Any] = json.loads(FILE.read_text("utf-8"))


def scored(case: dict[str, Any]) -> list[Any]:
    text, start = case["text"], case["start"]
    span = Span(start, start + len(text))
    scores = SentenceScores(Passage("page", 0, span, text, tuple(case["section"])))
    for window in case["windows"]:
        places = [tuple(place) for place in window["tokens"]]
        starts, ends = (np.array(window[name], np.float32) for name in ("start", "end"))
        scores.add(places, starts, ends, window["none"])
    return [
        [
            one.span.shifted(-start).of(text),
            *(round(value, 3) for value in (one.margin, one.best, one.start, one.end)),
        ]
        for one in scores.scored()
    ]


def marked(case: dict[str, Any]) -> list[Any]:
    text = "\n\n".join(passage["text"] for passage in case["passages"])
    passages, start = [], 0
    for number, made in enumerate(case["passages"]):
        span = Span(start, start + len(made["text"]))
        passages.append(Passage("page", number, span, made["text"], tuple(made["section"])))
        start = span.end + 2

    def place(words: str) -> Span:
        at = text.index(words)
        return Span(at, at + len(words))

    def answer(words: str, quote: str, confidence: float) -> Answer:
        return Answer(words, "page", "", place(words), quote, place(quote), (), confidence, "small")

    sentences = [
        SentenceScore(passages[number], place(words), *values)
        for number, words, *values in case["scores"]
    ]
    amount = amount_of(parse_question(case["question"]))
    if amount is None:
        return []
    answers, perhaps = ([answer(*one) for one in case[name]] for name in ("answers", "perhaps"))
    found = belonging(answers, perhaps, sentences, amount)
    return [[one.span.of(text), round(one.probability, 3)] for one in found]


@pytest.mark.parametrize("row", LOADED["amounts"], ids=lambda row: row[0])
def test_how_much_a_question_wants_marked(row: list[Any]) -> None:
    amount = amount_of(parse_question(row[0]))
    found = None if amount is None else amount.value
    _expect(found, row[1], lambda: row.__setitem__(1, found))


@pytest.mark.parametrize("case", LOADED["scores"], ids=lambda case: case["name"])
def test_the_scores_of_sentences(case: dict[str, Any]) -> None:
    found = scored(case)
    _expect(found, case["sentences"], lambda: case.update(sentences=found))


@pytest.mark.parametrize("case", LOADED["extents"], ids=lambda case: case["name"])
def test_what_is_marked(case: dict[str, Any]) -> None:
    found = marked(case)
    _expect(found, case["evidence"], lambda: case.update(evidence=found))


def _expect(found: Any, wanted: Any, update: Any) -> None:
    if UPDATE:
        update()
        FILE.write_text(json.dumps(LOADED, indent=1, ensure_ascii=False) + "\n", "utf-8")
    else:
        assert found == wanted
