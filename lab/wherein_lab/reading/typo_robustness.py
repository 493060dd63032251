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
from wherein.answering.question.retries import respelled
from wherein.core.answer import Result
from wherein_lab.data.perturbation import typo
from wherein_lab.data.squad_file import SquadFile, SquadQuestion, sample
from wherein_lab.metrics.squad_measures import token_f1

CLEAN_LOOKED_AT = 1_000
"""The number of clean questions, answerable or not, that are checked for a correction; this reads nothing."""


@dataclass(frozen=True, slots=True)
class Tried:
    """F1 of the first answer shown (0 without one): for the clean question, with one typo, and with the typo but no
    spelling retry.

    `held_out`: the half of the pages on which nothing was ever tuned. `needless` says that the clean question
    was answered with a correction it did not need.
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
    """The JSON object of `wherein eval edited-questions`: answerable questions, each article as one page.

    With `paragraphs`, a page is that many paragraphs around the question's own, which takes a fraction of the
    time. Each question is asked twice, and again with a correction if it looks misspelt; the figures without
    correction use the answer to the typed question.
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
    """`kept` is the share of the clean questions' F1 that those with a typo keep, with and without the spelling retry;
    `harmed` the share of clean questions that were answered with a needless correction.
    """
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
    """Whether a page is in the held-out half, by its title."""
    return hashlib.sha256(title.encode()).digest()[0] % 2 == 1


def _f1(result: Result, asked: SquadQuestion) -> float:
    return token_f1(result.answers[0].text, asked.golds) if result.answers else 0.0


def _unmended(result: Result, asked: SquadQuestion) -> float:
    """F1 of the answer to the question as typed: 0 when the correction gave the surer answer or the only one."""
    return _f1(result, asked) if result.meant is None else 0.0


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None
