"""Every sentence of the Synthesiser Protocol, over every synthesiser that is here."""

from __future__ import annotations

import numpy as np
import pytest

from wherein.core.errors import ExtraMissing, UsageError
from wherein.speech.registry import SYNTHESISERS, synthesiser
from wherein.speech.saying.sentence_sounds import sentences_of
from wherein.speech.saying.synthesiser import Sound, Synthesiser

TEXT = "The ferry costs two hundred kroner.  It leaves\nat nine!"


class Tone:
    """A synthesiser whose every letter is three hundredths of a second."""

    name = "tone"
    voices = ("low", "high")

    def speak(self, text: str, voice: str | None = None, speed: float = 1.0):
        from wherein.speech.saying.sentence_sounds import checked_speed, chosen_voice

        chosen_voice(voice, self.voices)
        step = checked_speed(speed)
        return (
            Sound(one, np.full(int(240 * len(one) / step), 0.1, np.float32), 8000)
            for one in sentences_of(text)
        )


@pytest.fixture(params=[*SYNTHESISERS, "tone"])
def method(request: pytest.FixtureRequest) -> Synthesiser:
    if request.param == "tone":
        return Tone()
    try:
        return SYNTHESISERS[request.param]()
    except ExtraMissing as missing:
        pytest.skip(str(missing))


def test_each_sentence_is_a_sound(method: Synthesiser) -> None:
    sounds = list(method.speak(TEXT))
    assert [sound.text for sound in sounds] == [
        "The ferry costs two hundred kroner.",
        "It leaves at nine!",
    ]
    for sound in sounds:
        assert sound.samples.dtype == np.float32
        assert sound.samples.ndim == 1
        assert np.abs(sound.samples).max() <= 1
        assert 0.3 < len(sound.samples) / sound.rate < 10
        assert np.abs(sound.samples).max() > 0.01


def test_the_first_sentence_does_not_wait_for_the_rest(method: Synthesiser) -> None:
    assert next(iter(method.speak(TEXT + " More." * 500))).text.startswith("The ferry")


@pytest.mark.parametrize("text", ["", "  \n", "… — !"])
def test_no_words_no_sound(method: Synthesiser, text: str) -> None:
    assert list(method.speak(text)) == []


def test_its_voices_speak_and_no_others(method: Synthesiser) -> None:
    assert method.voices
    for voice in method.voices:
        assert next(iter(method.speak("Yes.", voice))).text == "Yes."
    with pytest.raises(UsageError, match=method.voices[0]):
        method.speak("Yes.", "nobody")


def test_speed(method: Synthesiser) -> None:
    slow, fast = (
        sum(len(sound.samples) for sound in method.speak(TEXT, speed=speed)) for speed in (0.7, 1.6)
    )
    assert fast < slow
    for speed in (0.1, 9.0):
        with pytest.raises(UsageError, match=r"0\.5 to 2"):
            method.speak(TEXT, speed=speed)


def test_a_text_is_never_an_option_or_markup(method: Synthesiser) -> None:
    sounds = list(method.speak("--help -v en. <speak>Hello</speak>."))
    assert sum(len(sound.samples) for sound in sounds) > 0


def test_names(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="hibari, espeak"):
        synthesiser("nobody")

    def missing() -> Synthesiser:
        raise ExtraMissing("It is not here.", "Install it.")

    monkeypatch.setattr("wherein.speech.registry.SYNTHESISERS", {"hibari": missing})
    with pytest.raises(ExtraMissing, match=r"\[speech\]"):
        synthesiser()
