"""Line and point plots of named series, drawn by matplotlib. Knows numbers and names, not what they measure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

WIDTH, HEIGHT = 6.4, 3.8
"""Inches."""
_DOTS_PER_INCH = 200
# Colours that people with colour blindness can distinguish (Okabe and Ito, 2008).
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")


@dataclass(frozen=True, slots=True)
class Axis:
    """A named axis. A logarithmic axis becomes linear when a value is 0 or less."""

    name: str
    log: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """Series of (x, y) points under a title; `joined` connects the points of a series with lines.

    Raises ValueError without a point.
    """

    title: str
    x: Axis
    y: Axis
    series: Mapping[str, Sequence[tuple[float, float]]]
    joined: bool = False

    def __post_init__(self) -> None:
        if not any(self.series.values()):
            raise ValueError("there is nothing to plot")

    def write(self, *paths: Path) -> None:
        """Write the picture to each path, in the format of its suffix (`.svg`, `.png`).

        Equal plots give equal bytes: the file has no date.
        """
        import matplotlib as mpl
        from matplotlib.figure import Figure

        with mpl.rc_context({"svg.hashsalt": "wherein", "svg.fonttype": "none"}):
            figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
            axes = figure.add_subplot(title=self.title, xlabel=self.x.name, ylabel=self.y.name)
            for number, (name, points) in enumerate(self.series.items()):
                across, up = zip(*sorted(points), strict=True) if points else ((), ())
                axes.plot(
                    across, up,
                    color=_COLOURS[number % len(_COLOURS)],
                    marker="o", markersize=4, linestyle="-" if self.joined else "", label=name,
                )  # fmt: skip
            every = [point for points in self.series.values() for point in points]
            if self.x.log and min(x for x, _ in every) > 0:
                axes.set_xscale("log")
            if self.y.log and min(y for _, y in every) > 0:
                axes.set_yscale("log")
            axes.grid(color="#dddddd")
            figure.legend(loc="outside right upper", frameon=False)
            for path in paths:
                dated = {"Date": None} if path.suffix == ".svg" else {"Software": None}
                figure.savefig(path, dpi=_DOTS_PER_INCH, metadata=dated)
