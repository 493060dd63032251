"""`wherein ask --questions FILE --each NAME`: the table, resuming after a stop, and what is asked again."""

from __future__ import annotations

import csv
import io
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from wherein.answering.tables.grid import (
    Cell,
    Journal,
    Row,
    Source,
    Status,
    ask_each,
    read_questions,
)
from wherein.answering.tables.grid_tables import grid_csv, grid_xlsx
from wherein.cli.main import invoke
from wherein.core.answer import Result
from wherein.core.document import Document
from wherein.core.errors import UsageError

QUESTIONS = (
    "Who is the harbour master?\n\nHow many ships came in 2020?\nwho is the harbour master?\n"
)


@pytest.fixture
def ports(tmp_path: Path) -> Path:
    folder = tmp_path / "ports"
    folder.mkdir()
    (folder / "bergen.md").write_text("# Bergen\n\nThe harbour master is Ingrid Haugen.\n", "utf-8")
    (folder / "genoa.md").write_text(
        "# Genoa\n\nThe harbour master is Carla Rossi. In 2020 there came 812 ships.\n", "utf-8"
    )
    (tmp_path / "questions.txt").write_text(QUESTIONS, "utf-8")
    return folder


def table(capsys: pytest.CaptureFixture[str], ports: Path, *more: str) -> tuple[Any, str]:
    questions = str(ports.parent / "questions.txt")
    assert invoke(["ask", "--questions", questions, "--each", str(ports), "--json", *more]) == 0
    said = capsys.readouterr()
    out = next((Path(b) for a, b in itertools.pairwise(more) if a == "--out"), None)
    return json.loads(said.out if out is None else out.read_text("utf-8")), said.err


def test_a_row_a_document_and_a_column_a_question(
    capsys: pytest.CaptureFixture[str], ports: Path
) -> None:
    found, report = table(capsys, ports)
    assert found["questions"] == ["Who is the harbour master?", "How many ships came in 2020?"]
    bergen, genoa = found["documents"]
    assert Path(bergen["source"]).name == "bergen.md"
    master, ships = bergen["cells"]
    assert (master["status"], master["answer"]) == ("answered", "Ingrid Haugen")
    assert master["quote"] == "The harbour master is Ingrid Haugen."
    assert 0 < master["confidence"] <= 1
    assert master["link"] == (ports / "bergen.md").as_uri()
    assert ships["status"] in ("refused", "perhaps")
    assert genoa["cells"][1]["answer"].startswith("812")
    assert "2 documents, 2 questions" in report
    questions = str(ports.parent / "questions.txt")
    invoke(["ask", "--questions", questions, "--each", str(ports / "bergen.md"), "--json"])
    assert "1 document, 2 questions" in capsys.readouterr().err


def test_the_documents_with_an_answer_as_references(
    capsys: pytest.CaptureFixture[str], ports: Path
) -> None:
    (ports / "genoa.md").write_text("# Genoa\n\nIt is a town by the sea.\n", "utf-8")
    (ports / "bergen.md").write_text(
        "# Bergen \x1b[2J\n\nBy Nils Berg\n\nThe harbour master is Ingrid Haugen.\n", "utf-8"
    )
    questions = str(ports.parent / "questions.txt")
    ask = ["ask", "--questions", questions, "--each", str(ports)]
    assert invoke([*ask, "--bibtex"]) == 0
    found = capsys.readouterr().out
    assert found.count("@misc{") == 1
    assert "author = {{Nils Berg}}" in found
    assert "\x1b" not in found
    out = ports.parent / "references.json"
    assert invoke([*ask, "--csl-json", "--out", str(out)]) == 0
    (entry,) = json.loads(out.read_text("utf-8"))
    assert entry["author"] == [{"literal": "Nils Berg"}]
    assert invoke([*ask, "--csl-json", "--json"]) == 2


def test_only_changed_documents_are_asked_again(
    capsys: pytest.CaptureFixture[str], ports: Path
) -> None:
    out = str(ports.parent / "answers.json")
    first, report = table(capsys, ports, "--out", out)
    assert "4 cells asked now" in report
    again, report = table(capsys, ports, "--out", out)
    assert "0 cells asked now" in report
    assert again == first
    (ports / "bergen.md").write_text("# Bergen\n\nThe harbour master is Nils Berg.\n", "utf-8")
    changed, report = table(capsys, ports, "--out", out)
    assert "2 cells asked now" in report
    assert changed["documents"][0]["cells"][0]["answer"] == "Nils Berg"
    assert changed["documents"][1] == first["documents"][1]


def test_a_document_that_can_t_be_read_fails_alone_and_is_tried_again(
    capsys: pytest.CaptureFixture[str], ports: Path
) -> None:
    (ports / "broken.pdf").write_bytes(b"%PDF-1.4 no pdf")
    out = str(ports.parent / "answers.json")
    found, report = table(capsys, ports, "--out", out)
    assert [cell["status"] for cell in found["documents"][1]["cells"]] == ["failed", "failed"]
    assert found["documents"][1]["reason"]
    assert "broken.pdf: " in report
    written = grid_csv(["a"], [Row("broken.pdf", "", "", (Cell(Status.FAILED),), "No PDF.")])
    assert "could not be read: No PDF." in written
    (ports / "broken.pdf").unlink()
    (ports / "broken.md").write_text("The harbour master is Carla Rossi.\n", "utf-8")
    found, report = table(capsys, ports, "--out", out)
    assert "2 cells asked now" in report


@pytest.mark.parametrize(
    ("documents", "questions"), [(60, 2), pytest.param(200, 5, marks=pytest.mark.soak)]
)
def test_killed_half_way_it_goes_on(tmp_path: Path, documents: int, questions: int) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(documents):
        text = f"# Port {number}\n\nThe harbour master of port {number} is Ingrid Haugen the {number}th.\n"
        (folder / f"port{number:04}.md").write_text(text, "utf-8")
    asked = ["Who is the harbour master?", *(f"Where is ship {n}?" for n in range(1, questions))]
    (tmp_path / "q.txt").write_text("\n".join(asked), "utf-8")
    out = tmp_path / "answers.csv"
    command = [sys.executable, "-m", "wherein", "ask", "--questions", str(tmp_path / "q.txt"),
               "--each", str(folder), "--csv", "--out", str(out)]  # fmt: skip
    cells = out.with_name("answers.csv.cells")
    every = documents * questions
    wanted = 10 if every < 1_000 else every // 2
    process = subprocess.Popen(command, stderr=subprocess.PIPE, env=dict(os.environ))
    while not cells.exists() or cells.read_bytes().count(b"\n") < wanted:
        assert process.poll() is None  # it goes on until it is killed
        time.sleep(0.01 if every < 1_000 else 5)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    kept = cells.read_bytes().count(b"\n")
    assert wanted <= kept < every
    assert not out.exists()
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"{every - kept:,} cells asked now" in done.stderr
    rows = list(csv.reader(io.StringIO(out.read_text("utf-8-sig"))))
    assert len(rows) == documents + 1
    keys = [json.loads(line)["key"] for line in cells.read_text("utf-8").splitlines()]
    assert len(keys) == len(set(keys)) == every


def test_a_document_that_breaks_its_reader_fails_alone() -> None:
    def broken() -> Document:
        raise ZeroDivisionError("no such page")

    def unasked(question: str, document: Document) -> Result:
        raise AssertionError("there is no document to ask")

    sources = [Source(name, lambda: "hash", broken) for name in ("a.md", "b.md")]
    rows = list(ask_each(sources, ["Who?"], unasked, Journal(None), lambda answer, document: ""))
    assert [row.source for row in rows] == ["a.md", "b.md"]
    assert all(row.cells == (Cell(Status.FAILED),) and "a.md" in rows[0].reason for row in rows)


def test_a_line_that_was_cut_off_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "cells"
    journal = Journal(path)
    journal.put("a", Cell(Status.ANSWERED, "812", "There came 812 ships."))
    with path.open("ab") as file:
        file.write(b'{"key": "b", "cell": {"sta')
    again = Journal(path)
    assert again.get("a") == journal.get("a")
    assert again.get("b") is None
    again.put("c", Cell(Status.REFUSED))
    assert Journal(path).get("c") == Cell(Status.REFUSED)
    assert Journal(path, "another reader").key("h", "q") != Journal(path).key("h", "q")


ROW = Row("=cmd()", "", "", (Cell(Status.ANSWERED, "=1+1", "It is =1+1.", 3, 0.9, "file:///a.pdf#page=3"),
                             Cell(Status.PERHAPS, "two", "Or two."), Cell(Status.REFUSED), Cell(Status.FAILED)))  # fmt: skip
ASKED = ("@How?", "b", "c", "d")


def test_nothing_in_a_table_runs_as_a_formula() -> None:
    lines = list(csv.reader(io.StringIO(grid_csv(ASKED, [ROW]))))
    assert lines[1][:7] == [
        "'=cmd()",
        "'=1+1",
        "answered",
        "It is =1+1.",
        "3",
        "0.9",
        "file:///a.pdf#page=3",
    ]
    assert lines[1][7] == "perhaps: two"
    assert (lines[1][13], lines[1][19]) == ("not here", "could not be read")


def test_the_status_of_a_cell_says_what_the_cell_says() -> None:
    table = list(csv.reader(io.StringIO(grid_csv(ASKED, [ROW]))))
    heads, line = table[0], table[1]
    statuses = [value for head, value in zip(heads, line, strict=True) if head.endswith("· status")]
    assert statuses == ["answered", "perhaps", "not here", "could not be read"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a;=2+5", "a;'=2+5"),
        ('a; "=2+5', "a; \"'=2+5"),
        ("a\t@SUM(1)", "a\t'@SUM(1)"),
        ("\uff1d2+5", "'\uff1d2+5"),
        ("\uff0b1", "'\uff0b1"),
        ("\uff0d1", "'\uff0d1"),
        ("\uff20x", "'\uff20x"),
        ("\ra", "'\ufffda"),
        ("\x1b[31mred\x9b0m\u202e", "'\ufffd[31mred\ufffd0m\ufffd"),
        ("well-known; no sign", "well-known; no sign"),
    ],
)
def test_no_separator_and_no_control_character_gets_through(text: str, kept: str) -> None:
    row = Row(text, "", "", (Cell(Status.ANSWERED, text, text),))
    written = grid_csv(["Who?"], [row])
    assert next(itertools.islice(csv.reader(io.StringIO(written)), 1, None))[0] == kept
    assert f'"{kept}"' in written.replace('""', '"')


def test_a_workbook_takes_any_file_name() -> None:
    import openpyxl

    link = "file:///a\x07b.pdf"
    row = Row("a\x07b.pdf", "", "", (Cell(Status.ANSWERED, "x\x1b", "x\x1b", None, 0.9, link),))
    sheet = openpyxl.load_workbook(io.BytesIO(grid_xlsx(["Who?"], [row]))).active
    assert (sheet["A2"].value, sheet["B2"].value) == ("a\ufffdb.pdf", "x\ufffd")
    assert sheet["B2"].hyperlink is None


def test_a_folder_on_the_disk_comes_before_one_of_the_library(
    capsys: pytest.CaptureFixture[str], ports: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = ports.parent / "other" / "ports"
    other.mkdir(parents=True)
    (other / "oslo.md").write_text("# Oslo\n\nThe harbour master is Nils Berg.\n", "utf-8")
    assert invoke(["add", str(other)]) == 0
    capsys.readouterr()
    monkeypatch.chdir(ports.parent)
    questions = str(ports.parent / "questions.txt")
    assert invoke(["ask", "--questions", questions, "--each", "ports", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["documents"]
    assert [Path(row["source"]).name for row in rows] == ["bergen.md", "genoa.md"]


def test_a_workbook_has_answers_notes_and_links() -> None:
    import openpyxl

    sheet = openpyxl.load_workbook(io.BytesIO(grid_xlsx(ASKED, [ROW]))).active
    assert [cell.value for cell in sheet[2]] == [
        "=cmd()",
        "=1+1",
        "perhaps: two",
        "not here",
        "could not be read",
    ]
    assert all(cell.data_type == "s" for cell in sheet[2])
    assert sheet["B2"].hyperlink.target == "file:///a.pdf#page=3"
    assert "Page 3. Confidence 0.9." in sheet["B2"].comment.text


def test_questions_blank_double_many_and_none(tmp_path: Path) -> None:
    path = tmp_path / "q.txt"
    path.write_text(
        "\ufeff\r\nWho?\r\n  who? \nWHO\n\n" + "".join(f"Who is {n}?\n" for n in range(9_998)),
        "utf-8",
    )
    assert len(read_questions(path)) == 9_999
    for text in ("", "\n \n", "Who?\n?!\n", "\n".join(f"Who is {n}?" for n in range(10_001))):
        path.write_text(text, "utf-8")
        with pytest.raises(UsageError):
            read_questions(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError):
        read_questions(path)
    with pytest.raises(UsageError):
        read_questions(tmp_path)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--each", "."],
        ["--questions", "q.txt"],
        ["--questions", "q.txt", "--each", "."],
        ["--questions", "q.txt", "--each", ".", "--csv", "--json"],
        ["--questions", "q.txt", "--each", ".", "--csv", "Who?"],
        ["--questions", "q.txt", "--each", ".", "--csv", "--in", "a"],
        ["--questions", "q.txt", "--each", ".", "--xlsx"],
        ["--questions", "q.txt", "--each", "/nonexistent", "--csv"],
        ["--questions", "none.txt", "--each", ".", "--csv"],
        ["--csv", "Who?"],
    ],
)
def test_options_that_make_no_table_are_refused(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("q.txt").write_text("Who?\n", "utf-8")
    assert invoke(["ask", *arguments]) != 0
    assert capsys.readouterr().err.startswith("wherein: ")


def test_the_answers_of_one_question_as_references(
    capsys: pytest.CaptureFixture[str], ports: Path
) -> None:
    assert invoke(["add", str(ports / "bergen.md")]) == 0
    question = "Who is the harbour master?"
    capsys.readouterr()
    for asked in ([question], [str(ports / "bergen.md"), question]):
        assert invoke(["ask", *asked, "--bibtex"]) == 0
        found = capsys.readouterr().out
        assert found.count("@misc{") == 1
        assert "Bergen" in found
        assert "Ingrid Haugen" not in found  # it cites the document, and does not quote it
    assert invoke(["ask", question, "--csl-json"]) == 0
    (entry,) = json.loads(capsys.readouterr().out)
    assert entry["title"]
    assert invoke(["ask", "What does a helicopter cost?", "--bibtex"]) == 0
    assert "@misc{" not in capsys.readouterr().out
