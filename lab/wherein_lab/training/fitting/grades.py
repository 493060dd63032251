"""Fits the constants of confidence on questions of pages: each reader's calibration, the combination of two readers,
the grades.

Everything is first cross-fitted by page: figures are of the half that was not fitted on. The shipped constants are then
fitted on all pages. Questions are weighted to the real mixture, in which the page does not answer the share
ABSENT_SHARE.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wherein.answering.grading.grades import Caution, Grades
from wherein.core.answer import Candidate
from wherein.reading.calibration import FEATURES, features, text_of
from wherein.reading.together import FEATURES as BOTH
from wherein.reading.together import Judged, Together, merged
from wherein_lab.metrics.calibration import auroc, calibration_error
from wherein_lab.pages.articles import ARTICLE
from wherein_lab.pages.documents import DOCUMENT
from wherein_lab.pages.observing import JUDGED, Listed, Observed
from wherein_lab.training.fitting.logistic import fit_logistic, probabilities

ABSENT_SHARE = 0.13
PAGE = "page"
TOGETHER = "together"
SOURCE_SHARES = {ARTICLE: 0.2, DOCUMENT: 0.2}
"""The shares of whole encyclopedia articles and of people's own documents in the weights; the rest are pages. What a confidence
means in a document is fitted apart (`sources.py`)."""
ABSENT_TIMES = 4.0
"""The weight of absent questions while the features' weights are fitted; with less, the features that
distinguish them hardly count. Scale and intercept are then fitted at the real mixture."""
ROWS = 6
"""Candidates of a question that are used in a fit, best margin first."""
SIGNS = {
    "margin": 1,
    "log_share": 1,
    "lead": 1,
    "covered": 1,
    "support": 1,
    "log_rank": -1,
    "of_kind": 1,
    "not_kind": -1,
    "asks": -1,
    "points": -1,
    "heading": -1,
}
TRAITS = ("of_kind", "not_kind", "asks", "points", "heading", "in_row", "technical", "legal")
"""What a text says of itself: fitted anew, by default, where the proportions of the other weights are kept."""
BOTH_SIGNS = {"own": 1, "first": 1}
UNUSED_BY_JUDGE = ("log_read", "margin_log_read")
"""Without information for a judge, which nearly always reads four passages."""
FIRST = 3
FLOORS = {Caution.LOW: 0.6, Caution.NORMAL: 0.75, Caution.HIGH: 0.85}
"""The least share of absent questions that must be refused, by caution."""
MOST_PERHAPS_A_QUESTION = 1.2
"""The most answers graded perhaps per absent question, on average."""
BESIDE = 0.5
MOST_PERHAPS = 3
ESCALATION_THRESHOLDS = (0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1.0)
CLOSE = 0.005
"""A higher threshold, which asks the judge more often, must satisfy more than this share in addition, or tell right from wrong
answers better by as much (AUROC)."""
MOST_ASKED = 0.85
"""The largest share of questions that may go to the judge, which takes as long as everything else together."""
PARTLY = 0.3
"""The weight of a question's repetition on only a part of its page."""
RISK_MIXTURES = (ABSENT_SHARE, 0.5)
LEAST_COVERED = 0.05
"""Below this coverage the share of wrong answers is not meaningful."""
HUNDREDTHS = tuple(n / 100 for n in range(5, 81))
Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Weighed:
    """One question: whether the page answers it, its weight, and its half."""

    answerable: bool
    weight: float
    half: int


@dataclass(frozen=True, slots=True)
class Constants:
    """A regression's weights of raw features, and its intercept. `free`: the features that are fitted anew where the
    proportions of these weights are kept."""

    weights: Array
    intercept: float
    free: tuple[str, ...] = TRAITS

    def of(self, values: Array) -> Array:
        return probabilities(self.weights, self.intercept, values)


@dataclass(frozen=True, slots=True)
class Ranked:
    """The answers of one question, likeliest first, without repeated places or wordings."""

    sure: tuple[float, ...]
    right: tuple[bool, ...]


def weighed(observations: Sequence[Observed]) -> list[Weighed]:
    """Each question's weight, for the mix in which people ask, among pages, articles and documents."""
    out: list[Weighed] = []
    pages = sorted({o.question.page for o in observations})
    order = np.random.default_rng(0).permutation(len(pages))
    half = {pages[place]: n % 2 for n, place in enumerate(order)}
    kinds = {(o.question.page, o.question.kind) for o in observations}
    source = {page: kind for page, kind in kinds if kind in SOURCE_SHARES}
    keys = [(source.get(o.question.page, PAGE), o.question.answerable) for o in observations]
    count = Counter(keys)
    shares = {one: SOURCE_SHARES[one] for one in set(source.values())}
    shares[PAGE] = 1.0 - sum(shares.values())
    present = sum(shares[one] for one in {one for one, _ in keys})
    for o, key in zip(observations, keys, strict=True):
        share = 1 - ABSENT_SHARE if key[1] else ABSENT_SHARE
        weight = len(observations) * shares[key[0]] / present * share / count[key]
        out.append(Weighed(key[1], weight, half[o.question.page]))
    return out


def fit(
    tables: Sequence[Array],
    right: Sequence[Array],
    about: Sequence[Weighed],
    signs: Sequence[int],
    kept: Constants | None = None,
) -> Constants:
    """Fit constants on the first ROWS candidates of each question.

    With `kept`, the weights of all features but its free ones keep its proportions, and only their scale is fitted: fewer
    questions are enough for that.
    """
    if kept is not None:
        return _fit_scaled(tables, right, about, signs, kept)
    some = [n for n, table in enumerate(tables) if len(table)]
    values = np.vstack([tables[n][:ROWS] for n in some])
    truth = np.concatenate([right[n][:ROWS] for n in some])
    counts = np.concatenate([np.full(len(tables[n][:ROWS]), about[n].weight) for n in some])
    lacking = np.concatenate(
        [np.full(len(tables[n][:ROWS]), not about[n].answerable, bool) for n in some]
    )
    weights, intercept = fit_logistic(
        values, truth, signs, np.where(lacking, ABSENT_TIMES, 1.0) * counts
    )
    odds = values @ weights + intercept
    scale, shift = fit_logistic(odds[:, None], truth, [1], counts)
    return Constants(weights * scale[0], float(intercept * scale[0] + shift))


def _fit_scaled(
    tables: Sequence[Array],
    right: Sequence[Array],
    about: Sequence[Weighed],
    signs: Sequence[int],
    kept: Constants,
) -> Constants:
    is_reader = len(kept.weights) == len(FEATURES)
    free = [FEATURES.index(name) for name in kept.free] if is_reader else []
    rest = kept.weights.copy()
    rest[free] = 0.0
    odds = [
        np.c_[table @ rest + kept.intercept, table[:, free]] if len(table) else table
        for table in tables
    ]
    found = fit(odds, right, about, [1, *(signs[n] for n in free)])
    weights = found.weights[0] * rest
    weights[free] = found.weights[1:]
    return Constants(weights, float(found.intercept + found.weights[0] * kept.intercept))


def reader_tables(listed: Sequence[Listed | None]) -> tuple[list[Array], list[Array]]:
    """Features of each question's candidates, and whether they are right."""
    tables, right = [], []
    for one in listed:
        candidates = one.candidates if one is not None else ()
        found = (
            features(one.asked, candidates, one.read)
            if one is not None
            else np.zeros((0, len(FEATURES)))
        )
        tables.append(found[:JUDGED])
        right.append(np.array(one.right if one is not None else (), np.float64)[:JUDGED])
    return tables, right


def parts(
    listed: Sequence[Listed | None], about: Sequence[Weighed], seed: int = 0
) -> tuple[list[Listed], list[Weighed]]:
    """Each question again with only the likeliest few passages of its page, as after part of the reading or on a shorter
    page. Left out where these passages lack the answer that the page has.
    """
    random = np.random.default_rng(seed)
    lists, weights = [], []
    for one, weight in zip(listed, about, strict=True):
        if one is None or one.read < 2:
            continue
        most = int(np.exp(random.uniform(0, np.log(one.read))))
        kept = [n for n, c in enumerate(one.candidates[:JUDGED]) if c.rank < most]
        right = tuple(one.right[n] for n in kept)
        if kept and any(right) == weight.answerable:
            some = tuple(one.candidates[n] for n in kept)
            lists.append(replace(one, candidates=some, right=right, read=most))
            weights.append(replace(weight, weight=PARTLY * weight.weight))
    return lists, weights


def without(tables: Sequence[Array], names: Sequence[str]) -> list[Array]:
    """The tables with these features set to 0."""
    unused = [FEATURES.index(name) for name in names]
    out = []
    for table in tables:
        kept = table.copy()
        kept[:, unused] = 0.0
        out.append(kept)
    return out


def both_tables(
    judge: Sequence[Listed | None], first: Sequence[Listed | None],
    judge_sure: Sequence[Array], first_sure: Sequence[Array],
) -> tuple[list[Array], list[Array], list[list[Candidate]]]:  # fmt: skip
    """Features of both readers' answers, sorted by the sum of log odds, whether they are right, and the answers."""
    tables, right, answers = [], [], []
    for own, other, own_sure, other_sure in zip(judge, first, judge_sure, first_sure, strict=True):
        a = Judged("judge", own.candidates[:JUDGED] if own else (), own_sure.tolist())
        b = Judged("first", other.candidates[:JUDGED] if other else (), other_sure.tolist())
        truth: dict[int, bool] = {}
        for one in (own, other):
            if one is not None:
                pairs = zip(one.candidates, one.right, strict=False)
                truth.update({id(candidate): is_right for candidate, is_right in pairs})
        rows = sorted(merged(a, b), key=lambda row: -(row[2][0] + row[2][2]))
        tables.append(np.array([row for _, _, row in rows]).reshape(-1, len(BOTH)))
        right.append(np.array([truth[id(candidate)] for candidate, _, _ in rows], np.float64))
        answers.append([candidate for candidate, _, _ in rows])
    return tables, right, answers


def ranked(sure: Array, right: Array, candidates: Sequence[Candidate]) -> Ranked:
    """Likeliest first; of answers with equal words only the likeliest."""
    kept: dict[str, int] = {}
    for place in np.argsort(-sure, kind="stable").tolist():
        kept.setdefault(" ".join(text_of(candidates[place]).casefold().split()), place)
    places = list(kept.values())
    return Ranked(tuple(sure[places].tolist()), tuple(right[places].astype(bool).tolist()))


def crossed(
    tables: Sequence[Array],
    right: Sequence[Array],
    about: Sequence[Weighed],
    signs: Sequence[int],
    kept: Constants | None = None,
) -> tuple[list[Array], tuple[Constants, Constants]]:
    """Every question's probabilities by the constants fitted on the other half, and both halves' constants."""
    fitted = []
    for half in (0, 1):
        some = [n for n, one in enumerate(about) if one.half != half]
        fitted.append(
            fit(
                [tables[n] for n in some],
                [right[n] for n in some],
                [about[n] for n in some],
                signs,
                kept,
            )
        )
    both = (fitted[0], fitted[1])
    return [both[one.half].of(tables[n]) for n, one in enumerate(about)], both


def graded(one: Ranked, grades: Grades) -> tuple[list[bool], list[bool]]:
    """Whether each answer is right, and whether each perhaps is."""
    answers: list[bool] = []
    perhaps: list[bool] = []
    bound = grades.answer
    for sure, is_right in zip(one.sure, one.right, strict=True):
        if sure >= bound:
            answers.append(is_right)
            if len(answers) == 1:
                bound = min(bound, grades.beside * sure)
        elif sure >= grades.perhaps and len(perhaps) < grades.most_perhaps:
            perhaps.append(is_right)
    return answers[:FIRST], perhaps


def rates(found: Sequence[Ranked], about: Sequence[Weighed], grades: Grades) -> dict[str, float]:
    """The results that a person sees with these grades, weighted to the real mix."""
    shown = [graded(one, grades) for one in found]
    weight = np.array([one.weight for one in about])
    there = np.array([one.answerable for one in about])
    first3 = np.array([any(answers) for answers, _ in shown])
    refused = np.array([not answers for answers, _ in shown])
    visible = np.array([any(answers) or any(perhaps) for answers, perhaps in shown])
    perhaps_shown = np.array([len(perhaps) for _, perhaps in shown], float)
    marks, right = (
        sum(w * count(answers) for w, (answers, _) in zip(weight, shown, strict=True))
        for count in (len, sum)
    )
    return {
        "satisfied": _mean(np.where(there, first3, refused), weight),
        "first": _mean(np.array([bool(a) and a[0] for a, _ in shown]), weight * there),
        "first3": _mean(first3, weight * there),
        "visible": _mean(visible, weight * there),
        "absent_right": _mean(refused, weight * ~there),
        "perhaps_mean": _mean(perhaps_shown, weight * ~there),
        "marks_right": round(float(right / marks), 4) if marks else 0.0,
    }


def of_top(found: Sequence[Ranked], about: Sequence[Weighed]) -> dict[str, float | None]:
    """The calibration error of the likeliest answer's probability, and its AUROC."""
    weight = np.array([one.weight for one in about])
    top = np.array([one.sure[0] if one.sure else 0.0 for one in found])
    right = np.array([bool(one.right) and one.right[0] for one in found])
    return {
        "ece": _rounded(calibration_error(top, right, weight)),
        "auroc": _rounded(auroc(top, right, weight)),
        "mean_confidence": _mean(top, weight),
        "top_right": _mean(right, weight),
    }


def chosen(
    cascades: Sequence[Sequence[Ranked]], about: Sequence[Weighed], beside: float = BESIDE
) -> dict[Caution, Grades]:
    """For each caution, the answer bound that satisfies most questions over all cascades while each refuses its FLOORS of
    absent questions, and the lowest perhaps bound with at most MOST_PERHAPS_A_QUESTION per absent question. Where no bound
    refuses enough, the highest.
    """
    out = {}
    for caution, floor in FLOORS.items():
        able = []
        for bound in HUNDREDTHS:
            grades = Grades(bound, 0.0, MOST_PERHAPS, beside)
            each = [rates(found, about, grades) for found in cascades]
            if min(one["absent_right"] for one in each) >= floor:
                able.append((sum(one["satisfied"] for one in each), -bound))
        answer = -max(able)[1] if able else HUNDREDTHS[-1]
        allowed = []
        for bound in (one for one in HUNDREDTHS if 0.1 <= one <= answer):
            grades = Grades(answer, bound, MOST_PERHAPS, beside)
            each = [rates(found, about, grades) for found in cascades]
            if max(one["perhaps_mean"] for one in each) <= MOST_PERHAPS_A_QUESTION:
                allowed.append(bound)
        out[caution] = Grades(answer, min(allowed, default=answer), MOST_PERHAPS, beside)
    return out


def escalated_answers(
    small: Sequence[Ranked], both: Sequence[Ranked], escalation_threshold: float
) -> tuple[list[Ranked], float]:
    """The cascade's answers: the first reader's from `escalation_threshold` on, both readers' below; and the share of
    questions below.
    """
    out, below = [], 0
    for alone, together in zip(small, both, strict=True):
        sure = alone.sure[0] if alone.sure else 0.0
        below += sure < escalation_threshold
        out.append(alone if sure >= escalation_threshold else together)
    return out, below / max(1, len(out))


@dataclass(frozen=True, slots=True)
class Fitted:
    """All fitted constants, and the cross-fitted answers."""

    readers: dict[str, Constants]
    together: Together | None
    report: dict[str, Any]
    crosswise: dict[str, list[Ranked]]


def fit_all(
    observations: Sequence[Observed],
    judge: str | None,
    kept: Mapping[str, Constants] | None = None,
) -> Fitted:
    """Fit the first reader and, where there is one, a judge and both together.

    `kept` has earlier constants whose proportions stay, of the readers by name and of both together (TOGETHER).
    """
    earlier = kept or {}
    about = weighed(observations)
    signs = [SIGNS.get(name, 0) for name in FEATURES]
    readers: dict[str, Constants] = {}
    crosswise: dict[str, list[Ranked]] = {}
    report: dict[str, Any] = {
        "questions": len(about),
        "pages": len({o.question.page for o in observations}),
        "absent": sum(not one.answerable for one in about),
    }
    lists: dict[str, list[Listed | None]] = {}
    tables: dict[str, list[Array]] = {}
    halves: dict[str, tuple[Constants, Constants]] = {}
    for reader in ("small", *([judge] if judge else [])):
        lists[reader] = [next(iter(o.of(reader)), None) for o in observations]
        unused = UNUSED_BY_JUDGE if reader == judge else ()
        plain, right = reader_tables(lists[reader])
        tables[reader] = without(plain, unused)
        less, less_about = parts(lists[reader], about) if reader != judge else ([], [])
        less_plain, less_right = reader_tables(less)
        rows, truth = [*tables[reader], *without(less_plain, unused)], [*right, *less_right]
        sure, halves[reader] = crossed(
            rows, truth, [*about, *less_about], signs, earlier.get(reader)
        )
        readers[reader] = fit(rows, truth, [*about, *less_about], signs, earlier.get(reader))
        crosswise[reader] = [
            ranked(sure[n], right[n], one.candidates) if one is not None else Ranked((), ())
            for n, one in enumerate(lists[reader])
        ]
        report[reader] = of_top(crosswise[reader], about)
    if judge is None:
        return Fitted(readers, None, report, crosswise)

    def both_by(
        one: Constants, first: Constants
    ) -> tuple[list[Array], list[Array], list[list[Candidate]]]:
        return both_tables(
            lists[judge], lists["small"],
            [one.of(table) for table in tables[judge]], [first.of(table) for table in tables["small"]],
        )  # fmt: skip

    both_signs = [BOTH_SIGNS.get(name, 0) for name in BOTH]
    found = [Ranked((), ())] * len(about)
    for half in (0, 1):
        # Everything that judges one half was fitted on the other.
        rows, right, answers = both_by(halves[judge][half], halves["small"][half])
        some = [n for n, one in enumerate(about) if one.half != half]
        fitted = fit(
            [rows[n] for n in some],
            [right[n] for n in some],
            [about[n] for n in some],
            both_signs,
            earlier.get(TOGETHER),
        )
        for n, one in enumerate(about):
            if one.half == half:
                found[n] = ranked(fitted.of(rows[n]), right[n], answers[n])
    crosswise[TOGETHER] = found
    report[TOGETHER] = of_top(found, about)
    rows, right, _ = both_by(readers[judge], readers["small"])
    final = fit(rows, right, about, both_signs, earlier.get(TOGETHER))
    together = Together("small", tuple(final.weights.tolist()), final.intercept)
    return Fitted(readers, together, report, crosswise)


def _mean(values: NDArray[Any], weights: Array) -> float:
    total = float(weights.sum())
    return round(float(values.astype(float) @ weights / total), 4) if total else 0.0


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


@dataclass(frozen=True, slots=True)
class FittedGrades:
    """The bounds of the grades and the judge's `escalation_threshold`, with their cross-fitted figures.

    `curves` has for each cascade the points (absent refused, answerable satisfied) over all bounds; `risks` for each
    cascade and share of absent questions the points (share answered, share of these wrong).
    """

    grades: dict[Caution, Grades]
    escalation_threshold: float
    report: dict[str, Any]
    curves: dict[str, list[tuple[float, float]]]
    risks: dict[str, list[tuple[float, float]]]


def choose(fitted: Fitted, observations: Sequence[Observed]) -> FittedGrades:
    """Choose one set of bounds for all fitted cascades."""
    about = weighed(observations)
    cascades = {"small": fitted.crosswise["small"]}
    escalation_threshold, table = 0.0, []
    if fitted.together is not None:
        small, both = fitted.crosswise["small"], fitted.crosswise[TOGETHER]
        satisfied: dict[float, float] = {}
        told_apart: dict[float, float] = {}
        asked: dict[float, float] = {}
        for bound in ESCALATION_THRESHOLDS:
            found, below = escalated_answers(small, both, bound)
            row = rates(found, about, chosen([found], about)[Caution.NORMAL])
            top = of_top(found, about)
            satisfied[bound], asked[bound] = row["satisfied"], below
            told_apart[bound] = top["auroc"] or 0.0
            table.append({"escalation_threshold": bound, "asked": round(below, 4), **row, **top})
        able = [bound for bound, share in asked.items() if share <= MOST_ASKED] or [
            ESCALATION_THRESHOLDS[0]
        ]
        escalation_threshold = near_best(able, (satisfied, told_apart))
        cascades["with_large"] = escalated_answers(small, both, escalation_threshold)[0]
    grades = chosen(list(cascades.values()), about)
    report: dict[str, Any] = {
        "escalation_threshold": escalation_threshold,
        "escalation_thresholds": table,
        "bounds": {c.value: {"answer": g.answer, "perhaps": g.perhaps} for c, g in grades.items()},
        "crosswise": {
            name: {c.value: rates(found, about, g) for c, g in grades.items()}
            | of_top(found, about)
            for name, found in cascades.items()
        },
    }
    curves = {name: _points(found, about) for name, found in cascades.items()}
    risks = {
        f"{name.replace('_', ' ')}, {share:.0%} absent": risk_coverage(found, about, share)
        for name, found in cascades.items()
        for share in RISK_MIXTURES
    }
    return FittedGrades(grades, escalation_threshold, report, curves, risks)


def near_best(able: Sequence[float], figures: Sequence[Mapping[float, float]]) -> float:
    """The lowest threshold that loses at most CLOSE of the best of each figure; where none does, the one that loses least."""

    def lost(bound: float) -> float:
        return max(max(found[one] for one in able) - found[bound] for found in figures)

    least = max(CLOSE, min(map(lost, able)))
    return next(bound for bound in able if lost(bound) <= least)


def risk_coverage(
    found: Sequence[Ranked], about: Sequence[Weighed], absent: float
) -> list[tuple[float, float]]:
    """Over all bounds on the likeliest answer: the share of questions answered, and the share of wrong ones among them,
    with absent questions weighted to the share `absent`.
    """
    lacking = sum(one.weight for one in about if not one.answerable)
    there = sum(one.weight for one in about if one.answerable)
    weight = np.array(
        [
            one.weight * ((1 - absent) / there if one.answerable else absent / lacking)
            for one in about
        ]
    )
    top = np.array([one.sure[0] if one.sure else 0.0 for one in found])
    wrong = np.array([not (one.right and one.right[0]) for one in found])
    order = np.argsort(-top, kind="stable")
    covered = np.cumsum(weight[order])
    risk = np.cumsum((weight * wrong)[order]) / covered
    kept = [n for n in range(len(order)) if covered[n] >= LEAST_COVERED]
    return [(round(float(covered[n]), 4), round(float(risk[n]), 4)) for n in kept]


def _points(found: Sequence[Ranked], about: Sequence[Weighed]) -> list[tuple[float, float]]:
    report = [rates(found, about, Grades(bound, 0.0, MOST_PERHAPS, BESIDE)) for bound in HUNDREDTHS]
    return [(one["absent_right"], one["first3"]) for one in report]
