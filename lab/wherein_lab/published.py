"""The papers' tables beside our figures: which condition measures each row. Measures nothing itself.

`benchmarks/published.yaml` has the tables. A row's figure comes from a replay of its condition, or from the recorded result.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.core.errors import ExtraMissing, UsageError
from wherein_lab.conditions import figure_in


@dataclass(frozen=True, slots=True)
class Row:
    """A published figure, and where ours is: a figure of a condition's JSON, divided by the figure `per` if there is one."""

    row: str
    published: float
    condition: str
    figure: str
    per: str | None

    def ours(self, outputs: Mapping[str, Any]) -> float | None:
        """Our figure, taken from the results of its condition; None where that condition was not run or does not have it."""
        output = outputs.get(self.condition)
        value = figure_in(output, self.figure)
        if value is None or self.per is None:
            return value
        divisor = figure_in(output, self.per)
        return value / divisor if divisor else None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a paper. Without rows it is not reproduced, and `differs` says why."""

    table: str
    paper: str
    what: str
    differs: str
    rows: tuple[Row, ...]

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions that its rows need, each once."""
        return tuple(dict.fromkeys(row.condition for row in self.rows))


def read_tables(path: Path) -> dict[str, Table]:
    """The tables by name. Raises UsageError where the file is not right, ExtraMissing without PyYAML."""
    try:
        import yaml
    except ImportError as error:
        raise ExtraMissing("PyYAML is not installed.", "Run: make testing") from error
    try:
        return {entry["table"]: _table(entry) for entry in yaml.safe_load(path.read_text("utf-8"))}
    except (OSError, ValueError, KeyError, TypeError, yaml.YAMLError) as error:
        raise UsageError(
            f"The list of published tables {path} can't be read ({error!r}).",
            "Run this in a checkout of wherein.",
        ) from error


def _table(entry: Mapping[str, Any]) -> Table:
    rows = tuple(
        Row(
            row["row"],
            float(row["published"]),
            row.get("condition") or entry["condition"],
            row["figure"],
            row.get("per"),
        )
        for row in entry["rows"]
    )
    return Table(entry["table"], entry["paper"], entry["what"], entry["differs"], rows)


def recorded_outputs(table: Table, results: Path) -> dict[str, Any]:
    """The recorded JSON of each condition that a table needs, as far as it is there."""
    paths = {name: results / f"{name}.json" for name in table.conditions}
    return {
        name: json.loads(path.read_text("utf-8")) for name, path in paths.items() if path.is_file()
    }
