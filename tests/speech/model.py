"""The recognisers whose models are on this machine. Fetches nothing."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from wherein.assets.store import AssetStore, shipped_folder
from wherein.core.errors import ExtraMissing
from wherein.home.folder import Home
from wherein.speech.hearing.moonshine import Moonshine
from wherein.speech.recogniser import Recogniser
from wherein.speech.registry import DEFAULT, RECOGNISERS

CLIPS = Path(__file__).parent / "clips"


@cache
def model_folder(name: str) -> Path | None:
    """The verified model of the checkout (`make speech-model`) or of the home."""
    for store in (AssetStore(shipped_folder()), AssetStore(Home.choose(None).assets)):
        if store.is_here(name):
            return store.verified(name)
    return None


@cache
def recogniser(name: str) -> Recogniser:
    folder = model_folder(name)
    if folder is None:
        pytest.skip(f"The recogniser {name} is not on this machine: wherein models get {name}")
    try:
        return RECOGNISERS[name](folder, 1)
    except ExtraMissing as missing:
        pytest.skip(str(missing))


def moonshine() -> Moonshine:
    made = recogniser(DEFAULT)
    assert isinstance(made, Moonshine)
    return made
