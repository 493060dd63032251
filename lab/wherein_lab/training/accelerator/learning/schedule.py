"""A stage's schedule by time: how far it is, at what rate it learns, and when it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wherein_lab.training.accelerator.settings import Stage

WARM_UP = 0.05
WARM_UP_UPDATES = (
    60  # what the measured speed makes of the warm-up, within a fiftieth and a tenth of the stage
)
MEASURED_UPDATES = 20


@dataclass(slots=True)
class Schedule:
    """`began_at` is the share of the stage that earlier runs did; `begins` and `ends` are times of `now`.

    The rest of the stage fills the time from `begins` to `ends`, however fast the device is.
    """

    stage: Stage
    began_at: float
    begins: float
    ends: float
    now: Callable[[], float]
    warm_up: float = WARM_UP

    def done(self) -> float:
        """The share of the stage that is done: 0 to 1."""
        seconds = self.ends - self.begins
        if seconds <= 0:
            return self.began_at
        passed = min(1.0, (self.now() - self.begins) / seconds)
        return self.began_at + (1.0 - self.began_at) * passed

    def over(self) -> bool:
        return self.now() >= self.ends

    def measured(self, seconds_of_update: float) -> int:
        """Fit the warm-up to the speed that the first updates had; returns the updates that are left."""
        left = max(self.ends - self.now(), 0.0)
        updates = int(left / seconds_of_update)
        self.warm_up = min(0.1, max(0.02, WARM_UP_UPDATES / max(updates, 1)))
        return updates

    def factor(self, done: float) -> float:
        """The learning rate as a share of the full one, when the share `done` is done."""
        # A resumed run warms up again: its moments may be new.
        warm = min(1.0, (done - self.began_at + 0.002) / self.warm_up)
        return warm * min(1.0, max(0.0, 1.0 - done) / (1.0 - self.stage.decay_from))

    def teacher(self, done: float) -> float:
        """The teacher's share of the loss when the share `done` is done."""
        left = max(0.0, 1.0 - done / self.stage.teacher_until)
        return self.stage.teacher_share * left

    def rounds(self, done: float) -> bool:
        return self.stage.rounds_from < 1.0 and done >= self.stage.rounds_from


def seconds_of_stage(stages: tuple[Stage, ...], number: int, began_at: float, left: float) -> float:
    """The seconds of stage `number`, of which `began_at` is done, when `left` seconds remain for it and all later ones."""
    own = stages[number].time_share * (1.0 - began_at)
    later = sum(stage.time_share for stage in stages[number + 1 :])
    return left * own / (own + later) if own + later > 0 else 0.0
