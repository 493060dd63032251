"""A picture of the errors in names against noise, with the page and without it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wherein_lab.metrics.plots import Axis, Plot

_CLEAN_AT = 30
"""The position of clean recordings on the axis of decibels; they have no noise to measure against."""


def draw_errors(found: Mapping[str, Any], path: Path) -> None:
    """Write the picture of one half's figures."""
    rates = {
        _CLEAN_AT if noise == "clean" else int(noise.split()[0]): rate
        for noise, rate in found["by_noise"].items()
    }
    lines = {
        "names, without the page": "name_errors_without",
        "names, with the page": "name_errors_with",
        "names, with what is offered": "name_errors_with_offered",
        "other words": "word_errors_without",
    }
    Plot(
        "Errors in spoken questions",
        Axis("Speech above the noise, dB (30: no noise)"),
        Axis("Share that is wrong"),
        {
            name: [(at, rate[key]) for at, rate in rates.items() if rate[key] is not None]
            for name, key in lines.items()
        },
        joined=True,
    ).write(path)
