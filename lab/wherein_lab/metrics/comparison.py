"""Compares two printed results figure by figure, with significance. Measures nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.core.errors import DataMissing, UsageError
from wherein_lab.metrics.uncertainty import paired_p

PER_QUESTION = "per_question"
"""The key of each question's score by its id, which a paired test needs from both results."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure of two results; None where one lacks it. `apart`: their intervals do not overlap (None where
    either has no interval). `p`: the p-value of a paired test over the `pairs` questions with scores in both;
    None where either has no scores.
    """

    figure: str
    one: float | None
    other: float | None
    apart: bool | None = None
    p: float | None = None
    pairs: int = 0

    @property
    def difference(self) -> float | None:
        return None if self.one is None or self.other is None else self.other - self.one


def read_result(path: Path) -> dict[str, Any]:
    """A JSON object printed by a measurement. Raises DataMissing, UsageError."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise DataMissing(f"There is no result {path}.", "Check the path.") from error
    except ValueError as error:
        raise UsageError(f"{path} is not JSON ({error}).", "Name a printed result.") from error
    if not isinstance(found, dict):
        raise UsageError(f"{path} is not a JSON object.", "Name a printed result.")
    return found


def row_of(result: dict[str, Any], name: str, path: Path) -> dict[str, Any]:
    """One retriever's row of a printed result. Raises UsageError with the names of its rows."""
    rows = result.get("retrievers")
    rows = rows if isinstance(rows, dict) else {}
    if not isinstance(rows.get(name), dict):
        there = ", ".join(rows) or "none: it is not of eval retrieval or eval answering"
        raise UsageError(f"{path} has no row {name!r}.", f"Its rows: {there}.")
    row: dict[str, Any] = rows[name]
    return row


def compare_results(one: dict[str, Any], other: dict[str, Any]) -> list[Compared]:
    """Figures by dotted path, in the order of the first result; intervals and p-values are not compared as figures."""
    first, second = dict(_figures(one)), dict(_figures(other))
    names = list(dict.fromkeys([*first, *second]))
    rows = []
    for name in names:
        here, there = _interval(one, name), _interval(other, name)
        apart = None
        if here is not None and there is not None:
            apart = here[1] < there[0] or there[1] < here[0]
        p, pairs = _paired(_scores(one, name), _scores(other, name))
        rows.append(Compared(name, first.get(name), second.get(name), apart, p, pairs))
    return rows


def _figures(value: Any, path: str = "") -> Iterator[tuple[str, float]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("intervals", PER_QUESTION) and not key.startswith("p_against_"):
                yield from _figures(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, float(value)


def _beside(result: dict[str, Any], figure: str, key: str) -> Any:
    """The value of `key` for this figure, from the same object; None without one."""
    *above, name = figure.split(".")
    inner: Any = result
    for part in above:
        inner = inner.get(part) if isinstance(inner, dict) else None
    known = inner.get(key) if isinstance(inner, dict) else None
    return known.get(name) if isinstance(known, dict) else None


def _interval(result: dict[str, Any], figure: str) -> tuple[float, float] | None:
    ends = _beside(result, figure, "intervals")
    return (float(ends[0]), float(ends[1])) if isinstance(ends, list) and len(ends) == 2 else None


def _scores(result: dict[str, Any], figure: str) -> dict[str, float]:
    """The figure's score of each question, by its id; empty where the result has none."""
    scores = _beside(result, figure, PER_QUESTION)
    return scores if isinstance(scores, dict) else {}


def _paired(one: dict[str, float], other: dict[str, float]) -> tuple[float | None, int]:
    both = [question for question in one if question in other]
    if not both:
        return None, 0
    p = paired_p([float(one[q]) for q in both], [float(other[q]) for q in both])
    return round(p, 4), len(both)
