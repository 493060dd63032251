"""Figures of the documentation: each stands between two marks that name its result file, and is read from there. Measures nothing.

    F1 of <!--= reading-squad1 has_answer_f1 % -->85.1<!--/-->          a figure of benchmarks/results/reading-squad1.json
    <!--= table entity-mrr -->…<!--/-->                                 a table of benchmarks/published.yaml beside ours

`python -m tools.documentation.figures` writes them into the pages of docs/ and the README again; the site is built of the same text without the marks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from wherein_lab.conditions import figure_in
from wherein_lab.published import Table, read_tables, recorded_outputs

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "benchmarks" / "results"
MARKED = re.compile(r"<!--= ([\w-]+) (.+?) -->(.*?)<!--/-->", re.S)
_FORMS = {
    "%": lambda value: f"{100 * value:.1f}",
    "2": lambda value: f"{value:.2f}",
    "3": lambda value: f"{value:.3f}",
    "n": lambda value: f"{value:,.0f}",
    "MB": lambda value: f"{value / 1e6:.1f}",
}
"""How a figure is written: as a share in per cent, with two or three decimals, as a whole number, bytes as megabytes."""


def marked_pages() -> list[Path]:
    """The pages that have marks."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in pages if "<!--= " in page.read_text("utf-8")]


def filled(text: str) -> str:
    """The text with each figure as its result file has it. Raises KeyError with the mark that leads to no figure."""
    return MARKED.sub(lambda found: f"<!--= {found[1]} {found[2]} -->{_value(found[1], found[2])}<!--/-->", text)  # fmt: skip


def unmarked(text: str) -> str:
    """The text without the marks, for the site."""
    return MARKED.sub(lambda found: found[3], text)


def _value(name: str, told: str) -> str:
    if name == "table":
        table = read_tables(ROOT / "benchmarks" / "published.yaml")[told]
        return "\n\n" + "\n".join(published_rows(table)) + "\n\n"
    path, _, form = told.rpartition(" ")
    value = figure_in(json.loads((RESULTS / f"{name}.json").read_text("utf-8")), path)
    if value is None or form not in _FORMS:
        raise KeyError(f"{name} {told}")
    return _FORMS[form](value)


def published_rows(table: Table) -> Iterator[str]:
    """A table of a paper beside ours, as Markdown."""
    outputs = recorded_outputs(table, RESULTS)
    if table.rows:
        yield "| | published | ours |\n| --- | ---: | ---: |"
    for row in table.rows:
        ours = row.ours(outputs)
        yield f"| {row.row} | {_short(row.published)} | {'not measured' if ours is None else _short(ours)} |"


def _short(value: float) -> str:
    """A figure with four digits, and never as a power of ten."""
    return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}"


if __name__ == "__main__":
    for page in marked_pages():
        page.write_text(filled(page.read_text("utf-8")), "utf-8")
