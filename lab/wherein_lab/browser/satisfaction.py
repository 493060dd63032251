"""Measures satisfaction with people's questions on real pages, by the rules of the project Semantic Command-F.

Knows how marks become rates; `accepted.py` judges a mark, `in_browser.py` drives the extension.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tarfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from wherein.answering.attempts.pipeline import Pipeline
from wherein.answering.engine import Engine
from wherein.answering.options import Options
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.core.answer import Answer
from wherein.core.document import Document
from wherein.core.errors import DataMissing
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein.questions.question import parse_question
from wherein_lab.browser.in_browser import run_tool
from wherein_lab.data.gold_spans import GoldPage, GoldQuestion, Mark, holds, is_right, is_satisfied
from wherein_lab.data.shared_data import shared_path
from wherein_lab.metrics.uncertainty import wilson
from wherein_lab.reading.page import Unbounded, all_main, page_scope
from wherein_lab.registry.readers import OpenReader

QUESTIONS = Path("benchmarks/questions/satisfaction.json")
# The number of answers in the panel.
MOST_MARKS = 9
_CANDIDATES = 50
_BOUNDS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
# Semantic Command-F's published result: (satisfied, asked); with a typo: (unchanged, asked).
PUBLISHED = {"everyday": (21, 28), "special fields": (13, 20), "typo": (5, 18)}
_EVERYDAY = ("plain", "vague", "hard", "absent")

OnProgress = Callable[[int, int], None]


def _no_progress(done: int, of: int) -> None:
    """The default for `on_progress`: reports nothing."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The answers shown to one question. `cause` says why it is not satisfied, where that was determined;
    `meant` is the corrected spelling that was offered, if any; `confidences` belong to the marks.
    """

    page: str
    asked: GoldQuestion
    marks: tuple[Mark, ...]
    without_typo: tuple[Mark, ...] | None = None
    cause: str = ""
    meant: str | None = None
    confidences: tuple[float, ...] = ()

    @property
    def satisfied(self) -> bool:
        return is_satisfied(self.marks, self.asked.accepted)

    @property
    def right(self) -> int:
        return sum(is_right(mark, self.asked.accepted) for mark in self.marks)


def extract(pages: Sequence[GoldPage], folder: Path) -> list[Path]:
    """Write the saved pages as files and return them in order. Raises DataMissing when a page differs from the one the questions were written for."""
    wanted = {(page.archive, page.page): page for page in pages}
    made: dict[tuple[str, str], Path] = {}
    for archive in dict.fromkeys(page.archive for page in pages):
        with tarfile.open(shared_path(archive)) as tar:
            for member in tar:
                page = wanted.get((archive, member.name))
                file = tar.extractfile(member) if page and member.isfile() else None
                if page is None or file is None:
                    continue
                data = file.read()
                if hashlib.sha256(data).hexdigest() != page.sha256:
                    raise DataMissing(f"{page.page} has changed.", f"Get {archive} again.")
                path = folder / f"{len(made)}.html"
                path.write_bytes(data)
                made[archive, member.name] = path
    missing = [page.page for key, page in wanted.items() if key not in made]
    if missing:
        raise DataMissing(f"{missing[0]} is in no archive.", "Get the data again.")
    return [made[page.archive, page.page] for page in pages]


def by_reader(
    opened: OpenReader,
    pages: Sequence[GoldPage],
    folder: Path,
    whole: bool,
    on_progress: OnProgress = _no_progress,
) -> tuple[list[Shown], list[Shown]]:
    """Ask one reader alone, as the extension does. Returns the results with the cause of each failure, and the results
    with every mark shown whatever its confidence.

    `whole`: read all visible text, menus too, as the extension does; else the main text, as the command
    line and the server do.
    """
    pipeline = Pipeline([CalibratedReader(opened.reader, Unbounded(opened.calibration))])
    bound = opened.calibration.answer_bound
    rows: list[Shown] = []
    unbounded: list[Shown] = []
    for page, document in _documents(pages, folder, whole):
        scope = page_scope(opened, document)
        for asked in page.questions:
            every = (
                pipeline.ask(parse_question(asked.question), scope, _CANDIDATES).result().answers
            )
            clean = None
            if asked.without_typo is not None:
                again = (
                    pipeline.ask(parse_question(asked.without_typo), scope, _CANDIDATES)
                    .result()
                    .answers
                )
                clean = _marks(again, bound)
            row = Shown(page.page, asked, _marks(every, bound), clean)
            rows.append(replace(row, cause=_cause(row, every, document.text)))
            sure = tuple(answer.confidence for answer in every[:MOST_MARKS])
            unbounded.append(Shown(page.page, asked, _marks(every), confidences=sure))
            on_progress(len(rows), _total(pages))
    return rows, unbounded


def by_engine(
    engine: Engine, pages: Sequence[GoldPage], folder: Path, on_progress: OnProgress = _no_progress
) -> list[Shown]:
    """Ask through the whole cascade, as the command line does, without memory."""
    rows: list[Shown] = []
    for page, document in _documents(pages, folder):
        for asked in page.questions:
            said = [
                _marks(
                    engine.ask(question, document, Options(limit=MOST_MARKS, memory=False)).answers
                )
                for question in (asked.question, asked.without_typo)
                if question is not None
            ]
            rows.append(Shown(page.page, asked, said[0], said[1] if len(said) > 1 else None))
            on_progress(len(rows), _total(pages))
    return rows


def by_extension(
    pages: Sequence[GoldPage],
    folder: Path,
    home: Path | None = None,
    on_progress: OnProgress = _no_progress,
) -> list[Shown]:
    """Ask in the panel of a real browser; with a `home`, the extension is paired with a local server of it."""
    files = extract(pages, folder)
    asked = [
        {
            "file": str(file),
            "questions": [
                question
                for one in page.questions
                for question in (one.question, one.without_typo)
                if question is not None
            ],
        }
        for page, file in zip(pages, files, strict=True)
    ]
    wanted = folder / "questions.json"
    wanted.write_text(json.dumps(asked), "utf-8")
    serve = [
        sys.executable,
        "-m",
        "wherein",
        "--home",
        str(home),
        "serve",
        "--port",
        "0",
        "--no-browser",
        "--pairing-code",
    ]
    command = serve if home is not None else []
    said: dict[tuple[int, str], tuple[tuple[Mark, ...], str | None]] = {}
    total = sum(len(page["questions"]) for page in asked)
    for row in run_tool("satisfaction.mjs", [str(wanted), *command]):
        marks = tuple(Mark(mark["text"], mark["sentence"]) for mark in row["marks"])
        said[row["page"], row["question"]] = marks, row["meant"]
        on_progress(len(said), total)
    rows: list[Shown] = []
    for number, page in enumerate(pages):
        for one in page.questions:
            marks, meant = said[number, one.question]
            clean = None if one.without_typo is None else said[number, one.without_typo][0]
            rows.append(Shown(page.page, one, marks, clean, meant=meant))
    return rows


def _documents(
    pages: Sequence[GoldPage], folder: Path, whole: bool = False
) -> Iterator[tuple[GoldPage, Document]]:
    for page, path in zip(pages, extract(pages, folder), strict=True):
        document = parse(Source(path.read_bytes(), path.name, page.page))
        yield page, all_main(document) if whole else document


def _total(pages: Sequence[GoldPage]) -> int:
    return sum(len(page.questions) for page in pages)


def _cause(row: Shown, every: Sequence[Answer], text: str) -> str:
    """Why a question is not satisfied; "" when it is.

    *absent*: something is shown although the page has no answer. *extraction*: no accepted piece is in the
    page's text. *typo*: satisfied when spelt correctly. *order*: a right mark is shown, but not among the
    first three. *bound*: the likeliest mark is right but below the bound; *ranking*: a right mark is
    further down. *reader*: the reader proposes no right mark.
    """
    if row.satisfied:
        return ""
    accepted = row.asked.accepted
    if not accepted:
        return "absent"
    if not holds(text, accepted):
        return "extraction"
    if row.without_typo is not None and is_satisfied(row.without_typo, accepted):
        return "typo"
    if row.right:
        return "order"
    right = [is_right(Mark(answer.text, answer.quote), accepted) for answer in every]
    if not any(right):
        return "reader"
    return "bound" if any(right[:3]) and not row.marks else "ranking"


def _marks(answers: Sequence[Answer], bound: float = 0.0) -> tuple[Mark, ...]:
    shown = [answer for answer in answers if answer.confidence >= bound]
    return tuple(Mark(answer.text, answer.quote) for answer in shown[:MOST_MARKS])


def figures(rows: Sequence[Shown]) -> dict[str, Any]:
    """The rates by kind with Wilson's 95 % intervals, and the share of marks that are right."""
    kinds = list(dict.fromkeys(row.asked.kind for row in rows))
    of_kind = {kind: [row for row in rows if row.asked.kind == kind] for kind in kinds}
    everyday = [row for row in rows if row.asked.kind in _EVERYDAY]
    answerable = [row for row in rows if row.asked.accepted]
    typos = [row for row in rows if row.without_typo is not None]
    lost = sum(
        is_satisfied(row.without_typo or (), row.asked.accepted) and not row.satisfied
        for row in typos
    )
    same = sum(row.marks[:1] == (row.without_typo or ())[:1] for row in typos)
    return {
        "n": len(rows),
        "pages": len({row.page for row in rows}),
        "satisfied": _rate([row.satisfied for row in rows]),
        "answerable": _rate([row.satisfied for row in answerable]),
        "everyday": _rate([row.satisfied for row in everyday]),
        "kinds": {kind: _kind(of_kind[kind]) for kind in kinds},
        "marks": _marks_right(rows),
        "marks_where_answered": _marks_right(answerable),
        "typos": {
            "n": len(typos),
            "lost": lost,
            "first_mark_same": same,
            "right_spelling_offered": sum(
                row.meant is not None and row.meant == row.asked.without_typo for row in typos
            ),
            "satisfied_with_the_offer_taken": sum(
                row.satisfied
                or (
                    row.meant == row.asked.without_typo
                    and is_satisfied(row.without_typo or (), row.asked.accepted)
                )
                for row in typos
            ),
        },
        "published": {
            name: {"n": of, "rate": round(good / of, 4), "interval": wilson(good, of)}
            for name, (good, of) in PUBLISHED.items()
        },
        "causes": dict(Counter(row.cause for row in rows if row.cause)),
        "failures": [
            {"page": row.page, "kind": row.asked.kind, "question": row.asked.question}
            | ({"cause": row.cause} if row.cause else {})
            | ({"first": _short(row.marks[0].text)} if row.marks else {})
            for row in rows
            if not row.satisfied
        ],
    }


def at_bounds(unbounded: Sequence[Shown]) -> list[dict[str, Any]]:
    """The same figures at other bounds: shares satisfied, rightly refused, and of marks that are right."""
    table = []
    for bound in _BOUNDS:
        rows = [
            replace(
                row,
                marks=tuple(
                    m for m, p in zip(row.marks, row.confidences, strict=True) if p >= bound
                ),
            )
            for row in unbounded
        ]
        answerable = [row.satisfied for row in rows if row.asked.accepted]
        absent = [row.satisfied for row in rows if not row.asked.accepted]
        table.append(
            {
                "bound": bound,
                "satisfied": _rate([row.satisfied for row in rows])["rate"],
                "answerable": _rate(answerable)["rate"],
                "absent": _rate(absent)["rate"],
                "marks_right": _marks_right(rows)["share"],
                "marks": _marks_right(rows)["shown"],
            }
        )
    return table


def _kind(rows: Sequence[Shown]) -> dict[str, Any]:
    return _rate([row.satisfied for row in rows]) | {"marks": _marks_right(rows)}


def _rate(good: Sequence[bool]) -> dict[str, Any]:
    return {
        "n": len(good),
        "rate": round(sum(good) / len(good), 4) if good else None,
        "interval": wilson(sum(good), len(good)),
    }


def _marks_right(rows: Sequence[Shown]) -> dict[str, Any]:
    """Over all marks shown; `share` is None when no mark is shown."""
    shown = sum(len(row.marks) for row in rows)
    right = sum(row.right for row in rows)
    return {
        "shown": shown,
        "right": right,
        "share": round(right / shown, 4) if shown else None,
        "interval": wilson(right, shown),
    }


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
