"""The trainer: warm-up, a trunk at a constant rate, decay branches. It can stop and resume at any update.

Warm-up / stable / decay (Hu et al., 2024, MiniCPM): the trunk can be continued at any time; for each finished model, a
branch copies it and lets the rate fall to 0.

Several processes of one thread each share the weights and Adam's moments. Each computes gradients alone and applies
them under one lock, so that gradients may be one update old (Recht et al., 2011, allow far more). On two cores, this is
faster than two threads in one process. On an accelerator, a single process does all the work. With one worker, a run is
a function of recipe, data and number of updates, whether or not it was interrupted.
"""

from __future__ import annotations

import json
import multiprocessing
import re
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch.nn import functional

from wherein.core.errors import UsageError
from wherein_lab.training.examples.windows import Batch, Feed
from wherein_lab.training.network.rounding import round_frozen, rounded_through
from wherein_lab.training.network.weights import AnyReader
from wherein_lab.training.runs import checkpoints
from wherein_lab.training.runs.recipe import Recipe
from wherein_lab.training.runs.teacher import Teacher

BETAS = (0.9, 0.98)
CLIP = 1.0
MASKED = -1e4
UPDATES, TOKENS, WINDOWS = range(3)  # indexes of the shared counters
Log = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Decay:
    """A branch: from `start` tokens of the trunk, the rate falls linearly to 0 over `tokens`, on windows with the lengths of
    the decay phase.
    """

    start: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Run:
    """The location of a run's checkpoints, and how it shares the machine."""

    folder: Path
    workers: int = 2
    pause_file: Path | None = None
    log_seconds: float = 30.0
    stop_updates: int | None = None


def stays_frozen(name: str, layers: int) -> bool:
    """Whether a weight belongs to the `layers` lowest layers or to the parts that feed them.

    What all layers share (MPNet's bias by distance) feeds the lowest.
    """
    if not layers or name.startswith("qa_outputs."):
        return False
    layer = re.search(r"\.layer\.(\d+)\.", name)
    return layer is None or int(layer[1]) < layers


class Shared:
    """Weights, moments, counters and each worker's position in the data, in memory shared by all workers."""

    def __init__(self, recipe: Recipe, model: AnyReader, workers: int, device: str = "cpu") -> None:
        self.recipe = recipe
        self.device = device
        self.model = model.share_memory() if device == "cpu" else model.to(device)
        if recipe.schedule.freeze_words:
            model.word_vectors.weight.requires_grad_(False)
        for name, parameter in model.named_parameters():
            if stays_frozen(name, recipe.schedule.freeze_layers):
                parameter.requires_grad_(False)
        if recipe.packing is not None:
            round_frozen(model, model.word_vectors, recipe.packing)
        self.trained = [p for p in model.parameters() if p.requires_grad]
        head = {id(p) for p in model.qa_outputs.parameters()}
        groups = [
            {"params": [p for p in self.trained if id(p) not in head]},
            {"params": [p for p in self.trained if id(p) in head]},
        ]
        self.optimizer = torch.optim.Adam(groups, lr=0.0, betas=BETAS, fused=True)
        for parameter in self.trained:
            self.optimizer.state[parameter] = {
                "step": torch.zeros((), dtype=torch.float32, device=device).share_memory_(),
                "exp_avg": torch.zeros_like(parameter).share_memory_(),
                "exp_avg_sq": torch.zeros_like(parameter).share_memory_(),
            }
        self.counters = torch.zeros(3, dtype=torch.int64).share_memory_()
        self.losses = torch.zeros(2, dtype=torch.float64).share_memory_()  # sum, number
        # Worker w reads pools w, w + workers, ...: (pool, batches of it already applied).
        self.places = torch.tensor([[w, 0] for w in range(workers)]).share_memory_()
        self.decay: Decay | None = None
        self.teacher: Teacher | None = None

    def state(self) -> dict[str, Any]:
        """A copy of everything that resuming needs; call it with the lock held."""
        names = [name for name, p in self.model.named_parameters() if p.requires_grad]
        moments = [self.optimizer.state[p] for p in self.trained]
        return {
            "recipe": self.recipe.name,
            "seed": self.recipe.seed,
            "weights": {n: _copied(p) for n, p in zip(names, self.trained, strict=True)},
            "moments": [{k: _copied(v) for k, v in moment.items()} for moment in moments],
            "counters": self.counters.clone(),
            "places": self.places.clone(),
            "decay": [self.decay.start, self.decay.tokens] if self.decay else None,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Resume from a state. With another number of workers, all resume at the furthest pool."""
        if state["recipe"] != self.recipe.name or state["seed"] != self.recipe.seed:
            raise UsageError(
                "The checkpoints here belong to another recipe.", "Name another folder for the run."
            )
        with torch.no_grad():
            own = dict(self.model.named_parameters())
            for name, tensor in state["weights"].items():
                own[name].copy_(tensor)
            for parameter, moment in zip(self.trained, state["moments"], strict=True):
                for key, tensor in moment.items():
                    self.optimizer.state[parameter][key].copy_(tensor)
        self.counters.copy_(state["counters"])
        if state["places"].shape == self.places.shape:
            self.places.copy_(state["places"])
        else:
            furthest = int(state["places"][:, 0].max()) + 1
            for worker in range(len(self.places)):
                self.places[worker] = torch.tensor([furthest + worker, 0])
        self.decay = Decay(*state["decay"]) if state["decay"] else None

    def decayed(self) -> float:
        """The completed share of a branch's decay; 0 on the trunk."""
        if self.decay is None:
            return 0.0
        return (int(self.counters[TOKENS]) - self.decay.start) / self.decay.tokens

    def as_packed(self) -> dict[str, torch.Tensor]:
        """The weights for the coming forward pass, rounded where the packing rounds them."""
        packing = self.recipe.packing
        if packing is None or self.decay is None or self.decayed() < packing.begins:
            return {}
        return rounded_through(self.model, packing)

    def factor(self) -> float:
        """The learning rate of the coming update, as a share of the full rate."""
        warm = min(1.0, (int(self.counters[UPDATES]) + 1) / self.recipe.schedule.warm_up_updates)
        return warm * max(0.0, 1.0 - self.decayed())

    def finished(self, pools_per_epoch: int) -> bool:
        if self.decay is not None:
            return self.decayed() >= 1.0
        return int(self.places[:, 0].min()) >= self.recipe.schedule.epochs * pools_per_epoch

    def apply(self, worker: int, batch: Batch, loss: float, place: tuple[int, int]) -> None:
        """One update with the current gradients; call it with the lock held."""
        factor = self.factor()
        schedule = self.recipe.schedule
        rates = (schedule.learning_rate, schedule.head_learning_rate)
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            group["lr"] = rate * factor
        self.optimizer.step()
        self.counters += torch.tensor([1, batch.tokens, len(batch.ids)])
        self.losses += torch.tensor([loss, 1.0], dtype=torch.float64)
        self.places[worker] = torch.tensor(place)


def _copied(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.detach().to("cpu", copy=True)


def faster_in_bfloat16(rows: int = 1536, channels: int = 384, tries: int = 5) -> bool:
    """Whether this processor multiplies bfloat16 faster than float32 at a small reader's sizes.

    Measured, because the processor's flags do not decide it: of two machines with avx512_bf16, one was twice as
    fast with it, the other half as fast.
    """

    def seconds(kind: torch.dtype) -> float:
        left = torch.ones(rows, channels, dtype=kind)
        right = torch.ones(channels, 4 * channels, dtype=kind)
        times = []
        for _ in range(tries):
            began = time.thread_time()
            left @ right
            times.append(time.thread_time() - began)
        return min(times)

    return seconds(torch.bfloat16) < seconds(torch.float32)


def span_loss(
    model: AnyReader, batch: Batch, device: str, half: bool,
    instead: dict[str, torch.Tensor] | None = None, teacher: Teacher | None = None,
) -> torch.Tensor:  # fmt: skip
    """Mean cross-entropy of the first and last token over the positions where a span may be; an unanswerable window has both
    at [CLS]. `instead` are weights that replace the model's; the teacher's part of the loss is its `share`.
    """
    ids, types = (torch.from_numpy(a).to(device) for a in (batch.ids, batch.types))
    mask = None if batch.mask is None else torch.from_numpy(batch.mask).to(device)
    with torch.autocast(device, torch.bfloat16, enabled=half):
        starts, ends = torch.func.functional_call(model, instead or {}, (ids, mask, types))
    barred = ~torch.from_numpy(batch.allowed).to(device)
    ends_of = [logits.masked_fill(barred, MASKED) for logits in (starts, ends)]
    losses = [
        functional.cross_entropy(logits, torch.from_numpy(gold).to(device))
        for logits, gold in zip(ends_of, (batch.start, batch.end), strict=True)
    ]
    marked = (losses[0] + losses[1]) / 2
    if teacher is None:
        return marked
    taught = [logits.masked_fill(barred, MASKED) for logits in teacher.logits(batch, device, half)]
    apart = [teacher.loss(own, his) for own, his in zip(ends_of, taught, strict=True)]
    return (1 - teacher.share) * marked + teacher.share * (apart[0] + apart[1]) / 2


def orphaned() -> bool:
    """Whether this worker's trainer has ended, so that nobody would save its work."""
    trainer = multiprocessing.parent_process()
    return trainer is not None and not trainer.is_alive()


def work(shared: Shared, feed: Feed, run: Run, worker: int, lock: Any, stop: Any) -> None:
    """One worker's loop, until the run is over, the worker is stopped, or its trainer has ended."""
    torch.set_num_threads(1)
    half = faster_in_bfloat16() if shared.device == "cpu" else True
    while not stop.is_set() and not shared.finished(feed.pools_per_epoch):
        pool, done = shared.places[worker].tolist()
        batches = feed.batches(pool, decaying=shared.decay is not None)
        for index in range(done, len(batches)):
            while run.pause_file is not None and run.pause_file.exists() and not stop.is_set():
                time.sleep(1.0)
            instead = shared.as_packed()
            loss = span_loss(
                shared.model, batches[index], shared.device, half, instead, shared.teacher
            )
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(shared.trained, CLIP)
            last = index + 1 == len(batches)
            place = (pool + run.workers, 0) if last else (pool, index + 1)
            with lock:
                enough = (
                    run.stop_updates is not None
                    and int(shared.counters[UPDATES]) >= run.stop_updates
                )
                if stop.is_set() or enough or orphaned():
                    stop.set()
                    return
                shared.apply(worker, batches[index], loss.item(), place)
            for parameter in shared.trained:
                parameter.grad = None
            if shared.finished(feed.pools_per_epoch):
                return


def train(shared: Shared, feed: Feed, run: Run, log: Log) -> None:
    """Train to the plan's end, to `stop_updates` or until SIGTERM or SIGINT, then save.

    A checkpoint is written as often as the schedule says. While `pause_file` exists nothing is computed. Even a
    single worker is a process of its own, so that this one can save and log meanwhile. On an accelerator, which a
    forked process cannot use, this process does the work and saves at the end. Raises RuntimeError when a worker
    dies; the last checkpoint remains.
    """
    schedule = shared.recipe.schedule
    context = multiprocessing.get_context(
        "fork"
    )  # workers inherit the data set and the feed, without a copy
    lock, stop = context.Lock(), context.Event()
    if shared.device != "cpu":
        work(shared, feed, run, 0, lock, stop)
        checkpoints.save(run.folder, shared.state(), int(shared.counters[UPDATES]))
        return
    torch.set_num_threads(1)  # before the fork: threads do not survive it
    workers = [
        context.Process(target=work, args=(shared, feed, run, number, lock, stop), daemon=True)
        for number in range(run.workers)
    ]
    before = {
        number: signal.signal(number, lambda *_: stop.set())
        for number in (signal.SIGTERM, signal.SIGINT)
    }
    for process in workers:
        process.start()
    saved = logged = time.monotonic()
    tokens_then = int(shared.counters[TOKENS])
    milestone = tokens_then // schedule.milestone_tokens
    try:
        while any(process.is_alive() for process in workers):
            time.sleep(0.5)
            now = time.monotonic()
            if now - logged >= run.log_seconds:
                tokens = int(shared.counters[TOKENS])
                log(progress(shared, feed, (tokens - tokens_then) / (now - logged)))
                logged, tokens_then = now, tokens
            reached = int(shared.counters[TOKENS]) // schedule.milestone_tokens
            if now - saved >= 60 * schedule.checkpoint_minutes or reached > milestone:
                write(shared, run, lock, milestone=reached > milestone)
                saved, milestone = now, reached
    finally:
        stop.set()
        for process in workers:
            process.join(timeout=60)
        for number, handler in before.items():
            signal.signal(number, handler)
        write(shared, run, lock)
    if any(process.exitcode for process in workers):
        raise RuntimeError("a training worker died; its error is above")


def write(shared: Shared, run: Run, lock: Any, milestone: bool = False) -> None:
    with lock:
        state = shared.state()
    checkpoints.save(run.folder, state, int(state["counters"][UPDATES]), milestone)


def progress(shared: Shared, feed: Feed, rate: float) -> dict[str, Any]:
    """One line of the log: position, loss and speed."""
    total, number = shared.losses.tolist()
    shared.losses.zero_()
    return {
        "updates": int(shared.counters[UPDATES]),
        "windows": int(shared.counters[WINDOWS]),
        "tokens": int(shared.counters[TOKENS]),
        "epoch": round(float(shared.places[:, 0].float().mean()) / feed.pools_per_epoch, 4),
        "loss": round(total / number, 4) if number else None,
        "rate": round(shared.recipe.schedule.learning_rate * shared.factor(), 8),
        "tokens_per_second": round(rate),
    }


def line_logger(path: Path | None) -> Log:
    """A function that logs JSON lines with the time (UTC), appended to a file or else to standard output."""

    def log(values: dict[str, Any]) -> None:
        line = json.dumps({"time": time.strftime("%H:%M:%S", time.gmtime()), **values})
        if path is None:
            print(line, flush=True)
        else:
            with path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")

    return log
