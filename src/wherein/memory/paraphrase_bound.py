"""The shipped bound of paraphrase verification, written by `wherein train near`. Verifies nothing itself."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from wherein.memory.verification import Bound

FILE = "paraphrase_bound.json"


@cache
def shipped_bound() -> Bound:
    settings = json.loads((files("wherein.memory") / FILE).read_text("utf-8"))
    return Bound(settings["weights"], settings["intercept"], settings["least"])
