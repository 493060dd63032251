"""A home with nothing in it but the models that are to be measured: nobody's settings, nothing remembered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from wherein.answering.engine import Engine
from wherein.assets.fetch import fetch


def open_with(home: Path, models: Sequence[str]) -> Engine:
    """An engine of a new home that has got these models, from the checkout where it has them.

    Raises AssetMissing for a name that is not known or not to be had.
    """
    engine = Engine.open(home)
    try:
        for name in models:
            asset = engine.assets.asset(name)
            engine.assets.install(name, partial(fetch, asset))
    except BaseException:
        engine.close()
        raise
    return engine
