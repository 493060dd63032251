"""The recognisers by the names of their models, and the synthesisers. Knows how each is loaded; fetches nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from wherein.core.errors import ExtraMissing, UsageError
from wherein.speech.recogniser import Recogniser
from wherein.speech.synthesiser import Synthesiser

Load: TypeAlias = Callable[[Path, int], Recogniser]
"""Loads a recogniser from its asset's folder, with a number of threads. Raises AssetDamaged or ExtraMissing."""


def _moonshine(folder: Path, threads: int) -> Recogniser:
    from wherein.speech.moonshine import Moonshine

    return Moonshine.load(folder, threads)


DEFAULT = "moonshine-tiny"
RECOGNISERS: Mapping[str, Load] = {DEFAULT: _moonshine}
"""The key is the name of the asset with the recogniser's files."""


def _hibari() -> Synthesiser:
    from wherein.speech.hibari import HibariVoice

    return HibariVoice.load()


def _espeak() -> Synthesiser:
    from wherein.speech.espeak import Espeak

    return Espeak.find()


SYNTHESISERS: Mapping[str, Callable[[], Synthesiser]] = {"hibari": _hibari, "espeak": _espeak}
"""Each raises ExtraMissing where it is not installed. The first that is here speaks by default."""


def synthesiser(name: str | None = None) -> Synthesiser:
    """The synthesiser of this name, or the first that is here. Raises UsageError, or ExtraMissing with what to install."""
    if name is not None:
        if name not in SYNTHESISERS:
            raise UsageError(
                f"There is no synthesiser {name!r}.",
                "Choose one of " + ", ".join(SYNTHESISERS) + ".",
            )
        return SYNTHESISERS[name]()
    for make in SYNTHESISERS.values():
        try:
            return make()
        except ExtraMissing:
            continue
    raise ExtraMissing(
        "No voice is installed to speak with.",
        "Install one: .venv/bin/pip install -e '.[speech]', or apt install espeak-ng",
    )
