"""`wherein memory` and the two measurements, as a person types them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from wherein_lab.memory.memory import upper_bound

from tests.memory.makers import PARAGRAPHS, URL, answer, document
from wherein.cli.main import invoke
from wherein.home.folder import Home
from wherein.memory.answers.exchange import FORMAT
from wherein.memory.opening import open_memory, rules_of
from wherein.memory.store.store import Verdict

PAGE = document(*PARAGRAPHS)
# Written by `wherein memory export` of 95fa6b2, after three questions to a file.
OLDER_EXPORT = Path(__file__).with_name("export-format-1.jsonl")
ADVERSARIAL = Path(__file__).with_name("adversarial.tsv")


@pytest.fixture
def asked(home: Path) -> Path:
    memory = open_memory(Home(home))
    memory.answers.remember("How tall is the tower?", PAGE, [answer(PAGE, "330 metres")], model="m")
    memory.answers.remember("When was it finished?", PAGE, [answer(PAGE, "1889")], model="m")
    memory.verdicts.judge("When was it finished?", PAGE, Verdict.RIGHT, answer(PAGE, "1889").span)
    memory.close()
    return home


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert invoke([*arguments, "--json"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert isinstance(row, dict)
    return row


def test_a_question_that_is_asked_twice_is_served_once_its_text_is_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "saws.txt"
    text = "The ice saw was invented in 1820. The ice saw was banned in 1910. It is in a museum."
    file.write_text(text, "utf-8")

    def is_served(question: str, *options: str) -> bool:
        row = printed(capsys, "ask", *options, str(file), question)
        first = row["steps"][0]
        return bool(first["step"] == "memory" and first["outcome"] == "answered")

    assert invoke(["add", str(file)]) == 0
    capsys.readouterr()
    assert not is_served("In what year was the ice saw invented?")
    assert is_served("In what year was the ice saw invented?")
    assert is_served("in what year  was the ice saw invented")
    assert not is_served("In what year was the ice saw banned?")
    assert not is_served("In what year was the Ice saw invented?")
    assert not is_served("In what year was the ice saw invented?", "--caution", "high")
    file.write_text(f"{text} Correction: it was invented in 1830.", "utf-8")
    assert invoke(["add", str(file)]) == 0
    capsys.readouterr()
    assert not is_served("In what year was the ice saw invented?")
    assert is_served("In what year was the ice saw invented?")


def test_top(asked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = printed(capsys, "memory", "top", URL + "#fragment")
    assert {one["question"] for one in row["questions"]} == {
        "How tall is the tower?",
        "When was it finished?",
    }
    assert invoke(["memory", "top", URL, "--limit", "1"]) == 0
    assert "asked once" in capsys.readouterr().out
    assert invoke(["memory", "top", "https://example.org/none"]) == 0
    assert "No question about this page" in capsys.readouterr().out


def test_similar(asked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = printed(capsys, "memory", "similar", "how tall is this tower")
    (found,) = row["questions"]
    assert (found["question"], found["url"], found["title"]) == (
        "How tall is the tower?",
        URL,
        "Towers",
    )
    assert invoke(["memory", "similar", "soup"]) == 0
    assert "No question like this" in capsys.readouterr().out


def test_stats_and_wipe(asked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "memory", "stats")["questions"] == 2
    assert printed(capsys, "memory", "wipe", "--url", "https://example.org/other")["questions"] == 0
    assert printed(capsys, "memory", "wipe", "--since", "2099-01-01")["questions"] == 0
    assert printed(capsys, "memory", "wipe", "--since", "2h", "--url", URL) == {
        "questions": 2,
        "feedback": 1,
        "set_aside": 0,
    }
    assert printed(capsys, "memory", "stats")["questions"] == 0


def test_export_and_import(asked: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    assert invoke(["memory", "export", str(file)]) == 0
    printed(capsys, "memory", "wipe")
    assert printed(capsys, "memory", "import", str(file)) == {
        "questions": 2,
        "feedback": 1,
        "refused": 0,
    }
    assert invoke(["memory", "export"]) == 0
    assert capsys.readouterr().out == file.read_text("utf-8")
    file.write_text(file.read_text("utf-8")[:-40], "utf-8")
    assert invoke(["memory", "import", str(file)]) == 2
    assert "Nothing was imported" in capsys.readouterr().err
    assert invoke(["memory", "export", "--feedback"]) == 0
    squad = json.loads(capsys.readouterr().out)
    assert squad["data"][0]["paragraphs"][0]["qas"][0]["answers"][0]["text"] == "1889"


def test_an_older_export_is_imported_and_its_answers_are_read_again(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(capsys, "memory", "import", str(OLDER_EXPORT)) == {
        "questions": 3,
        "feedback": 0,
        "refused": 0,
    }
    stats = printed(capsys, "memory", "stats")
    assert (stats["questions"], stats["answers"], stats["stale"]) == (3, 3, 3)
    assert invoke(["memory", "export"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == {"wherein_memory": FORMAT}
    assert {row["question"]["text"] for row in rows if "question" in row} == {
        "How tall is the tower of Skarholm?",
        "How much is the usual dose of T?",
        "Is the dose .5 mg?",
    }


@pytest.mark.parametrize(
    "arguments",
    [
        ["wipe", "--since", "soon"],
        ["wipe", "--url", "not an address"],
        ["import", "/nowhere/at/all"],
        ["export", "/nowhere/at/all"],
        ["top", "file:///etc/passwd"],
    ],
)
def test_wrong_usage_is_reported(
    asked: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert invoke(["memory", *arguments]) != 0
    error = capsys.readouterr().err
    assert error.startswith("wherein: ")
    assert error.count("\n") == 1


def test_the_settings_are_the_memory_s(home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text(
        'memory_sites = ["wiki.org"]\nmemory_query_sites = ["*"]\nmemory_askers = 3\nmemory_days = 90\n'
    )
    rules = rules_of(Home(home).settings())
    assert (rules.sites, rules.query_sites, rules.askers, rules.retention_days) == (
        ("wiki.org",),
        ("*",),
        3,
        90,
    )


def test_pairs_are_measured(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    row = printed(capsys, "eval", "memory", "--data", str(ADVERSARIAL))
    assert row["n"] == 606
    assert row["one_request_different"] == 0
    assert int(str(row["similar_different"])) > 500
    scores = tmp_path / "scores.tsv.gz"
    lines = [
        "score\tq1\tq2\tmore",
        "5\tHow do I reset a phone?\tHow can I reset the phone?\tx",
        "4\tWho wrote Emma?\tEmma's author is who?\tx",
        "1.5\tWho wrote Emma?\tHow deep is the lake?\tx",
    ]
    scores.write_bytes(gzip.compress("\n".join(lines).encode()))
    row = printed(capsys, "eval", "memory", "--data", str(scores))
    assert (row["n"], row["same"], row["one_request_same"], row["one_request_different"]) == (
        3,
        2,
        1,
        0,
    )
    assert row["average_precision"] == 1.0
    assert row["f1_best"] == 1.0


def test_slips_are_measured(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("receive: recieve receeve\nqwzxv: qwzxx\n")
    row = printed(capsys, "eval", "typing", "--data", str(words))
    assert (row["n"], row["corrected_at_1"], row["harmed"]) == (3, 0.6667, 0.0)
    page = tmp_path / "page.txt"
    page.write_text("The qwzxv is a word that only this page has.")
    assert (
        printed(capsys, "eval", "typing", "--data", str(words), "--page", str(page))[
            "corrected_at_1"
        ]
        == 1.0
    )
    questions = tmp_path / "questions.tsv"
    questions.write_text(
        "What is the goverment?\tWhat is the government?\nWho is he?\tWho is the goverment?\n"
    )
    row = printed(capsys, "eval", "typing", "--data", str(questions))
    assert (row["n"], row["corrected_at_1"], row["harmed"]) == (2, 0.5, 0.5)


@pytest.mark.parametrize(
    "text", ["", "q1\tq2\n", "label\tq1\tq2\nx\ta\tb\n", "label\tq1\tq2\n1\ta\n"]
)
def test_other_files_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text(text)
    assert invoke(["eval", "memory", "--data", str(file), "--json"]) == 2
    assert invoke(["eval", "typing", "--data", str(tmp_path / "none"), "--json"]) == 2
    (tmp_path / "slips.txt").write_text("no colon here\n")
    assert invoke(["eval", "typing", "--data", str(tmp_path / "slips.txt"), "--json"]) == 2


def test_the_bound_is_the_known_one() -> None:
    """The rule of three, and a value of Clopper and Pearson's table (10 of 100: 0.1637)."""
    assert upper_bound(0, 1000) == pytest.approx(3 / 1000, rel=0.01)
    assert upper_bound(10, 100) == pytest.approx(0.1637, abs=2e-4)
    assert upper_bound(5, 5) == 1.0


def test_a_memory_of_many_questions_is_made_and_timed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    row = printed(capsys, "eval", "memory-scale", "--questions", "400", "--folder", str(tmp_path))
    assert row["questions"] == 400
    assert float(str(row["found_itself"])) > 0.9
    assert 0 < float(str(row["exact_p50_ms"])) <= float(str(row["exact_p99_ms"]))
    again = printed(capsys, "eval", "memory-scale", "--questions", "400", "--folder", str(tmp_path))
    assert again["questions"] == 400


def test_removing_a_document_says_what_is_forgotten_of_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, other = tmp_path / "saws.txt", tmp_path / "oars.txt"
    file.write_text("The ice saw was invented in 1820. It is in a museum.", "utf-8")
    other.write_text("The oar was carved in 1911. It is in the boathouse.", "utf-8")
    question = "In what year was the ice saw invented?"
    assert invoke(["add", str(file), str(other)]) == 0
    assert printed_after(capsys, "remove", str(other))["forgotten"] == {
        "questions": 0,
        "verdicts": 0,
    }
    assert printed(capsys, "ask", str(file), question)["answers"]
    assert invoke(["memory", "judge", "wrong", str(file), question]) == 0
    capsys.readouterr()
    assert not printed(capsys, "ask", str(file), question)["answers"]
    assert invoke(["remove", str(file)]) == 0
    assert "Forgot 1 question and 1 verdict." in capsys.readouterr().out
    assert invoke(["add", str(file)]) == 0
    assert printed_after(capsys, "ask", str(file), question)["answers"]  # as the docs say


def printed_after(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """What a command prints, without what was printed before."""
    capsys.readouterr()
    return printed(capsys, *arguments)
