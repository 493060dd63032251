"""The papers' tables: each figure is measured by a condition, and what is absent is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from wherein_lab.checkout import CHECKOUT
from wherein_lab.cli.reproduce import reproduce
from wherein_lab.conditions import read_condition
from wherein_lab.published import Table, read_tables, recorded_outputs

TABLES = read_tables(CHECKOUT / "benchmarks" / "published.yaml")


def rows(*arguments: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(reproduce, [*arguments, "--json"])
    assert done.exit_code == 0, done.output
    (table,) = json.loads(done.stdout)["tables"]
    return [*table["rows"], {"remarks": table["remarks"]}]


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda table: table.table)
def test_each_row_is_measured_by_a_condition_whose_result_has_it(table: Table) -> None:
    assert table.differs.endswith(".")
    for name in table.conditions:
        assert read_condition(CHECKOUT / "benchmarks" / "conditions" / f"{name}.yaml").name == name
    outputs = recorded_outputs(table, CHECKOUT / "benchmarks" / "results")
    for row in table.rows:
        assert row.ours(outputs) is not None, row


def test_all_three_papers_have_tables() -> None:
    assert len({table.paper for table in TABLES.values()}) == 3


def test_without_its_data_a_table_is_skipped_with_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WHEREIN_SHARED", str(tmp_path))
    *shown, last = rows("entity-cost")
    assert all(row["ours"] is None for row in shown)
    (remark,) = last["remarks"]
    assert "are not on this machine" in remark


def test_recorded_figures_are_shown_without_measuring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wherein_lab.cli.reproduce.replay", lambda *_: pytest.fail("it was run"))
    *shown, _ = rows("entity-mrr", "--recorded")
    assert len(shown) == 10
    assert all(isinstance(row["ours"], float) for row in shown)


@pytest.mark.soak
def test_a_table_that_needs_no_data_of_others_is_measured() -> None:
    *shown, _ = rows("keywords")
    assert [row["row"] for row in shown] == ["by vectors", "by keywords"]
    assert all(isinstance(row["ours"], float) for row in shown)


def test_an_unknown_table_names_those_that_there_are() -> None:
    done = CliRunner().invoke(reproduce, ["table-7"])
    assert "There is no table called table-7" in str(done.exception)
    assert "entity-mrr" in str(done.exception)


def test_the_citation_has_the_version_of_the_product() -> None:
    form = yaml.safe_load((CHECKOUT / "CITATION.cff").read_text("utf-8"))
    assert form["cff-version"] == "1.2.0"
    pyproject = (CHECKOUT / "pyproject.toml").read_text("utf-8")
    assert f'version = "{form["version"]}"' in pyproject
    assert {"message", "title", "authors", "license"} <= form.keys()
    assert len(form["references"]) == 3
