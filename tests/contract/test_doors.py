"""One answer at every door: 100 questions to a library with an encyclopedia, over Python, HTTP, OpenAI's form and MCP."""

from __future__ import annotations

import gzip
import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from wherein_lab.answering import door_clients
from wherein_lab.answering.door_clients import Asked, Said
from wherein_lab.answering.doors import compare, drawn, without_memory

from wherein import Result
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
    figures = found.figures()
    assert figures["n"] == 100
    assert [found.differing(door) for door in found.doors] == [[], [], []]
    assert figures["identical"] == {"http": 100, "openai": 100, "mcp": 100}
    assert figures["not_verbatim"] == 0
    # Else nothing was compared.
    assert figures["answered"] >= 30
    assert figures["shown"] >= 4 * 50


def test_a_door_that_says_something_else_is_noticed(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = door_clients.said

    def other(found: dict) -> Said:
        answered, answers, perhaps = real(found)
        return answered, tuple(reversed(answers)) + answers[:1], perhaps

    monkeypatch.setattr(door_clients, "said", other)
    with without_memory(home) as engine:
        engine.add(*sample_files())
        found = compare(engine, [Asked(OF_THE_SAMPLES[1])])
    assert found.rows[0].unequal == ("http", "openai", "mcp")


def test_a_run_goes_on_where_it_was_stopped(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tmp_path / "doors.jsonl"
    questions = [Asked(question) for question in OF_THE_SAMPLES[:2]]
    with without_memory(home) as engine:
        engine.add(*sample_files())
        compare(engine, questions[:1], doors=["http"], journal=journal)
        asked: list[str] = []
        real = engine.ask

        def ask(question: str, *more: Any) -> Result:
            asked.append(question)
            return real(question, *more)

        monkeypatch.setattr(engine, "ask", ask)
        found = compare(engine, questions, doors=["http"], journal=journal)
    assert asked == [questions[1].question]
    assert [row.question for row in found.rows] == [one.question for one in questions]
    assert len(journal.read_text("utf-8").splitlines()) == 2


def test_the_same_seed_draws_the_same_questions(tmp_path: Path) -> None:
    paragraphs = [
        {"context": f"Text {n}.", "qas": [{"id": f"{n}", "question": f"What {n}?", "answers": []}]}
        for n in range(40)
    ]
    file = tmp_path / "set.json"
    file.write_text(json.dumps({"data": [{"title": "x", "paragraphs": paragraphs}]}))
    first = drawn([file, file], 30, seed=5)
    assert first == drawn([file, file], 30, seed=5) != drawn([file, file], 30, seed=6)
    assert len(set(first)) == 30
    assert drawn([file], 10, seed=5) == first[:10]
    assert all(text == f"Text {question[5:-1]}." for question, text in first)
