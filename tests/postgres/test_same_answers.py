"""The store changes no answer: the same questions over the same library have the same first three in both."""

from __future__ import annotations

from pathlib import Path

import pytest

from wherein import Engine
from wherein.answering.options import Options
from wherein.core.answer import Result
from wherein.samples import sample_files

TOPICS = ("lighthouse", "ferry", "night train")
PLACES = ("Vardo", "Bergen", "Tromso", "Oslo", "Narvik", "Molde")
ASKED_TO_BE_READ = 6
"""Questions that a reader answers; the others are compared by what is retrieved, which the stores could change."""


def written(folder: Path) -> list[str]:
    """Files in which the same words come again and again, and a question for each."""
    questions = []
    folder.mkdir()
    for number, (topic, place) in enumerate((t, p) for t in TOPICS for p in PLACES):
        year = 1800 + 3 * number
        (folder / f"{topic} {place}.txt").write_text(
            f"The {topic} of {place} was built in {year}.\n\nIt was rebuilt {number + 2} years later by"
            f" people of {PLACES[number % 5]}, who paid {100 + number} kroner for it."
        )
        questions.append(f"When was the {topic} of {place} built?")
        questions.append(f"How much was paid for the {topic} in {place}?")
    return questions


def first_three(result: Result) -> list[tuple[str, int, str]]:
    return [(one.document, one.span.start, one.text) for one in result.answers][:3]


def test_the_same_first_three_on_both_stores(
    tmp_path: Path, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = written(tmp_path / "files")
    sources = [tmp_path / "files", *sample_files()]
    with Engine.open(tmp_path / "one") as sqlite:
        sqlite.add(*sources)
        monkeypatch.setenv("WHEREIN_STORE", store_url)
        with Engine.open(tmp_path / "other") as postgres:
            postgres.add(*sources)
            same = 0
            for question in questions:
                found = [one.search(question, limit=3) for one in (sqlite, postgres)]
                keys = [
                    [(hit.passage.document, hit.passage.index) for hit in hits] for hits in found
                ]
                assert len(keys[0]) == 3
                same += keys[0] == keys[1]
            assert same >= 0.99 * len(questions)
            for question in questions[:ASKED_TO_BE_READ]:
                results = [
                    one.ask(question, options=Options(memory=False)) for one in (sqlite, postgres)
                ]
                assert first_three(results[0]) == first_three(results[1])
                assert results[0].answers
