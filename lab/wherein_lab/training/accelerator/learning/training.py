"""Trains one stage until its time is over: batches, memory that is not enough, checkpoints, the log."""

from __future__ import annotations

import json
import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from wherein_lab.training.accelerator.chunking.chunks import Chunk
from wherein_lab.training.accelerator.failure import RunError
from wherein_lab.training.accelerator.learning.feeding import Feeding, Rows
from wherein_lab.training.accelerator.learning.learner import Learner
from wherein_lab.training.accelerator.learning.schedule import MEASURED_UPDATES, Schedule

CHECKPOINT_SECONDS = 60.0
LOG_SECONDS = 5.0
LOOK_EVERY = 10  # updates between two looks at the loss, which wait for the device,
LOOK_SECONDS = 0.5  # or as many seconds on a slow one


class Log:
    """JSON lines with the seconds since the run began, to a file and to the standard output."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.began = time.monotonic()

    def __call__(self, **values: Any) -> None:
        line = json.dumps({"seconds": round(time.monotonic() - self.began, 1), **values})
        print(line, flush=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


@dataclass(slots=True)
class Checkpoint:
    """The newest state of the run, written whole or not at all; a thread writes it while the training goes on."""

    path: Path
    writing: threading.Thread | None = None

    def write(self, state: dict[str, Any]) -> None:
        self.wait()
        self.writing = threading.Thread(target=self._write, args=(state,))
        self.writing.start()

    def _write(self, state: dict[str, Any]) -> None:
        partial = self.path.with_name(f".{self.path.name}.partial")
        with partial.open("wb") as file:
            torch.save(state, file)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(self.path)

    def wait(self) -> None:
        if self.writing is not None:
            self.writing.join()
            self.writing = None

    def read(self) -> dict[str, Any] | None:
        """Raises RunError for a damaged file."""
        if not self.path.is_file():
            return None
        try:
            state: dict[str, Any] = torch.load(self.path, map_location="cpu", weights_only=True)
        except Exception as error:
            raise RunError(
                f"The checkpoint {self.path.name} cannot be read: delete it to start again."
            ) from error
        return state


@dataclass(slots=True)
class StageTraining:
    """One stage in progress. `memory_rows` stands in for a device's memory in rehearsals: more rows at once are too many."""

    learner: Learner
    schedule: Schedule
    feeding: Feeding
    checkpoint: Checkpoint
    log: Log
    number: int
    stopped: Callable[[], bool]
    waited: Callable[[], float]
    memory_rows: int | None = None
    checkpoint_seconds: float = CHECKPOINT_SECONDS
    stop_updates: int | None = None
    tokens: int = 0
    seconds_of_update: float = 0.0
    rate: float = 1.0  # falls by half where the loss was no number
    began: float = field(default_factory=time.monotonic)

    def train(self, chunks: Iterator[tuple[int, Chunk]]) -> None:
        """Learn until the stage's time is over, or the run is stopped."""
        stage, saved, logged = self.learner.stage, time.monotonic(), time.monotonic()
        losses: list[Tensor] = []
        looked = time.monotonic()
        measured_from, updates = time.monotonic(), 0
        self.checkpoint.write(self.state())  # there is always one of this stage to go back to
        for batch, place in self.feeding.batches(chunks, stage.rows):
            if self.over(updates):
                break
            losses.append(self.learned(batch))
            self.feeding.place = place
            self.tokens += batch.tokens
            updates += 1
            looked_long_ago = time.monotonic() - looked > LOOK_SECONDS
            if updates % LOOK_EVERY and updates != 1 and not looked_long_ago:
                continue
            if not math.isfinite(float(losses[-1])):
                self.go_back()
                losses = []
                continue
            now = looked = time.monotonic()
            if (
                updates == 1
            ):  # with what the device loads at first: too long, but better than nothing
                self.seconds_of_update, measured_from = now - measured_from, now
            else:
                self.seconds_of_update = (now - measured_from) / (updates - 1)
            if updates == MEASURED_UPDATES:
                self.plan()
            if now - logged >= LOG_SECONDS or updates == 1:
                self.report(torch.stack(losses).mean().item())
                losses, logged = [], now
            if now - saved >= self.checkpoint_seconds:
                self.checkpoint.write(self.state())
                saved = now
        if losses:
            self.report(torch.stack(losses).mean().item())

    def over(self, updates: int) -> bool:
        enough = self.stop_updates is not None and updates >= self.stop_updates
        late = self.schedule.now() + 2 * self.seconds_of_update >= self.schedule.ends
        return enough or late or self.stopped()

    def learned(self, batch: Rows) -> Tensor:
        """One update; halves what is computed at once until it fits. Raises RunError where a single row does not."""
        while True:
            try:
                if self.memory_rows and -(-batch.count // self.learner.parts) > self.memory_rows:
                    raise torch.OutOfMemoryError(f"rehearsed: {self.memory_rows} rows fit")
                done = self.schedule.done()
                return self.learner.learn(
                    batch, self.rate * self.schedule.factor(done), self.schedule.rounds(done),
                    self.schedule.teacher(done),
                )  # fmt: skip
            except torch.OutOfMemoryError as error:
                self.learner.forget_gradients()
                if not self.learner.halve():
                    raise RunError(
                        "One row of 384 tokens does not fit the device's memory: choose another device."
                    ) from error
            if self.learner.device == "cuda":
                torch.cuda.empty_cache()
            rows = -(-batch.count // self.learner.parts)
            self.log(event="memory", rows_at_once=rows, parts=self.learner.parts)

    def plan(self) -> None:
        """Fit the schedule to the speed of the first updates."""
        updates = self.schedule.measured(self.seconds_of_update)
        per_update = self.tokens / max(self.learner.updates, 1)
        self.log(
            event="planned", stage=self.learner.stage.name,
            tokens_per_second=round(per_update / self.seconds_of_update),
            updates_left=updates, tokens_left=round(updates * per_update),
            warm_up=round(self.schedule.warm_up, 3),
        )  # fmt: skip

    def go_back(self) -> None:
        """After a loss that is no number: the last checkpoint again, at half the rate."""
        self.checkpoint.wait()
        state = self.checkpoint.read()
        if state is None or state["stage"] != self.number or self.rate < 0.1:
            raise RunError(
                "The loss is no number, and no checkpoint of this stage is left to go back to: lower its rate."
            )
        self.learner.restore(state["learner"])
        self.rate /= 2
        self.log(event="no number", back_to_update=self.learner.updates, rate_share=self.rate)

    def state(self) -> dict[str, Any]:
        return {
            "stage": self.number,
            "done": self.schedule.done(),
            "place": list(self.feeding.place),
            "tokens": self.tokens,
            "learner": self.learner.state(),
        }

    def report(self, loss: float) -> None:
        done = self.schedule.done()
        stage = self.learner.stage
        speed = self.tokens / max(self.learner.updates, 1) / (self.seconds_of_update or math.inf)
        self.log(
            stage=stage.name, done=round(done, 4), updates=self.learner.updates, tokens=self.tokens,
            chunk=self.feeding.place[0], loss=round(loss, 4),
            rate=round(stage.learning_rate * self.rate * self.schedule.factor(done), 8),
            rounded=self.schedule.rounds(done), teacher=round(self.schedule.teacher(done), 3),
            tokens_per_second=round(speed), waited=round(self.waited(), 1),
        )  # fmt: skip
