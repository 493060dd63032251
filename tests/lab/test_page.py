"""`eval page` on a scripted reader: the figures, and when the first answer counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from wherein_lab.data.squad_file import SquadFile, SquadQuestion
from wherein_lab.reading.page import Unbounded, ask, at_bound, evaluate, measures, page_scope
from wherein_lab.registry.readers import OpenReader

from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.calibration import FEATURES, Calibration
from wherein.reading.reader import Reading

WORDS = ["Ada built the mill.", "Bela built the bridge.", "Cleo built the tower."]
# Long enough that every paragraph is a passage of its own.
PARAGRAPHS = tuple(f"{words} " + "It stands by the river to this day. " * 20 for words in WORDS)
ASKED = (
    SquadQuestion("1", "Who built the mill?", ("Ada",), 0, 0, (), ""),
    SquadQuestion("2", "Who built the bridge?", ("Cleo",), 0, 1, (), ""),
    SquadQuestion("3", "Who painted the mill?", (), 0, 0, (), ""),
)
FILE = SquadFile(("Town",), (PARAGRAPHS,), ASKED, "0" * 64)
MARGIN_ALONE = Calibration((1.0, *[0.0] * (len(FEATURES) - 1)), 0.0, 0.5, 0.2)


class ScriptedReader:
    """Finds each passage's first word, with a margin by passage: 3, 1, -3."""

    name = "scripted"

    def load(self) -> None:
        """There is nothing to load."""

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        for passage in passages:
            found = []
            for name, margin in (("Ada", 3.0), ("Bela", 1.0), ("Cleo", -3.0)):
                at = passage.text.find(name)
                if at >= 0:
                    start = passage.span.start + at
                    span = Span(start, start + len(name))
                    found.append(Candidate(passage, span, margin, 0.0))
            yield Reading((passage,), tuple(found))


def opened() -> OpenReader:
    return OpenReader(ScriptedReader(), MARGIN_ALONE, {}, "scripted", "0" * 64, lambda q, p: 0)


def test_the_figures_of_a_scripted_reader() -> None:
    report = evaluate(opened(), FILE, limit=None, seed=0)
    assert report["n"] == 2  # the unanswerable one is left out
    # Both questions get Ada (0.95), Bela (0.73) and, below the bound, Cleo (0.05).
    assert report["answer_in_top1"] == 0.5
    assert report["answer_in_top3"] == 1.0
    assert report["f1"] == 0.5
    assert report["shown_mean"] == 2.0
    assert report["shown_precision"] == 0.25
    assert report["refused_wrongly"] == 0.0
    assert {row["shown_mean"] for row in report["at_bounds"]} == {2.0}
    assert report["milliseconds_first"] <= report["milliseconds_all"]


def test_another_bound_shows_more_or_fewer() -> None:
    report = opened()
    pipeline = Pipeline([CalibratedReader(report.reader, Unbounded(MARGIN_ALONE))])
    asking = ask(pipeline, "Who?", ("Ada",), page_scope(report, FILE.page(0)), bound=0.5)
    assert [at_bound([asking], bound)["shown_precision"] for bound in (0.01, 0.5, 0.8, 0.99)] == [
        0.3333, 0.5, 1.0, None
    ]  # fmt: skip


def test_a_first_answer_counts_only_when_it_stays() -> None:
    """Three shown for one: limit 3, all pass; the first event already holds one that stays."""
    report = opened()
    scope = page_scope(report, FILE.page(0))
    pipeline = Pipeline([CalibratedReader(report.reader, Unbounded(MARGIN_ALONE))])
    asking = ask(pipeline, "Who built the mill?", ("Ada",), scope, bound=0.5)
    assert asking.first_ms is not None
    assert asking.first_ms <= asking.all_ms
    nothing = ask(pipeline, "Who built the mill?", ("Ada",), scope, bound=0.99)
    assert nothing.first_ms is None


def test_no_questions_have_no_figures() -> None:
    figures = measures([], 0.5)
    assert figures["n"] == 0
    assert figures["shown_precision"] is None
    assert figures["milliseconds_first"] is None


def test_a_page_keeps_its_paragraphs_in_place() -> None:
    page = FILE.page(0)
    assert [block.span.of(page.text) for block in page.blocks] == ["Town", *PARAGRAPHS]
    alone = FILE.paragraph_document(ASKED[1])
    assert alone.text == PARAGRAPHS[1]
    assert alone.title == "Town"


@pytest.mark.parametrize("title", ["covid: A study", "policy: example.com", "Old_town"])
def test_titles_lose_their_tags(title: str) -> None:
    from wherein_lab.data.squad_file import clean_title

    assert clean_title(title) in {"A study", "example.com", "Old town"}
