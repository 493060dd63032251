"""Counting word errors, adding noise, and drawing the questions that are spoken."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from wherein_lab.checkout import CHECKOUT
from wherein_lab.pages.questions import PageQuestion
from wherein_lab.speech import fitting
from wherein_lab.speech.names import HeardTwice, figures, let_through, of_nothing, with_bounds
from wherein_lab.speech.recordings.clips import Page
from wherein_lab.speech.recordings.noise import LEVELS, noisy
from wherein_lab.speech.recordings.questions import (
    CONTROL,
    SPOKEN,
    TEST,
    TUNING,
    Spoken,
    draw,
    rare_names,
    read_spoken,
    write_spoken,
)
from wherein_lab.speech.recordings.silence import nothing_said
from wherein_lab.speech.recordings.voices import TEST_VOICES, TUNING_VOICES
from wherein_lab.speech.tried import Tried, default_file
from wherein_lab.speech.word_errors import names_right, word_errors

from wherein.speech.hearing.mending import Evidence, Mend
from wherein.speech.recogniser import RATE, Heard, Samples

pytest.importorskip(
    "whisper_normalizer", reason="whisper-normalizer is not installed: make testing"
)


@pytest.mark.parametrize(
    ("said", "heard", "names", "errors", "words"),
    [
        ("Where is it?", "where is it", (), 0, 3),
        ("In 1833 they met.", "In eighteen thirty three they met", (), 0, 4),
        ("Where is it?", "", (), 3, 3),
        ("Where is it?", "Where it is now", (), 2, 3),
        ("Where did Quilter go?", "Where did Clilter go?", (), 1, 4),
        ("Where did Quilter go?", "Where did Clilter go?", ("Quilter",), 0, 3),
        ("Where did Quilter go?", "Where did the cl ilter go?", ("Quilter",), 0, 3),
        ("Where did Quilter go?", "When did the cl ilter go?", ("Quilter",), 1, 3),
        ("Where did Quilter go now?", "Where did Quilter go right now?", ("Quilter",), 1, 4),
    ],
)
def test_word_errors(
    said: str, heard: str, names: tuple[str, ...], errors: int, words: int
) -> None:
    found = word_errors(said, heard, names)
    assert (found.errors, found.words) == (errors, words)


def test_names_are_right_as_they_are_spelt() -> None:
    names = ("Quilter", "Ångström", "Haworth-Booth")
    assert names_right(names, "did quilter's friend meet Angstrom?") == 2
    assert names_right(names, "Quilters and the haworth booth") == 1
    assert names_right((), "Quilter") == 0


@pytest.mark.parametrize("decibels", [20.0, 10.0])
def test_noise_is_as_loud_as_it_says(decibels: float) -> None:
    at = np.arange(2 * RATE) / RATE
    speech = (0.1 * np.sin(2 * np.pi * 300 * at)).astype(np.float32)
    heard = noisy(speech, decibels, 7)
    noise = (heard - speech).astype(np.float64)
    ratio = 10 * np.log10((speech.astype(np.float64) ** 2).mean() / (noise**2).mean())
    assert ratio == pytest.approx(decibels, abs=0.2)
    assert np.array_equal(heard, noisy(speech, decibels, 7))
    assert not np.array_equal(heard, noisy(speech, decibels, 8))
    assert noisy(speech, None, 7) is speech


def test_rare_names() -> None:
    page = "In Vessby the keeper Marta Lindqvist met Tom. Quilter keeps bread; a quilter sews. London too."
    asked = "Did Lindqvist of Vessby see Tom, Quilter or Haugen in London?"
    assert rare_names(asked, page, frozenset({"london"})) == ("Lindqvist", "Vessby")


def test_what_is_drawn() -> None:
    pages = {
        f"page-{n}": f"The house of Lindqvist{chr(97 + n)} is old. It is small." for n in range(8)
    }
    questions = [
        PageQuestion(
            f"{page}-{k}", page, "plain", f"Who lives in the house of {text.split()[3]}?", ("x",)
        )
        for page, text in pages.items()
        for k in range(6)
    ]
    rows = draw(questions, pages, frozenset(), 20, 1)
    assert rows == draw(questions, pages, frozenset(), 20, 1)
    assert rows != draw(questions, pages, frozenset(), 20, 2)
    _share_nothing(rows)
    told = [row for row in rows if row.half == TEST]
    assert len(told) == 4 * 4 * len(LEVELS)
    assert all(len(row.names) == 1 for row in told)
    controls = [row for row in rows if row.half.endswith(CONTROL)]
    assert len(controls) == 40
    assert all(row.beside and row.beside != row.page for row in controls)


def _share_nothing(rows: tuple[Spoken, ...] | list[Spoken]) -> None:
    """The halves share neither page nor voice."""
    fit = [row for row in rows if row.half.startswith(TUNING)]
    tell = [row for row in rows if not row.half.startswith(TUNING)]
    for key in ("page", "voice", "id"):
        assert not {getattr(row, key) for row in fit} & {getattr(row, key) for row in tell}
    assert not {row.beside for row in fit} - {""} & {row.page for row in tell}
    assert {row.voice for row in fit} <= set(TUNING_VOICES)
    assert {row.voice for row in tell} <= set(TEST_VOICES)


def test_the_list_in_the_repository() -> None:
    rows = read_spoken(SPOKEN)
    _share_nothing(rows)
    assert len({row.id for row in rows if row.half == TEST}) * len(LEVELS) >= 300
    assert sum(row.half == CONTROL for row in rows) == 1000


def test_a_list_comes_back(tmp_path: Path) -> None:
    rows = (
        Spoken("a", "p", TEST, "hibari", "clean", ("Ångström",)),
        Spoken("b", "p", CONTROL, "hibari", "10 dB", beside="q"),
    )
    write_spoken(tmp_path / "rows.jsonl", rows)
    assert read_spoken(tmp_path / "rows.jsonl") == rows


def test_figures_of_names() -> None:
    row = Spoken("a", "p", TEST, "hibari", "clean", ("Quilter",))
    control = Spoken("b", "p", CONTROL, "hibari", "clean", beside="q")
    heard = [
        HeardTwice(row, "Where did Quilter go?", "Where did Clilter go?", "Where did Quilter go?", None),
        HeardTwice(row, "Where did Quilter go?", "Where did Kilter go?", "Where did Kilter go?", "Where did Quilter go?"),
        HeardTwice(row, "Where did Quilter go?", "Where did it go?", "Where Vessby it go?", None),
        HeardTwice(control, "What is new?", "What is new?", "What is new?", "What is Neuhaus?"),
        HeardTwice(control, "What is new?", "What is new?", "What is Neuhaus?", None),
        HeardTwice(control, "What is Neuhaus?", "What is new house?", "What is Neuhaus?", None),
    ]  # fmt: skip
    found = figures(heard)
    assert found["all"]["names"] == 3
    assert found["all"]["name_errors_without"] == 1.0
    assert found["all"]["fewer"] == round(1 / 3, 4)
    assert found["all"]["fewer_with_offered"] == round(2 / 3, 4)
    assert found["all"]["put_in_wrongly"] == 1
    assert (found["controls"]["n"], found["controls"]["wrong"]) == (3, 1)
    assert found["controls"]["offered_wrong"] == 1


def test_nothing_is_said() -> None:
    sounds = list(nothing_said(2, 1))
    assert {kind for kind, _ in sounds} >= {"silence", "hum", "music", "typing", "coughs"}
    assert len(sounds) == 14
    for _, samples in sounds:
        assert samples.dtype == np.float32
        assert len(samples) == 3 * RATE
        assert np.abs(samples).max(initial=0) <= 1


def test_what_is_taken_for_a_question_is_counted() -> None:
    class Hears:
        name = "hears"

        def recognise(self, samples: Samples, names: object = ()) -> Heard:
            return Heard("Where is it?", 0.9)

    found = of_nothing(Hears(), [], 2, 1)
    assert found["by_kind"]["silence"] == 0
    assert found["by_kind"]["white noise"] == 2


def test_what_older_code_or_another_model_heard_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "model.onnx").write_bytes(b"one")
    before = default_file(tmp_path)
    assert default_file(tmp_path) == before
    (tmp_path / "model.onnx").write_bytes(b"other")
    assert default_file(tmp_path) != before
    for name in ("src/wherein/speech", "lab/wherein_lab/speech", "contracts/lexicon"):
        shutil.copytree(CHECKOUT / name, tmp_path / "copy" / name)
    monkeypatch.setattr("wherein_lab.speech.tried.CHECKOUT", tmp_path / "copy")
    model = CHECKOUT / "tests" / "speech" / "clips"
    here = default_file(model)
    lexicon = tmp_path / "copy" / "contracts" / "lexicon" / "speech.json"
    constants = json.loads(lexicon.read_text())
    constants["fitted"]["mending"]["sure"] = 0.123
    lexicon.write_text(json.dumps(constants))
    assert default_file(model) == here
    constants["numbers"]["boost_along"] = 9
    lexicon.write_text(json.dumps(constants))
    assert default_file(model) != here
    now = default_file(model)
    with (tmp_path / "copy" / "src/wherein/speech/hearing/decoding.py").open("a") as file:
        file.write("# Another state.\n")
    assert default_file(model) != now


def test_a_wrong_name_that_is_refused_reaches_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Spoken(one, "p", CONTROL, "hibari", "clean", beside="q") for one in "ab"]
    heard = [
        HeardTwice(row, "What is new?", "What is new?", "What is Neuhaus?", None) for row in rows
    ]
    right = HeardTwice(rows[0], "What is new?", "What is new?", "What is new?", None)
    said = iter((Heard("What is Neuhaus?", 0.9), Heard("What is Neuhaus?", 0.2)))

    class Hears:
        name = "hears"

        def recognise(self, samples: Samples, names: object = ()) -> Heard:
            return next(said)

    sound = np.random.default_rng(1).normal(0, 0.1, RATE).astype(np.float32)
    monkeypatch.setattr("wherein_lab.speech.names.recording", lambda row, questions: sound)
    pages = {"q": Page("", ("Neuhaus",))}
    assert let_through(Hears(), [*heard, right], {}, pages) == 1


def _tried(half: str, said: str, heard: str, name: str, alike: float, loss: float) -> Tried:
    place = heard.index("Kilter")
    mend = Mend(place, place + 6, name, alike)
    return Tried(
        Spoken("a", "p", half, "v", "clean", (name,)), said, heard, ((mend, Evidence(loss, 2, 30)),)
    )


def test_the_products_rule_puts_names_in() -> None:
    heard = "Where did Kilter go?"
    sure = _tried(TEST, "Where did Quilter go?", heard, "Quilter", 0.95, -2)
    never = _tried(CONTROL, "Where did Kilter go?", heard, "Custer", 0.5, 30)
    one, other = with_bounds([sure, never])
    assert (one.without, one.with_names, one.meant) == (heard, "Where did Quilter go?", None)
    assert (other.without, other.with_names, other.meant) == (heard, heard, None)


def test_fitting_tells_what_was_said_from_what_was_not(tmp_path: Path) -> None:
    heard = "Where did Kilter go?"
    right = [
        _tried(TUNING, "Where did Quilter go?", heard, "Quilter", 0.8 + n / 200, 1 + n / 10)
        for n in range(20)
    ]
    wrong = [
        _tried(
            f"{TUNING}-{CONTROL}", "Where did Kilter go?", heard, "Custer", 0.5 + n / 200, 9 + n / 5
        )
        for n in range(20)
    ]
    fitted = fitting.fit([*right, *wrong])
    assert fitted["weights"]["loss"] < 0 < fitted["weights"]["alike"]
    found = fitting.figures([*right, *wrong], fitted)
    assert found["controls_wrong"] == 0
    assert (found["right_without"], found["right_with"]) == (0, 20)
    assert found["fewer_errors"] == 1.0
    lexicon = tmp_path / "speech.json"
    before = (CHECKOUT / "contracts" / "lexicon" / "speech.json").read_text("utf-8")
    lexicon.write_text(before)
    fitting.write(fitted, lexicon)
    after = json.loads(lexicon.read_text())
    assert after["fitted"]["mending"] == fitted
    assert {**after, "fitted": None} == {**json.loads(before), "fitted": None}
    fitting.write(json.loads(before)["fitted"]["mending"], lexicon)
    assert lexicon.read_text() == before
