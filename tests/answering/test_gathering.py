"""Questions for several things and for steps, asked of a file through the shipped readers."""

from __future__ import annotations

from pathlib import Path

import pytest

from wherein import Engine
from wherein.answering.options import Options

PAGE = """# The paper wasp

Paper wasps live in open nests under eaves and in sheds.

## Life

A wasp passes through four stages in its life:

- egg
- larva
- pupa
- adult

## How to move a nest

Wait until dusk. Cover the nest with a jar. Slide a card below it.
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine.open(tmp_path_factory.mktemp("home"))


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "wasps.md"
    path.write_text(PAGE, "utf-8")
    return path


def test_a_list_is_given_whole_and_in_its_order(engine: Engine, page: Path) -> None:
    result = engine.ask("What are the four stages in the life of a wasp?", page)
    assert [answer.text for answer in result.answers] == ["egg", "larva", "pupa", "adult"]
    assert result.several
    assert result.steps[-1].name == "gather"


def test_steps_below_their_heading_are_given_whole(engine: Engine, page: Path) -> None:
    result = engine.ask("How do I move a nest?", page)
    steps = ["Wait until dusk.", "Cover the nest with a jar.", "Slide a card below it."]
    assert [answer.text for answer in result.answers] == steps


def test_no_more_are_given_than_were_asked_for(engine: Engine, page: Path) -> None:
    question = "What are the four stages in the life of a wasp?"
    result = engine.ask(question, page, Options(limit=2))
    assert [answer.text for answer in result.answers] == ["egg", "larva"]


def test_a_question_for_one_thing_gets_one(engine: Engine, page: Path) -> None:
    result = engine.ask("Where do paper wasps live?", page)
    assert not result.several
    assert "gather" not in [step.name for step in result.steps]


def test_a_page_s_passages_are_ranked_as_the_browser_ranks_them(engine: Engine, page: Path) -> None:
    result = engine.ask("Where do these insects build their homes?", page)
    assert result.steps[0].name == "page"
