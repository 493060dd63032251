"""Results side by side and as a page: every figure appears, missing ones are reported, plots are complete."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from PIL import Image
from wherein_lab.cli.eval_report import compare, report
from wherein_lab.metrics.comparison import compare_results, read_result
from wherein_lab.metrics.plots import Axis, Plot

from wherein.core.errors import DataMissing, UsageError

ONE: dict[str, Any] = {
    "n": 3,
    "passages": 9,
    "skipped": {"questions: blank": 2},
    "retrievers": {
        "bm25": {
            "RR": 0.5, "nDCG@1": 0.4, "nDCG@5": 0.6, "milliseconds": 0.2, "index_bytes": 12,
            "intervals": {"nDCG@5": [0.5, 0.7]},
        },
        "dense": {
            "RR": 0.4, "nDCG@1": 0.3, "nDCG@5": 0.5, "milliseconds": 2.0, "index_bytes": 34,
            "intervals": {"nDCG@5": [0.4, 0.6]}, "p_against_bm25": {"nDCG@5": 0.03},
        },
    },
}  # fmt: skip


def test_every_figure_of_both_and_what_is_apart() -> None:
    other = json.loads(json.dumps(ONE))
    other["retrievers"]["bm25"] = {"nDCG@5": 0.9, "intervals": {"nDCG@5": [0.8, 1.0]}}
    rows = {row.figure: row for row in compare_results(ONE, other)}
    best = rows["retrievers.bm25.nDCG@5"]
    assert (best.one, best.other, best.apart) == (0.6, 0.9, True)
    assert best.difference == pytest.approx(0.3)
    assert rows["retrievers.dense.nDCG@5"].apart is False
    assert rows["retrievers.bm25.RR"].other is None
    assert rows["retrievers.bm25.RR"].difference is None
    assert not any("intervals" in name or "p_against" in name for name in rows)


def test_scores_of_the_same_questions_are_paired() -> None:
    def result(*scores: float) -> dict[str, Any]:
        by_id = {f"q{number}": score for number, score in enumerate(scores)}
        mean = sum(scores) / len(scores)
        return {"retrievers": {"bm25": {"RR": mean, "n": 3, "per_question": {"RR": by_id}}}}

    one, other = result(*[0.2] * 12), result(*[0.5] * 10)
    rows = {row.figure: row for row in compare_results(one, other)}
    assert list(rows) == ["retrievers.bm25.RR", "retrievers.bm25.n"]
    better = rows["retrievers.bm25.RR"]
    assert better.pairs == 10
    assert better.p is not None
    assert better.p < 0.01
    assert rows["retrievers.bm25.n"].p is None
    (same,) = (row for row in compare_results(one, one) if row.figure.endswith("RR"))
    assert (same.p, same.pairs) == (1.0, 12)


def test_wrong_files_are_errors(tmp_path: Path) -> None:
    with pytest.raises(DataMissing):
        read_result(tmp_path / "none.json")
    (tmp_path / "a.json").write_text("[1]")
    with pytest.raises(UsageError, match="not a JSON object"):
        read_result(tmp_path / "a.json")
    (tmp_path / "a.json").write_text("{")
    with pytest.raises(UsageError, match="not JSON"):
        read_result(tmp_path / "a.json")


def test_the_commands(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text(json.dumps(ONE))
    row = CliRunner().invoke(compare, [str(path), str(path)], catch_exceptions=False).output
    assert "retrievers.dense.nDCG@5" in row
    assert "within chance" in row
    ran = CliRunner().invoke(report, [str(path), "--out", str(tmp_path / "page"), "--json"])
    assert len(json.loads(ran.output)["written"]) == 5
    page = (tmp_path / "page" / "report.md").read_text()
    assert "| nDCG@5 | **0.600 [0.500, 0.700]** | 0.500 [0.400, 0.600] |" in page
    assert "Left out: 2 questions: blank." in page
    for name in ("by-k", "by-time"):
        assert f"]({name}.svg)" in page
        drawn = (tmp_path / "page" / f"{name}.svg").read_text()
        assert all(retriever in drawn for retriever in ("bm25", "dense"))
        with Image.open(tmp_path / "page" / f"{name}.png") as picture:
            assert (picture.format, picture.size) == ("PNG", (1280, 760))
            assert (0, 114, 178) in {
                colour for _, colour in picture.convert("RGB").getcolors(1 << 24) or []
            }
    with pytest.raises(UsageError, match="has no nDCG@9"):
        CliRunner().invoke(
            report,
            [str(path), "--out", str(tmp_path), "--measure", "nDCG@9"],
            catch_exceptions=False,
        )
    path.write_text("{}")
    with pytest.raises(UsageError, match="not a result of eval retrieval"):
        CliRunner().invoke(report, [str(path), "--out", str(tmp_path)], catch_exceptions=False)


@pytest.mark.parametrize("log", [True, False])
@pytest.mark.parametrize(
    "points", [[(1.0, 0.5)], [(1.0, 0.0), (100.0, 0.0)], [(0.0, 1.0), (2.0, 3.0)]]
)
def test_a_picture_says_the_same_each_time(
    tmp_path: Path, log: bool, points: list[tuple[float, float]]
) -> None:
    for name in ("one.svg", "two.svg"):
        Plot("a < b", Axis("x", log), Axis("y"), {"one & two": points}, True).write(tmp_path / name)
    drawn = (tmp_path / "one.svg").read_bytes()
    assert drawn == (tmp_path / "two.svg").read_bytes()
    texts = {
        part.text for part in ElementTree.fromstring(drawn).iter() if part.tag.endswith("text")
    }
    assert {"a < b", "x", "y", "one & two"} <= texts


def test_nothing_to_plot() -> None:
    with pytest.raises(ValueError, match="nothing to plot"):
        Plot("t", Axis("x"), Axis("y"), {"one": []})
