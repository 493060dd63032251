"""Measures retrievers on one corpus and its questions, each in a process of its own.

In its own process, a retriever's peak memory can be measured; it includes the corpus for all alike.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from wherein.core.errors import UsageError, WhereinError
from wherein.core.passage import Passage
from wherein.retrieval.retriever import Retriever
from wherein_lab.data.corpora import Question, read_corpus, read_questions
from wherein_lab.data.relevance import Relevance, check_judged, judged, unit_name
from wherein_lab.data.trec import read_qrels, read_run
from wherein_lab.metrics.comparison import PER_QUESTION
from wherein_lab.metrics.measures import Measure, standard
from wherein_lab.metrics.uncertainty import interval, paired_p

PROBES = 20
PROBE_WORDS = 12
PROBE_DEPTH = 20


@dataclass(frozen=True, slots=True)
class Job:
    """The inputs of a comparison of retrievers."""

    corpus: tuple[Path, ...]
    questions: Path
    relevance: Relevance
    depth: int
    limit: int | None = None
    seed: int = 0
    qrels: Path | None = None
    """TREC judgements that replace the questions' own."""


@dataclass(frozen=True, slots=True)
class Run:
    """One retriever's results: per question the names of its hits, best first, and the time."""

    retriever: str
    found: tuple[tuple[tuple[str, float], ...], ...]
    milliseconds: tuple[float, ...]
    index_seconds: float
    index_bytes: int
    peak_memory_bytes: int
    probes_found: float


@dataclass(frozen=True, slots=True)
class Report:
    """The results of a comparison; `scores` by retriever, measure, question. `not_made` has, by retriever, the reason
    why it has no row.
    """

    questions: tuple[Question, ...]
    skipped: Mapping[str, int]
    passages: int
    documents: int
    measures: tuple[Measure, ...]
    runs: tuple[Run, ...]
    scores: Mapping[str, Mapping[Measure, Sequence[float]]] = field(default_factory=dict)
    not_made: Mapping[str, str] = field(default_factory=dict)

    def summary(self, per_question: bool = False) -> dict[str, Any]:
        """The JSON of `eval retrieval`; `per_question` adds each question's scores by its id."""
        return {
            "n": len(self.questions),
            "passages": self.passages,
            "documents": self.documents,
            "skipped": dict(self.skipped),
            "retrievers": {
                run.retriever: self._row(run) | self._scored(run, per_question) for run in self.runs
            },
            **({"not_made": dict(self.not_made)} if self.not_made else {}),
        }

    def _scored(self, run: Run, wanted: bool) -> dict[str, Any]:
        if not wanted:
            return {}
        names = [question.id for question in self.questions]
        return {
            PER_QUESTION: {
                str(measure): dict(zip(names, (round(s, 4) for s in scores), strict=True))
                for measure, scores in self.scores[run.retriever].items()
            }
        }

    def _row(self, run: Run) -> dict[str, Any]:
        scores = self.scores[run.retriever]
        row: dict[str, Any] = {str(m): round(_mean(scores[m]), 4) for m in self.measures}
        row["intervals"] = {
            str(m): [round(end, 4) for end in interval(scores[m])] for m in self.measures
        }
        first = self.runs[0].retriever
        if run.retriever != first:
            # With few questions, different rankings may have equal measures.
            row[f"ranked_unlike_{first}"] = sum(
                [name for name, _ in one] != [name for name, _ in other]
                for one, other in zip(run.found, self.runs[0].found, strict=True)
            )
            row[f"p_against_{first}"] = {
                str(m): round(paired_p(scores[m], self.scores[first][m]), 4) for m in self.measures
            }
        times = sorted(run.milliseconds)
        if not times:
            return row
        row["milliseconds"] = round(_quantile(times, 0.5), 3)
        row["milliseconds_p99"] = round(_quantile(times, 0.99), 3)
        row["index_seconds"] = round(run.index_seconds, 3)
        row["index_bytes"] = run.index_bytes
        row["peak_memory_bytes"] = run.peak_memory_bytes
        row["probes_found"] = run.probes_found
        return row


def compare(
    job: Job,
    retrievers: Sequence[str],
    cutoffs: Sequence[int],
    run_files: Mapping[str, Path] | None = None,
) -> Report:
    """Measure the retrievers on the same questions, one after the other, then the given runs.

    A retriever that can't be made here is left out with its reason. Raises UsageError where none is left.
    """
    corpus = read_corpus(*job.corpus)
    questions, grades, skipped = _asked(job, corpus.passages)
    skipped.update({f"corpus: {why}": count for why, count in corpus.left_out.items()})
    units = {unit_name(passage, job.relevance) for passage in corpus.passages}
    given = [_given(name, path, questions, units) for name, path in (run_files or {}).items()]
    made: list[Run] = []
    not_made: dict[str, str] = {}
    for name in retrievers:
        outcome = _in_its_own_process(job, name)
        if isinstance(outcome, Run):
            made.append(outcome)
        else:
            not_made[name] = " ".join(outcome)
            failure = UsageError(*outcome)
    runs = (*made, *given)
    if not runs:
        raise failure
    measures = standard(cutoffs)
    scores = {
        run.retriever: {
            measure: [
                measure.of([name for name, _ in found], graded)
                for found, graded in zip(run.found, grades, strict=True)
            ]
            for measure in measures
        }
        for run in runs
    }
    return Report(
        tuple(questions),
        skipped,
        len(corpus.passages),
        corpus.documents,
        tuple(measures),
        runs,
        scores,
        not_made,
    )


def _given(name: str, path: Path, questions: Sequence[Question], units: Collection[str]) -> Run:
    """Read a TREC run file as a run; a question that it lacks has no hits, and there are no times."""
    found = read_run(path)
    if not any(question.id in found for question in questions):
        raise UsageError(f"{path} answers none of these questions.", "Name another run file.")
    if not any(unit in units for ranked in found.values() for unit, _ in ranked):
        raise UsageError(
            f"{path} names no document or passage of the corpus.",
            f"The corpus has names such as {min(units)!r}.",
        )
    return Run(name, tuple(tuple(found.get(q.id, ())) for q in questions), (), 0.0, 0, 0, 0.0)


def _asked(
    job: Job, passages: Sequence[Passage]
) -> tuple[list[Question], list[Mapping[str, int]], dict[str, int]]:
    """The questions that can be measured, with their grades; the others counted by reason."""
    questions = read_questions(job.questions)
    if not questions:
        raise UsageError(f"There are no questions in {job.questions}.", "Name another file.")
    if job.qrels is not None:
        known = read_qrels(job.qrels)
        if not any(question.id in known for question in questions):
            raise UsageError(
                f"{job.qrels} judges none of these questions.",
                f"It names {next(iter(known), 'nothing')!r}, the questions begin with {questions[0].id!r}.",
            )
        questions = [replace(q, grades=known.get(q.id, {})) for q in questions]
    if job.relevance is Relevance.GIVEN:
        check_judged(questions, passages, job.qrels or job.questions)
    skipped: dict[str, int] = {}
    kept: list[tuple[Question, Mapping[str, int]]] = []
    for question, grades in zip(questions, judged(questions, passages, job.relevance), strict=True):
        reason = (
            "unanswerable"
            if not question.is_answerable
            else "blank"
            if not question.text.strip()
            else ""
            if grades
            else f"nothing relevant by {job.relevance}"
        )
        if reason:
            skipped[f"questions: {reason}"] = skipped.get(f"questions: {reason}", 0) + 1
        else:
            kept.append((question, grades))
    if not kept:
        raise UsageError(
            f"No question of {job.questions} has anything relevant in the corpus.",
            "Check that both belong together, or choose another --relevance.",
        )
    if job.limit is not None and job.limit < len(kept):
        chosen = sorted(random.Random(job.seed).sample(range(len(kept)), job.limit))
        kept = [kept[at] for at in chosen]
    return [q for q, _ in kept], [g for _, g in kept], skipped


def _in_its_own_process(job: Job, name: str) -> Run | tuple[str, str]:
    """The run, or the error and its next step."""
    one_thread()
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        try:
            return pool.submit(_try_measure, job, name).result()
        except BrokenProcessPool:
            return f"The process that measured {name} was killed.", "Is there memory enough for it?"


def one_thread() -> None:
    """Limit libraries to one thread in new processes, so that times depend less on the machine's load."""
    for pool in ("OMP", "OPENBLAS", "RAYON", "NUMBA"):
        os.environ.setdefault(f"{pool}_NUM_THREADS", "1")


def _try_measure(job: Job, name: str) -> Run | tuple[str, str]:
    # Pickling an exception drops the second argument of our errors.
    try:
        return measure(job, name)
    except WhereinError as error:
        return error.what, error.next_step


def measure(job: Job, name: str) -> Run:
    """Build the retriever's index, probe it, and search for every question."""
    from wherein_lab.registry.retrievers import built

    passages = read_corpus(*job.corpus).passages
    questions, _, _ = _asked(job, passages)
    with tempfile.TemporaryDirectory(prefix="wherein-eval-") as folder:
        started = time.perf_counter()
        retriever = built(name, passages, Path(folder))
        seconds = time.perf_counter() - started
        kept = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
        probes = _probed(retriever, passages, job.seed)
        found, times = [], []
        for question in questions:
            started = time.perf_counter()
            ranked = _ranked(retriever, question.text, job)
            times.append((time.perf_counter() - started) * 1000)
            found.append(ranked)
        close = getattr(retriever, "close", None)
        if close is not None:
            close()
    return Run(name, tuple(found), tuple(times), seconds, kept, peak_memory_bytes(), probes)


def _ranked(retriever: Retriever, question: str, job: Job) -> tuple[tuple[str, float], ...]:
    """Names of the first `depth` distinct units; the rank of a document is that of its best passage."""
    wanted = job.depth
    while True:
        hits = retriever.search(question, wanted)
        best: dict[str, float] = {}
        for hit in hits:
            best.setdefault(unit_name(hit.passage, job.relevance), hit.score)
        if len(best) >= job.depth or len(hits) < wanted:
            return tuple(best.items())[: job.depth]
        wanted *= 2


def _probed(retriever: Retriever, passages: Sequence[Passage], seed: int) -> float:
    """The share of known items found: passages searched for by their own words.

    Raises UsageError when none is found: the index is empty or belongs to something else.
    """
    chosen = random.Random(seed).sample(passages, min(PROBES, len(passages)))
    found = 0
    for passage in chosen:
        words = " ".join((*passage.section, *passage.text.split()[:PROBE_WORDS]))
        found += any(hit.passage == passage for hit in retriever.search(words, PROBE_DEPTH))
    if not found:
        raise UsageError(
            f"{retriever.name} finds no passage by its own words.", "Its index is broken."
        )
    return found / len(chosen)


def peak_memory_bytes() -> int:
    """The peak memory of this process so far. Not on Windows."""
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
