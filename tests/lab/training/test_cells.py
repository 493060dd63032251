"""The fit of named cells on made documents: weights that tell right cells from wrong ones, and figures of documents held out."""

from __future__ import annotations

import io
import json
import random
import shutil
import tarfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from wherein_lab.cli.training.train_cells import cells
from wherein_lab.training.fitting.cells import (
    DIGITS,
    LEXICON,
    Example,
    collected,
    cross_fitted,
    figures,
    fit,
    of_documents,
    of_pages,
)
from wherein_lab.training.fitting.ranking import fit_ranking
from wherein_lab.training.fitting.structure_files import FOLDS, folds

from wherein.core.errors import UsageError
from wherein.core.span import Span
from wherein.reading.cells.measures import Measures
from wherein.reading.cells.named_cell import ScoredCell
from wherein.reading.cells.table_heads import Slot

ROOT = Path(__file__).resolve().parents[3]
TOWNS = "Orsay Skarra Velmar Hest Varden Lomma".split()
SEASONS = ("Winter", "Summer")


def table(number: int) -> str:
    """A page whose prices all differ: town n in winter is n, in summer 50 + n, beside what the page's number adds."""
    rows = "".join(
        f"<tr><th>{town}</th><td>€{100 * number + n + 1}.00</td><td>€{100 * number + n + 51}.00</td></tr>"
        for n, town in enumerate(TOWNS)
    )
    head = "".join(f"<th>{name}</th>" for name in ("Town", *SEASONS))
    return f"<title>Fares</title><h1>Fares</h1><table><tr>{head}</tr>{rows}</table><p>A fare is paid on board.</p>"


def asked(number: int) -> list[tuple[str, str | None]]:
    """Questions with their answers: of a town and a season, and of a town that the table names for another reason."""
    found: list[tuple[str, str | None]] = [
        (f"What is the fare to {town} in {season}?", f"€{100 * number + 50 * at + n + 1}.00")
        for n, town in enumerate(TOWNS[:3])
        for at, season in enumerate(SEASONS)
    ]
    return [*found, *((f"Who was mayor of {town} before 1950?", None) for town in TOWNS[3:])]


def made_documents(folder: Path, count: int) -> Path:
    folder.mkdir()
    rows = []
    for number in range(count):
        (folder / f"{number}.html").write_text(table(number), "utf-8")
        rows += [
            {"question": question, "file": f"{number}.html", "answers": answer and [answer]}
            for question, answer in asked(number)
        ]
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return folder


def made_pages(folder: Path) -> Path:
    """Two pages, one of which has no table."""
    folder.mkdir()
    pages = {"fares.html": table(7), "prose.html": "<h1>Fares</h1><p>The fare to Orsay is €3.</p>"}
    with tarfile.open(folder / "pages.tar.xz", "w:xz") as archive:
        for name, text in pages.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    rows = [
        {
            "id": f"{page} {n}",
            "page": page,
            "kind": "fact",
            "question": question,
            "accepted": [answer] if answer else [],
        }
        for page in pages
        for n, (question, answer) in enumerate(asked(7))
    ]
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return folder


def example(document: str, first: float, second: float, *, right: bool) -> Example:
    """An example of one cell with these first two measures."""
    measures = Measures(first, second, *([0.0] * 12))
    cell = ScoredCell(0, 0, Slot(0, "", ""), Span(0, 1), "x", measures)
    return Example("made", document, (cell,), (right,), False, 0.0)


def drawn(count: int) -> list[Example]:
    """Examples whose first measure decides, in documents of five."""
    draw = random.Random(3)
    found = []
    for n in range(count):
        first, second = draw.random(), draw.random()
        right = draw.random() < (0.95 if first > 0.5 else 0.05)
        found.append(example(str(n // 5), first, second, right=right))
    return found


def test_a_document_is_in_one_part_and_the_parts_are_of_like_size() -> None:
    documents = [str(n % 25) for n in range(75)]
    fold = folds(documents, seed=1)
    assert (fold[:25] == fold[25:50]).all()
    assert (fold[:25] == fold[50:]).all()
    assert sorted(np.bincount(fold[:25], minlength=FOLDS)) == [2] * 5 + [3] * 5
    assert (fold != folds(documents, seed=2)).any()


def test_a_cell_is_right_where_it_has_the_answer(tmp_path: Path) -> None:
    examples = list(of_documents(made_documents(tmp_path / "fares", 2)))
    assert [one.document for one in examples] == ["0.html"] * 9 + ["1.html"] * 9
    assert [any(one.right) for one in examples] == ([True] * 6 + [False] * 3) * 2
    assert all(len(one.picked(np.ones(14))[0]) == 18 for one in examples if one.cells)


def test_a_blank_cell_is_right_where_the_document_does_not_say_it() -> None:
    (measures,) = (one.measures for one in example("d", 0.5, 0.5, right=False).cells)
    blank = ScoredCell(0, 0, Slot(None, "", ""), Span(0, 1), "", measures)
    absent = Example("made", "d", (blank,), (False,), True, 0.0)
    assert absent.picked(np.ones(14))[1] == 1.0
    assert replace(absent, is_absent=False).picked(np.ones(14))[1] == 0.0


def test_the_weights_rank_the_right_cell_of_each_question_first() -> None:
    draw = np.random.default_rng(1)
    choices = []
    for _ in range(60):
        values = draw.random((6, 3))
        choices.append((values, (values[:, 1] == values[:, 1].max()).astype(float)))
    weights = fit_ranking(choices)
    assert weights[1] > 3 > 2 * max(abs(weights[0]), abs(weights[2]))
    assert (fit_ranking([(np.ones((2, 3)), np.zeros(2))]) == 0.0).all()


def test_pages_without_tables_are_left_out(tmp_path: Path) -> None:
    examples = list(of_pages(made_pages(tmp_path / "pages")))
    assert {one.document for one in examples} == {"fares.html"}
    assert sum(any(one.right) for one in examples) == 6


def test_the_measure_that_decides_gets_the_weight() -> None:
    fitted = fit(drawn(1000))
    assert fitted.weights[0] > 3 > 0.7 > abs(fitted.weights[1])
    assert fitted.intercept == round(fitted.intercept, DIGITS) < -1


def test_a_document_is_measured_by_weights_fitted_without_it() -> None:
    """The second measure is that of one document alone: only weights that have seen the document know it."""
    own_document = [example("own", 0.2, 1.0, right=True)] * 10
    others = [
        example(one.document, one.cells[0].measures.named, 0.0, right=one.right[0])
        for one in drawn(400)
    ]
    told = [*own_document, *others]
    own = cross_fitted(told)[0][:10]
    assert own.max() < 0.5
    assert fit(told).weights[1] > 1


def test_figures_count_the_cells_from_each_bound_up() -> None:
    examples = [*drawn(400), Example("more", "x", (), (), False, 0.0)]
    found = figures(examples)
    assert found["more"] | {"at": {}} == {
        "documents": 1,
        "questions": 1,
        "named": 0,
        "right": 0,
        "in_cells": 0,
        "ranked": None,
        "at": {},
    }
    assert found["all"]["questions"] == 401
    assert found["all"]["ranked"] > 0.85
    counts = [one["cells"] for one in found["all"]["at"].values()]
    assert counts == sorted(counts, reverse=True)
    assert found["all"]["at"]["0.8"]["right"] > 0.85


def test_nothing_is_fitted_where_every_cell_is_right() -> None:
    with pytest.raises(UsageError, match="no wrong one"):
        fit([example("a", 0.1, 0.0, right=True), example("b", 0.2, 0.0, right=True)])
    with pytest.raises(UsageError, match="no right cell"):
        fit([])


def test_the_command_writes_the_weights_of_both_languages(tmp_path: Path) -> None:
    data, pages = made_documents(tmp_path / "fares", 10), made_pages(tmp_path / "pages")
    checkout = tmp_path / "checkout"
    (checkout / LEXICON).parent.mkdir(parents=True)
    shutil.copy(ROOT / LEXICON, checkout / LEXICON)
    words = ["--data", str(data), "--pages", str(pages), "--into", str(checkout), "--json"]
    done = CliRunner().invoke(cells, words, catch_exceptions=False)
    report = json.loads(done.stdout)
    fitted = fit(collected([data], [pages]))
    assert report["weights"] == list(fitted.weights)
    assert set(report["cross_fitted"]) == {"all", "fares", "pages"}
    before, after = (
        json.loads((folder / LEXICON).read_text("utf-8")) for folder in (ROOT, checkout)
    )
    assert after["fitted"]["rank"] == {"weights": list(fitted.rank)}
    assert after["fitted"]["cell"] == {
        "weights": list(fitted.weights),
        "intercept": fitted.intercept,
    }
    assert after | {"fitted": before["fitted"]} == before
