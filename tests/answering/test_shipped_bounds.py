"""The bounds that ship, by caution. `wherein train grades` fits them; whoever changes one has measured what it costs."""

from __future__ import annotations

from wherein.answering.grading.grades import Caution, grades
from wherein.reading.generative.generative import GENERATIVE_CONFIDENCE
from wherein.reading.sentence import SENTENCE_CALIBRATION


def test_the_bounds_by_caution_are_those_that_were_measured() -> None:
    bounds = {caution: (grades(caution).answer, grades(caution).perhaps) for caution in Caution}
    assert bounds == {
        Caution.LOW: (0.27, 0.1),
        Caution.NORMAL: (0.38, 0.1),
        Caution.HIGH: (0.51, 0.1),
    }


def test_the_sentence_reader_and_language_models_have_their_own() -> None:
    assert (SENTENCE_CALIBRATION.answer_bound, SENTENCE_CALIBRATION.perhaps_bound) == (0.6, 0.3)
    assert (GENERATIVE_CONFIDENCE.answer_bound, GENERATIVE_CONFIDENCE.perhaps_bound) == (0.5, 0.25)
