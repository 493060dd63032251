"""What breaks between two versions of the HTTP contract is found, what is new is none, and the page of versions says what is so."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tools.release.contract import breaks, main
from tools.release.distributions import DISTRIBUTIONS, ROOT
from wherein.answering.versions import versions
from wherein.home.folder import Home

FILE = ROOT / "contracts" / "openapi.json"
NOW = json.loads(FILE.read_text("utf-8"))
PAGE = (ROOT / "docs" / "releases.md").read_text("utf-8")


@pytest.fixture
def later() -> Any:
    return copy.deepcopy(NOW)


def test_nothing_breaks_in_what_is_the_same_or_more(later: Any, tmp_path: Path) -> None:
    later["paths"]["/v1/new"] = {"get": {"responses": {}}}
    later["components"]["schemas"]["WireAnswer"]["properties"]["colour"] = {"type": "string"}
    later["components"]["schemas"]["WireAnswer"]["properties"]["text"]["description"] = "other words"  # fmt: skip
    assert breaks(NOW, later) == []
    (tmp_path / "later.json").write_text(json.dumps(later))
    assert main([str(FILE), str(tmp_path / "later.json")]) == 0


def test_each_kind_of_break_is_a_sentence(later: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    forms = later["components"]["schemas"]
    del later["paths"]["/v1/search"]
    del forms["WireAnswer"]["properties"]["quote"]
    forms["WireAnswer"]["properties"]["start"] = {"type": "string"}
    forms["AskRequest"].setdefault("required", []).append("reader")
    (tmp_path / "later.json").write_text(json.dumps(later))
    assert main([str(FILE), str(tmp_path / "later.json")]) == 1
    said = capsys.readouterr().out.splitlines()
    assert "WireAnswer has no field quote any more." in said
    assert "The field start of WireAnswer has another type." in said
    assert "AskRequest needs the field reader." in said
    assert [line for line in said if line.endswith("/v1/search is gone.")]


def test_the_page_has_the_versions_of_today(tmp_path: Path) -> None:
    for name, number in versions(Home(tmp_path)).schemas.items():
        assert f"{name} {number}" in PAGE, f"docs/releases.md does not say {name} {number}"
    assert f"| the product | {DISTRIBUTIONS['wherein'].version} |" in PAGE


def test_what_is_deprecated_is_listed() -> None:
    marked = re.findall(r'"deprecated": true', FILE.read_text("utf-8"))
    (table,) = re.findall(r"^\| deprecated \|.*\n\| --- .*\n((?:\|.*\n)+)", PAGE, re.M)
    listed = [row for row in table.splitlines() if not row.startswith("| nothing ")]
    assert len(marked) <= len(listed)


def test_every_part_of_a_release_has_the_same_number() -> None:
    number = DISTRIBUTIONS["wherein"].version
    assert {each.version for each in DISTRIBUTIONS.values()} == {number}
    manifest = json.loads((ROOT / "web" / "extension" / "manifest.json").read_text("utf-8"))
    assert manifest["version"] == number
    assert f"\nversion: {number}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    for part in ("extension", "app"):
        assert json.loads((ROOT / "web" / part / "package.json").read_text("utf-8"))["version"] == number  # fmt: skip
