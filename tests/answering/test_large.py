"""The larger reader, where the checkout has it: installed by name, verified, asked where small is unsure."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.larger_reader import needs_large
from wherein import Engine
from wherein.assets.fetch import fetch
from wherein.core.answer import Outcome, Result

pytestmark = needs_large

PAGE = (
    "The observatory was founded in 1911 by the astronomer Edith Marlow, whose brother Henry paid for the"
    " first telescope. After the fire of 1934 the council of the neighbouring town took over the building.\n\n"
    "Visitors are welcome on Fridays. Dogs must stay outside. When the wind blows harder than 60 km/h the"
    " wardens close the roof, since dust harms the mirror.\n\n"
) + "The garden behind the house has old apple trees. " * 30
ASKED = "Who owned it after the blaze?"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "observatory.txt"
    path.write_text(PAGE, "utf-8")
    return path


def steps(result: Result) -> dict[str, Outcome]:
    return {step.name: step.outcome for step in result.steps}


def test_it_is_not_asked_before_it_was_got(tmp_path: Path, page: Path) -> None:
    with Engine.open(tmp_path / "home") as engine:
        assert not engine.assets.is_here("large")
        assert "large" not in steps(engine.ask(ASKED, page))


def test_got_from_the_checkout_it_reads_what_small_doubts(tmp_path: Path, page: Path) -> None:
    with Engine.open(tmp_path / "home") as engine:
        asset = engine.assets.asset("large")
        assert not asset.shipped
        engine.assets.install("large", lambda target: fetch(asset, target))
        result = engine.ask(ASKED, page)
    assert steps(result)["large"] == Outcome.ANSWERED
    assert result.answers[0].found_by == "large"
    assert "council" in result.answers[0].text
