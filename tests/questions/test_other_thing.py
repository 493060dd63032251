"""contracts/other-things.json: what a question names and the sentence of an answer does not speak of, as in TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.answering.fakes import WordReader
from tests.answering.test_pipeline import ask, scope
from wherein.core.answer import Result
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.questions.other_thing import OtherThing, Told

FILE = Path(__file__).resolve().parents[2] / "contracts/other-things.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))["cases"]
LOG = """2025-02-18 06:14:55,020 WARN  auth: wrong password for user tolsen from 10.4.0.93
2025-02-18 06:15:11,166 WARN  auth: account tolsen locked for 15 minutes
2025-02-18 07:03:28,900 INFO  api: GET /letters/8812 200 38 ms
2025-02-18 09:02:17,554 WARN  disk: /var is 91% full
2025-02-18 09:02:17,555 INFO  disk: /srv is 48% full
"""
LIFE = """# Margarethe Oduya

Margarethe Oduya (3 November 1911 – 26 July 1989) was a bridge engineer.

In 1952 she married the physician Samuel Wanjala. They had two daughters. Samuel died in 1974.

She died of pneumonia in Nakuru.
"""


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['question']} {case['sentence']}")
def test_cases(case: dict[str, Any]) -> None:
    rows = tuple(case["rows"])
    told = Told(case["sentence"], case["before"], case["above"], case["row"], rows)
    assert OtherThing(case["question"]).missed(told) == case["missed"]


def found(text: str, name: str, question: str, margins: dict[str, float]) -> Result:
    document = parse(Source(text.encode(), name, name))
    return ask(question, WordReader(margins), where=scope(document))


def test_another_persons_death_is_no_more_than_a_perhaps() -> None:
    held = found(LIFE, "life.md", "Where did Samuel Wanjala die?", {"Nakuru": 0.9})
    assert not held.answered
    assert [one.text for one in held.perhaps] == ["Nakuru"]
    assert "The likeliest sentence does not speak of “Samuel Wanjala”." in held.notes
    own = found(LIFE, "life.md", "Where did Margarethe Oduya die?", {"Nakuru": 0.9})
    assert [one.text for one in own.answers] == ["Nakuru"]
    named = found(LIFE, "life.md", "When did Samuel Wanjala die?", {"1974": 0.9})
    assert [one.text for one in named.answers] == ["1974"]


@pytest.mark.parametrize(
    ("question", "marked", "is_held"),
    [
        ("When was tolsen locked out?", "2025-02-18 07:03:28,900", True),
        ("When was tolsen locked out?", "2025-02-18 06:15:11,166", False),
        ("How full is /home?", "48%", True),
        ("How full is /var?", "48%", True),
        ("How full is /var?", "91%", False),
        ("What took 38 ms?", "GET /letters/8812", False),
    ],
)
def test_a_log_line_of_another_event_is_no_more_than_a_perhaps(
    question: str, marked: str, is_held: bool
) -> None:
    result = found(LOG, "app.log", question, {marked: 0.9})
    assert [one.text for one in result.perhaps] == ([marked] if is_held else [])
    assert [one.text for one in result.answers] == ([] if is_held else [marked])
