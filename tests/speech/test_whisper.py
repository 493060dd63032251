"""Whisper: what it takes from its library, which stands in here, and the real model where it is on this machine."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.speech.model import CLIPS, model_folder
from wherein.core.errors import AssetDamaged, ExtraMissing
from wherein.speech.hearing.whisper import Whisper
from wherein.speech.recogniser import RATE, Heard, Translator, Word
from wherein.speech.wav import read_wav

SAMPLES = read_wav((CLIPS / "when-did-ada-lovelace.wav").read_bytes())


class Library:
    """A model as faster-whisper's: it keeps what it was asked for."""

    asked: dict[str, Any]

    def __init__(self, folder: str, **options: Any) -> None:
        if not Path(folder).is_dir():
            raise RuntimeError("no model")
        assert options["local_files_only"] is True

    def transcribe(self, samples: Any, **options: Any) -> tuple[Any, Any]:
        self.asked = options
        words = [
            SimpleNamespace(word=" Wo", start=0.1, end=0.25, probability=0.9),
            SimpleNamespace(word=" ist", start=0.25, end=0.5, probability=0.9),
        ]
        parts = [
            SimpleNamespace(text=" Wo ist", tokens=[5, 6], avg_logprob=math.log(0.9), words=words),
            SimpleNamespace(text=" sie?", tokens=[7, 8], avg_logprob=math.log(0.4), words=None),
        ]
        return iter(parts), SimpleNamespace(language="de")


@pytest.fixture
def whisper(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Whisper:
    module = ModuleType("faster_whisper")
    module.WhisperModel = Library  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "faster_whisper", module)
    return Whisper.load(tmp_path)


def test_words_with_their_times(whisper: Whisper) -> None:
    heard = whisper.recognise(SAMPLES, ["Vessby"])
    assert heard.text == "Wo ist sie?"
    assert heard.language == "de"
    assert heard.words == (Word("Wo", 0.1, 0.25), Word("ist", 0.25, 0.5))
    assert heard.tokens == (5, 6, 7, 8)
    assert heard.confidence == pytest.approx(math.sqrt(0.9 * 0.4))
    assert whisper._model.asked["task"] == "transcribe"
    assert isinstance(whisper, Translator)
    assert whisper.translate(SAMPLES).text == "Wo ist sie?"
    assert whisper._model.asked["task"] == "translate"
    assert whisper._model.asked["word_timestamps"] is False


def test_silence_is_not_asked_about(whisper: Whisper) -> None:
    for samples in (np.zeros(0, np.float32), np.zeros(2 * RATE, np.float32)):
        assert whisper.recognise(samples) == Heard("", 0.0)
    assert not hasattr(whisper._model, "asked")


def test_what_is_not_there(
    whisper: Whisper, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(AssetDamaged, match="wherein models get whisper-base"):
        Whisper.load(tmp_path / "whisper-base")
    monkeypatch.setitem(sys.modules, "faster_whisper", None)
    with pytest.raises(ExtraMissing, match=r"\[speech\]"):
        Whisper.load(tmp_path)


def test_the_real_model_knows_other_languages() -> None:
    pytest.importorskip(
        "faster_whisper", reason="faster-whisper is not installed: pip install -e '.[speech]'"
    )
    folder = model_folder("whisper-base")
    if folder is None:
        pytest.skip("Whisper is not on this machine: wherein models get whisper-base")
    whisper = Whisper.load(folder)
    heard = whisper.recognise(SAMPLES)
    assert heard.text == "When did Ada Lovelace meet Charles Babbage?"
    assert heard.language == "en"
    times = [(word.start_seconds, word.end_seconds) for word in heard.words]
    assert len(times) == 7
    assert times == sorted(times)  # type: ignore[type-var]
