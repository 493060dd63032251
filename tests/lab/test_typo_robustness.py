"""The figures of questions with a typo: shares of the clean questions' F1, and harm."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from wherein_lab.data.squad_file import read_squad
from wherein_lab.reading.typo_robustness import Tried, is_held_out, measures


def test_shares_are_of_the_clean_questions_f1() -> None:
    tried = [
        Tried(False, 1.0, 1.0, 0.0, False),
        Tried(True, 0.5, 0.5, 0.5, False),
        Tried(True, 0.5, 0.0, 0.0, False),
        Tried(True, 0.0, 0.0, 0.0, True),
    ]
    row = measures(tried)
    assert (row["n"], row["f1_clean"], row["kept"], row["kept_unmended"]) == (4, 0.5, 0.75, 0.25)
    assert row["harmed"] == 0.25
    assert measures([])["kept"] is None


def test_the_halves_are_those_of_the_titles() -> None:
    halves = {is_held_out(f"Title {number}") for number in range(20)}
    assert halves == {True, False}
    assert is_held_out("Towers") == is_held_out("Towers")


@pytest.mark.parametrize(("asked", "shown"), [(0, "abc"), (2, "bcd"), (5, "def")])
def test_a_part_of_a_page_has_the_question_s_paragraph(
    tmp_path: Path, asked: int, shown: str
) -> None:
    paragraphs = [
        {
            "context": letter,
            "qas": [{"id": letter, "question": letter, "answers": [{"text": letter}]}],
        }
        for letter in "abcdef"
    ]
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"data": [{"title": "T", "paragraphs": paragraphs}]}))
    file = read_squad(path)
    page = file.around(file.asked[asked], 3)
    assert page.text == "\n\n".join(["T", *shown])
    assert len({page.id, file.page(0).id, file.around(file.asked[5 - asked], 3).id}) >= 2
    assert file.around(file.asked[asked], 9).text == file.page(0).text
