"""The recognisers by the names of their models. Knows how each is loaded; fetches nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from wherein.speech.recogniser import Recogniser

Load: TypeAlias = Callable[[Path, int], Recogniser]
"""Loads a recogniser from its asset's folder, with a number of threads. Raises AssetDamaged or ExtraMissing."""


def _moonshine(folder: Path, threads: int) -> Recogniser:
    from wherein.speech.moonshine import Moonshine

    return Moonshine.load(folder, threads)


DEFAULT = "moonshine-tiny"
RECOGNISERS: Mapping[str, Load] = {DEFAULT: _moonshine}
"""The key is the name of the asset with the recogniser's files."""
