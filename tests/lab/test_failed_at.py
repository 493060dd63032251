"""A failed question is told by the first stage that lost the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from wherein_lab.answering.failed_at import FailedAt, counted, failed_at, ranks
from wherein_lab.answering.strangers import Asked, Judged
from wherein_lab.reading.recorder import Recorder

from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.calibration import FEATURES, Calibration
from wherein.reading.reader import Reading

TEXT = "The deposit is $450. The rent is $900."
ASKED = Asked("What is the rent?", "lease.txt", ("$900",), ("$450",), "value", "txt")
DEPOSIT, RENT = Span(15, 19), Span(33, 37)


@dataclass(frozen=True)
class _Marks:
    """A reader that marks given spans with given margins in the passages of TEXT."""

    spans: Sequence[tuple[Span, float]]
    name: str = "small"

    def load(self) -> None:
        pass

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        for passage in passages:
            found = [Candidate(passage, span, margin, 0.0) for span, margin in self.spans]
            yield Reading((passage,), tuple(found))


def recorded(*marks: _Marks) -> Recorder:
    """A recorder after each reader has read TEXT."""
    recorder = Recorder()
    calibration = Calibration((0.0,) * len(FEATURES), 0.0, 0.5, 0.2)
    for reader in marks:
        stage = recorder.around(CalibratedReader(reader, calibration))
        assert stage.reader.name == reader.name
        list(stage.reader.read("What is the rent?", [Passage("d", 0, Span(0, len(TEXT)), TEXT)]))
    return recorder


def judged(right: int = 0, shown: str = "", perhaps: bool = False) -> Judged:
    return Judged(ASKED, right, "sure" if shown else "", shown, perhaps)


BOTH = _Marks([(DEPOSIT, 5.0), (RENT, 2.0)])


@pytest.mark.parametrize(
    ("how", "text", "readers", "stage"),
    [
        (judged(1, "$900"), TEXT, (BOTH,), None),
        (judged(), "The rent is due.", (BOTH,), FailedAt.PARSED),
        (judged(2, "$450"), TEXT, (BOTH,), FailedAt.SHOWN_LATER),
        (judged(perhaps=True), TEXT, (BOTH,), FailedAt.PERHAPS),
        (judged(), TEXT, (), FailedAt.RETRIEVED),
        (judged(0, "$450"), TEXT, (_Marks([(DEPOSIT, 5.0)]),), FailedAt.MARKED),
        (judged(0, "$450"), TEXT, (BOTH,), FailedAt.OUTRANKED),
        (judged(), TEXT, (_Marks([(RENT, 5.0)]), _Marks([], "large")), FailedAt.JUDGED),
    ],
)
def test_the_first_stage_that_lost_the_answer_is_named(
    how: Judged, text: str, readers: tuple[_Marks, ...], stage: FailedAt | None
) -> None:
    assert failed_at(ASKED, how, text, recorded(*readers)) is stage


def test_absent_answers_and_unreadable_documents_fail_at_no_stage() -> None:
    absent = Asked("What is the fine?", "lease.txt", (), (), "absent", "txt")
    assert failed_at(absent, Judged(absent, 0, "sure", "$450", False), TEXT, Recorder()) is None
    unreadable = Judged(ASKED, 0, "", "", False, "The file is damaged.")
    assert failed_at(ASKED, unreadable, "", Recorder()) is None


def test_a_reader_ranks_a_right_span_by_margin_and_a_question_forgets_the_last_one() -> None:
    recorder = recorded(BOTH, _Marks([(RENT, 1.0)], "large"))
    assert ranks(ASKED, recorder) == {"small": 2, "large": 1}
    recorder.forget()
    assert ranks(ASKED, recorder) == {}


def test_stages_are_counted_in_their_order() -> None:
    assert counted([FailedAt.MARKED, None, FailedAt.PARSED, FailedAt.MARKED]) == {
        "not in the text": 1,
        "no reader marks it": 2,
    }
