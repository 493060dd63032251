"""Measures typo robustness: the share of answers that stay when a question gets a typo. Tunes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from wherein.answering.engine import Engine
from wherein.answering.options import Options
from wherein.answering.retries import respelled
from wherein.core.answer import Result
from wherein_lab.data.perturbation import typo
from wherein_lab.data.squad_file import SquadFile, SquadQuestion, sample
from wherein_lab.metrics.squad_measures import token_f1

CLEAN_LOOKED_AT = 1_000
"""Clean questions, answerable or not, whose other reading is looked for; nothing is read for that."""


@dataclass(frozen=True, slots=True)
class Tried:
    """F1 of the first answer shown (0 when none is): clean, with one slip, and that without mending.

    `held_out`: the half of the pages on which nothing was ever tuned. `needless` says that the
    clean question was answered as it was not meant.
    """

    held_out: bool
    clean: float
    edited: float
    unmended: float
    needless: bool


def evaluate(
    engine: Engine,
    file: SquadFile,
    limit: int,
    seed: int,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
    paragraphs: int | None = None,
) -> dict[str, Any]:
    """`wherein eval edited-questions`: the whole object, each article one page; answerable questions.

    With `paragraphs`, a page is so many of the article's around the question's: reading is what
    takes the time, and this is a fraction of it. Questions are asked twice, and those that seem
    misspelt once more; without mending is counted what the typed reading found.
    """
    asked = sample([one for one in file.asked if one.golds], limit, seed)
    random = np.random.default_rng(seed)
    whole = cache(file.page)
    tried = []
    for number, one in enumerate(asked):
        page = file.around(one, paragraphs) if paragraphs else whole(one.article)
        clean = engine.ask(one.question, page, Options(memory=False))
        edited = engine.ask(typo(one.question, random), page, Options(memory=False))
        tried.append(
            Tried(
                is_held_out(file.titles[one.article]),
                _f1(clean, one),
                _f1(edited, one),
                _unmended(edited, one),
                clean.meant is not None and clean.answered,
            )
        )
        on_progress(number + 1, len(asked))
    every = sample(file.asked, CLEAN_LOOKED_AT, seed)
    other = [respelled(one.question, [whole(one.article)]) is not None for one in every]
    return {
        **measures(tried),
        "tuning_half": measures([one for one in tried if not one.held_out]),
        "held_out_half": measures([one for one in tried if one.held_out]),
        "clean_n": len(every),
        "clean_with_another_reading": _mean([float(one) for one in other]),
        "data_sha256": file.sha256,
    }


def measures(tried: Sequence[Tried]) -> dict[str, Any]:
    """`kept` is the share of the clean questions' F1 that those with a slip have, with and without
    the other reading; `harmed` that of clean questions answered as they were not meant."""
    clean = sum(one.clean for one in tried)
    return {
        "n": len(tried),
        "f1_clean": _mean([one.clean for one in tried]),
        "f1_edited": _mean([one.edited for one in tried]),
        "f1_unmended": _mean([one.unmended for one in tried]),
        "kept": round(sum(one.edited for one in tried) / clean, 4) if clean else None,
        "kept_unmended": round(sum(one.unmended for one in tried) / clean, 4) if clean else None,
        "harmed": _mean([float(one.needless) for one in tried]),
    }


def is_held_out(title: str) -> bool:
    """Half of the pages, by their titles."""
    return hashlib.sha256(title.encode()).digest()[0] % 2 == 1


def _f1(result: Result, asked: SquadQuestion) -> float:
    return token_f1(result.answers[0].text, asked.golds) if result.answers else 0.0


def _unmended(result: Result, asked: SquadQuestion) -> float:
    """F1 of what was found as it was typed: 0 where that was less sure, or nothing."""
    return _f1(result, asked) if result.meant is None else 0.0


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None
