"""A bundle on the machine where it runs: its files, and the stages of its training one after the other."""

from __future__ import annotations

import argparse
import io
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from wherein_lab.training.accelerator.chunking import makers, material
from wherein_lab.training.accelerator.chunking.chunks import Alphabet, ChunkMaker
from wherein_lab.training.accelerator.chunking.makers import Makers
from wherein_lab.training.accelerator.chunking.material import Material
from wherein_lab.training.accelerator.failure import RunError
from wherein_lab.training.accelerator.learning import timing
from wherein_lab.training.accelerator.learning.feeding import Feeding
from wherein_lab.training.accelerator.learning.learner import Learner, in_four_bits, teaching
from wherein_lab.training.accelerator.learning.network import PackedNetwork, compiled_layer
from wherein_lab.training.accelerator.learning.schedule import Schedule, seconds_of_stage
from wherein_lab.training.accelerator.learning.training import Checkpoint, Log, StageTraining
from wherein_lab.training.accelerator.pieces import Cut, cut, found, joined
from wherein_lab.training.accelerator.settings import Settings, Stage
from wherein_lab.training.accelerator.weights_file import Weights, read_weights, write_weights

FORMAT = 1
BUNDLE, RESULT, LOG, CHECKPOINT, TOKENS, COMPILE = (
    "bundle.json", "result.json", "log.jsonl", "checkpoint.pt", "tokens.npz", "compile.json",
)  # fmt: skip
TOKENIZER, NUMBERS = "tokenizer.json", "mpnet-numbers.npy"
PIECE_BYTES = 16 * 1024 * 1024 - 64 * 1024  # of a result
TRY_COMPILING_SECONDS = 60


def weights_name(stage: Stage) -> str:
    return f"{stage.name}.safetensors"


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle as it was transferred: settings, special tokens by kind of encoder, and files in pieces, in `folders`."""

    settings: Settings
    specials: dict[str, Any]
    files: dict[str, Cut]
    folders: tuple[Path, ...]

    @staticmethod
    def of(here: Path) -> Bundle:
        """The bundle in a folder; pieces may also lie in folders `load-*` beside it. Raises RunError."""
        path = here / BUNDLE
        if not path.is_file():
            raise RunError(f"There is no {BUNDLE} in {here}: send the first load.")
        raw = json.loads(path.read_text("utf-8"))
        if raw["format"] != FORMAT:
            raise RunError(f"{BUNDLE} has another format than run.py: make the bundle again.")
        files = {one["name"]: Cut.of(one) for one in raw["files"]}
        folders = (here, *sorted(here.parent.glob("load-*")))
        return Bundle(Settings.of(raw["settings"]), raw["specials"], files, folders)

    def checked(self) -> str:
        """A line on which pieces are here. Raises RunError for a wrong one."""
        missing = self.missing()
        count = sum(len(one.pieces) for one in self.files.values())
        rest = f"; still to come: {', '.join(missing)}" if missing else ""
        return f"{count - len(missing)} of {count} pieces are here and right{rest}."

    def missing(self) -> list[str]:
        """The pieces that are not here. Raises RunError for a wrong one."""
        pieces = [piece for one in self.files.values() for piece in one.pieces]
        return [piece.name for piece in pieces if found(piece, self.folders) is None]

    def read(self, name: str) -> bytes:
        return joined(self.files[name], self.folders)

    def weights(self, stage: Stage) -> Weights:
        """The weights that a stage starts with."""
        return read_weights(self.read(weights_name(stage)))

    def alphabets(self) -> dict[str, Alphabet]:
        out = {}
        for kind, ids in self.specials.items():
            numbers = np.load(io.BytesIO(self.read(NUMBERS))) if kind == "mpnet" else None
            out[kind] = Alphabet(ids["first"], tuple(ids["between"]), ids["last"], numbers)
        return out


class Run:
    """One run of a bundle in a work folder, until its time is over."""

    def __init__(self, bundle: Bundle, asked: argparse.Namespace, began: float) -> None:
        self.bundle, self.asked = bundle, asked
        self.work: Path = asked.work
        self.ends = began + 60.0 * (asked.minutes or 0.0) - asked.reserve
        self.log = Log(self.work / LOG)
        self.stopped = False
        if asked.threads:
            torch.set_num_threads(asked.threads)
        self.stages = tuple(
            replace(stage, rows=asked.rows) if asked.rows else stage
            for stage in bundle.settings.stages
        )
        self.checkpoint = Checkpoint(self.work / CHECKPOINT)

    def train(self) -> None:
        """Train what is left of the stages and write the result of each. Raises RunError, before anything else for a
        piece that is missing or wrong.
        """
        if missing := self.bundle.missing():
            raise RunError(f"The piece {missing[0]} is missing: send the load that holds it.")
        state = self.checkpoint.read()
        if state is not None and not self.asked.resume:
            raise RunError(
                f"{self.work} has a checkpoint: go on from it with --resume, or name another folder with --work."
            )
        first = state["stage"] if state else 0
        kept = self.material()
        before = {n: signal.signal(n, self._stop) for n in (signal.SIGTERM, signal.SIGINT)}
        feeds = {n: self._makers(kept, n) for n in range(first, len(self.stages))}
        device = "cuda" if torch.cuda.is_available() else "cpu"
        half = device == "cuda" and torch.cuda.is_bf16_supported()
        name = torch.cuda.get_device_name() if device == "cuda" else "a processor"
        if device == "cuda":
            torch.set_float32_matmul_precision("high")
        self.log(event="start", device=name, bfloat16=half, torch=torch.__version__,
                 seconds_left=round(self.ends - time.monotonic(), 1), resumed=state is not None)  # fmt: skip
        try:
            for number in range(first, len(self.stages)):
                if self.stopped:
                    break
                self._stage(number, feeds[number], device, half, state)
                state = None
        finally:
            self.checkpoint.wait()
            for feed in feeds.values():
                feed.close()
            for number, handler in before.items():
                signal.signal(number, handler)
        self.log(event="end", seconds_over=round(time.monotonic() - self.ends, 1))

    def _stop(self, *_: Any) -> None:
        self.stopped = True

    def _stage(
        self, number: int, feed: Makers, device: str, half: bool, state: dict[str, Any] | None
    ) -> None:
        stage = self.stages[number]
        began_at = float(state["done"]) if state else 0.0
        left = max(self.ends - time.monotonic(), 0.0)
        begins = time.monotonic()
        seconds = seconds_of_stage(self.stages, number, began_at, left)
        if not seconds and not (state and state["learner"]):
            self.log(event="stage", stage=stage.name, left_out="no time is left")
            return
        start = self.bundle.weights(stage)
        learner = Learner(stage, start, device, half, self._network(stage, stage.name))
        if stage.teacher_share > 0:
            first = self.stages[0]
            known = self._finished(first)
            learner.teacher = teaching(
                self._network(first, "teacher"), known, device, half, stage.temperature
            )
        schedule = Schedule(stage, began_at, time.monotonic(), begins + seconds, time.monotonic)
        training = StageTraining(
            learner, schedule, Feeding((0, 0)), self.checkpoint, self.log, number,
            lambda: self.stopped, lambda: feed.waited, self.asked.memory_rows,
            self.asked.checkpoint_seconds, self.asked.updates,
        )  # fmt: skip
        if state and state["learner"]:
            learner.restore(state["learner"])
            training.feeding = Feeding((state["place"][0], state["place"][1]))
            training.tokens = state["tokens"]
        self.log(event="stage", stage=stage.name, of_seconds=round(seconds, 1), begun_at=round(began_at, 4),
                 updates=learner.updates, trained=sum(learner.weights[n].numel() for n in learner.names))  # fmt: skip
        training.train(feed.chunks(training.feeding.place[0], lambda: unlabelled(schedule)))
        self._write_result(stage, learner, training)
        if seconds and not self.stopped:
            self.checkpoint.write({"stage": number + 1, "done": 0.0, "learner": None})
        else:
            self.checkpoint.write(training.state())

    def _network(self, stage: Stage, use: str) -> PackedNetwork:
        path = self.work / COMPILE
        pays = path.is_file() and json.loads(path.read_text("utf-8")).get(use, {}).get(
            "pays", False
        )
        if not pays:
            return PackedNetwork(stage.shape)
        os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", str(self.work / "compiled"))
        self.log(event="compiled", layers_of=use)
        return PackedNetwork(stage.shape, compiled_layer())

    def _finished(self, stage: Stage) -> Weights:
        """The weights of a finished stage; those that it started with where it never ended."""
        start = self.bundle.weights(stage)
        for one in self._results():
            if one["stage"] == stage.name:
                folder = self.work / "result"
                start.update(read_weights(joined(Cut.of(one["file"]), [folder])))
        return start

    def _results(self) -> list[dict[str, Any]]:
        path = self.work / "result" / RESULT
        return json.loads(path.read_text("utf-8"))["stages"] if path.is_file() else []

    def _write_result(self, stage: Stage, learner: Learner, training: StageTraining) -> None:
        """Write what a stage learned, in pieces, beside the results of the stages before it."""
        if not learner.updates:
            return
        learned = learner.learned()
        four = {n for n, a in learned.items() if stage.rounds_from < 1 and in_four_bits(n, a.shape)}
        whole = self.work / weights_name(stage)
        write_weights(whole, learned, four)
        parts = cut(whole, self.work / "result", PIECE_BYTES)
        whole.unlink()
        results = [one for one in self._results() if one["stage"] != stage.name]
        results.append(
            {"stage": stage.name, "file": parts.as_json(), "updates": learner.updates,
             "tokens": training.tokens, "done": round(training.schedule.done(), 4)}
        )  # fmt: skip
        path = self.work / "result" / RESULT
        path.write_text(
            json.dumps({"format": FORMAT, "stages": results}, indent=1), encoding="utf-8"
        )
        self.log(event="result", stage=stage.name, pieces=[[p.name, p.bytes] for p in parts.pieces])

    def material(self) -> Material:
        """The bundle's questions and passages as word pieces, which an earlier run may have read."""
        passages = material.read_rows(self.bundle.read(material.PASSAGES))
        questions = material.read_rows(self.bundle.read(material.QUESTIONS))
        tokenizer = self._tokenizer()
        path = self.work / TOKENS
        if path.is_file():
            return material.kept(path, passages, questions)
        began = time.monotonic()
        mapped = makers.read_in_processes(makers.count(), tokenizer)
        read = material.tokenised(passages, questions, mapped)
        material.keep(read, path)
        self.log(event="read", passages=len(passages), questions=len(questions),
                 tokens=len(read.passages.ids), of_seconds=round(time.monotonic() - began, 1))  # fmt: skip
        return read

    def _tokenizer(self) -> str:
        path = self.work / TOKENIZER
        path.write_bytes(self.bundle.read(TOKENIZER))
        return str(path)

    def _makers(self, kept: Material, number: int) -> Makers:
        stage = self.stages[number]
        alphabets = self.bundle.alphabets()
        kinds = {stage.shape.kind}
        if stage.teacher_share > 0:
            kinds.add(self.stages[0].shape.kind)
        maker = ChunkMaker(
            kept, material.open_tokenizer(self._tokenizer()), stage, self.bundle.settings.cutting,
            {kind: alphabets[kind] for kind in sorted(kinds)},
        )  # fmt: skip
        return Makers(maker, makers.count())

    def prepare(self) -> None:
        """Read the text, and try in another process, for a minute at most, whether compiled layers are faster."""
        self.material()
        if not torch.cuda.is_available():
            return
        out = self.work / COMPILE
        command = [
            sys.executable,
            *sys.argv[:1],
            "--work",
            str(self.work),
            "--time-layers",
            str(out),
        ]
        try:
            subprocess.run(command, timeout=TRY_COMPILING_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            self.log(event="compiling", took="too long")
        if out.is_file():
            self.log(event="compiling", **json.loads(out.read_text("utf-8")))

    def time_layers(self, out: Path) -> None:
        os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", str(self.work / "compiled"))
        timing.time_layers(self.stages, self.bundle.settings.cutting.row_tokens, out)


def unlabelled(schedule: Schedule) -> float:
    """The share of questions that are also put to a passage without a label: as much as the teacher still counts."""
    stage = schedule.stage
    if stage.teacher_share <= 0:
        return 0.0
    return stage.unlabelled_share * schedule.teacher(schedule.done()) / stage.teacher_share
