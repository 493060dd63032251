"""The recipe of a training run, read from a TOML file and checked when it is made."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wherein.core.errors import DataMissing, UsageError
from wherein.reading.windows import PAIRS
from wherein_lab.training.network.packing import Packing
from wherein_lab.training.network.shape import Shape

_MARKS = {kind: sum(map(len, (p.before, p.between, p.after))) for kind, p in PAIRS.items()}


@dataclass(frozen=True, slots=True)
class Windows:
    """How questions and paragraphs become windows. `phases` are (share of the first epoch at which the phase begins, fewest,
    most passage tokens); the last phase has no end.
    """

    question_tokens: int = 64
    prefix_tokens: int = 32
    window_tokens: int = 384
    marks: int = 3
    phases: tuple[tuple[float, int, int], ...] = ((0.0, 100, 285),)
    pair_tokens: int = 120
    start_share: float = 0.3
    join_share: float = 0.2
    prefix_share: float = 0.8
    negative_share: float = 0.15
    typo_share: float = 0.17
    casual_share: float = 0.2
    search_share: float = 0.0

    def __post_init__(self) -> None:
        if not self.phases or self.phases[0][0] != 0.0:
            raise UsageError("The first phase must begin at 0.", "Correct phases in the recipe.")
        if self.room < max(most for _, _, most in self.phases):
            raise UsageError("A phase's passages do not fit the window.", "Make them shorter.")

    @property
    def room(self) -> int:
        """Passage tokens that fit beside the longest question, the longest prefix and the special tokens."""
        return self.window_tokens - self.question_tokens - self.prefix_tokens - self.marks


@dataclass(frozen=True, slots=True)
class Schedule:
    """Length and rates of a training. Rates are constant after the warm-up; only a branch decays them.

    The `freeze_layers` lowest layers keep the base's weights, as does everything that feeds them: a frozen layer costs a
    third of a trained one and loses little (Lee, Tang and Lin, 2019, "What would Elsa do?"). A checkpoint is written
    every `checkpoint_minutes`; the one after each `milestone_tokens` is kept for good.
    """

    epochs: int = 2
    learning_rate: float = 1.3e-4
    head_learning_rate: float = 4e-4
    warm_up_updates: int = 150
    batch_tokens: int = 2400
    pool_units: int = 320
    freeze_words: bool = True
    freeze_layers: int = 0
    checkpoint_minutes: float = 5.0
    milestone_tokens: int = 10_000_000


@dataclass(frozen=True, slots=True)
class DecayData:
    """The data of a decay branch: `phase` are fewest and most passage tokens, `pair_weight` how many times an unanswerable
    question and its twin are repeated relative to the trunk, `negative_share` the share of questions with a near
    paragraph without the answer.
    """

    phase: tuple[int, int] = (80, 260)
    pair_weight: float = 2.0
    negative_share: float = 0.15


@dataclass(frozen=True, slots=True)
class Teaching:
    """The teacher: the packed reader in `folder`, of this `shape`. Its logits have the weight `share` in the loss, the marked
    spans the rest; both readers' logits are divided by `temperature` before they are compared.
    """

    folder: Path
    shape: Shape
    share: float = 0.5
    temperature: float = 1.0


@dataclass(frozen=True, slots=True)
class Recipe:
    """`folder` is the location of base, checkpoints and branches, below the root of all recipes. Without a `packing`, readers
    use the int8 file.

    `packed_base` is the folder of a packed reader to start from; without it, training starts from `base` in `folder`.
    """

    name: str
    seed: int
    base_sha256: str | None
    sources: dict[str, float]
    schedule: Schedule = field(default_factory=Schedule)
    windows: Windows = field(default_factory=Windows)
    shape: Shape = field(default_factory=Shape)
    decay: DecayData = field(default_factory=DecayData)
    folder: str = "."
    packing: Packing | None = None
    teaching: Teaching | None = None
    packed_base: Path | None = None

    def __post_init__(self) -> None:
        if self.decay.phase[1] > self.windows.room:
            raise UsageError("The decay's passages do not fit the window.", "Make them shorter.")


def read_recipe(path: Path) -> Recipe:
    """Raises DataMissing (no such file) and UsageError (not a recipe)."""
    if not path.is_file():
        raise DataMissing(f"There is no recipe at {path}.", "Name one of recipes/*.toml.")
    try:
        raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        windows = {**raw.get("windows", {}), **raw.get("noise", {})}
        if "phases" in windows:
            windows["phases"] = tuple((float(f), int(a), int(b)) for f, a, b in windows["phases"])
        shape = dict(raw.get("shape", {}))
        shape["keep"] = tuple(int(layer) for layer in shape.get("keep", ()))
        windows.setdefault("marks", _MARKS.get(shape.get("kind", "bert"), 3))
        decay = dict(raw.get("decay", {}))
        if "phase" in decay:
            fewest, most = decay["phase"]
            decay["phase"] = (int(fewest), int(most))
        base = raw.get("base", {})
        return Recipe(
            name=raw["name"],
            seed=int(raw["seed"]),
            base_sha256=base.get("sha256"),
            sources={name: float(weight) for name, weight in raw["sources"].items()},
            schedule=Schedule(**raw.get("schedule", {})),
            windows=Windows(**windows),
            shape=Shape(**shape),
            decay=DecayData(**decay),
            folder=str(raw.get("folder", ".")),
            packing=_packing(raw.get("packing")),
            teaching=_teaching(raw.get("teacher"), path),
            packed_base=path.parent / base["packed"] if "packed" in base else None,
        )
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise UsageError(
            f"{path.name} is not a training recipe: {error}.", "Compare it with recipes/small.toml."
        ) from error


def _packing(raw: dict[str, Any] | None) -> Packing | None:
    if raw is None:
        return None
    eight = tuple(int(layer) for layer in raw.get("eight_bits", ()))
    return Packing(int(raw["block"]), eight, float(raw["begins"]))


def _teaching(raw: dict[str, Any] | None, path: Path) -> Teaching | None:
    """The teacher of a recipe, which names the teacher's own recipe and folder relative to itself."""
    if raw is None:
        return None
    theirs = read_recipe(path.with_name(raw["recipe"]))
    share, temperature = float(raw["share"]), float(raw.get("temperature", 1.0))
    return Teaching(path.parent / raw["folder"], theirs.shape, share, temperature)
