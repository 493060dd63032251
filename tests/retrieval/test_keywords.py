"""Keywords: marginal relevance by its definition, the cache, batches that change nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.retrieval.makers import HashEncoder
from wherein.core.errors import IndexDamaged
from wherein.retrieval.by_words.keywords import KeywordCache, KeywordExtractor, marginal_relevance

TEXT = (
    "PageRank ranks pages by the links between them; a page that many pages link to ranks high, and"
    " the rank of each page flows along its links to other pages of the web until nothing changes."
)


@settings(max_examples=60)
@given(
    seed=st.integers(0, 10_000), count=st.integers(1, 12), diversity=st.sampled_from([0, 0.2, 0.7])
)
def test_each_pick_maximises_the_definition(seed: int, count: int, diversity: float) -> None:
    draw = np.random.default_rng(seed)
    vectors = draw.standard_normal((count, 4)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    likeness = draw.standard_normal(count).astype(np.float32)
    picked = marginal_relevance(likeness, vectors, count, diversity)
    assert sorted(picked) == list(range(count))
    for place in range(count):
        before = picked[:place]

        def gain(at: int, before: list[int] = before) -> float:
            near = max((float(vectors[at] @ vectors[b]) for b in before), default=0.0)
            return (1 - diversity) * float(likeness[at]) - diversity * near

        best = max(gain(at) for at in picked[place:])
        assert gain(picked[place]) == pytest.approx(best, abs=1e-5)


def test_fewer_words_than_wanted_are_all_kept() -> None:
    extractor = KeywordExtractor(HashEncoder(), 0.1, 5)
    assert {word for word, _ in extractor.keywords("red green blue")} == {"red", "green", "blue"}
    assert extractor.keywords("the of ?!") == []


def test_one_by_one_or_after_others_is_the_same() -> None:
    first = KeywordExtractor(HashEncoder(), 0.5, 40).keywords(TEXT)
    used = KeywordExtractor(HashEncoder(), 0.5, 40)
    used.keywords("Links of other pages on the web.")
    assert used.keywords(TEXT) == first


def test_the_cache_asks_once_for_a_text_and_an_extractor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    extractor = KeywordExtractor(HashEncoder(), 0.5, 40)
    cache = KeywordCache(tmp_path / "k.sqlite", extractor)
    drawn = cache.keywords(TEXT)
    cache.close()
    again = KeywordCache(tmp_path / "k.sqlite", extractor)
    monkeypatch.setattr(extractor, "keywords", lambda text: pytest.fail("drawn again"))
    assert [word for word, _ in again.keywords(TEXT)] == [word for word, _ in drawn]
    again.close()
    other = KeywordExtractor(HashEncoder(), 0.1, 3)
    narrower = KeywordCache(tmp_path / "k.sqlite", other)
    assert len(narrower.keywords(TEXT)) < len(drawn)
    narrower.close()


def test_a_damaged_cache_is_reported(tmp_path: Path) -> None:
    (tmp_path / "k.sqlite").write_bytes(
        b"not a database at all, but long enough to be looked at" * 9
    )
    with pytest.raises(IndexDamaged):
        KeywordCache(tmp_path / "k.sqlite", KeywordExtractor(HashEncoder(), 0.5, 40))
