"""Two readers' answers as one list: each place once, surer where both say it."""

from __future__ import annotations

import pytest

from wherein.core.answer import Candidate
from wherein.core.errors import AssetDamaged
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.together import FEATURES, Judged, Together, log_odds, merged

TEXT = "The mill at York was built by Ada Green in 1832."
PASSAGE = Passage("d", 0, Span(0, len(TEXT)), TEXT)
TOGETHER = Together("small", (1.0, -1.0, 0.5, -0.5), 0.1)


def at(words: str) -> Candidate:
    start = TEXT.index(words)
    return Candidate(PASSAGE, Span(start, start + len(words)), 1.0, 0.0)


def judged(reader: str, **sure: float) -> Judged:
    words = [word.replace("_", " ") for word in sure]
    return Judged(reader, [at(word) for word in words], list(sure.values()))


def test_each_place_stands_once_with_who_marked_it() -> None:
    rows = merged(
        judged("large", Ada_Green=0.7, York=0.2), judged("small", Ada=0.6, **{"1832": 0.4})
    )
    report = [(PASSAGE.text[c.span.start : c.span.end], reader, row) for c, reader, row in rows]
    assert [(words, reader) for words, reader, _ in report] == [
        ("Ada Green", "large"), ("York", "large"), ("1832", "small"),
    ]  # fmt: skip
    assert report[0][2] == (log_odds(0.7), 0.0, log_odds(0.6), 0.0)
    assert report[1][2] == (log_odds(0.2), 0.0, 0.0, 1.0)
    assert report[2][2] == (0.0, 1.0, log_odds(0.4), 0.0)


def test_a_second_reader_that_agrees_makes_an_answer_surer() -> None:
    own = judged("large", Ada_Green=0.7)
    alone = [TOGETHER.probability(row) for _, _, row in merged(own, judged("small"))]
    agreed = [TOGETHER.probability(row) for _, _, row in merged(own, judged("small", Ada=0.8))]
    denied = [TOGETHER.probability(row) for _, _, row in merged(own, judged("small", Ada=0.1))]
    assert agreed[0] > alone[0] > denied[0]


def test_of_several_places_under_one_mark_the_surest_counts() -> None:
    ((_, _, row),) = merged(
        judged("large", Ada_Green_in_1832=0.5), judged("small", Ada=0.2, **{"1832": 0.6})
    )
    assert row[2] == log_odds(0.6)


def test_constants_are_read_or_refused() -> None:
    assert Together.of({"name": "large"}) is None
    weights = dict.fromkeys(FEATURES, 0.5)
    found = Together.of({"together": {"first": "small", "weights": weights, "intercept": 1}})
    assert found == Together("small", (0.5,) * 4, 1.0)
    with pytest.raises(AssetDamaged, match="wherein models get large"):
        Together.of({"name": "large", "together": {"first": "small", "weights": {}}})
