"""contracts/absent-people.json: whom a question names and a text does not, as in TypeScript."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wherein import Engine
from wherein.questions.absent_person import NamedPeople

FILE = Path(__file__).resolve().parents[2] / "contracts/absent-people.json"
LOADED: dict[str, Any] = json.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize("case", LOADED["cases"], ids=lambda case: case["question"])
def test_cases(case: dict[str, Any]) -> None:
    assert NamedPeople(case["question"]).absent(LOADED["text"]) == case["absent"]


def test_nobodys_death_is_told_as_somebody_elses(engine: Engine, tmp_path: Path) -> None:
    file = tmp_path / "demange.txt"
    file.write_text(LOADED["text"], "utf-8")
    own = engine.ask("When did Jean-Marie Demange die?", file)
    assert own.answers[0].text == "17 November 2008"
    other = engine.ask("When did Pierre Curie die?", file)
    assert not other.answered
    assert "Pierre Curie is not named in Jean-Marie Demange." in other.notes
