"""Which questions ask for several things, and how the cascade answers them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.answering.fakes import MarginIsProbability, WordReader
from tests.answering.test_pipeline import page, scope
from tests.clock import growth
from wherein import Engine
from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.options import Options
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Outcome, Result
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.questions.question import parse_question
from wherein.questions.topic_request import requested_topic
from wherein.reading.selector import Selected
from wherein.server.wire.json_form import result_json


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("tell me important facts about expandrank", "expandrank"),
        ("Tell me some interesting facts about the queen, please.", "the queen"),
        ("What should I know about varroa mites?", "varroa mites"),
        ("List everything it says about harvesting honey", "harvesting honey"),
        ("what are all the rules on refuse?", "rules on refuse"),
        ("Explain how a glacier forms", "how a glacier forms"),
        ("list the symptoms of flu", "symptoms of flu"),
        ("Can you summarise what it says about bees?", "bees"),
        ("Summarise this.", ""),
        ("Please give me the key points of this page.", ""),
        ("What is this page about?", ""),
        ("tl;dr", ""),
        ("what is positionrank", None),
        ("What are the three laws of motion?", None),
        ("tell me who wrote it", None),
        ("Name the president of France", None),
        ("What did he know about the plot?", None),
        ("what is the summary judgment", None),
        ("Who is described in the list?", None),
        ("Tell me about", None),
        ("", None),
        ("Was ist wichtig?", None),
    ],
)
def test_what_a_question_asks_several_things_about(question: str, topic: str | None) -> None:
    assert requested_topic(question) == topic


@pytest.mark.parametrize(
    "part", ["tell me ", "some most ", "summarise this ", "please, ", "of the "]
)
def test_a_long_question_is_classified_without_backtracking(part: str) -> None:
    def ask(characters: int) -> None:
        question = (part * 300)[: characters - 3] + "x?!"
        for _ in range(100):
            requested_topic(question)

    # Four times the characters take four times the work; cubic work would take sixty-four.
    assert growth(ask, 75, 300, floor_seconds=0.01) < 24


class EveryOther:
    """Chooses every other passage's first ten characters."""

    name = "several"
    bound = 0.5

    def __init__(self) -> None:
        self.topics: list[str] = []

    def select(self, topic: str, passages: Sequence[Passage], limit: int) -> list[Selected]:
        self.topics.append(topic)
        found = [] if topic == "silkworms" else sorted(passages, key=lambda p: p.span)[::2]
        return [Selected(p, Span(p.span.start, p.span.start + 10), 0.75) for p in found[:limit]]


def asked(question: str, whole: bool = True) -> tuple[Result, EveryOther, WordReader]:
    selector, reader = EveryOther(), WordReader({"Ingrid": 0.9})
    pipeline = Pipeline([CalibratedReader(reader, MarginIsProbability())], selector)
    result = pipeline.ask(parse_question(question), scope(page(), whole)).result()
    return result, selector, reader


def test_sentences_answer_before_any_reader() -> None:
    result, selector, reader = asked("Tell me important facts about the harbour")
    assert result.answered
    assert result.several
    assert [answer.text for answer in result.answers] == [a.quote for a in result.answers]
    assert result.answers[0].text == "The harbou"
    assert selector.topics == ["the harbour"]
    assert reader.asked == 0
    assert result.steps[-1].name == "several"
    assert result_json(result)["several"] is True


def test_a_topic_that_is_not_there_goes_on_to_the_readers() -> None:
    result, _, reader = asked("Tell me important facts about silkworms")
    assert not result.several
    assert reader.asked == 1
    (step,) = [step for step in result.steps if step.name == "several"]
    assert step.outcome is Outcome.REFUSED
    assert step.reason == "No sentence is about silkworms."
    assert "several" not in result_json(result)


def test_other_questions_never_meet_the_selector() -> None:
    result, selector, _ = asked("Who is the harbour master?")
    assert selector.topics == []
    assert result.answers[0].text == "Ingrid"


def test_a_library_cannot_be_summed_up() -> None:
    result, selector, _ = asked("Summarise this", whole=False)
    assert selector.topics == []
    (step,) = [step for step in result.steps if step.name == "several"]
    assert step.outcome is Outcome.SKIPPED
    assert step.reason == "Name one document to sum up."


def test_one_document_is_summed_up_and_nothing_is_remembered(engine: Engine) -> None:
    result = engine.ask("Summarise this", page())
    assert result.several
    assert 3 <= len(result.answers) <= 8
    assert [a.span for a in result.answers] == sorted(a.span for a in result.answers)
    assert len(engine.ask("Summarise this", page(), Options(limit=2)).answers) == 2


PAPER = """# Grinding by water

Permission to make digital or hard copies of all or part of this work for personal or classroom use is granted
without fee provided that copies are not made or distributed for profit and that copies bear this notice.

## 1. Introduction

Water mills grind grain with the force of a river, and most villages had one. A wheel turns the upper stone above
the lower stone, which never moves. The miller sets the gap between the stones with a screw.

1 Grain is actually worse than this: it must be converted from a wet state to a dry state by a kiln before grinding.

Figure 1: The water wheel turns the upper stone above the lower stone of the water mill by the river.

## 2. Results

Undershot wheels use a fifth of the river's force. Overshot wheels use two thirds of it, because the weight of the
water turns them. A mill with an overshot wheel grinds a sack of grain in an hour.

2 Instead of an overshot wheel, a mill could principally use a turbine, which would complicate the grinding of grain.

## References

[1] The water mill and the river: how a wheel turns the upper stone. Annals of Milling, 1911.
"""


def test_boilerplate_is_no_main_point(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "paper.md"
    path.write_text(PAPER, "utf-8")
    points = [
        answer.text for answer in engine.ask("Summarise this", path, Options(limit=8)).answers
    ]
    assert len(points) >= 3
    for words in ("Permission to make", "1 Grain", "Figure 1", "2 Instead", "[1]"):
        assert not any(words in point for point in points), points
    assert all(point[0].isupper() and point.endswith(".") for point in points)


def test_a_text_without_whole_sentences_is_summed_up_too(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    path.write_text(
        "# Stores\n\n- flour from the mill\n- salt of the coast\n- oil in jars\n- dried fish\n",
        "utf-8",
    )
    assert engine.ask("Summarise this", path).answers


def test_a_section_headed_by_the_topic_is_about_it(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "methods.md"
    path.write_text(
        "# Methods\n\n## Zonkrank\n\nIt was proposed in Oslo. Words that come early count for more."
        " Only nouns are looked at.\n\n## Other ways\n\nSome count letters. Others weigh the verbs.\n",
        "utf-8",
    )
    result = engine.ask("Tell me important facts about Zonkrank", path)
    assert [answer.text for answer in result.answers] == [
        "It was proposed in Oslo.",
        "Words that come early count for more.",
        "Only nouns are looked at.",
    ]
