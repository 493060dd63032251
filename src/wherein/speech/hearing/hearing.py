"""Turns a recording into a question, or says why it has none. Knows only the Protocol of a recogniser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wherein.core.errors import UsageError
from wherein.speech.hearing.guards import Unheard, not_to_be_trusted, not_worth_hearing
from wherein.speech.recogniser import RATE, Recogniser, Samples, Translator, Word


@dataclass(frozen=True, slots=True)
class Hearing:
    """What was said, or `unheard`: why nothing is taken for it; the text is empty then. `meant` is as in `Heard`."""

    text: str
    words: tuple[Word, ...]
    confidence: float
    seconds: float
    unheard: Unheard | None = None
    meant: str | None = None
    language: str = "en"


def hear(
    recogniser: Recogniser, samples: Samples, names: Sequence[str] = (), translate: bool = False
) -> Hearing:
    """Recognise a recording, with `translate` in English. Nothing of it is kept.

    Raises UsageError for a recogniser that does not translate.
    """
    seconds = round(len(samples) / RATE, 3)
    translator = as_translator(recogniser) if translate else None
    unheard = not_worth_hearing(samples)
    if unheard is not None:
        return Hearing("", (), 0.0, seconds, unheard)
    if translator is not None:
        heard = translator.translate(samples)
    else:
        heard = recogniser.recognise(samples, names)
    unheard = not_to_be_trusted(heard)
    if unheard is not None:
        return Hearing("", (), heard.confidence, seconds, unheard)
    return Hearing(
        heard.text, heard.words, heard.confidence, seconds,
        meant=heard.meant, language=heard.language,
    )  # fmt: skip


def as_translator(recogniser: Recogniser) -> Translator:
    """The recogniser as one that translates. Raises UsageError where it knows one language."""
    if not isinstance(recogniser, Translator):
        raise UsageError(
            f"{recogniser.name} does not translate: it knows one language.",
            "Name whisper-base instead (wherein models get whisper-base).",
        )
    return recogniser
