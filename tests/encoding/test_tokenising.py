"""A text of any length is tokenised in parts, and has the tokens and the vector that it has as a whole."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein import Engine
from wherein.core.lifetime.cancellation import Cancellation, Cancelled
from wherein.encoding import tokenising
from wherein.encoding.tokenising import parts_of

WORDS = "The harbour master of Zürich, Ingrid Haugen, paid 1,250.50 for 港 and a lighthouse. "


@pytest.fixture
def small_parts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokenising, "PART_CHARACTERS", 40)
        patch.setattr(tokenising, "BATCH_CHARACTERS", 90)
        yield


@given(st.text(alphabet="ab \n é港", max_size=400))
def test_the_parts_are_the_text_and_none_is_long(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokenising, "PART_CHARACTERS", 10)
        parts = list(parts_of(text))
    assert "".join(parts) == text
    assert all(len(part) <= 20 for part in parts)


def test_a_long_text_has_the_tokens_and_the_vector_that_it_has_as_a_whole(
    engine: Engine, small_parts: None
) -> None:
    text = WORDS * 5
    whole = engine._tokenizer.encode(text, add_special_tokens=False).ids
    assert engine.tokens(text) == len(whole)
    vectors = engine.encode([text, "short", text])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokenising, "PART_CHARACTERS", 10**6)
        assert np.allclose(vectors, engine.encode([text, "short", text]), atol=1e-5)


def test_tokenising_ends_once_it_is_cancelled(engine: Engine, small_parts: None) -> None:
    cancellation = Cancellation()
    batches = tokenising.tokenised(engine._tokenizer, [WORDS] * 20)
    with cancellation.bound():
        next(batches)
        cancellation.cancel()
        with pytest.raises(Cancelled):
            list(batches)
