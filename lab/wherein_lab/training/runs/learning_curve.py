"""Measures the learning curve of a reader: exports each milestone of a trunk and measures it in the same way.

Exports into a folder that is deleted again; decides nothing.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from wherein.core.errors import DataMissing
from wherein_lab.data.squad_file import SquadFile, sample
from wherein_lab.metrics.squad_measures import token_f1
from wherein_lab.reading.reading import Judged, auroc, judge
from wherein_lab.registry.readers import OpenReader, open_reader
from wherein_lab.training.runs.recipe import Recipe, read_recipe

LONGEST = 60  # most tokens of an answer, as in the shipped `large`
NAME = "milestone"


@dataclass(frozen=True, slots=True)
class Point:
    """One reader on one file: tokens learned, and its scores by margin alone, without a calibration.

    `always` is the mean F1 of answerable questions without refusal; `best` the mean F1 of all questions at the best
    bound for this reader on this file, None where all are answerable.
    """

    tokens: int
    data: str
    n: int
    always: float | None
    best: float | None
    auroc: float | None


def learning_curve(
    root: Path, recipe_path: Path, files: Sequence[tuple[str, SquadFile]], limit: int | None, seed: int,
    on_progress: Callable[[int, int, str], None] = lambda done, of, what: None,
) -> Iterator[Point]:  # fmt: skip
    """The points of each file in turn: first the packed reader that the recipe starts from, if any, then every milestone of
    its trunk. Raises DataMissing where there is no milestone.
    """
    from wherein_lab.training.runs.assemble import export_reader, require_training_extra

    require_training_extra()
    from wherein_lab.training.runs import checkpoints
    from wherein_lab.training.runs.reader import TOKENS

    recipe = read_recipe(recipe_path)
    milestones = sorted((root / recipe.folder / "checkpoints").glob("milestone-*.pt"))
    if not milestones:
        raise DataMissing(
            f"There is no milestone of {recipe.name} yet.",
            f"The first is kept after {recipe.schedule.milestone_tokens:,} tokens.",
        )
    yield from _started(recipe, files, limit, seed)
    for number, milestone in enumerate(milestones):
        tokens = int(checkpoints.read(milestone)["counters"][TOKENS])
        with tempfile.TemporaryDirectory() as folder:
            export_reader(root, milestone, Path(folder), recipe_path, NAME, LONGEST)
            yield from _points(folder, tokens, files, limit, seed)
        on_progress(number + 1, len(milestones), f"{tokens:,} tokens")


def _started(
    recipe: Recipe, files: Sequence[tuple[str, SquadFile]], limit: int | None, seed: int
) -> Iterator[Point]:
    if recipe.packed_base is not None:
        yield from _points(str(recipe.packed_base), 0, files, limit, seed)


def _points(
    folder: str, tokens: int, files: Sequence[tuple[str, SquadFile]], limit: int | None, seed: int
) -> Iterator[Point]:
    opened = open_reader(folder, calibrated=False)
    for name, file in files:
        yield point(opened, tokens, name, file, limit, seed)


def point(
    opened: OpenReader, tokens: int, name: str, file: SquadFile, limit: int | None, seed: int
) -> Point:
    """The scores of one reader on one file; equal seeds ask every reader the same questions."""
    judged = judge(opened, file, sample(file.asked, limit, seed))[0]
    sure = np.array([item.confidence for item in judged])
    answerable = np.array([item.answerable for item in judged], bool)
    always = [token_f1(item.said, item.asked.golds) for item in judged if item.answerable]
    return Point(
        tokens,
        name,
        len(judged),
        round(float(np.mean(always)), 4) if always else None,
        None if answerable.all() else round(best_f1(judged), 4),
        auroc(sure[answerable], sure[~answerable]),
    )


def best_f1(judged: Sequence[Judged]) -> float:
    """The mean F1 at the best bound on confidence: answers below it are refused (SQuAD 2.0's `best_f1`).

    Starts with every question refused and adds the answers surest first; equally sure ones are added together.
    """
    refused = [token_f1("", item.asked.golds) for item in judged]
    order = sorted(range(len(judged)), key=lambda row: -judged[row].confidence)
    total = best = sum(refused)
    for place, row in enumerate(order):
        total += token_f1(judged[row].said, judged[row].asked.golds) - refused[row]
        tied = (
            place + 1 < len(order) and judged[order[place + 1]].confidence == judged[row].confidence
        )
        if not tied:
            best = max(best, total)
    return best / max(len(judged), 1)


def table(points: Sequence[Point]) -> str:
    """The curve as text: a line per point, grouped by file."""
    lines = [f"{'data':20} {'tokens':>12} {'n':>6} {'always':>7} {'best':>7} {'auroc':>7}"]
    for one in sorted(points, key=lambda one: (one.data, one.tokens)):
        scores = (
            "–" if value is None else f"{value:.4f}" for value in (one.always, one.best, one.auroc)
        )
        lines.append(
            f"{one.data:20} {one.tokens:12,} {one.n:6} " + " ".join(f"{s:>7}" for s in scores)
        )
    return "\n".join(lines)
