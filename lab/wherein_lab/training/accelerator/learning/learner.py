"""One stage's weights, their moments and their updates: what is learned from a batch of packed rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from wherein_lab.training.accelerator.learning.feeding import Rows
from wherein_lab.training.accelerator.learning.network import PackedNetwork
from wherein_lab.training.accelerator.settings import Stage
from wherein_lab.training.accelerator.weights_file import BLOCK, Weights
from wherein_lab.training.network.rounding import rounded_through_by_name

BETAS = (0.9, 0.98)
CLIP = 1.0


@dataclass(frozen=True, slots=True)
class Teacher:
    """The reader that a pupil learns from, its matrices in the precision that it reads in."""

    network: PackedNetwork
    weights: dict[str, Tensor]
    temperature: float


def stays(name: str) -> bool:
    """Whether a weight keeps the value it starts with: the word vectors, and MPNet's bias by distance."""
    return "word_embeddings" in name or "relative_attention_bias" in name


def in_four_bits(name: str, shape: tuple[int, ...]) -> bool:
    """Whether a packed reader keeps a weight in four bits: the layers' matrices and the word vectors."""
    matrix = len(shape) == 2 and ".layer." in name and name.endswith(".weight")
    return matrix or "word_embeddings" in name


class Learner:
    """`rows` may be halved while it learns: then an update adds the gradients of as many more parts."""

    def __init__(
        self, stage: Stage, weights: Weights, device: str, half: bool, network: PackedNetwork
    ) -> None:
        self.stage, self.device, self.half, self.network = stage, device, half, network
        self.weights = {n: torch.from_numpy(np.array(a)).to(device) for n, a in weights.items()}
        self.names = [name for name in self.weights if not stays(name)]
        for name in self.names:
            self.weights[name].requires_grad_(True)
        head = [name for name in self.names if name.startswith("qa_outputs.")]
        rest = [name for name in self.names if not name.startswith("qa_outputs.")]
        groups = [{"params": [self.weights[name] for name in some]} for some in (rest, head)]
        self.optimizer = torch.optim.Adam(groups, lr=0.0, betas=BETAS, fused=True)
        self.teacher: Teacher | None = None
        self.updates = 0
        self.parts = 1  # of a batch, each computed by itself

    def learn(self, batch: Rows, factor: float, rounds: bool, teacher_share: float) -> Tensor:
        """One update; returns the mean loss, on the device. Raises torch.OutOfMemoryError with nothing learned."""
        total = torch.zeros((), device=self.device)
        labelled = max(int(batch.labelled.sum()), 1)
        size = -(-batch.count // self.parts)
        for begin in range(0, batch.count, size):
            part = batch.part(begin, min(begin + size, batch.count))
            loss = self._loss(part, rounds, teacher_share, labelled, len(batch.start))
            loss.backward()  # type: ignore[no-untyped-call]
            total += loss.detach()
        torch.nn.utils.clip_grad_norm_([self.weights[name] for name in self.names], CLIP)
        for group, rate in zip(
            self.optimizer.param_groups,
            (self.stage.learning_rate, self.stage.head_learning_rate), strict=True,
        ):  # fmt: skip
            group["lr"] = rate * factor
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.updates += 1
        return total

    def forget_gradients(self) -> None:
        self.optimizer.zero_grad(set_to_none=True)

    def halve(self) -> bool:
        """Compute a batch in twice as many parts; False where a part has one row already."""
        if self.parts >= self.stage.rows:
            return False
        self.parts *= 2
        return True

    def as_packed(self, rounds: bool) -> Mapping[str, Tensor]:
        """The weights for a forward pass, rounded where the packing rounds them."""
        if not rounds:
            return self.weights
        four = {
            n: w
            for n, w in self.weights.items()
            if w.requires_grad and in_four_bits(n, tuple(w.shape))
        }
        return {**self.weights, **rounded_through_by_name(four, BLOCK)}

    def _loss(
        self, part: Rows, rounds: bool, teacher_share: float, labelled: int, windows: int
    ) -> Tensor:
        """A part's share of the batch's loss: of its labelled windows and, from the teacher, of all of them."""
        own = part.on(self.device, self.network.shape.kind)
        start, end, has_label = part.golds(self.device)
        with torch.autocast(self.device, torch.bfloat16, enabled=self.half):
            logits = self.network.logits(self.as_packed(rounds), own, self.stage.dropout)
        marked = torch.zeros(len(part.start), device=self.device)
        for some, gold in zip(logits, (start, end), strict=True):
            marked = marked + functional.cross_entropy(some, gold, reduction="none") / 2
        loss = (1.0 - teacher_share) * (marked * has_label).sum() / labelled
        if self.teacher is not None and teacher_share > 0:
            apart = taught(self.teacher, part, logits, self.device, self.half)
            loss = loss + teacher_share * apart / windows
        return loss

    def state(self) -> dict[str, Any]:
        """A copy, on the host, of all that resuming needs."""
        moments = {}
        for name in self.names:
            kept = self.optimizer.state.get(self.weights[name])
            if kept:
                moments[name] = {key: _on_host(value) for key, value in kept.items()}
        weights = {name: _on_host(self.weights[name]) for name in self.names}
        return {
            "weights": weights,
            "moments": moments,
            "updates": self.updates,
            "parts": self.parts,
        }

    def restore(self, state: dict[str, Any]) -> None:
        with torch.no_grad():
            for name, value in state["weights"].items():
                self.weights[name].copy_(value)
        self.optimizer.state.clear()
        for name, kept in state["moments"].items():
            weight = self.weights[name]
            self.optimizer.state[weight] = {k: v.to(self.device) for k, v in kept.items()}
        self.updates, self.parts = state["updates"], state["parts"]

    def learned(self) -> Weights:
        """The weights that training changed, on the host."""
        return {name: self.weights[name].detach().cpu().numpy() for name in self.names}


def _on_host(tensor: Tensor) -> Tensor:
    return tensor.detach().to("cpu", copy=True)


def taught(
    teacher: Teacher, part: Rows, logits: tuple[Tensor, Tensor], device: str, half: bool
) -> Tensor:
    """The summed divergence of the pupil's distributions over spots from the teacher's, with gradients as without a
    temperature.
    """
    theirs = part.on(device, teacher.network.shape.kind)
    with torch.no_grad(), torch.autocast(device, torch.bfloat16, enabled=half):
        wanted = teacher.network.logits(teacher.weights, theirs)
    total = torch.zeros((), device=device)
    for own, his in zip(logits, wanted, strict=True):
        got = functional.log_softmax(own / teacher.temperature, -1)
        told = functional.log_softmax(his / teacher.temperature, -1)
        total = total + functional.kl_div(got, told, reduction="sum", log_target=True) / 2
    return total * teacher.temperature**2


def teaching(
    network: PackedNetwork, weights: Weights, device: str, half: bool, temperature: float
) -> Teacher:
    """A teacher of finished weights; with `half`, its layers' matrices are in bfloat16 for good."""
    kept = {}
    for name, array in weights.items():
        tensor = torch.from_numpy(np.array(array)).to(device)
        layers = ".layer." in name and "LayerNorm" not in name
        kept[name] = tensor.to(torch.bfloat16) if half and layers else tensor
    return Teacher(network, kept, temperature)
