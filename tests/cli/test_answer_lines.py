"""The line that names an answer's document in a terminal: whole title, whole headings, date with its event."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherein.answering.grading.grades import in_words
from wherein.cli.main import invoke
from wherein.cli.terminal.answer_lines import answer_texts, place_lines
from wherein.cli.terminal.columns import cells
from wherein.cli.terminal.terminal import _result_text
from wherein.core.answer import Answer, Coverage, Result
from wherein.core.span import Span

CONTRACTS = Path(__file__).resolve().parents[2] / "contracts"
WORD = st.text(st.characters(min_codepoint=33, max_codepoint=0x2FFF, categories=["L"]), min_size=1)
TITLE = "Machine-readable data"
SECTION = ("3. Terms", "3.15 Handling of requests by members", "3.15.2. Requirements")


@pytest.mark.parametrize(
    ("columns", "lines"),
    [
        (120, [f"{TITLE} > {SECTION[1]} > {SECTION[2]} · page 21"]),
        (80, [f"{TITLE} > {SECTION[2]} · page 21"]),
        (58, [f"{TITLE} > {SECTION[2]} · page 21"]),
        (40, [TITLE, f"{SECTION[1]} >", f"{SECTION[2]} · page 21"]),
    ],
)
def test_the_title_and_the_headings_are_whole(columns: int, lines: list[str]) -> None:
    found = place_lines(TITLE, SECTION, ["page 21"], columns)
    assert next(line.split(" > ")[0].split(" · ")[0] for line in found) == TITLE
    assert all(cells(line) <= columns - 2 for line in found)
    assert found == lines


def test_only_a_heading_of_more_than_two_lines_is_cut_and_at_its_end() -> None:
    heading = (
        "What do I need to bring on board with me when I travel with a bicycle or another vehicle?"
    )
    lines = place_lines("Ferry help", (heading,), ["likely (0.71)"], 60)
    assert " ".join(lines) == f"Ferry help {heading} · likely (0.71)"
    long = place_lines("Ferry help", (heading * 5,), ["likely (0.71)"], 60)
    assert len(long) <= 4
    assert long[-1].endswith("… · likely (0.71)") or long[-1] == "likely (0.71)"


def test_a_heading_that_repeats_the_title_and_what_is_not_there_are_left_out() -> None:
    assert place_lines("Tides", ("TIDES", "Height"), [], 80) == ["Tides > Height"]
    assert place_lines("", ("Height",), ["page 2"], 80) == ["Height · page 2"]
    assert place_lines("Tides", (), ["sure"], 80) == ["Tides · sure"]
    assert place_lines("", (), [], 80) == []


@given(st.lists(WORD, min_size=1, max_size=30), st.lists(WORD, max_size=3), st.integers(40, 100))
def test_every_word_of_the_title_comes_first(
    title: list[str], section: list[str], columns: int
) -> None:
    facts = ["page 7", "sure (0.91)", "small"]
    line = "".join(place_lines(" ".join(title), tuple(section), facts, columns)).replace(" ", "")
    assert line.startswith("".join(title))
    assert line.endswith("page7·sure(0.91)·small")


def test_words_for_probabilities() -> None:
    for case in json.loads((CONTRACTS / "confidence-words.json").read_text("utf-8")):
        assert in_words(case["confidence"]) == case["word"], case


NOTE = (
    "---\ntitle: Trip\ndate: 2021-03-02\n{}---\n\n# Sea\n\nThe ferry to Bergen costs 240 kroner.\n"
)


def ask(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert invoke(["ask", *map(str, arguments), "What does the ferry to Bergen cost?"]) == 0
    return capsys.readouterr().out


def test_an_answer_from_the_library_names_its_document(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    note = tmp_path / "note.md"
    note.write_text(NOTE.format("updated: 2024-05-14\n"))
    invoke(["add", str(note)])
    capsys.readouterr()
    for found_by in ("small", "memory"):
        answer, place, path, *_ = ask(capsys).splitlines()
        assert answer == "The ferry to Bergen costs >240 kroner<."
        assert place.startswith("  Trip > Sea · modified 2024-05-14 · ")
        assert place.endswith(found_by)
        assert path == f"  {note}"


def test_a_path_that_was_given_is_not_repeated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "note.md"
    note.write_text(NOTE.format(""))
    monkeypatch.chdir(tmp_path)
    for given_as in (note, "note.md"):
        out = ask(capsys, given_as)
        assert out.splitlines()[1].startswith("  Trip > Sea · published 2021-03-02 · ")
        assert str(note) not in out
    assert f"\n  {note}\n" in ask(capsys, tmp_path)  # a folder


def test_the_json_names_the_document_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    note = tmp_path / "note.md"
    note.write_text(NOTE.format("updated: 2024-05-14\n"))
    invoke(["add", str(note)])
    capsys.readouterr()
    for arguments in (["--no-memory"], [], []):  # read, read and kept, remembered
        found = json.loads(ask(capsys, *arguments, "--json"))
        expected = {"source": str(note), "date": "2024-05-14", "date_kind": "modified"}
        assert {key: found["answers"][0].get(key) for key in expected} == expected
    assert found["answers"][0]["found_by"] == "memory"
    invoke(["search", "ferry", "--json"])
    (hit,) = json.loads(capsys.readouterr().out)["hits"]
    assert {key: hit[key] for key in expected} == expected


def test_of_a_line_of_brackets_as_long_as_a_book_only_what_is_near_the_answer_is_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    line = tmp_path / "line.txt"
    line.write_text(f"{'(' * 40_000} The ferry to Bergen costs 240 kroner {')' * 40_000}")
    printed = ask(capsys, line)
    assert ">240 kroner<" in printed
    assert "read all 9 words" in printed
    assert len(printed) < 3_000


def step(text: str, start: int, kind: str = "markdown") -> Answer:
    span = Span(start, start + len(text))
    return Answer(
        text=text, span=span, document="a", source="/a.md", title="Ferry help", quote=text, quote_span=span,
        confidence=0.8, found_by="small", section=("Booking",), document_kind=kind,
    )  # fmt: skip


def test_the_place_of_steps_stands_once_below_them() -> None:
    steps = [step("Open the app.", 0), step("Choose the day.", 20), step("Pay.", 40)]
    (shown,) = answer_texts(steps, False, "/a.md")
    assert shown.split("\n")[:3] == ["Open the app.", "Choose the day.", "Pay."]
    assert len(shown.split("\n")) == 4
    other = replace(steps[1], section=("Paying",))
    assert len(answer_texts([steps[0], other, steps[2]], False, "/a.md")) == 3


def test_items_of_one_answer_are_lines_and_lines_of_a_plain_text_are_not() -> None:
    assert answer_texts([step("A ticket\nA lock", 0)], False)[0].startswith("A ticket\nA lock\n")
    assert answer_texts([step("a line\nof text", 0, "text")], False)[0].startswith(
        "a line of text\n"
    )


def test_no_answer_stands_below_a_heading_that_says_more_than_its_word() -> None:
    def guess(confidence: float) -> Answer:
        return replace(step("Pay.", 40), confidence=confidence)

    result = Result(
        question="Who?",
        answers=(guess(0.95),),
        perhaps=(guess(0.3), guess(0.12), guess(0.07)),
        answered=True,
        nearest=(),
        labels={},
        read=Coverage(1.0, 10),
        steps=(),
        milliseconds=1.0,
    )
    printed = _result_text(result, None)
    assert re.findall(r"^(Perhaps|Unlikely):$", printed, re.MULTILINE) == ["Perhaps", "Unlikely"]
    assert printed.index("Perhaps:") < printed.index("maybe (0.30)") < printed.index("Unlikely:")
    refused = replace(result, answers=(), answered=False)
    assert "Closest:" in _result_text(refused, None)
