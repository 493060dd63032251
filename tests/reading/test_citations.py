"""What a model writes freely is kept only where the sentence it cites has its words."""

from __future__ import annotations

import pytest

from tests.reading.models import Says
from tests.reading.test_generative import TEXT, choices, passage, reader
from wherein.reading.generative.citations import holds, supported
from wherein.reading.generative.generative import SAID_UNKNOWN, SAID_UNSUPPORTED


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("The tides rise 16 metres at Burntcoat Head [2].", ["The tides rise 16 metres at Burntcoat Head."]),
        ("The tides rise 16 metres. [2] Fishing began in 1604. [3]", ["The tides rise 16 metres.", "Fishing began in 1604."]),
        ("The tides rise 17 metres [2].", []),
        ("The tides rise at Truro [2].", []),
        ("Fishing never began in 1604 [3].", []),
        ("Cod and herring feed whole villages [3].", []),
        ("The tides rise 16 metres.", []),
        ("The tides rise 16 metres [9].", []),
        ("The tides rise 16 metres [9][2].", []),
        ("The tides rise 16 metres [1][2].", ["The tides rise 16 metres."]),
        ("I don't know", None),
        ("[2]", []),
        ("\x00 [2] \ufffd", []),
    ],
)  # fmt: skip
def test_what_holds_is_kept_at_its_place(written: str, kept: list[str] | None) -> None:
    found = supported(written, choices())
    assert (None if found is None else [c.written for c in found]) == kept
    for candidate in found or ():
        assert candidate.span.of(TEXT).strip()


def test_headings_count_as_said() -> None:
    assert holds(
        "The bay of Fundy has the largest tides.", "The bay has the largest tides. Fundy > Tides"
    )
    assert not holds("The bay of Fundy has the largest tides.", "The bay has the largest tides.")


def test_the_reader_brings_sentences_with_their_sources_or_says_why_not() -> None:
    model = Says("The tides rise 16 metres [2].", "They rise 99 metres [2].", "I don't know.")
    generative = reader(model, several=lambda question: True, written=True)
    *_, last = generative.read("How do they rise?", [passage()])
    (one,) = last.candidates
    assert one.written == "The tides rise 16 metres."
    assert one.span.of(TEXT) == "They rise 16 metres (52 ft) at Burntcoat Head."
    assert generative.answer("q", choices()) == ([], SAID_UNSUPPORTED)
    assert generative.answer("q", choices()) == ([], SAID_UNKNOWN)
    assert model.asked[0].grammar is None
    assert generative.usage.outside == 1
