"""The key of everything besides question and text that an answer depends on. Reads nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version

from wherein.answering.options import Options
from wherein.answering.stages.sweep import ANSWERS
from wherein.home.folder import Settings


def options_key(
    options: Options, settings: Settings, models: Sequence[str], bases: Sequence[object]
) -> str:
    """A hash that differs wherever another option, setting, model, base or version of wherein may answer otherwise.

    `models` are those of all readers in order. `bases` identify the knowledge bases that the question may reach.
    """
    depends_on = (
        _version(),
        tuple(models),
        tuple(bases),
        options.caution or settings.caution,
        settings.retriever,
        settings.encoder,
        settings.generative,
        options.limit or ANSWERS,
        options.reader or settings.reader,
        (options.since, options.until),
        options.whole,
        tuple(options.within),
        options.turns,
        options.judged,
    )
    return hashlib.sha256(repr(depends_on).encode("utf-8", "surrogatepass")).hexdigest()[:32]


@cache
def _version() -> str:
    return version("wherein")
