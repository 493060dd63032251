"""A result of `eval retrieval` as a page: a Markdown table and two plots. Measures nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wherein.core.errors import UsageError
from wherein_lab.metrics.measures import Measure
from wherein_lab.metrics.plots import Axis, Plot

COSTS = ("milliseconds", "milliseconds_p99", "index_seconds", "index_bytes", "peak_memory_bytes")


def write_report(result: Mapping[str, Any], title: str, folder: Path, measure: str) -> list[Path]:
    """Write `report.md`, `by-k` (the measure at every measured cutoff) and `by-time`, each as SVG and PNG.

    Raises UsageError for a result of another measurement or without the measure.
    """
    rows = result.get("retrievers")
    if not isinstance(rows, Mapping) or not rows:
        raise UsageError(
            "This is not a result of eval retrieval.", "Write one: wherein eval retrieval --json"
        )
    asked = Measure.parse(measure)
    if not all(measure in row for row in rows.values()):
        raise UsageError(
            f"The result has no {measure}.", "It has: " + ", ".join(_measures(rows)) + "."
        )
    folder.mkdir(parents=True, exist_ok=True)
    by_k = {
        name: [
            (float(known.cutoff), float(row[str(known)]))
            for known in map(Measure.parse, _measures(rows))
            if known.kind is asked.kind and known.cutoff is not None
        ]
        for name, row in rows.items()
    }
    by_time = {
        name: [(float(row["milliseconds"]), float(row[measure]))]
        for name, row in rows.items()
        if row.get("milliseconds")
    }
    written = [folder / "report.md"]
    plots = {}
    if any(by_k.values()):
        k = Axis("k", log=True)
        plots["by-k"] = Plot(f"{title}: {asked.kind} by k", k, Axis(asked.kind), by_k, joined=True)
    if by_time:
        time = Axis("milliseconds a question", log=True)
        plots["by-time"] = Plot(f"{title}: {measure} by time", time, Axis(measure), by_time)
    for name, plot in plots.items():
        pictures = [folder / f"{name}.svg", folder / f"{name}.png"]
        plot.write(*pictures)
        written += pictures
    written[0].write_text(_markdown(result, rows, title, list(plots)), "utf-8")
    return written


def _measures(rows: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The measures of the first retriever, as printed."""
    first = next(iter(rows.values()))
    names = []
    for name in first:
        try:
            names.append(str(Measure.parse(name)))
        except UsageError:
            continue
    return names


def _markdown(
    result: Mapping[str, Any],
    rows: Mapping[str, Mapping[str, Any]],
    title: str,
    plots: list[str],
) -> str:
    lines = [f"# {title}", "", f"{result.get('n')} questions, {result.get('passages')} passages."]
    lines += [f"Left out: {count} {why}." for why, count in result.get("skipped", {}).items()]
    lines += ["", "| | " + " | ".join(rows) + " |", "| --- |" + " ---: |" * len(rows)]
    for name in _measures(rows):
        best = max(float(row.get(name, 0)) for row in rows.values())
        cells = []
        for row in rows.values():
            ends = row.get("intervals", {}).get(name)
            report = f"{row.get(name, 0):.3f}" + (
                f" [{ends[0]:.3f}, {ends[1]:.3f}]" if ends else ""
            )
            cells.append(f"**{report}**" if float(row.get(name, 0)) == best else report)
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    for cost in COSTS:
        cells = [f"{row[cost]:,.3g}" if cost in row else "-" for row in rows.values()]
        if any(cell != "-" for cell in cells):
            lines.append(f"| {cost.replace('_', ' ')} | " + " | ".join(cells) + " |")
    lines += ["", *(f"![{name}]({name}.svg)" for name in plots)]
    return "\n".join(lines) + "\n"
