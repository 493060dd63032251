"""What a library keeps of the answers of its documents: a tiny one, whose answers are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from wherein_lab.fresh_home import open_with
from wherein_lab.pages.gold_spans import GoldSpan
from wherein_lab.pages.library_answers import (
    HALVES,
    Lost,
    Placed,
    Row,
    Shown,
    figures,
    in_half,
    lost_at,
    measure,
    placed,
    row_json,
)
from wherein_lab.pages.questions import PageQuestion
from wherein_lab.reading.recorder import Recorder

from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.calibration import FEATURES, Calibration
from wherein.reading.reader import Reading

TIDE = "The tide mill was built in 1642 by two brothers."
ASKED = PageQuestion("mill-1", "mill.md", "plain", "When was the tide mill built?", ("1642",), TIDE)
READ = Passage("mill", 0, Span(0, len(TIDE)), TIDE)
BREAD = Passage("bread", 0, Span(0, 23), "Bread is baked at dawn.")


def test_a_copy_of_its_document_is_the_document_and_without_both_the_question_is_refused(
    tmp_path: Path,
) -> None:
    for name, text in (
        ("mill.md", f"# The tide mill\n\n{TIDE}\n"),
        ("copy.md", f"# The tide mill\n\n{TIDE}\n"),
        ("bread.md", "# Bread\n\nBread is baked at dawn.\n"),
    ):
        (tmp_path / name).write_text(text)
    recorder = Recorder()
    with open_with(tmp_path / "home", [], recorder.around) as engine:
        engine.add(*sorted(tmp_path.glob("*.md")))
        asked = placed(engine, [ASKED, PageQuestion("x", "gone.md", "plain", "?", ("1",))])
        assert [len(one.same) for one in asked] == [2]
        (row,) = measure(engine, asked, recorder, True, lambda done, of: None)
    assert (row.alone.right, row.inside.right, row.lost) == (True, True, None)
    assert row.absent is not None
    assert row.absent.answer is None
    assert row_json(row)["inside"]["answer"] == "1642"


class _Marks:
    """A reader that marks one place, or none."""

    name = "marks"

    def __init__(self, margin: float | None, passage: Passage, span: Span) -> None:
        found = () if margin is None else (Candidate(passage, span, margin, 0.0),)
        self._reading = Reading((passage,), found)

    def load(self) -> None:
        pass

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        yield self._reading


@pytest.mark.parametrize(
    ("passage", "margin", "is_answered", "lost"),
    [
        (BREAD, 9.0, False, Lost.NOT_RETRIEVED),
        (READ, None, False, Lost.NOT_MARKED),
        (READ, -9.0, False, Lost.BELOW_THE_BOUND),
        (READ, 9.0, False, Lost.DISCOUNTED),
        (READ, 9.0, True, Lost.ANOTHER_FIRST),
    ],
)
def test_where_an_answer_is_lost(
    passage: Passage, margin: float | None, is_answered: bool, lost: Lost
) -> None:
    at = TIDE.index("1642")
    span = Span(at, at + 4) if passage is READ else Span(0, 5)
    by_margin = Calibration((1.0, *[0.0] * (len(FEATURES) - 1)), 0.0, 0.5, 0.1)
    recorder = Recorder()
    reader = recorder.around(CalibratedReader(_Marks(margin, passage, span), by_margin)).reader
    assert [each.passages for each in reader.read("When?", [passage])] == [(passage,)]
    asked = Placed(ASKED, "mill", frozenset({"mill"}), (GoldSpan(Span(at, at + 4), "1642"),))
    assert lost_at(recorder, asked, is_answered) is lost


def test_only_what_the_document_answers_can_be_lost() -> None:
    nothing = Shown(None, 0.0, "", right=False, says_the_same=False, right_in_three=False)
    right = Shown("1642", 0.9, "mill", right=True, says_the_same=False, right_in_three=True)
    same = Shown("1642", 0.9, "guide", right=False, says_the_same=True, right_in_three=False)
    lie = Shown("1901", 0.6, "guide", right=False, says_the_same=False, right_in_three=True)

    def row(alone: Shown, inside: Shown, absent: Shown, lost: Lost | None = None) -> Row:
        return Row("1", "When?", "1642", alone, inside, absent, lost)

    found = figures(
        [
            row(right, right, nothing),
            row(right, same, same),
            row(right, lie, lie, Lost.ANOTHER_FIRST),
            row(nothing, nothing, nothing, Lost.NOT_RETRIEVED),
        ]
    )
    kept = found["rightly_alone"]
    assert (kept["n"], kept["kept"]["share"], kept["wrong"]["share"]) == (3, 0.6667, 0.3333)
    assert kept["lost"] == {"wrong, another_first": 1}
    without = found["without_the_document"]
    assert (without["refused"]["share"], without["wrong"]["share"]) == (0.5, 0.25)


def test_each_page_is_in_one_half() -> None:
    pages = [f"page-{number}.html" for number in range(50)]
    for page in pages:
        assert [in_half(page, half) for half in HALVES].count(True) == 1
        assert in_half(page, None)
    assert 10 < sum(in_half(page, "fit") for page in pages) < 40
