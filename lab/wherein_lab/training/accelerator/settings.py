"""What a bundle trains: the settings of its two stages, as in its `bundle.json`."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from wherein_lab.training.network.shape import Shape


@dataclass(frozen=True, slots=True)
class Stage:
    """One reader's training.

    `time_share`: of the time that both stages have. `rows`: packed rows of an update. The rate warms up, is constant,
    and falls to 0 from the share `decay_from` of the stage's time on; from `rounds_from` on the weights are rounded
    as they will be packed (1: never). `teacher_share` is the first reader's part of the loss at the beginning; it falls
    to nothing at the share `teacher_until`. `unlabelled_share`: questions that are also put to another passage of their
    page, where only the teacher says what to learn. The shares of questions as people type them are those of a recipe.
    """

    name: str
    shape: Shape
    seed: int
    sources: dict[str, float]
    time_share: float
    rows: int
    learning_rate: float
    head_learning_rate: float
    decay_from: float = 0.5
    rounds_from: float = 1.0
    dropout: float = 0.0
    pair_weight: float = 2.0
    negative_share: float = 0.6
    unlabelled_share: float = 0.0
    teacher_share: float = 0.0
    teacher_until: float = 0.85
    temperature: float = 2.0
    typo_share: float = 0.2
    casual_share: float = 0.2
    search_share: float = 0.12


@dataclass(frozen=True, slots=True)
class Cutting:
    """How a question and a passage become a window, in tokens; shares as in a recipe's [windows]."""

    row_tokens: int = 384
    question_tokens: int = 64
    prefix_tokens: int = 32
    fewest: int = 64
    most: int = 284
    pair_tokens: int = 120
    start_share: float = 0.3
    join_share: float = 0.2
    prefix_share: float = 0.8


@dataclass(frozen=True, slots=True)
class Settings:
    """The stages in their order: a later one learns from the first as its teacher."""

    stages: tuple[Stage, ...]
    cutting: Cutting = field(default_factory=Cutting)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of(raw: dict[str, Any]) -> Settings:
        stages = []
        for stage in raw["stages"]:
            shape = {**stage["shape"], "keep": tuple(stage["shape"]["keep"])}
            stages.append(Stage(**{**stage, "shape": Shape(**shape)}))
        return Settings(tuple(stages), Cutting(**raw["cutting"]))
