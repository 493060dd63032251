"""A table beside answers found by reading: what counts as right, as refused rightly, and data that is not complete."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path

import pytest
from wherein_lab.answering.grid import Judged, figures, measure, read_golds

from wherein.answering.tables.grid import Cell, Status
from wherein.core.errors import DataMissing, UsageError

MASTER, SHIPS = "Who is the harbour master?", "How many ships came in 2020?"
DOCUMENTS = {
    "ports/bergen.md": "# Bergen\n\nThe harbour master is Ingrid Haugen.\n",
    "ports/genoa.md": "# Genoa\n\nThe harbour master is Carla Rossi. In 2020 there came 812 ships.\n",
}
CELLS = [
    ("ports/bergen.md", MASTER, ["Ingrid Haugen"]),
    ("ports/bergen.md", SHIPS, []),
    ("ports/genoa.md", MASTER, ["Somebody Else"]),
    ("ports/genoa.md", SHIPS, ["812 ships", "812"]),
]


def written(folder: Path, cells: list[tuple[str, str, list[str]]]) -> tuple[Path, Path, Path]:
    archive = folder / "ports.tar.gz"
    with tarfile.open(archive, "w:gz") as packed:
        for name, text in DOCUMENTS.items():
            (folder / Path(name).name).write_text(text, "utf-8")
            packed.add(folder / Path(name).name, name)
    (folder / "q.txt").write_text(f"{MASTER}\n{SHIPS}\n", "utf-8")
    rows = [{"document": d, "question": q, "answers": a} for d, q, a in cells]
    (folder / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return archive, folder / "q.txt", folder / "a.jsonl"


def test_a_table_is_asked_and_judged(tmp_path: Path) -> None:
    found = measure(*written(tmp_path, CELLS))
    assert (found["n"], found["documents"], found["said"], found["not_said"]) == (4, 2, 3, 1)
    assert (found["right"]["n"], found["wrong"]["n"], found["verbatim"]) == (2, 1, 2)
    assert found["refused_rightly"]["share"] == 1.0
    assert found["by_question"][MASTER] == {"said": 2, "answered": 2, "right_sentence": 1}


@pytest.mark.parametrize(
    ("answer", "quote", "golds", "right", "right_sentence"),
    [
        ("within 30 days", "Return it within 30 days.", ("30 days",), True, True),
        ("30", "Return it within 30 days.", ("within 30 days",), True, True),
        ("Return it", "Return it within 30 days.", ("30 days",), False, True),
        ("within 30 days", "Return it within 30 days.", ("14 days",), False, False),
        ("", "", ("14 days",), False, False),
    ],
)
def test_what_is_right(
    answer: str, quote: str, golds: tuple[str, ...], right: bool, right_sentence: bool
) -> None:
    one = Judged("d", "q", golds, Cell(Status.ANSWERED, answer, quote))
    assert (one.right, one.right_sentence) == (right, right_sentence)


def test_perhaps_is_neither_answered_nor_refused_outright() -> None:
    perhaps = Cell(Status.PERHAPS, "30 days", "Return it within 30 days.")
    found = figures([Judged("a", "q", ("30 days",), perhaps), Judged("b", "q", (), perhaps)])
    assert (found["right"]["n"], found["right_or_perhaps"]["n"], found["wrong"]["n"]) == (0, 1, 0)
    assert (found["refused_rightly"]["n"], found["refused_outright"]["n"]) == (1, 0)


def test_data_that_is_not_complete_is_refused(tmp_path: Path) -> None:
    for cells in (CELLS[:-1], [*CELLS, CELLS[0]], [*CELLS[:-1], (*CELLS[-1][:2], [" "])]):
        with pytest.raises(UsageError):
            measure(*written(tmp_path, cells))
    elsewhere = [("ports/none.md", question, answers) for _, question, answers in CELLS[:2]]
    with pytest.raises(UsageError):
        measure(*written(tmp_path, elsewhere))
    with pytest.raises(DataMissing):
        read_golds(tmp_path / "none.jsonl")
