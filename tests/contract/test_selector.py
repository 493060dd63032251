"""Every selector keeps its promises: whole sentences in place, in reading order, none twice."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wherein_lab.registry.encoders import static_encoder

from tests.texts import documents
from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein.passages.split import split
from wherein.reading.selector import Selector
from wherein.reading.topic_sentences import TopicSentences

SELECTORS: dict[str, Selector] = {"several": TopicSentences(cache(static_encoder))}


def passages_of(name: str, text: str) -> list[Passage]:
    return split(Document(name, name, "", "text", text, ""))


@pytest.mark.parametrize("selector", SELECTORS.values(), ids=SELECTORS)
@settings(max_examples=60, deadline=None)
@given(
    one=documents(),
    other=documents(),
    topic=st.sampled_from(["", "word", "the e\u0301te\u0301 東京", "?", "a"]),
    limit=st.integers(0, 5),
)
def test_what_is_chosen_is_text_in_its_place(
    selector: Selector, one: Document, other: Document, topic: str, limit: int
) -> None:
    made = {"one": replace(one, id="one"), "other": replace(other, id="other")}
    both = {name: document.text for name, document in made.items()}
    passages = [passage for document in made.values() for passage in split(document)]
    chosen = selector.select(topic, passages, limit)
    assert len(chosen) <= limit
    for found in chosen:
        text = found.span.of(both[found.passage.document])
        assert text
        assert text == text.strip()
        assert found.passage.span.contains(found.span)
        assert 0.0 <= found.probability <= 1.0
        assert not topic or found.probability >= selector.bound
    for name in both:
        spans = [found.span for found in chosen if found.passage.document == name]
        assert spans == sorted(spans)
        assert not any(a.overlaps(b) for a, b in pairwise(spans))
    # One document's sentences stand together.
    order = [found.passage.document for found in chosen]
    assert order in (sorted(order), sorted(order, reverse=True))


@pytest.mark.parametrize("selector", SELECTORS.values(), ids=SELECTORS)
def test_a_topic_is_answered_and_another_is_refused(selector: Selector) -> None:
    text = (
        "Rye has hardly any gluten. It binds more water than wheat.\n\n"
        "The bus leaves at nine. Tickets are sold by the driver.\n\n"
        "Herons stand in the creek at low water. The pub is older than the church."
    )
    chosen = selector.select("rye", passages_of("d", text), 8)
    assert [found.span.of(text) for found in chosen] == [
        "Rye has hardly any gluten.",
        "It binds more water than wheat.",
    ]
    assert selector.select("silkworms", passages_of("d", text), 8) == []
    assert selector.select("rye", [], 8) == []
    assert len(selector.select("", passages_of("d", text), 8)) == 3
