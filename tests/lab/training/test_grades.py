"""The fit of the grades on made questions: calibrated on pages it was not fitted on, bounds that hold what they promise."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from wherein_lab.pages.articles import ARTICLE
from wherein_lab.pages.documents import DOCUMENT, document_questions
from wherein_lab.pages.observing import Listed, Observed
from wherein_lab.pages.questions import ABSENT, PageQuestion
from wherein_lab.training.fitting.grades import (
    ABSENT_SHARE,
    SOURCE_SHARES,
    Fitted,
    FittedGrades,
    Ranked,
    Weighed,
    choose,
    escalated_answers,
    fit_all,
    graded,
    near_best,
    rates,
    weighed,
)
from wherein_lab.training.fitting.grades_files import shipped, write

from wherein.answering.grading.grades import Caution, Grades
from wherein.assets.manifest import read_manifest
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.calibration import FEATURES

ROOT = Path(__file__).resolve().parents[3]
WORDS = "Ada Bela Cora Dora Egon Fritz".split()
TEXT = " ".join(f"{word} came in {1900 + n}." for n, word in enumerate(WORDS))


def listed(reader: str, margins: list[float], right: list[bool], read: int) -> Listed:
    passage = Passage("d", 0, Span(0, len(TEXT)), TEXT)
    candidates = []
    for word, margin in zip(WORDS, margins, strict=True):
        at = TEXT.index(word)
        candidates.append(Candidate(passage, Span(at, at + len(word)), margin, 0.0))
    order = np.argsort(margins)[::-1]
    return Listed(
        reader,
        "Who came?",
        tuple(candidates[n] for n in order),
        tuple(right[n] for n in order),
        read,
    )


@pytest.fixture(scope="module")
def made() -> list[Observed]:
    """Questions of 20 pages, one in five absent, whose right word has the higher margin by a normal's
    width, with a judge that sees it a little better."""
    random = np.random.default_rng(3)
    out = []
    for number in range(800):
        absent = number % 5 == 0
        right = [not absent and n == 0 for n in range(len(WORDS))]
        lists = []
        for reader, lift in (("small", 2.0), ("large", 3.0)):
            margins = [float(random.normal(lift if r else -1.0, 1.5)) for r in right]
            lists.append(listed(reader, margins, right, 4 if reader == "large" else 10))
        question = PageQuestion(
            f"q{number}", f"p{number % 20}", ABSENT if absent else "plain", "Who came?",
            () if absent else ("Ada",),
        )  # fmt: skip
        out.append(Observed(question, tuple(lists)))
    return out


@pytest.fixture(scope="module")
def fitted(made: list[Observed]) -> Fitted:
    return fit_all(made, "large")


@pytest.fixture(scope="module")
def chosen(fitted: Fitted, made: list[Observed]) -> FittedGrades:
    return choose(fitted, made)


def test_what_is_absent_counts_as_people_ask(made: list[Observed]) -> None:
    about = weighed(made)
    absent = sum(one.weight for one in about if not one.answerable)
    assert absent / sum(one.weight for one in about) == pytest.approx(ABSENT_SHARE)
    halves: dict[str, set[int]] = {}
    for observed, one in zip(made, about, strict=True):
        halves.setdefault(observed.question.page, set()).add(one.half)
    assert all(len(half) == 1 for half in halves.values())


def test_articles_count_their_share(made: list[Observed]) -> None:
    article = PageQuestion("a", "a.md", ARTICLE, "Who came?", ("Ada",))
    about = weighed([*made, Observed(article, made[1].lists)])
    answerable = SOURCE_SHARES[ARTICLE] * (1 - ABSENT_SHARE)
    assert about[-1].weight / len(about) == pytest.approx(answerable)


def test_documents_count_their_share_and_keep_their_absent_ones(made: list[Observed]) -> None:
    there = PageQuestion("a", "a.pdf", DOCUMENT, "Who came?", ("Ada",))
    absent = PageQuestion("b", "a.pdf", DOCUMENT, "Who left?", ())
    about = weighed([*made, Observed(there, made[1].lists), Observed(absent, made[0].lists)])
    shares = [one.weight / len(about) for one in about[-2:]]
    own = SOURCE_SHARES[DOCUMENT]
    assert shares == pytest.approx([own * (1 - ABSENT_SHARE), own * ABSENT_SHARE])


def test_a_folder_of_documents_has_questions_without_follow_ups(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ada came in 1900.", "utf-8")
    rows = [
        {"id": "1", "question": "Who came?", "file": "a.txt", "answers": ["Ada"]},
        {"id": "2", "question": "And when?", "file": "a.txt", "answers": ["1900"], "after": "1"},
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "questions.jsonl").write_text(text, "utf-8")
    found = document_questions([tmp_path])
    (one,) = found.questions
    assert (one.question, one.kind, one.answerable) == ("Who came?", DOCUMENT, True)
    assert found.pages[one.page] == b"Ada came in 1900."
    assert found.asked[one.id].answers == ("Ada",)


def test_it_is_calibrated_on_pages_it_was_not_fitted_on(fitted: Fitted) -> None:
    for reader in ("small", "large", "together"):
        assert fitted.report[reader]["ece"] < 0.06, reader
    assert fitted.report["together"]["auroc"] > fitted.report["small"]["auroc"]
    assert fitted.together is not None
    own, _, first, _ = fitted.together.weights
    assert own > 0 < first


def test_the_bounds_refuse_what_they_promise(chosen: FittedGrades) -> None:
    low, normal, high = (chosen.grades[caution] for caution in Caution)
    assert low.answer <= normal.answer <= high.answer
    crosswise = chosen.report["crosswise"]
    for caution, floor in (("low", 0.6), ("normal", 0.75), ("high", 0.85)):
        refused = [crosswise[name][caution]["absent_right"] for name in ("small", "with_large")]
        assert min(refused) >= floor
    assert (
        crosswise["with_large"]["normal"]["satisfied"] > crosswise["small"]["normal"]["satisfied"]
    )
    assert set(chosen.curves) == {"small", "with_large"}


def test_grades_as_the_product_gives_them() -> None:
    grades = Grades(0.5, 0.1, 2, beside=0.5)
    one = Ranked((0.8, 0.45, 0.3, 0.2, 0.1), (False, True, True, False, True))
    assert graded(one, grades) == ([False, True], [True, False])
    assert graded(Ranked((0.4,), (True,)), grades) == ([], [True])
    about = [Weighed(True, 1.0, 0), Weighed(False, 1.0, 1)]
    report = rates([one, Ranked((0.4,), (False,))], about, grades)
    assert report["satisfied"] == 1.0
    assert report["first"] == 0.0
    assert report["visible"] == report["absent_right"] == report["perhaps_mean"] == 1.0
    assert report["marks_right"] == 0.5


def test_the_judge_is_asked_below_its_bound() -> None:
    small = [Ranked((0.7,), (True,)), Ranked((0.2,), (False,)), Ranked((), ())]
    both = [Ranked((0.1,), (False,)), Ranked((0.9,), (True,)), Ranked((0.3,), (True,))]
    assert escalated_answers(small, both, 0.5) == (
        [small[0], both[1], both[2]],
        pytest.approx(2 / 3),
    )


def test_without_a_threshold_that_is_best_in_all_the_one_that_loses_least_is_taken() -> None:
    satisfied = {0.5: 0.60, 0.7: 0.59, 0.9: 0.55}
    told_apart = {0.5: 0.70, 0.7: 0.77, 0.9: 0.78}
    assert near_best((0.5, 0.7, 0.9), (satisfied, told_apart)) == 0.7
    assert near_best((0.5, 0.7), ({0.5: 0.6, 0.7: 0.603}, {0.5: 0.7, 0.7: 0.701})) == 0.5


def test_kept_proportions_stay_and_only_the_scale_is_fitted(made: list[Observed]) -> None:
    earlier = shipped(ROOT, "large", free=())
    found = fit_all(made, "large", earlier).readers["small"].weights
    before = earlier["small"].weights
    used = before != 0
    scales = found[used] / before[used]
    assert scales == pytest.approx([scales[0]] * len(scales))
    assert found[~used] == pytest.approx(0.0)


def test_constants_are_written_where_they_are_read(
    tmp_path: Path, fitted: Fitted, chosen: FittedGrades
) -> None:
    for name in ("models/small", "models/large"):
        (tmp_path / name).mkdir(parents=True)
        shutil.copy(ROOT / name / "reader.json", tmp_path / name)
    (tmp_path / "contracts/lexicon").mkdir(parents=True)
    for name in ("models/manifest.json", "contracts/lexicon/grades.json"):
        shutil.copy(ROOT / name, tmp_path / name)
    write(tmp_path, fitted, chosen)
    settings = json.loads((tmp_path / "models/large/reader.json").read_text("utf-8"))
    weights = settings["calibration"]["weights"]
    assert [weights[name] for name in FEATURES] == pytest.approx(
        fitted.readers["large"].weights.tolist(), abs=1e-6
    )
    assert settings["escalation_threshold"] == chosen.escalation_threshold
    assert settings["together"]["first"] == "small"
    assert "bound" not in settings
    data = (tmp_path / "models/large/reader.json").read_bytes()
    listed = {f.path: f for f in read_manifest(tmp_path / "models/manifest.json")["large"].files}
    assert listed["reader.json"].bytes == len(data)
    bounds = json.loads((tmp_path / "contracts/lexicon/grades.json").read_text("utf-8"))["bounds"]
    assert bounds["normal"]["answer"] == chosen.grades[Caution.NORMAL].answer
