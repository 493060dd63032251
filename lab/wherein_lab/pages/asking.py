"""Asks the questions of a set, page by page, and judges the answers. Computes no rates."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.attempts.stream import AnswerStream
from wherein.answering.grading.grades import grades
from wherein.answering.options import Options
from wherein.answering.readers.readers import Through
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Answer
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.questions.question import parse_question
from wherein_lab.data.asked_pages import AskedPage, Shown
from wherein_lab.fresh_home import open_with
from wherein_lab.pages.gold_spans import GoldSpan, SpacedText, gold_spans, is_right, is_tight
from wherein_lab.pages.questions import PageQuestion
from wherein_lab.pages.readings import KeptReadings
from wherein_lab.reading.page import Unbounded, all_main, page_scope
from wherein_lab.registry.readers import OpenReader

MOST_MARKS = 9
"""Answers shown for one question, as in the browser's panel."""

OnProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class JudgedSpan:
    """A marked span: whether it is right, and whether by token F1 alone."""

    span: Span
    text: str
    confidence: float
    found_by: str
    right: bool
    tight: bool


@dataclass(frozen=True, slots=True)
class PageResult:
    """The result of one question: the answers as shown, and the spans below the bound, likeliest first, down to a
    confidence of 0.

    `milliseconds_first` is when the first answer was shown that is still shown at the end; None without one.
    Both times are None where readings were replayed.
    """

    question: PageQuestion
    answers: tuple[JudgedSpan, ...]
    perhaps: tuple[JudgedSpan, ...]
    milliseconds_first: float | None = None
    milliseconds_all: float | None = None

    def without_times(self) -> PageResult:
        return replace(self, milliseconds_first=None, milliseconds_all=None)

    @property
    def top(self) -> JudgedSpan | None:
        """The span with the greatest confidence."""
        return next(iter((*self.answers, *self.perhaps)), None)

    def row(self) -> dict[str, Any]:
        """The question's line in the output file."""
        one = self.question
        answers, perhaps = (
            [
                [s.span.start, s.span.end, s.text, round(s.confidence, 4), s.found_by, s.right]
                for s in spans
            ]
            for spans in (self.answers, self.perhaps)
        )
        return {
            "id": one.id, "page": one.page, "kind": one.kind, "question": one.question,
            "answers": answers, "doubtful": perhaps,
        }  # fmt: skip


def without_perhaps_bound(stage: CalibratedReader) -> CalibratedReader:
    """The reader with its own bound but no lower bound for answers graded perhaps, so that the caller can apply one."""
    if stage.graded:
        return replace(stage, grades=replace(stage.grades or grades(), perhaps=0.0))
    bound = Unbounded(stage.confidence, answer_bound=stage.confidence.answer_bound)
    return replace(stage, confidence=bound)


def by_engine(
    models: Sequence[str],
    questions: Sequence[PageQuestion],
    pages: Mapping[str, bytes],
    readings: KeptReadings | None = None,
    through: Through = lambda stage: stage,
    on_progress: OnProgress = lambda done, of: None,
) -> Iterator[PageResult]:
    """Ask every question through all of the product's stages in one engine, without memory.

    `models` are installed besides those that ship. Readings are taken from `readings` where it has them, else
    added to it. Before that, `through` wraps each reader.
    """
    kept = readings.of if readings is not None else lambda stage: stage
    options = Options(limit=MOST_MARKS, memory=False)
    with (
        tempfile.TemporaryDirectory(prefix="wherein-pages-") as home,
        open_with(
            Path(home), models, lambda stage: without_perhaps_bound(kept(through(stage)))
        ) as engine,
    ):
        for result in _by_page(
            questions,
            lambda page: document_of(page, pages[page]),
            lambda document: lambda question: engine.stream(question, document, options),
            on_progress,
        ):
            if readings is None:
                yield result
                continue
            replayed = readings.replayed
            readings.write(result.question)
            yield result.without_times() if replayed else result


def by_reader(
    opened: OpenReader,
    questions: Sequence[PageQuestion],
    pages: Mapping[str, bytes],
    whole: bool,
    on_progress: OnProgress = lambda done, of: None,
) -> Iterator[PageResult]:
    """Ask every question of one reader alone, without retries; with `whole`, in all visible text of the page."""
    bound = Unbounded(opened.calibration, answer_bound=opened.calibration.answer_bound)
    pipeline = Pipeline([CalibratedReader(opened.reader, bound)])

    def ask_in(document: Document) -> Callable[[str], AnswerStream]:
        scope = page_scope(opened, document)
        return lambda question: pipeline.ask(parse_question(question), scope, MOST_MARKS)

    return _by_page(
        questions, lambda page: document_of(page, pages[page], whole), ask_in, on_progress
    )


def by_extension(
    questions: Sequence[PageQuestion],
    pages: Mapping[str, bytes],
    ask: Callable[[Sequence[AskedPage]], Iterable[Shown]],
    on_progress: OnProgress = lambda done, of: None,
) -> Iterator[PageResult]:
    """Judge the answers that the extension shows for each question; `ask` opens each page in a browser and asks its questions.

    The perhaps are only those that it shows.
    """
    asked: list[AskedPage] = []
    of_page: list[dict[str, PageQuestion]] = []
    in_turn = sorted(questions, key=lambda one: one.page)
    for page, some in groupby(in_turn, lambda one: one.page):
        of_page.append({one.question: one for one in some})
        asked.append(AskedPage(document_of(page, pages[page]), tuple(of_page[-1])))
    texts = [SpacedText(page.document.text, page.document.generated) for page in asked]
    for done, shown in enumerate(ask(asked), 1):
        question = of_page[shown.page][shown.question]
        golds = gold_spans(texts[shown.page], question)
        answers, perhaps = (
            tuple(
                judged_span(one.span, one.text, one.confidence, "extension", golds) for one in some
            )
            for some in (shown.answers[:MOST_MARKS], shown.perhaps)
        )
        yield PageResult(question, answers, perhaps)
        on_progress(done, len(questions))


def document_of(page: str, data: bytes, whole: bool = False) -> Document:
    """A saved page as the product parses it; with `whole`, all visible text is main text."""
    document = parse(Source(data, page, page))
    return all_main(document) if whole else document


def _by_page(
    questions: Sequence[PageQuestion],
    document: Callable[[str], Document],
    ask_in: Callable[[Document], Callable[[str], AnswerStream]],
    on_progress: OnProgress,
) -> Iterator[PageResult]:
    """Ask page by page; each page is parsed once."""
    done = 0
    for page, asked in groupby(sorted(questions, key=lambda one: one.page), lambda one: one.page):
        here = document(page)
        text = SpacedText(here.text, here.generated)
        ask = ask_in(here)
        for question in asked:
            yield _asked(question, ask, gold_spans(text, question))
            done += 1
            on_progress(done, len(questions))


def _asked(
    question: PageQuestion, ask: Callable[[str], AnswerStream], golds: Sequence[GoldSpan]
) -> PageResult:
    began = time.perf_counter()
    seen: list[tuple[float, tuple[Span, ...]]] = []
    stream = ask(question.question)
    for progress in stream:
        spans = tuple(answer.span for answer in progress.answers)
        seen.append((1000 * (time.perf_counter() - began), spans))
    spent = 1000 * (time.perf_counter() - began)
    result = stream.result()
    kept = {answer.span for answer in result.answers}
    first = next((at for at, spans in seen if kept.intersection(spans)), None)
    answers, perhaps = (
        tuple(judged(answer, golds) for answer in some) for some in (result.answers, result.perhaps)
    )
    return PageResult(question, answers, perhaps, first, spent)


def judged(answer: Answer, golds: Sequence[GoldSpan]) -> JudgedSpan:
    """Judge an answer by the gold spans of its question."""
    return judged_span(answer.span, answer.text, answer.confidence, answer.found_by, golds)


def judged_span(
    span: Span, text: str, confidence: float, found_by: str, golds: Sequence[GoldSpan]
) -> JudgedSpan:
    """Judge a span of the page's text by the gold spans of its question."""
    right, tight = is_right(span, text, golds), is_tight(span, text, golds)
    return JudgedSpan(span, text, confidence, found_by, right, tight)
