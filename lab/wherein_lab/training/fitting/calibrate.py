"""Fits a reader's calibration: collects its candidates on whole pages, and fits the regression from margins to
probabilities.

`wherein.reading.calibration` applies it. Reads held-out articles in full, then also uses the candidates that would be
there after less reading: one paragraph, a few, the whole page.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wherein.answering.grading.escalation import selected_for_reranking
from wherein.core.answer import Candidate
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.passages.split import split
from wherein.reading.calibration import FEATURES, Calibration, features, text_of
from wherein.retrieval.by_words.page import PageIndex
from wherein_lab.data.perturbation import as_typed
from wherein_lab.data.squad_file import SquadFile, SquadQuestion, read_squad, sample
from wherein_lab.metrics.squad_measures import is_right
from wherein_lab.reading.reading import expected_calibration_error
from wherein_lab.registry.readers import OpenReader, open_reader
from wherein_lab.training.fitting.logistic import fit_logistic, probabilities

KEPT = 50  # candidates the cascade keeps
JUDGED = 3  # candidates of each list that are judged: as many as are shown
OWN_READ = 0.9  # how often the right passage is among those read so far, by retrieval
FOREIGN = 0.15  # share of questions asked of another article's page, where the answer is "not here"
# Questions are changed as people type them; otherwise right answers to a few bare words get low probabilities.
TYPED = (0.1, 0.3, 0.3)  # shares with a typo, in lower case, as bare words
# The weight of questions asked of their paragraph alone. Of questions on whole pages only 3 % have a paragraph
# that nearly answers them, and distinguishing these is what the margin is most needed for.
ALONE = 3
# Signs that theory gives; without them few rows could reverse a weight. Other features are left free.
SIGNS = {"margin": 1, "log_share": 1, "lead": 1, "covered": 1, "support": 1}


@dataclass(frozen=True, slots=True)
class Observed:
    """A reader's candidates for one question, passage by passage; `own` has the indexes of the passages that come from
    the question's own paragraph (empty: the question belongs to another page).
    """

    question: str
    golds: tuple[str, ...]
    article: str
    own: tuple[int, ...]
    found: tuple[tuple[Candidate, ...], ...]

    @property
    def alone(self) -> bool:
        """Whether nothing but the question's own paragraph was read."""
        return len(self.own) == len(self.found)


def observe(
    opened: OpenReader, file: SquadFile, limit: int | None, seed: int, show_progress: bool = True,
    judge: Judge | None = None,
) -> list[Observed]:  # fmt: skip
    """Ask a sample of the file's questions of their whole pages or, with `judge`, of the few passages of them that its
    first reader and the retriever select.

    Unanswerable questions are read on their own paragraph and two others, since the rest of the article might
    answer them. A share FOREIGN of the questions is asked of the next article instead, and most questions are
    changed as people type them.
    """
    chosen = sample(file.asked, limit, seed)
    random = np.random.default_rng(seed)
    pages: dict[int, list[Passage]] = {}
    out: list[Observed] = []
    for number, asked in enumerate(chosen):
        question = as_typed(asked.question, random, *TYPED)
        where = asked.article
        if len(file.titles) > 1 and random.random() < FOREIGN:
            where = (asked.article + 1) % len(file.titles)
        if where not in pages:
            page = file.page(where)
            opened.titles[page.id] = page.title
            if judge is not None:
                judge.first.titles[page.id] = page.title
            pages[where] = split(page)
        passages = pages[where]
        own = owned(file, asked, passages) if where == asked.article else ()
        if not asked.golds and own:
            others = [n for n in range(len(passages)) if n not in own]
            random.shuffle(others)
            kept = sorted([*own, *others[:2]])
            own = tuple(kept.index(n) for n in own)
            passages = [passages[n] for n in kept]
        if judge is not None:
            chosen_places = judge.places(question, passages)
            own = tuple(chosen_places.index(n) for n in own if n in chosen_places)
            passages = [passages[n] for n in chosen_places]
        by_place: dict[int, list[Candidate]] = {n: [] for n in range(len(passages))}
        place = {passage.index: n for n, passage in enumerate(passages)}
        for reading in opened.reader.read(question, passages):
            for candidate in reading.candidates:
                by_place[place[candidate.passage.index]].append(candidate)
        golds = asked.golds if where == asked.article else ()
        found = tuple(tuple(by_place[n]) for n in range(len(passages)))
        out.append(Observed(question, golds, f"{file.sha256[:8]}.{where}", own, found))
        if show_progress and number % 25 == 24:
            print(f"{number + 1} of {len(chosen)} questions read", file=sys.stderr, flush=True)
    return out


def observe_alone(
    opened: OpenReader, file: SquadFile, limit: int | None, seed: int
) -> list[Observed]:
    """Ask a sample of the file's unanswerable questions of their own paragraph only, each with an answerable question on
    the same paragraph. The margin matters most for near misses, and whole pages have too few of them.
    """
    random = np.random.default_rng(seed)
    out: list[Observed] = []
    for missed in sample([asked for asked in file.asked if not asked.golds], limit, seed):
        beside = [
            asked for asked in file.asked
            if asked.golds and (asked.article, asked.paragraph) == (missed.article, missed.paragraph)
        ]  # fmt: skip
        drawn = [beside[int(random.integers(len(beside)))]] if beside else []
        for asked in (missed, *drawn):
            document = file.paragraph_document(asked)
            opened.titles[document.id] = document.title
            passages = split(document)
            question = as_typed(asked.question, random, *TYPED)
            found: list[list[Candidate]] = [[] for _ in passages]
            for reading in opened.reader.read(question, passages):
                for candidate in reading.candidates:
                    found[passages.index(candidate.passage)].append(candidate)
            article = f"{file.sha256[:8]}.{asked.article}"
            places = tuple(range(len(passages)))
            out.append(Observed(question, asked.golds, article, places, tuple(map(tuple, found))))
    return out


@dataclass(frozen=True, slots=True)
class Judge:
    """The first reader, which selects the `rerank_depth` passages that the second one re-reads."""

    first: OpenReader
    rerank_depth: int

    def places(self, question: str, passages: Sequence[Passage]) -> list[int]:
        """The indexes of the selected passages of a page, best first."""
        order = [hit.passage for hit in PageIndex.of(passages).search(question, len(passages))]
        found = [c for some in self.first.reader.read(question, passages) for c in some.candidates]
        found.sort(key=lambda candidate: (-candidate.margin, candidate.span))
        place = {passage.index: n for n, passage in enumerate(passages)}
        return [
            place[p.index]
            for p in selected_for_reranking(found, order or passages, self.rerank_depth)
        ]


def owned(file: SquadFile, asked: SquadQuestion, passages: Sequence[Passage]) -> tuple[int, ...]:
    """The indexes of the passages that overlap the question's own paragraph on its page."""
    block = file.page(asked.article).blocks[1 + asked.paragraph]
    return tuple(n for n, passage in enumerate(passages) if passage.span.overlaps(block.span))


def views(
    observed: Observed, random: np.random.Generator
) -> Iterator[tuple[list[Candidate], int, bool]]:
    """(candidates, passages read, whether that is a whole page) at three stages of a cascade: after the whole page, after
    the question's own paragraph only, and after a random share of the page, which nearly always includes that
    paragraph because retrieval ranks it first.
    """
    count = len(observed.found)
    sets: list[tuple[Sequence[int], bool]] = [(range(count), not observed.alone)]
    if observed.own and len(observed.own) < count:
        sets.append((observed.own, False))
    if count > 3:
        size = int(np.exp(random.uniform(0, np.log(count))))
        drawn = random.choice(count, size=size, replace=False).tolist()
        if observed.own and random.random() < OWN_READ:
            drawn = [*observed.own, *[n for n in drawn if n not in observed.own][: size - 1]]
        sets.append((drawn, False))
    for some, whole in sets:
        candidates = [candidate for n in some for candidate in observed.found[n]]
        candidates.sort(key=lambda candidate: (-candidate.margin, candidate.span))
        if candidates:
            yield candidates[:KEPT], len(some), whole


@dataclass(frozen=True, slots=True)
class Rows:
    """Judged candidates: (n, FEATURES) values, (n,) right or not, whether it is the first of its list, whether the whole
    page was read, and its article.
    """

    values: NDArray[np.float64]
    right: NDArray[np.float64]
    best: NDArray[np.bool_]
    whole: NDArray[np.bool_]
    article: NDArray[np.str_]

    def where(self, chosen: NDArray[np.bool_]) -> Rows:
        return Rows(
            self.values[chosen], self.right[chosen], self.best[chosen], self.whole[chosen],
            self.article[chosen],
        )  # fmt: skip


def rows_of(observations: Sequence[Observed], seed: int) -> Rows:
    random = np.random.default_rng(seed)
    values, right, best, all_read, article = [], [], [], [], []
    for observed in observations:
        for candidates, read, whole in views(observed, random):
            table = features(observed.question, candidates, read)[:JUDGED]
            for rank, row in enumerate(table):
                values.append(row)
                right.append(is_right(text_of(candidates[rank]), observed.golds))
                best.append(rank == 0)
                all_read.append(whole)
                article.append(observed.article)
    return Rows(
        np.array(values), np.array(right, np.float64), np.array(best), np.array(all_read),
        np.array(article),
    )  # fmt: skip


def fit(rows: Rows) -> tuple[NDArray[np.float64], float]:
    """Weights of raw features and the intercept."""
    return fit_logistic(rows.values, rows.right, [SIGNS.get(name, 0) for name in FEATURES])


def predicted(weights: NDArray[np.float64], intercept: float, rows: Rows) -> NDArray[np.float64]:
    return probabilities(weights, intercept, rows.values)


def bounds(sure: NDArray[np.float64], right: NDArray[np.float64], precision: float) -> float:
    """The lowest bound, in hundredths, above which at least `precision` of the rows are right."""
    for hundredth in range(5, 96):
        above = sure >= hundredth / 100
        if above.any() and right[above].mean() >= precision:
            return hundredth / 100
    return 0.95


def calibrate(
    observations: Sequence[Observed], seed: int, precision: float, weak_precision: float
) -> tuple[Calibration, dict[str, float | int]]:
    """The calibration fitted on all observations, and the figures of two-fold cross-fitting by article."""
    counted = [o for o in observations for _ in range(ALONE if o.alone else 1)]
    fitted = rows_of(counted, seed)
    rows = rows_of(observations, seed)  # without repetition
    halves = set(sorted(set(fitted.article.tolist()))[::2])
    crossed = np.zeros(len(rows.right))
    for chosen in (True, False):
        weights, intercept = fit(fitted.where(np.isin(fitted.article, list(halves)) == chosen))
        others = np.isin(rows.article, list(halves)) != chosen
        crossed[others] = predicted(weights, intercept, rows.where(others))
    weights, intercept = fit(fitted)
    final = rows.whole  # bounds apply to the answers at the end
    bound = bounds(crossed[final], rows.right[final], precision)
    weak = min(bounds(crossed[final], rows.right[final], weak_precision), bound)
    best = final & rows.best
    report = {
        "questions": len(observations),
        "rows": len(rows.right),
        "articles": len(set(rows.article.tolist())),
        "ece_best": round(expected_calibration_error(crossed[best], rows.right[best]), 4),
        "ece_all": round(expected_calibration_error(crossed, rows.right), 4),
        "right_best": round(float(rows.right[best].mean()), 4),
        "best_shown": round(float((crossed[best] >= bound).mean()), 4),
        "precision_shown": round(float(rows.right[final & (crossed >= bound)].mean()), 4),
    }
    return Calibration(tuple(weights.tolist()), intercept, bound, weak), report


def calibrate_folder(
    folder: Path, paths: Sequence[Path], limit: int, seed: int, precision: float,
    keep: Path | None, again: Path | None, first: str | None = None, rerank_depth: int = 4,
    escalation_threshold: float = 0.0,
) -> dict[str, float | int]:  # fmt: skip
    """`wherein train calibrate`: read (or load the observations of `again`), fit, write, report.

    With `first`, the reader is one that re-reads after that one, and its settings say so.
    """
    judge = Judge(open_reader(first), rerank_depth) if first is not None else None
    if again is not None:
        observations = kept_observations(again)
    else:
        opened = open_reader(str(folder), calibrated=False)
        files = [read_squad(path) for path in paths]
        observations = [o for f in files for o in observe(opened, f, limit, seed, judge=judge)]
        observations += [o for f in files for o in observe_alone(opened, f, None, seed)]
        if keep is not None:
            keep_observations(keep, observations)
    calibration, report = calibrate(observations, seed, precision, precision / 2)
    judging = (
        {"rerank_depth": rerank_depth, "escalation_threshold": escalation_threshold}
        if first is not None
        else {}
    )
    write_into(folder / "reader.json", calibration, judging)
    return {**report, "bound": calibration.answer_bound, "perhaps_bound": calibration.perhaps_bound}


def write_into(path: Path, calibration: Calibration, judging: dict[str, float]) -> None:
    """Write the constants and the escalation settings into `reader.json` and keep its other settings."""
    settings = json.loads(path.read_text("utf-8"))
    settings["calibration"] = {
        "weights": {
            name: round(weight, 6)
            for name, weight in zip(FEATURES, calibration.weights, strict=True)
        },
        "intercept": round(calibration.intercept, 6),
    }
    settings.update(judging)
    path.write_text(json.dumps(settings, indent=2) + "\n", encoding="utf-8")


def keep_observations(path: Path, observations: Sequence[Observed]) -> None:
    """Write observations (JSON lines), so that another fit need not read again."""
    with path.open("w", encoding="utf-8") as file:
        for observed in observations:
            passages = {c.passage.index: c.passage for some in observed.found for c in some}
            file.write(
                json.dumps(
                    {
                        "question": observed.question, "golds": observed.golds,
                        "article": observed.article, "own": observed.own,
                        "passages": [
                            [p.document, p.index, p.span.start, p.text, p.section]
                            for p in passages.values()
                        ],
                        "found": [
                            [[c.passage.index, c.span.start, c.span.end, c.score, c.null_score]
                             for c in some] for some in observed.found
                        ],
                    }
                ) + "\n"
            )  # fmt: skip


def kept_observations(path: Path) -> list[Observed]:
    out = []
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        passages = {
            p[1]: Passage(p[0], p[1], Span(p[2], p[2] + len(p[3])), p[3], tuple(p[4]))
            for p in row["passages"]
        }
        found = tuple(
            tuple(Candidate(passages[c[0]], Span(c[1], c[2]), c[3], c[4]) for c in some)
            for some in row["found"]
        )
        out.append(
            Observed(row["question"], tuple(row["golds"]), row["article"], tuple(row["own"]), found)
        )
    return out
