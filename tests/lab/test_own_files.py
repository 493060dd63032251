"""A person's own documents, questions and judgements: errors are reported, the rest is measured."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from wherein_lab.cli.answering.eval_answering import answering
from wherein_lab.cli.eval_report import compare
from wherein_lab.cli.keeping.eval_retrieval import retrieval
from wherein_lab.data.corpora import FORM, Question, read_questions
from wherein_lab.data.nuggets import read_nuggets
from wherein_lab.data.trec import read_qrels, read_run

from tests.lab.test_retrieval import CORPUS
from wherein.cli.main import invoke
from wherein.core.errors import DataMissing, UsageError

ASKED = [
    {"id": "1", "question": "who climbed the Matterhorn", "answers": ["Whymper"]},
    {"id": "2", "question": "what freezes in hard winters", "answers": ["The Baltic Sea"]},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines(tmp_path / "corpus.jsonl", CORPUS)
    lines(
        tmp_path / "questions.jsonl",
        [{**ASKED[0], "relevant": ["alps"]}, {**ASKED[1], "relevant": ["sea"]}],
    )
    return tmp_path


def lines(path: Path, rows: Sequence[object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def run(
    command: click.Command, folder: Path, *more: str, questions: str = "questions.jsonl"
) -> Result:
    named = ["--corpus", str(folder / "corpus.jsonl"), "--questions", str(folder / questions)]
    return CliRunner().invoke(
        command, [*named, *more], catch_exceptions=False, standalone_mode=False
    )


# --- judgements

UNKNOWN = {"ALPS.md": 1, "see": 1, "x1": 1, "x2": 1}


@pytest.mark.parametrize("where", ["questions", "qrels"])
def test_judgements_of_unknown_documents_are_an_error(folder: Path, where: str) -> None:
    """Judgements of unknown documents halved the score without an error."""
    if where == "questions":
        lines(folder / "questions.jsonl", [{**ASKED[0], "relevant": {"alps": 1, **UNKNOWN}}])
        more = []
    else:
        qrels = "".join(f"1 0 {name} 1\n" for name in ("alps", *UNKNOWN))
        (folder / "qrels").write_text(qrels)
        more = ["--qrels", str(folder / "qrels")]
    with pytest.raises(UsageError) as message:
        run(retrieval, folder, *more, "--retriever", "bm25")
    assert message.value.what == (
        f"{folder / ('questions.jsonl' if where == 'questions' else 'qrels')} names documents that the"
        " corpus lacks: 'ALPS.md' (question 1, meant 'alps'?), 'see' (question 1),"
        " 'x1' (question 1) and 1 more."
    )


def test_reading_of_given_documents_checks_them_too(folder: Path) -> None:
    lines(folder / "questions.jsonl", [{**ASKED[0], "relevant": ["alpes"]}])
    with pytest.raises(UsageError, match="'alpes' \\(question 1, meant 'alps'\\?\\)"):
        run(answering, folder, "--retriever", "given", "--reader", "sentence")


def test_judgements_of_other_questions_and_runs_of_another_corpus_are_an_error(
    folder: Path,
) -> None:
    (folder / "qrels").write_text("q7 0 alps 1\n")
    with pytest.raises(UsageError, match=r"judges none of these questions.*'q7'.*'1'"):
        run(retrieval, folder, "--qrels", str(folder / "qrels"), "--retriever", "bm25")
    (folder / "run").write_text("1 Q0 elsewhere 1 2.0 theirs\n")
    with pytest.raises(UsageError, match=r"names no document or passage of the corpus.*'alps'"):
        run(retrieval, folder, "--run", f"theirs={folder / 'run'}", "--retriever", "bm25")


@pytest.mark.parametrize("option", ["--qrels", "--run"])
def test_a_missing_file_is_an_error(
    folder: Path, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    value = str(folder / "none") if option == "--qrels" else f"theirs={folder / 'none'}"
    command = ["eval", "retrieval", "--corpus", str(folder / "corpus.jsonl")]
    command += [
        "--questions",
        str(folder / "questions.jsonl"),
        "--retriever",
        "bm25",
        option,
        value,
    ]
    assert invoke(command) == 1
    assert (
        capsys.readouterr().err == f"wherein: There is no file {folder / 'none'}. Check the path.\n"
    )


@pytest.mark.parametrize("read", [read_qrels, read_run, read_questions, read_nuggets])
def test_a_file_without_text_is_an_error(tmp_path: Path, read: Any) -> None:
    (tmp_path / "f.jsonl").write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(UsageError, match="can't be read as text"):
        read(tmp_path / "f.jsonl")
    with pytest.raises(DataMissing, match="no file"):
        read(tmp_path / "none.jsonl")


# --- rows


@pytest.mark.parametrize("command", [retrieval, answering])
def test_a_row_that_cant_be_made_is_left_out_and_the_others_are_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: click.Command, tmp_path: Path
) -> None:
    monkeypatch.setenv("WHEREIN_HOME", str(tmp_path / "home"))  # where no transformer was got
    more = ["--reader", "sentence"] if command is answering else []
    done = run(command, folder, "--retriever", "dense-minilm,bm25", *more, "--json")
    assert done.return_value == 1
    report = json.loads(done.stdout)
    assert list(report["retrievers"]) == ["bm25"]
    assert "wherein models get minilm-l6" in report["not_made"]["dense-minilm"]
    message = run(command, folder, "--retriever", "dense-minilm,bm25", *more)
    assert "dense-minilm is left out: " in message.stderr
    assert "bm25" in message.stdout
    with pytest.raises(UsageError if command is retrieval else Exception, match="minilm"):
        run(command, folder, "--retriever", "dense-minilm", *more)


def test_equal_figures_are_distinguished_from_equal_rankings(folder: Path) -> None:
    """On few questions hybrid and bm25 may agree to the last digit and still rank unlike each other."""
    rows = [{"id": f"d{n}", "title": f"Boat {n}", "text": f"Boat {n} carries {goods} to Bergen."}
            for n, goods in enumerate(("cod", "salt", "wool", "iron", "herring", "timber"))]  # fmt: skip
    lines(folder / "corpus.jsonl", rows)
    lines(
        folder / "questions.jsonl",
        [{"id": "1", "question": "which boat carries cod", "relevant": ["d0"]}],
    )
    done = run(retrieval, folder, "--retriever", "bm25,hybrid", "--json")
    assert done.return_value == 0
    words, mix = json.loads(done.stdout)["retrievers"].values()
    assert words["nDCG@20"] == mix["nDCG@20"] == 1.0
    assert mix["ranked_unlike_bm25"] == 1
    assert (
        "hybrid ranks 1 of 1 questions unlike bm25."
        in run(retrieval, folder, "--retriever", "bm25,hybrid").stdout
    )
    run(retrieval, folder, "--retriever", "bm25", "--runs", str(folder / "runs"))
    again = f"again={folder / 'runs' / 'bm25.trec'}"
    same = json.loads(
        run(retrieval, folder, "--retriever", "bm25", "--run", again, "--json").stdout
    )
    assert same["retrievers"]["again"]["ranked_unlike_bm25"] == 0


# --- questions


def test_answer_and_answers_are_read_alike(tmp_path: Path) -> None:
    for stated in (
        {"answer": "Whymper"}, {"answer": ["Whymper"]}, {"answers": "Whymper"}, {"answers": ["Whymper"]},
        {"golden_answers": ["Whymper"]}, {"answers": None, "answer": "Whymper"},
    ):  # fmt: skip
        (asked,) = read_questions(lines(tmp_path / "q.jsonl", [{"question": "Who?", **stated}]))
        assert asked == Question("line-1", "Who?", answers=("Whymper",))


def test_a_table_of_questions(tmp_path: Path) -> None:
    path = tmp_path / "q.tsv"
    path.write_text(
        "id\tquestion\tanswer\trelevant\nq1\tWho climbed it?\tWhymper | Croz\talps | sea\nq2\tWho swam?\n"
    )
    assert read_questions(path) == [
        Question("q1", "Who climbed it?", {"alps": 1, "sea": 1}, ("Whymper", "Croz")),
        Question("q2", "Who swam?"),
    ]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("q.txt", "Who climbed it?\n", "Line 1 of .* is not JSON"),
        ("q.jsonl", '{"q": "Who?"}\n', "Line 1 of .* has no question"),
        (
            "q.jsonl",
            '\n{"question": "Who?", "answers": [{"text": "Whymper"}]}\n',
            "Line 2 .* not strings",
        ),
        ("q.jsonl", '{"question": "Who?", "relevant": "alps"}\n', "wrong grades"),
    ],
)
def test_other_forms_are_refused_with_the_form(
    tmp_path: Path, name: str, content: str, message: str
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(UsageError, match=message) as error:
        read_questions(tmp_path / name)
    assert error.value.next_step == f"Write each line like {FORM}"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("q1\tWho climbed it?\n", 'names no column "question"'),
        ("id\tquestion\nq1\tWho?\tWhymper\n", "Line 2 of .* has 3 columns, its first line 2"),
        ("", 'names no column "question"'),
    ],
)
def test_a_table_of_another_form_is_refused(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "q.tsv").write_text(content)
    with pytest.raises(UsageError, match=message):
        read_questions(tmp_path / "q.tsv")


def test_questions_without_answers_are_an_error_with_the_form(folder: Path) -> None:
    lines(folder / "questions.jsonl", [{"question": "Who?"}, {"question": "Where?"}])
    with pytest.raises(
        UsageError, match=r"can be measured \(2 no answers\)\. Write each line like"
    ):
        run(answering, folder, "--retriever", "bm25", "--reader", "sentence")


def test_facts_need_no_ids(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "q.jsonl",
        [{"question": "Who?"}, {"question": "What?", "facts": ["cod | herring"]}],
    )
    assert list(read_nuggets(path)) == ["line-2"]


@pytest.mark.parametrize("command", [retrieval, answering])
def test_the_form_stands_in_the_help_and_is_read(command: click.Command, tmp_path: Path) -> None:
    shown = CliRunner().invoke(command, ["--help"]).output
    examples = re.findall(r"\{\"id\".*?\}(?=\n)", shown, re.DOTALL)
    assert examples
    for example in examples:
        (tmp_path / "q.jsonl").write_text(" ".join(example.split()) + "\n")
        assert read_questions(tmp_path / "q.jsonl")[0].id in ("q1", "q2")


def test_the_example_of_the_docs_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parents[2] / "docs" / "retrieval.md").read_text("utf-8")
    section = page.split("## Your own documents and questions\n")[1].split("\n## ")[0]
    rows, table, commands = re.findall(r"```\w*\n(.*?)```", section, re.DOTALL)
    (tmp_path / "handbook").mkdir()
    (tmp_path / "handbook" / "alps.md").write_text(
        "# Matterhorn\n\nWhymper climbed it first, in 1865.\n"
    )
    (tmp_path / "handbook" / "sea.md").write_text("# Baltic\n\nIt freezes in hard winters.\n")
    (tmp_path / "questions.jsonl").write_text(rows)
    (tmp_path / "questions.tsv").write_text(table.replace("    ", "\t"))
    assert len(read_questions(tmp_path / "questions.tsv")) == len(
        read_questions(tmp_path / "questions.jsonl")
    )
    monkeypatch.chdir(tmp_path)
    for command in commands.splitlines():
        words = command.replace(" > bm25.json", "").split()
        assert words[0] == "wherein"
        if words[2] == "compare":
            continue
        assert invoke(words[1:]) == 0, command


# --- rows of one run


@pytest.fixture
def result(folder: Path) -> Path:
    done = run(retrieval, folder, "--retriever", "bm25,hybrid", "--per-question", "--json")
    (folder / "result.json").write_text(done.stdout)
    return folder / "result.json"


def message(*arguments: object) -> Result:
    return CliRunner().invoke(
        compare, [str(one) for one in arguments], catch_exceptions=False, standalone_mode=False
    )


def test_rows_of_one_run_are_paired(result: Path) -> None:
    rows = json.loads(message(result, "--rows", "bm25,hybrid", "--json").stdout)["figures"]
    found = {row["figure"]: row for row in rows}
    assert (found["RR"]["pairs"], found["RR"]["p"]) == (2, 1.0)
    assert found["RR"]["difference"] == 0.0
    crossed = json.loads(message(result, result, "--rows", "hybrid,bm25", "--json").stdout)[
        "figures"
    ]
    assert {row["figure"] for row in crossed} == set(found)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ((), "A comparison needs two results, or one result and --rows"),
        (("--rows", "bm25"), "does not name two rows"),
        (("--rows", "bm25,dense"), r"has no row 'dense'\. Its rows: bm25, hybrid\."),
    ],
)
def test_what_cant_be_compared_is_an_error(result: Path, more: tuple[str, ...], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        message(result, *more)
