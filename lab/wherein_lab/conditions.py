"""Replays benchmarks: a condition is a command, its data, and the figures it must give. Measures nothing itself.

A condition (`benchmarks/conditions/NAME.yaml`) has `command` (arguments of `wherein`), `data`
(`path` below the shared folder and `sha256`), `expect` (a dotted path into the printed JSON →
`value` and `tolerance`, or `at_least`, or `at_most`), and says on which `machine` and `date` the
figures were taken.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from wherein.core.errors import DataMissing, ExtraMissing, UsageError
from wherein_lab.data.shared_data import shared_path

_KEYS = {"name", "what", "command", "data", "expect", "machine", "date", "minutes"}
_BOUNDS = ({"value", "tolerance"}, {"at_least"}, {"at_most"})


@dataclass(frozen=True, slots=True)
class Expected:
    """One figure and its permitted range; both bounds are inclusive."""

    figure: str
    lowest: float
    highest: float

    def allows(self, value: float) -> bool:
        return self.lowest <= value <= self.highest


@dataclass(frozen=True, slots=True)
class Condition:
    """A benchmark that can be replayed."""

    name: str
    what: str
    command: tuple[str, ...]
    data: Mapping[str, str]
    expect: tuple[Expected, ...]
    machine: str
    date: str
    minutes: float


class Verdict(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of replaying a condition: its figures, and a sentence for each that is out of range."""

    condition: str
    verdict: Verdict
    figures: Mapping[str, float] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    output: Any = None


def read_condition(path: Path) -> Condition:
    """Parse a condition. Raises UsageError that names what is wrong with the file."""
    try:
        import yaml
    except ImportError as error:
        raise ExtraMissing("PyYAML is not installed.", "Run: make testing") from error
    try:
        raw = yaml.safe_load(path.read_text("utf-8"))
        unknown = set(raw) - _KEYS
        if unknown:
            raise ValueError(f"unknown keys {sorted(unknown)}")
        if not raw["expect"]:
            raise ValueError("it expects nothing, so it could not fail")
        return Condition(
            raw["name"],
            raw["what"],
            tuple(str(argument) for argument in raw["command"]),
            {row["path"]: row["sha256"] for row in raw.get("data") or ()},
            tuple(_expected(figure, bound) for figure, bound in raw["expect"].items()),
            raw["machine"],
            str(raw["date"]),
            float(raw.get("minutes", 1)),
        )
    except (OSError, ValueError, KeyError, TypeError, yaml.YAMLError) as error:
        raise UsageError(
            f"The condition {path.name} is not right ({error!r}).", "Correct it."
        ) from error


def _expected(figure: str, bound: Mapping[str, float]) -> Expected:
    if set(bound) not in _BOUNDS:
        raise ValueError(f"{figure} needs value and tolerance, or at_least, or at_most")
    if "value" in bound:
        return Expected(
            figure, bound["value"] - bound["tolerance"], bound["value"] + bound["tolerance"]
        )
    return Expected(
        figure, bound.get("at_least", float("-inf")), bound.get("at_most", float("inf"))
    )


def replay(condition: Condition) -> Replay:
    """Run the command and compare. Missing data skip the condition; a changed file or a missing figure fails it."""
    try:
        for relative, sha256 in condition.data.items():
            path = shared_path(relative)
            with path.open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != sha256:
                    return Replay(
                        condition.name, Verdict.FAILED, remarks=(f"{relative} has changed.",)
                    )
    except DataMissing as error:
        return Replay(condition.name, Verdict.SKIPPED, remarks=(str(error),))
    ran = subprocess.run(
        [sys.executable, "-m", "wherein", *condition.command],
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode != 0:
        last = ran.stderr.strip().splitlines()[-1:] or ["it said nothing"]
        return Replay(
            condition.name,
            Verdict.FAILED,
            remarks=(f"The command ended with status {ran.returncode}: {last[0]}",),
        )
    return compare(condition, json.loads(ran.stdout))


def compare(condition: Condition, output: Any) -> Replay:
    """Compare the printed JSON with the expected figures."""
    figures: dict[str, float] = {}
    remarks: list[str] = []
    for expected in condition.expect:
        value = figure_in(output, expected.figure)
        if value is None:
            remarks.append(f"The figure {expected.figure} is missing.")
            continue
        figures[expected.figure] = value
        if not expected.allows(value):
            remarks.append(
                f"{expected.figure} is {value:g}, not within"
                f" [{expected.lowest:g}, {expected.highest:g}]."
            )
    verdict = Verdict.FAILED if remarks else Verdict.PASSED
    return Replay(condition.name, verdict, figures, tuple(remarks), output)


def figure_in(output: Any, path: str) -> float | None:
    """The number that a path such as "reader.f1" leads to in a measurement's JSON; None where it leads to no number."""
    for key in path.split("."):
        if isinstance(output, Mapping) and key in output:
            output = output[key]
        elif isinstance(output, list) and key.isdigit() and int(key) < len(output):
            output = output[int(key)]
        else:
            return None
    return float(output) if isinstance(output, int | float) else None
