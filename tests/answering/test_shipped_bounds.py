"""The bounds that ship, by caution. `wherein train grades` fits them; whoever changes one has measured what it costs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wherein.answering.grading.grades import Caution, document_grades, grades
from wherein.assets.shipped_bounds import shipped_bounds
from wherein.cli.main import invoke
from wherein.core.errors import AssetDamaged
from wherein.lexicon import Lexicon, lexicon
from wherein.reading.generative.generative import GENERATIVE_CONFIDENCE
from wherein.reading.sentence import SENTENCE_CALIBRATION
from wherein.reading.terms.numbered_items import MOST_OF_SEVERAL


def test_the_bounds_by_caution_are_those_that_were_measured() -> None:
    bounds = {caution: (grades(caution).answer, grades(caution).perhaps) for caution in Caution}
    assert bounds == {
        Caution.LOW: (0.3, 0.1),
        Caution.NORMAL: (0.43, 0.12),
        Caution.HIGH: (0.54, 0.13),
    }


def test_what_is_a_perhaps_at_most_stays_below_the_bounds_of_an_answer() -> None:
    most = max(MOST_OF_SEVERAL, lexicon("table-cells").number("most_faint"))
    assert most < min(grades().answer, document_grades().answer)


def test_the_sentence_reader_and_language_models_have_their_own() -> None:
    assert (SENTENCE_CALIBRATION.answer_bound, SENTENCE_CALIBRATION.perhaps_bound) == (0.6, 0.3)
    assert (GENERATIVE_CONFIDENCE.answer_bound, GENERATIVE_CONFIDENCE.perhaps_bound) == (0.5, 0.25)


def test_those_of_documents_have_each_caution() -> None:
    assert {caution: document_grades(caution).perhaps for caution in Caution} == dict.fromkeys(
        Caution, 0.05
    )


@pytest.mark.parametrize(
    ("group", "name", "wrong"),
    [
        ("bounds", "normal", {"answer": 0.05, "perhaps": 0.1}),
        ("bounds", "high", {"answer": 0.5, "perhaps": -0.1}),
        ("document_bounds", "normal", {"answer": 1.5, "perhaps": 0.1}),
        ("document_bounds", "low", {"answer": 0.5}),
        ("own_bounds", "sentence", {"answer": "0.5", "perhaps": 0.1}),
        ("own_bounds", "generative", None),
    ],
)
def test_wrong_bounds_are_one_sentence_that_names_file_and_caution(
    group: str, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = {group: {name: wrong}}
    monkeypatch.setattr("wherein.assets.shipped_bounds.lexicon", lambda file: Lexicon(entries))
    with pytest.raises(AssetDamaged) as caught:
        shipped_bounds(group, name)
    assert "grades.json" in caught.value.what
    assert repr(name) in caught.value.what
    assert repr(group) in caught.value.what
    assert caught.value.next_step == "Mend the file, or install wherein again."


def test_the_command_line_says_that_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = {"bounds": {"normal": {"answer": 0.05, "perhaps": 0.1}}}
    monkeypatch.setattr("wherein.assets.shipped_bounds.lexicon", lambda file: Lexicon(entries))
    monkeypatch.setenv("WHEREIN_HOME", str(tmp_path / "home"))
    page = tmp_path / "a.txt"
    page.write_text("The bridge was built by Ada Holm.", "utf-8")
    grades.cache_clear()
    try:
        assert invoke(["ask", str(page), "Who built the bridge?"]) == 1
    finally:
        grades.cache_clear()
    said = capsys.readouterr().err
    assert "grades.json says for 'normal' in 'bounds'" in said
    assert "Something failed" not in said


REPO = Path(__file__).parents[2]


def test_figures_that_name_a_bound_name_the_shipped_one() -> None:
    told = (REPO / "docs/reader.md").read_text("utf-8")
    shipped = grades()
    assert set(re.findall(r"^\| ([0-9.]+), an answer \|", told, re.M)) == {f"{shipped.answer:.2f}"}
    assert set(re.findall(r"^\| ([0-9.]+), a \*perhaps\* \|", told, re.M)) == {
        f"{shipped.perhaps:.2f}"
    }
    in_documents = document_grades()
    assert f"an answer from {_short(in_documents.answer)}, a *perhaps* from {_short(in_documents.perhaps)}" in told  # fmt: skip
    assert f"the one of all answers ({_short(shipped.answer)} at normal caution)" in told


def _short(bound: float) -> str:
    return f"{bound:.2f}".removeprefix("0")
