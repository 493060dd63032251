"""contracts/several.json: which questions ask for several things, and which sentences are chosen, as in TypeScript.

`WHEREIN_UPDATE_CONTRACTS=1 python -m pytest tests/contract/test_multi_sentence_cases.py` writes what the code gives; the
diff is for reviewing.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from wherein_lab.registry.encoders import static_encoder

from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.questions.topic_request import requested_topic
from wherein.reading.topic_sentences import TopicSentences

FILE = Path(__file__).resolve().parents[2] / "contracts/several.json"
UPDATE = os.environ.get("WHEREIN_UPDATE_CONTRACTS") == "1"
CONTRACT: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
SELECTOR = TopicSentences(cache(static_encoder))


def chosen(case: dict[str, Any]) -> list[list[float]]:
    """[start, end, probability] of each sentence, in reading order."""
    passages: list[Passage] = []
    for text, section in case["passages"]:
        start = passages[-1].span.end + 2 if passages else 0
        place = Span(start, start + len(text))
        passages.append(Passage("page", len(passages), place, text, tuple(section)))
    found = SELECTOR.select(case["topic"], passages, case["limit"])
    return [[one.span.start, one.span.end, round(one.probability, 5)] for one in found]


@pytest.mark.parametrize("case", CONTRACT["topics"], ids=lambda case: case["question"][:40])
def test_what_a_question_asks_several_things_about(case: dict[str, Any]) -> None:
    assert requested_topic(case["question"]) == case["topic"]


@pytest.mark.parametrize("case", CONTRACT["cases"], ids=lambda case: case["name"])
def test_the_sentences_chosen(case: dict[str, Any]) -> None:
    found = chosen(case)
    if UPDATE:
        case["sentences"] = found
        write()
    wanted = case["sentences"]
    assert [row[:2] for row in found] == [row[:2] for row in wanted]
    assert [row[2] for row in found] == pytest.approx([row[2] for row in wanted], abs=1e-4)


def write() -> None:
    rows = {
        key: ",\n".join("  " + json.dumps(case) for case in CONTRACT[key])
        for key in ("topics", "cases")
    }
    about = json.dumps(CONTRACT["about"])
    FILE.write_text(
        f'{{"about": {about}, "topics": [\n{rows["topics"]}\n], "cases": [\n{rows["cases"]}\n]}}\n',
        "utf-8",
    )
