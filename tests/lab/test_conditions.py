"""A condition fails when a figure is missing, wrong, or its data changed; and says so."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from wherein_lab.conditions import (
    Condition,
    Expected,
    Verdict,
    compare,
    read_condition,
    replay,
)

from wherein.core.errors import UsageError

ROOT = Path(__file__).resolve().parents[2]
CONDITIONS = sorted((ROOT / "benchmarks" / "conditions").glob("*.yaml"))


def condition(
    *expect: Expected,
    command: tuple[str, ...] = ("list", "--json"),
    data: Mapping[str, str] = MappingProxyType({}),
) -> Condition:
    return Condition("test", "a test", command, data, expect, "here", "today", 1)


@pytest.mark.parametrize(
    ("output", "remark"),
    [
        ({"a": {"b": 1.0}}, None),
        ({"a": {"b": [1.0]}}, "missing"),
        ({"a": {}}, "missing"),
        ({}, "missing"),
        ([], "missing"),
        ({"a": {"b": None}}, "missing"),
        ({"a": {"b": "1.0"}}, "missing"),
        ({"a": {"b": 1.11}}, "not within"),
        ({"a": {"b": 0.89}}, "not within"),
        ({"a": {"b": float("nan")}}, "not within"),
    ],
)
def test_figures_against_what_is_expected(output: Any, remark: str | None) -> None:
    done = compare(condition(Expected("a.b", 0.9, 1.1)), output)
    assert done.verdict is (Verdict.PASSED if remark is None else Verdict.FAILED)
    assert (remark is None) == (done.remarks == ())
    if remark:
        assert remark in done.remarks[0]


def test_absent_data_skip_with_one_sentence() -> None:
    done = replay(condition(Expected("documents", 0, 0), data={"no/such/file": "0"}))
    assert done.verdict is Verdict.SKIPPED
    assert len(done.remarks) == 1


def test_changed_data_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "set").write_text("changed")
    monkeypatch.setenv("WHEREIN_SHARED", str(tmp_path))
    done = replay(condition(Expected("documents", 0, 0), data={"set": "0" * 64}))
    assert (done.verdict, done.remarks) == (Verdict.FAILED, ("set has changed.",))


def test_a_command_that_fails_fails() -> None:
    done = replay(condition(Expected("x", 0, 0), command=("show", "nobody", "--json")))
    assert done.verdict is Verdict.FAILED
    assert "status 1" in done.remarks[0]


@pytest.mark.parametrize("path", CONDITIONS, ids=lambda path: path.stem)
def test_every_condition_is_whole(path: Path) -> None:
    read = read_condition(path)
    assert read.name == path.stem
    assert read.expect
    assert read.machine
    assert (ROOT / "benchmarks" / "results" / f"{path.stem}.json").exists()


@pytest.mark.parametrize(
    "text",
    ["", "[]", "name: x", "name: x\nwhat: y\ncommand: [a]\nexpect: {}\nmachine: m\ndate: d\n",
     "name: x\nwhat: y\ncommand: [a]\nexpect: {f: {value: 1}}\nmachine: m\ndate: d\n",
     "name: x\nwhat: y\ncommand: [a]\nexpects: {}\n", "name: [", "{"],
)  # fmt: skip
def test_a_wrong_file_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"wrong\.yaml"):
        read_condition(path)
