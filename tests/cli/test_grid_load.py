"""Tables as large as people ask for, with a reader that answers at once: what keeping, resuming and writing take.

The large sizes run with `--soak`, and print their seconds and memory.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ASKS_AT_ONCE = """
import resource, sys
from wherein.answering.engine import Engine
from wherein.cli.main import invoke
from wherein.core.answer import Answer, Coverage, Result
from wherein.core.span import Span


def ask(self, question, document, options):
    span = Span(0, min(9, len(document.text)))
    found = Answer(span.of(document.text), document.id, document.title, span, document.text[:60], span, (), 0.9, "none")
    return Result(question, (found,), (), True, (), {}, Coverage(1, 1), (), 0.0)


Engine.ask = ask
status = invoke(sys.argv[1:])
print("memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, "MB", file=sys.stderr)
sys.exit(status)
"""


def command(tmp_path: Path, documents: int, lines: list[str]) -> tuple[list[str], Path]:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(documents):
        text = f"# Port {number}\n\nThe harbour master of port {number} is Ingrid Haugen.\n"
        (folder / f"port{number:05}.md").write_text(text, "utf-8")
    (tmp_path / "q.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    out = tmp_path / "answers.csv"
    asked = [
        "ask",
        "--questions",
        str(tmp_path / "q.txt"),
        "--each",
        str(folder),
        "--csv",
        "--out",
        str(out),
    ]
    return [sys.executable, "-c", ASKS_AT_ONCE, *asked], out


def run(asked: list[str], what: str) -> str:
    began = time.monotonic()
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    memory = re.search(r"memory (\d+) MB", done.stderr)
    assert memory is not None
    print(f"{what}: {time.monotonic() - began:.1f} s, {memory[1]} MB")
    return done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="counts memory with resource")
@pytest.mark.parametrize(
    ("documents", "questions"), [(40, 10), pytest.param(1_000, 50, marks=pytest.mark.soak)]
)
def test_a_table_killed_half_way_asks_only_what_is_missing(
    tmp_path: Path, documents: int, questions: int
) -> None:
    asked, out = command(tmp_path, documents, [f"Where is ship {n}?" for n in range(questions)])
    every, cells = documents * questions, out.with_name("answers.csv.cells")
    process = subprocess.Popen(asked, stderr=subprocess.PIPE, env=dict(os.environ))
    while not cells.exists() or cells.stat().st_size < every * 100:
        assert process.poll() is None
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    kept = cells.read_bytes().count(b"\n")
    assert 0 < kept < every
    assert not out.exists()
    report = run(asked, f"{every - kept:,} of {every:,} cells, after a kill")
    assert f"{every - kept:,} cells asked now" in report
    assert "0 cells asked now" in run(asked, f"none of {every:,} cells")
    keys = [json.loads(line)["key"] for line in cells.read_text("utf-8").splitlines()]
    assert len(keys) == len(set(keys)) == every
    rows = list(csv.reader(io.StringIO(out.read_text("utf-8-sig"))))
    assert len(rows) == documents + 1


@pytest.mark.skipif(sys.platform == "win32", reason="counts memory with resource")
@pytest.mark.parametrize("lines", [300, pytest.param(10_000, marks=pytest.mark.soak)])
def test_a_long_file_of_questions_with_blank_lines_and_doubles(tmp_path: Path, lines: int) -> None:
    """Of each ten lines one is blank and one is a double."""
    written = [f"Where is ship {n}?" for n in range(lines)]
    written[::10] = [""] * len(written[::10])
    written[1::10] = [line.lower().rstrip("?") for line in written[2::10]]
    asked, out = command(tmp_path, 3, written)
    different = lines * 8 // 10
    report = run(asked, f"{lines:,} lines, 3 documents")
    assert f"{different * 3:,} cells asked now" in report
    rows = list(csv.reader(io.StringIO(out.read_text("utf-8-sig"))))
    assert len(rows[0]) == 1 + 6 * different
