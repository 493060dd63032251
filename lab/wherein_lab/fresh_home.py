"""Opens an engine over a new home with only the models to measure: default settings, empty memory."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from wherein.answering.engine import Engine
from wherein.answering.readers.readers import Through
from wherein.assets.fetch import fetch
from wherein.assets.manifest import described
from wherein.home.folder import Home

_SETTINGS = "reader.json"


def open_with(home: Path, models: Sequence[str], through: Through = lambda stage: stage) -> Engine:
    """Open an engine over a new home in which these models are installed, from the checkout where it has them.

    A model is a name, or the folder of a reader, which replaces the model of the same name. Each reader is
    passed to `through` when it is loaded, and what that returns is used. Raises AssetMissing for a name that
    is unknown or cannot be obtained.
    """
    engine = Engine(Home.choose(home), through)
    try:
        for name in models:
            if (Path(name) / _SETTINGS).is_file():
                _adopt(engine, Path(name))
            else:
                asset = engine.assets.asset(name)
                engine.assets.install(name, partial(fetch, asset))
    except BaseException:
        engine.close()
        raise
    return engine


def _adopt(engine: Engine, folder: Path) -> None:
    name = str(json.loads((folder / _SETTINGS).read_text("utf-8"))["name"])
    asset = described(folder, name, "a reader that is measured", "as in its folder", str(folder))
    engine.assets.adopt(asset, lambda target: fetch(asset, target, str(folder)))
