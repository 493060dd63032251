"""What a link is worth to an answer: more for a sure one, nothing for what is not linked."""

from __future__ import annotations

import pytest

from wherein.answering.linked_confidence import WHEN_LINKED, link_values, log_odds, with_links
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span

TEXT = "The capital is Bobigny."


def candidate(document: str, index: int = 0) -> Candidate:
    return Candidate(Passage(document, index, Span(0, len(TEXT)), TEXT), Span(15, 22), 1.0, 0.0)


def weighed(p: float, link: float, index: int = 0) -> float:
    return with_links([p], [candidate("base:A", index)], {"base:A": link}, WHEN_LINKED)[0]


def test_what_is_not_linked_keeps_its_probability() -> None:
    links = {"base:A": 0.9}
    assert with_links([0.34], [candidate("notes.txt")], links, WHEN_LINKED) == [0.34]
    assert with_links([0.34], [candidate("base:A")], {}, WHEN_LINKED) == [0.34]


def test_a_surer_reader_and_a_surer_link_are_surer() -> None:
    assert weighed(0.2, 0.99) < weighed(0.4, 0.99) < weighed(0.8, 0.99)
    assert weighed(0.4, 0.5) <= weighed(0.4, 0.99)


def test_probabilities_stay_probabilities() -> None:
    for p in (0.0, 1e-9, 0.5, 1.0):
        for link in (0.0, 0.5, 1.0):
            assert 0.0 < weighed(p, link) < 1.0


def test_values_are_those_that_were_fitted() -> None:
    assert link_values(0.5, 0.5, True) == (1.0, 0.0, 0.0, 1.0)
    assert log_odds(0.75) == pytest.approx(1.0986, abs=1e-3)
    assert len(WHEN_LINKED) == 4
