"""One answer at every door: 100 questions to a library with an encyclopedia, over Python, HTTP, OpenAI's form and MCP."""

from __future__ import annotations

import gzip
import json
from importlib import resources
from pathlib import Path

import pytest
from wherein_lab.answering import doors
from wherein_lab.answering.doors import Asked, compare, without_memory

from wherein.cli.main import invoke
from wherein.samples import sample_files

OF_THE_SAMPLES = [
    "How many people may be in the dome at a time?",
    "Where are the largest tides in the world?",
    "When was the first of Fresnel's lenses lit?",
    "How long does the dough rise in a refrigerator?",
    "What raises the tide?",
    "What is find in page?",
    "Who built the lighthouse at Cordouan?",
    "Is the observatory open on Sundays?",
    "Tell me facts about tides",
    "What is the recipe's hydration?",
    "When was the power station at the Rance opened?",
    "How much salt is in the dough?",
    "Who was the first king of Norway?",
    "When was the frist of Fresnel's lenses lit?",
    "Why do tides happen twice a day?",
    "Which key opens find in page?",
    "What does the telescope weigh?",
    "How hot is the oven?",
    "Wer hat den Leuchtturm gebaut?",
    "Summarise this",
]
TEMPLATES = ("Where was {} born?", "When did {} die?", "What is {}?", "Who founded {}?")


def hundred() -> list[Asked]:
    """Twenty to the library with the sample encyclopedia, eighty to one of its articles each."""
    packed = resources.files("wherein.samples").joinpath("encyclopedia.jsonl.gz").read_bytes()
    titles = [json.loads(line)["title"] for line in gzip.decompress(packed).splitlines()]
    named = [
        Asked(TEMPLATES[number % 4].format(title), f"sample:{title}")
        for number, title in enumerate(titles[::3][:80])
    ]
    return [*(Asked(question) for question in OF_THE_SAMPLES), *named]


def test_a_hundred_questions_have_the_same_answers_at_every_door(home: Path) -> None:
    with without_memory(home) as engine:
        engine.add(*sample_files())
        assert invoke(["kb", "add", "sample"]) == 0
        found = compare(engine, hundred())
    assert found.questions == 100
    assert found.unequal == {"http": [], "openai": [], "mcp": []}
    assert found.not_verbatim == []
    # Else nothing was compared.
    assert found.answered >= 30
    assert found.shown >= 4 * 50


def test_a_door_that_says_something_else_is_noticed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = doors._said

    def other(found: dict) -> doors.Said:
        answered, answers, perhaps = real(found)
        return answered, tuple(reversed(answers)) + answers[:1], perhaps

    monkeypatch.setattr(doors, "_said", other)
    with without_memory(home) as engine:
        engine.add(*sample_files())
        found = compare(engine, [Asked(OF_THE_SAMPLES[1])])
    assert [len(names) for names in found.unequal.values()] == [1, 1, 1]
