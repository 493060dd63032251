"""Compares the answers of the browser and of Python with the same reader, on questions of whole pages. Judges no
answer.

The browser runs the extension's worker (WebAssembly); Python reads with onnxruntime's own code. Both get the
same text and blocks, and read each page to its end.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from wherein.answering.options import Options
from wherein.documents.parse import parse
from wherein.documents.source import Source
from wherein_lab.answering.doors import without_memory
from wherein_lab.browser.asked_pages import ask_extension
from wherein_lab.browser.satisfaction import extract
from wherein_lab.checkout import CHECKOUT
from wherein_lab.data.asked_pages import AskedPage, ShownSpan
from wherein_lab.data.gold_spans import read_questions

SATISFACTION = CHECKOUT / "benchmarks" / "questions" / "satisfaction.json"
TRAINING_PAGES = CHECKOUT / "benchmarks" / "questions" / "training-pages"
READER = "small"


def measure(limit: int, seed: int, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Ask questions of saved pages of the web and, up to `limit`, of the pages in the repository."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        pages = drawn(folder, limit, seed)
        of = sum(len(page.questions) for page in pages)
        browser = {
            (row.page, row.question): row
            for row in ask_extension(pages, lambda done: on_progress(done, 2 * of))
        }
        rows: list[dict[str, Any]] = []
        with without_memory(folder / "home") as engine:
            options = Options(reader=READER, whole=True, memory=False)
            for number, page in enumerate(pages):
                for question in page.questions:
                    result = engine.ask(question, page.document, options)
                    here = _first([(a.text, a.span.start, a.span.end) for a in result.answers])
                    there = browser[number, question]
                    first = _first([_place(one) for one in there.answers])
                    shown = [*there.answers, *there.perhaps]
                    rows.append(
                        {
                            "question": question,
                            "python": here,
                            "browser": first,
                            "shown": len(shown),
                            "verbatim": all(
                                one.span.of(page.document.text) == one.text for one in shown
                            ),
                        }
                    )
                    on_progress(of + len(rows), 2 * of)
        return figures(rows, len(pages))


def figures(rows: Sequence[dict[str, Any]], pages: int) -> dict[str, Any]:
    """How many questions have the same first answer in both, at the same place, or none in both."""
    differing = [row for row in rows if row["python"] != row["browser"]]
    same = len(rows) - len(differing)
    return {
        "n": len(rows),
        "pages": pages,
        "answered": sum(row["python"] is not None for row in rows),
        "same_first": same,
        "share": round(same / len(rows), 4),
        "same_text": sum(_text(row["python"]) == _text(row["browser"]) for row in rows),
        "answered_by_one_alone": sum(
            (row["python"] is None) != (row["browser"] is None) for row in differing
        ),
        "shown": sum(row["shown"] for row in rows),
        "not_verbatim": sum(not row["verbatim"] for row in rows),
        "differing": [
            {key: row[key] for key in ("question", "python", "browser")} for row in differing
        ],
    }


def drawn(folder: Path, limit: int, seed: int) -> list[AskedPage]:
    """At most `limit` questions: those of the saved pages, and where these are too few, of the repository's pages."""
    draw = random.Random(seed)
    gold = read_questions(SATISFACTION)
    files = dict(zip((page.page for page in gold), extract(gold, folder), strict=True))
    pairs = list(
        dict.fromkeys((page.page, asked.question) for page in gold for asked in page.questions)
    )
    if limit < len(pairs):
        pairs = draw.sample(pairs, limit)
    else:
        lines = (TRAINING_PAGES / "questions.jsonl").read_text("utf-8").splitlines()
        more = [(row["page"], row["question"]) for row in map(json.loads, lines)]
        pairs += draw.sample(more, limit - len(pairs))
    of_page: dict[str, list[str]] = {}
    for name, question in pairs:
        of_page.setdefault(name, []).append(question)
    return [
        AskedPage(
            parse(Source(path.read_bytes(), path.name, name)), tuple(dict.fromkeys(questions))
        )
        for name, questions in of_page.items()
        for path in [files.get(name, TRAINING_PAGES / "pages" / name)]
    ]


def _place(answer: ShownSpan) -> tuple[str, int, int]:
    return answer.text, answer.span.start, answer.span.end


def _first(places: Sequence[tuple[str, int, int]]) -> list[Any] | None:
    return list(places[0]) if places else None


def _text(first: list[Any] | None) -> str | None:
    return None if first is None else str(first[0])
