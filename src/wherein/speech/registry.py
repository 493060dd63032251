"""The recognisers by the names of their models, and the synthesisers. Knows how each is loaded; fetches nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from wherein.assets.store import AssetStore
from wherein.core.errors import ExtraMissing, UsageError
from wherein.core.text.extras import extra_command
from wherein.home.speech_settings import SpeechSettings
from wherein.speech.endpoint import SpeechEndpoint
from wherein.speech.recogniser import Recogniser
from wherein.speech.saying.synthesiser import Synthesiser

Load: TypeAlias = Callable[[Path, int], Recogniser]
"""Loads a recogniser from its asset's folder, with a number of threads. Raises AssetDamaged or ExtraMissing."""


def _moonshine(folder: Path, threads: int) -> Recogniser:
    from wherein.speech.hearing.moonshine import Moonshine

    return Moonshine.load(folder, threads)


def _whisper(folder: Path, threads: int) -> Recogniser:
    from wherein.speech.hearing.whisper import Whisper

    return Whisper.load(folder, threads)


ENDPOINT = SpeechEndpoint.name
"""Stands for the endpoint of the settings among the names of recognisers and synthesisers."""
DEFAULT = "moonshine-tiny"
RECOGNISERS: Mapping[str, Load] = {DEFAULT: _moonshine, "whisper-base": _whisper}
"""The key is the name of the asset with the recogniser's files."""


def open_recogniser(
    store: AssetStore, settings: SpeechSettings | None, threads: int, name: str | None = None
) -> Recogniser:
    """The recogniser of this name, else the one of the settings, else the default.

    Raises UsageError for another name, AssetMissing and ExtraMissing with what to get.
    """
    chosen = name or (settings.recogniser if settings is not None else "") or DEFAULT
    if chosen == ENDPOINT:
        return SpeechEndpoint.to_hear(settings)
    if chosen not in RECOGNISERS:
        raise UsageError(
            f"There is no recogniser {chosen!r}.",
            "Choose one of " + ", ".join((*RECOGNISERS, ENDPOINT)) + ".",
        )
    return RECOGNISERS[chosen](store.verified(chosen), threads)


def _hibari() -> Synthesiser:
    from wherein.speech.saying.hibari import HibariVoice

    return HibariVoice.load()


def _espeak() -> Synthesiser:
    from wherein.speech.saying.espeak import Espeak

    return Espeak.find()


SYNTHESISERS: Mapping[str, Callable[[], Synthesiser]] = {"hibari": _hibari, "espeak": _espeak}
"""Each raises ExtraMissing where it is not installed. The first that is here speaks by default."""


def _loaded(name: str) -> Synthesiser:
    return SYNTHESISERS[name]()


def synthesiser(
    name: str | None = None,
    settings: SpeechSettings | None = None,
    voice: str | None = None,
    load: Callable[[str], Synthesiser] = _loaded,
) -> Synthesiser:
    """The synthesiser of this name; without a name the first installed one that has the voice, else the first installed
    one. `endpoint` is the one of the settings. `load` loads one of SYNTHESISERS, or takes it from where it is kept.

    Raises UsageError, or ExtraMissing with what to install.
    """
    if name == ENDPOINT:
        return SpeechEndpoint.to_speak(settings)
    if name is not None:
        if name not in SYNTHESISERS:
            raise UsageError(
                f"There is no synthesiser {name!r}.",
                "Choose one of " + ", ".join((*SYNTHESISERS, ENDPOINT)) + ".",
            )
        return load(name)
    here: list[Synthesiser] = []
    for each in SYNTHESISERS:
        try:
            here.append(load(each))
        except ExtraMissing:
            continue
        if voice is None or voice in here[-1].voices:
            return here[-1]
    if not here:
        raise ExtraMissing(
            "No voice is installed to speak with.",
            f"Install one: {extra_command('speech')}, or apt install espeak-ng",
        )
    return here[0]
