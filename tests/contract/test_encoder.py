"""Every sentence of the Encoder Protocol, over every encoder that is here."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.retrieval.makers import HashEncoder
from wherein.assets.store import AssetStore
from wherein.core.errors import AssetDamaged
from wherein.encoding import registry
from wherein.encoding.encoder import Encoder
from wherein.encoding.static import LAYOUT, StaticEncoder
from wherein.home.folder import Home

MODELS = Path(__file__).parents[2] / "models"
TOKENIZER = MODELS / "wordpiece" / "tokenizer.json"
STATIC = StaticEncoder.load(MODELS / "static", TOKENIZER)
_ASSETS = AssetStore(Home.choose(None).assets)


@cache
def loaded(name: str) -> Encoder:
    if not _ASSETS.is_here(name):  # minilm-l6 has 90 MB and is got by name
        pytest.skip(f"The encoder {name} is not on this machine: wherein models get {name}")
    return registry.ENCODERS[name](_ASSETS.verified(name), TOKENIZER)


@pytest.fixture(params=[*registry.ENCODERS, "hash"])
def encoder(request: pytest.FixtureRequest) -> Encoder:
    return HashEncoder() if request.param == "hash" else loaded(request.param)


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)


def test_shape_and_length(encoder: Encoder) -> None:
    vectors = encoder.encode(["Where is Paris?", "A capital of Europe.", ""])
    assert vectors.shape == (3, encoder.dimensions)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 0], abs=1e-5)
    assert encoder.encode([]).shape == (0, encoder.dimensions)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(batch=st.lists(texts, min_size=1, max_size=6))
def test_a_vector_does_not_depend_on_its_batch(encoder: Encoder, batch: list[str]) -> None:
    together = encoder.encode(batch)
    assert np.isfinite(together).all()
    for vector, text in zip(together, batch, strict=True):
        assert vector == pytest.approx(encoder.encode([text])[0], abs=1e-5)
        assert np.linalg.norm(vector) == pytest.approx(1 if vector.any() else 0, abs=1e-5)


@pytest.mark.parametrize("name", registry.ENCODERS)
def test_meaning_is_nearer_than_chance(name: str) -> None:
    encoder = loaded(name)
    question, answer, other = encoder.encode(
        [
            "how do plants make food from sunlight",
            "Photosynthesis converts light energy into chemical energy in leaves.",
            "The treaty was signed in 1648 by the ambassadors.",
        ]
    )
    assert question @ answer > question @ other + 0.1


def test_a_text_longer_than_a_block_is_the_sum_of_its_tokens() -> None:
    vector, same = STATIC.encode(["red apple " * 40_000, "red apple"])
    assert vector == pytest.approx(same, abs=1e-4)


def test_damaged_files_are_reported(tmp_path: Path) -> None:
    with pytest.raises(AssetDamaged):
        StaticEncoder.load(tmp_path, TOKENIZER)
    for name in (LAYOUT.manifest, LAYOUT.rows, LAYOUT.scales):
        (tmp_path / name).write_bytes((MODELS / "static" / name).read_bytes())
    StaticEncoder.load(tmp_path, TOKENIZER)
    np.save(tmp_path / LAYOUT.scales, np.ones(3, dtype=np.float32))
    with pytest.raises(AssetDamaged):
        StaticEncoder.load(tmp_path, TOKENIZER)


def test_the_cases_the_browser_keeps_too() -> None:
    cases = json.loads((Path(__file__).parents[2] / "contracts/static-encoder.json").read_bytes())
    vectors = STATIC.encode(cases["texts"])
    assert vectors @ vectors.T == pytest.approx(np.array(cases["cosines"]), abs=1e-4)
