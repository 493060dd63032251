"""Asks questions through retrievers and readers as the product does, and measures right answers, refusals, time and
cost.

It runs the cascade itself and measures the answers that a person would see. Yes/no questions are counted separately,
since no span of a text is a "yes".
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.answering.stages.retrieve import LIBRARY_PASSAGES
from wherein.answering.stages.scopes import Scope
from wherein.core.answer import Result
from wherein.core.document import Block, BlockKind, Document
from wherein.core.errors import WhereinError
from wherein.core.passage import Hit, Passage
from wherein.core.text.word_count import word_count
from wherein.questions.question import parse_question
from wherein.reading.generative.generative import GenerativeReader, Usage
from wherein.reading.selector import Selector
from wherein.retrieval.retriever import Retriever
from wherein_lab.data.corpora import Question, read_corpus
from wherein_lab.data.nuggets import Nuggets, covered
from wherein_lab.data.sampling import YES_NO, Job, asks_yes_or_no, draw
from wherein_lab.data.squad_file import SquadQuestion
from wherein_lab.metrics.comparison import PER_QUESTION
from wherein_lab.metrics.squad_measures import exact_match, is_right, normalised, token_f1
from wherein_lab.metrics.uncertainty import interval
from wherein_lab.reading.reading import Judged, measures

GIVEN = "given"
"""The retriever that returns the passages the data set assigns to the question, so that only reading is measured."""


@dataclass(frozen=True, slots=True)
class Said:
    """A reader's answers to one question. `shown` holds the texts of the answers; times are in milliseconds."""

    question: Question
    result: Result
    shown: tuple[str, ...]
    context_ms: float
    answer_ms: float
    verbatim: bool

    @property
    def best(self) -> str:
        return self.shown[0] if self.shown else ""


def run(
    job: Job,
    retrievers: Sequence[str],
    stages: Sequence[CalibratedReader],
    selector: Selector | None = None,
    on_progress: Callable[[int, int, str], None] = lambda done, of, what: None,
) -> tuple[dict[str, Any], dict[str, list[Said]]]:
    """The whole report, and for each retriever the outcome of each question.

    A retriever that can't be made here is left out; `not_made` gives the reason. Raises that reason where none
    is left.
    """
    corpus = read_corpus(*job.corpus)
    sampled = draw(job, corpus.passages)
    passages, questions = sampled.passages, sampled.questions
    documents = _Documents(passages)
    rows: dict[str, list[Said]] = {}
    report: dict[str, Any] = {
        "n": len(questions),
        "unanswerable": sum(not q.is_answerable for q in questions),
        "passages": len(passages),
        "documents": len({passage.document for passage in passages}),
        "depth": job.depth,
        "readers": [stage.reader.name for stage in stages],
        "skipped": {
            **sampled.skipped,
            **{f"corpus: {why}": n for why, n in corpus.left_out.items()},
        },
        "retrievers": {},
    }
    for stage in stages:
        stage.reader.load()
    not_made: dict[str, str] = {}
    for name in retrievers:
        with tempfile.TemporaryDirectory(prefix="wherein-eval-") as folder:
            began = time.perf_counter()
            try:
                retriever = _built(name, passages, Path(folder))
            except WhereinError as error:
                not_made[name], failure = str(error), error
                continue
            index_seconds = time.perf_counter() - began
            before = [_usage(stage) for stage in stages]
            said = []
            for number, question in enumerate(questions, 1):
                found = _Given(passages, question) if name == GIVEN else retriever
                said.append(_ask(question, _Top(found, job.depth), documents, stages, selector))
                on_progress(number, len(questions), name)
            rows[name] = said
            used = [u for s, b in zip(stages, before, strict=True) for u in _spent(s, b)]
            figures = summary(said, job.facts, sampled.absent)
            figures["index_seconds"] = round(index_seconds, 3)
            if used:
                figures["language_model"] = used[0]
            report["retrievers"][name] = figures
            close = getattr(retriever, "close", None)
            if close is not None:
                close()
    if not rows:
        raise failure
    if not_made:
        report["not_made"] = not_made
    return report, rows


def summary(
    said: Sequence[Said],
    facts: Mapping[str, Nuggets] | None = None,
    absent: Mapping[str, tuple[str, ...]] | None = None,
) -> dict[str, Any]:
    """The figures of one retriever and its readers; questions with facts have figures of their own.

    `absent` holds, by question, the answers in the documents that were removed.
    """
    listed = [s for s in said if facts and s.question.id in facts]
    decided = [s for s in said if asks_yes_or_no(s.question) and s not in listed]
    spans = [s for s in said if not asks_yes_or_no(s.question) and s not in listed]
    figures: dict[str, Any] = {}
    if spans:
        figures |= measures([_judged(s) for s in spans])
        answerable = [s for s in spans if s.question.answers]
        figures["answered"] = _mean([float(bool(s.shown)) for s in answerable])
        right = [float(is_right(s.best, s.question.answers)) for s in answerable]
        contains = [float(_contains(s.best, s.question.answers)) for s in answerable]
        figures["answered_right"] = _mean(right)
        figures["contains"] = _mean(contains)
        figures["intervals"] |= {"answered_right": _pair(right), "contains": _pair(contains)}
    if absent:
        asked = [s for s in said if s.question.id in absent]
        figures["absent"] = {
            "n": len(asked),
            "refused": sum(not s.shown for s in asked),
            "right_elsewhere": sum(is_right(s.best, absent[s.question.id]) for s in asked),
        }
    if decided:
        valid = [s for s in decided if normalised(s.best) in YES_NO]
        good = [float(normalised(s.best) == normalised(s.question.answers[0])) for s in decided]
        figures["yes_no"] = {
            "n": len(decided),
            "accuracy": _mean(good),
            "interval": _pair(good),
            "invalid": len(decided) - len(valid),
        }
    if listed and facts:
        scores = [100.0 * covered(facts[s.question.id], s.shown) for s in listed]
        figures["facts"] = {
            "n": len(listed),
            "accuracy": _mean(scores),
            "interval": _pair(scores),
            "nothing_said": sum(not s.shown for s in listed),
            "words": _mean([float(len(" ".join(s.shown).split())) for s in listed]),
        }
    figures["verbatim"] = _mean([float(s.verbatim) for s in said if s.result.answers])
    for name in ("context_ms", "answer_ms"):
        times = sorted(getattr(s, name) for s in said)
        figures[name] = round(times[len(times) // 2], 2)
        figures[f"{name}_p99"] = round(times[min(len(times) - 1, int(0.99 * len(times)))], 2)
    return figures


def scores_by_question(said: Sequence[Said]) -> dict[str, Any]:
    """EM and F1 by question id, of questions with known answers or known to have none. An answer that was not shown scores as no answer."""
    golds = {s.question.id: s.question.answers if s.question.is_answerable else () for s in said}
    return {
        PER_QUESTION: {
            "em": {s.question.id: exact_match(s.best, golds[s.question.id]) for s in said},
            "f1": {s.question.id: round(token_f1(s.best, golds[s.question.id]), 4) for s in said},
        }
    }


def _judged(said: Said) -> Judged:
    question = said.question
    golds = question.answers if question.is_answerable else ()
    asked = SquadQuestion(question.id, question.text, tuple(golds), 0, 0, (), "")
    answers = said.result.answers or said.result.perhaps
    likeliest = answers[0] if answers else None
    return Judged(
        asked,
        likeliest.text if likeliest else "",
        likeliest.confidence if likeliest else 0.0,
        bool(said.result.answers),
    )


def _ask(
    question: Question,
    retriever: Retriever,
    documents: _Documents,
    stages: Sequence[CalibratedReader],
    selector: Selector | None,
) -> Said:
    scope = Scope(retriever, documents, 0 if retriever.name == GIVEN else documents.words)
    began = time.perf_counter()
    model = next((s.reader for s in stages if isinstance(s.reader, GenerativeReader)), None)
    decides = asks_yes_or_no(question) and model is not None
    asked = [s for s in stages if not (decides and s.reader is model)]
    result = Pipeline(asked, selector).ask(parse_question(question.text), scope).result()
    shown = tuple(answer.text for answer in result.answers)
    if decides and model is not None:
        # No span of a text means "yes", so the model is prompted as in the entity retrieval paper.
        began = time.perf_counter()
        hits = retriever.search(question.text, LIBRARY_PASSAGES)
        decided = model.decide(question.text, [hit.passage for hit in hits])
        shown = (decided,) if decided else ()
    spent = (time.perf_counter() - began) * 1000
    verbatim = all(a.span.of(documents(a.document).text) == a.text for a in result.answers)
    return Said(question, result, shown, result.steps[0].milliseconds, spent, verbatim)


class _Documents:
    """Rebuilds documents from their passages, since a corpus keeps only passages."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._of: dict[str, list[Passage]] = {}
        for passage in passages:
            self._of.setdefault(passage.document, []).append(passage)
        self.words = sum(word_count(passage.text) for passage in passages)

    def __call__(self, identity: str) -> Document:
        passages = sorted(self._of[identity], key=lambda passage: passage.span)
        text, blocks = "", []
        for passage in passages:
            text += "\n" * (passage.span.start - len(text)) + passage.text
            blocks.append(Block(BlockKind.PARAGRAPH, passage.span))
        return Document(identity, identity, "", "text", text, "", tuple(blocks), language="en")


class _Top:
    """A retriever cut off after the first few hits."""

    def __init__(self, retriever: Retriever, depth: int) -> None:
        self._retriever, self._depth = retriever, depth

    @property
    def name(self) -> str:
        return self._retriever.name

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        return self._retriever.search(question, min(limit, self._depth), within)


class _Given:
    """Returns the passages that the data set assigns to the question, in their order."""

    name = GIVEN

    def __init__(self, passages: Sequence[Passage], question: Question) -> None:
        self._found = [p for p in passages if p.document in question.grades]

    def search(self, question: str, limit: int, within: Collection[str] | None = None) -> list[Hit]:
        return [Hit(passage, 1.0) for passage in self._found[:limit]]


def _built(name: str, passages: Sequence[Passage], folder: Path) -> Retriever:
    from wherein_lab.registry.retrievers import built

    return _Given((), Question("", "")) if name == GIVEN else built(name, passages, folder)


def _usage(stage: CalibratedReader) -> Usage:
    return stage.reader.usage if isinstance(stage.reader, GenerativeReader) else Usage()


def _spent(stage: CalibratedReader, before: Usage) -> Iterator[dict[str, Any]]:
    """The language model's calls, tokens and seconds since `before`, in total and per call."""
    now = _usage(stage)
    calls = now.calls - before.calls
    if not calls:
        return
    row: dict[str, Any] = {
        name: getattr(now, name) - getattr(before, name) for name in Usage.__slots__
    }
    yield {
        **{name: round(value, 6) for name, value in row.items()},
        "seconds_a_question": round(row["seconds"] / calls, 3),
        "first_token_seconds_a_question": round(row["first_token_seconds"] / calls, 3),
        "tokens_in_a_question": round(row["tokens_in"] / calls, 1),
    }


def _contains(said: str, golds: Sequence[str]) -> bool:
    """Whether a gold answer's words occur in the given text, consecutively."""
    spaced = f" {normalised(said)} "
    return any(f" {normalised(gold)} " in spaced for gold in golds if normalised(gold))


def _mean(values: Sequence[float]) -> float | None:
    return round(sum(values) / len(values), 4) if values else None


def _pair(values: Sequence[float]) -> list[float]:
    low, high = interval(values)
    return [round(low, 4), round(high, 4)]
