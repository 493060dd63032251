"""Measures whether a compiled layer is faster than the plain one, for each use of a layer in a run."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor

from wherein_lab.training.accelerator.learning.network import Layer, compiled_layer, encoder_layer
from wherein_lab.training.accelerator.settings import Stage
from wherein_lab.training.network.shape import Shape

TIMES = 20
PAYS = 0.93  # of the plain layer's time at most


def time_layers(stages: Sequence[Stage], tokens: int, out: Path) -> None:
    """Write to `out`, after each use: milliseconds plain and compiled, seconds of compiling, and whether it pays."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    uses = [(stage.name, stage, True) for stage in stages]
    if any(stage.teacher_share > 0 for stage in stages):
        uses.append(("teacher", stages[0], False))
    found: dict[str, dict[str, float | bool]] = {}
    for name, stage, learns in uses:
        rows = stage.rows if learns else max(s.rows for s in stages)
        plain, _ = _timed(encoder_layer, stage.shape, rows, tokens, device, learns, stage.dropout)
        compiled, began = _timed(
            compiled_layer(), stage.shape, rows, tokens, device, learns, stage.dropout
        )
        found[name] = {
            "plain_ms": round(plain * 1e3, 3), "compiled_ms": round(compiled * 1e3, 3),
            "compiling_seconds": round(began, 1), "pays": compiled < PAYS * plain,
        }  # fmt: skip
        partial = out.with_suffix(".partial")
        partial.write_text(json.dumps(found), encoding="utf-8")
        partial.replace(out)


def _timed(
    layer: Layer, shape: Shape, rows: int, tokens: int, device: str, learns: bool, dropout: float
) -> tuple[float, float]:
    """Seconds of one pass, and of the first one."""
    wide, inner = shape.channels, shape.inner
    sizes = (
        [(wide, wide), (wide,)] * 4
        + [(wide,)] * 2
        + [(inner, wide), (inner,), (wide, inner), (wide,), (wide,), (wide,)]
    )
    weights = tuple(
        (0.02 * torch.randn(size, device=device)).requires_grad_(learns) for size in sizes
    )
    x = torch.randn(rows, tokens, wide, device=device, requires_grad=learns)
    heads = shape.heads if shape.kind == "mpnet" else 1
    half = device == "cuda"
    mask = torch.zeros(
        rows, heads, tokens, tokens, device=device, dtype=torch.bfloat16 if half else torch.float32
    )

    def once() -> None:
        with torch.autocast(device, torch.bfloat16, enabled=half), torch.set_grad_enabled(learns):
            y: Tensor = layer(x, mask, weights, shape.heads, 1e-5, dropout if learns else 0.0)
        if learns:
            y.float().square().mean().backward()  # type: ignore[no-untyped-call]

    began = _now(device)
    once()
    first = _now(device) - began
    once()
    began = _now(device)
    for _ in range(TIMES):
        once()
    return (_now(device) - began) / TIMES, first


def _now(device: str) -> float:
    if device == "cuda":
        torch.cuda.synchronize()
    return time.monotonic()
