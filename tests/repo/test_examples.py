"""Every example runs offline by itself, is short enough to be read as a lesson, and prints what it is about."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.clock import GIVE_UP_SECONDS

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
NOTEBOOK = EXAMPLES / "notebook.ipynb"
MOST_LINES = 30
# What each prints, line by line; a figure that the models decide stands for any figure.
PRINTS = {
    "ask_a_file": r"""
How long does the dough rise in a refrigerator\?
  12 to 18 hours   \(confidence 0\.\d\d\)
  in the sentence: In a refrigerator at 4 degrees the same takes 12 to 18 hours, .*
(.*\n)*Who was the first king of Norway\?
  not here""",
    "ask_a_library": r"""
5 documents added
July 1823
  Lighthouses: .* > The lens
  at 1170-1179 of 2678""",
    "stream_answers": r"""
(\d of 7 passages read: (nothing yet|1966)\n)+7 of 7 passages read: 1966
result: 1966, 100% of the words read
  page: answered
  small: answered""",
    "search_without_reading": r"""
Tides \(\d\.\d\d\): What raises the tide .*\.\.\.
.+
.+""",
    "mark_an_answer_in_a_pdf": r"""
the mouth of the Rance   \(page 2\)
  page 2: x 447-496, y 256-268
  page 2: x 72-134, y 270-282""",
    "remember_and_revalidate": r"""
nine o'clock.*   \(memory refused, page answered, small answered\)
nine o'clock.*   \(memory answered\)
ten o'clock.*   \(memory refused, page answered, small answered\)
ten o'clock.*   \(memory answered\)""",
    "ask_an_encyclopedia": r"""
311 articles
names the article: John Snetzler
Schaffhausen
  John Snetzler, CC BY-SA 3\.0""",
    "ask_over_http": r"""
without the token: 401
with the token: July 1823""",
    "write_your_own_reader": r"""
1966 on page 2, found by years: The first large one was opened in 1966 at the mouth of the Rance .*""",
    "measure_your_own_questions": r"""
3 questions, 1 passages, \{\}
bm25
  n +3
(.*\n)*  no_answer_accuracy +1\.0  \[1\.0, 1\.0\]
(.*\n)*  answered_right +1\.0  \[1\.0, 1\.0\]
(.*\n)*  verbatim +1\.0(.*\n)*.*""",
}


def test_each_example_is_listed_here() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(PRINTS)


def test_each_example_is_in_its_list() -> None:
    listed = re.findall(r"\]\((\w+)\.py\)", (EXAMPLES / "README.md").read_text("utf-8"))
    assert sorted(listed) == sorted(PRINTS)


@pytest.mark.parametrize("name", PRINTS)
def test_an_example_fits_on_a_page(name: str) -> None:
    assert len((EXAMPLES / f"{name}.py").read_text("utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("name", PRINTS)
def test_an_example_prints_what_it_shows(name: str, tmp_path: Path) -> None:
    """In a process of its own, in an empty folder, with an empty home folder."""
    environment = {
        **os.environ,
        "WHEREIN_HOME": str(tmp_path / "home"),
        "PYTHONWARNINGS": "error::ResourceWarning",
    }
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py")],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=GIVE_UP_SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(PRINTS[name].strip(), done.stdout.strip()), done.stdout


def shown(notebook: dict[str, Any]) -> list[str]:
    """What each cell prints and shows; a figure that the models decide stands for any figure."""
    outputs = [cell.get("outputs", []) for cell in notebook["cells"]]
    return [re.sub(r"\d+\.\d+", "#", json.dumps(one, sort_keys=True)) for one in outputs]


def test_the_notebook_shows_what_it_has_kept(tmp_path: Path) -> None:
    """`python tools/run_notebook.py examples/notebook.ipynb` writes its outputs again."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "run_notebook.py"), str(NOTEBOOK), "--print"],
        cwd=tmp_path, env={**os.environ, "WHEREIN_HOME": str(tmp_path / "home")},
        capture_output=True, text=True, timeout=GIVE_UP_SECONDS, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    kept = json.loads(NOTEBOOK.read_text("utf-8"))
    assert shown(json.loads(done.stdout)) == shown(kept)
    assert not (tmp_path / "home").exists()
    assert "<mark>12 to 18 hours</mark>" in shown(kept)[3]


def test_the_notebook_has_the_form_that_jupyter_reads() -> None:
    kept = json.loads(NOTEBOOK.read_text("utf-8"))
    assert (kept["nbformat"], kept["nbformat_minor"]) == (4, 4)
    for cell in kept["cells"]:
        code = {"outputs", "execution_count"} if cell["cell_type"] == "code" else set()
        assert set(cell) == {"cell_type", "metadata", "source"} | code
        assert all(line.endswith("\n") for line in cell["source"][:-1])
        for output in cell.get("outputs", []):
            assert output["output_type"] in ("stream", "execute_result")
