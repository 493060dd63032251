"""The workflows name what there is: versions that are supported, targets of make, scripts of npm, paths of tests."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def jobs(path: Path) -> dict[str, Any]:
    return yaml.safe_load(path.read_text("utf-8"))["jobs"]


def commands(path: Path) -> str:
    return "\n".join(step.get("run", "") for job in jobs(path).values() for step in job["steps"])


def test_three_systems_two_pythons_and_the_oldest_node() -> None:
    every = jobs(ROOT / ".github" / "workflows" / "test.yml")
    systems = {*every["posix"]["strategy"]["matrix"]["os"], every["windows"]["runs-on"]}
    assert {system.partition("-")[0] for system in systems} == {"ubuntu", "macos", "windows"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    node = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))["engines"]["node"]
    for job in every.values():
        pythons = job["strategy"]["matrix"]["python"]
        assert oldest in pythons
        assert len(pythons) == 2
        (given,) = [s["with"]["node-version"] for s in job["steps"] if "node" in s.get("uses", "")]
        assert node.startswith(f">={given}")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_what_is_run_exists(path: Path) -> None:
    text = commands(path)
    makefiles = "".join((ROOT / name).read_text("utf-8") for name in ("Makefile", "web/web.mk"))
    for line in re.findall(r"^make (.+)$", text, re.M):
        for target in line.split():
            assert re.search(rf"^{target}:", makefiles, re.M), target
    scripts = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))["scripts"]
    assert set(re.findall(r"npm --prefix web run (\S+)", text)) <= scripts.keys()
    for pattern in re.findall(r"--ignore(?:-glob)?=\"?([^\s\"]+)", text):
        assert list(ROOT.glob(pattern)), pattern
    for name in re.findall(r"-r (\S+)", text):
        assert (ROOT / name).is_file()


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_it_says_what_has_not_run_and_takes_no_more_rights_than_it_needs(path: Path) -> None:
    head = path.read_text("utf-8").partition("name:")[0]
    assert re.search(r"not(?: been)? run|has not:", head)
    assert yaml.safe_load(path.read_text("utf-8"))["permissions"] == {"contents": "read"}
    assert all("timeout-minutes" in job for job in jobs(path).values())
