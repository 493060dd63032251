"""The recogniser on recordings: the tokens that the browser's must give too. Skipped where the model is not here."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.speech.model import CLIPS, moonshine
from wherein.core.errors import AssetDamaged
from wherein.speech.hearing.moonshine import Moonshine
from wherein.speech.recogniser import RATE
from wherein.speech.wav import read_wav

CASES = json.loads(
    (Path(__file__).parents[2] / "contracts" / "speech-tokens.json").read_text("utf-8")
)["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["clip"])
def test_the_same_tokens_as_in_the_browser(case: dict) -> None:
    heard = moonshine().recognise(read_wav((CLIPS / case["clip"]).read_bytes()))
    assert list(heard.tokens) == case["tokens"]
    assert heard.text == case["text"]
    assert heard.confidence == pytest.approx(case["confidence"], abs=0.02)
    assert " ".join(word.text for word in heard.words) == heard.text


def test_every_clip_has_a_case() -> None:
    assert {path.name for path in CLIPS.glob("*.wav")} == {case["clip"] for case in CASES}


def test_llamas_own_cases_of_tokens() -> None:
    # From the tests of llama-tokenizer-js.
    vocabulary = moonshine()._vocabulary
    assert vocabulary.tokens("grabbed") == [2646, 1327, 287]
    assert vocabulary.tokens("ax\n####\nboo") == [4853, 13, 4136, 13, 833, 29877]
    assert vocabulary.tokens("镇") == [29871, 30411]
    assert vocabulary.tokens("🦙Ꙋ") == [29871, 243, 162, 169, 156, 237, 156, 141]


def test_nothing_said_is_no_text() -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, 2 * RATE).astype(np.float32)
    for samples in (np.zeros(2 * RATE, np.float32), noise, noise[:100], noise[:0]):
        heard = moonshine().recognise(samples)
        assert (heard.text, heard.confidence) == ("", 0.0)


def test_a_damaged_model_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "moonshine-tiny"
    folder.mkdir()
    for name in ("encoder_model.onnx", "decoder_model_merged.onnx", "llama-tokenizer.js"):
        (folder / name).write_bytes(b"nothing")
    with pytest.raises(AssetDamaged, match="wherein models get moonshine-tiny"):
        Moonshine.load(folder)
