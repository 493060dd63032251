"""The extent of a mark: at least the reader's own span, and always within the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein.core.span import Span
from wherein.passages.sentences import sentence_around
from wherein.reading.marking import Extent, extended, extent

TEXTS = st.text(alphabet="ab (),;.!\n–é🙂", min_size=1, max_size=80)


@pytest.mark.parametrize(("text", "span"), [("ab (\n)", Span(0, 5)), ("(\n) cd", Span(1, 6))])
def test_a_bracket_on_another_line_is_no_partner(text: str, span: Span) -> None:
    assert extended(text, span, Extent.WORDS, 0.0) == span


@given(TEXTS, st.data(), st.sampled_from(list(Extent)), st.floats(-5, 5))
def test_a_span_only_grows_and_stays_in_its_sentences(
    text: str, data: st.DataObject, wanted: Extent, margin: float
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    span = Span(start, data.draw(st.integers(start + 1, len(text))))
    wide = extended(text, span, wanted, margin)
    assert wide.start <= span.start
    assert wide.end >= span.end
    assert sentence_around(text, span).contains(wide)


def test_a_sure_reason_stays_and_a_doubtful_one_grows() -> None:
    text = "It closed, since nobody came. It rained."
    span = Span(text.index("nobody"), text.index(" came"))
    wanted = extent("Why did it close?")
    assert extended(text, span, wanted, 0.5) == span
    assert extended(text, span, wanted, -0.5).of(text) == "It closed, since nobody came."
