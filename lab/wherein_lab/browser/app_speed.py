"""Measures the web app in Chromium: stalls in long lists and documents, and the time until words, answers and marks show.

Two libraries are made: one of 10,000 short documents with a few enormous ones, one of 1,000 documents that are asked.
Judges no answer.
"""

from __future__ import annotations

import gzip
import html
import json
import random
import re
import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from wherein.answering.engine import Engine
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.documents.places.boxes import boxes_of
from wherein_lab.browser.in_browser import run_tool
from wherein_lab.browser.served import served
from wherein_lab.checkout import CHECKOUT
from wherein_lab.data.shared_data import shared_path
from wherein_lab.data.squad_file import read_squad
from wherein_lab.fresh_home import open_with
from wherein_lab.scale.long_document import write_pdf
from wherein_lab.scale.scale import material
from wherein_lab.scale.synthetic_corpus import synthetic_passages

QUESTIONS = "data/squad/devset-A.json.gz"
PDF = "data/docs/pdf/freeculture.pdf"
"""The document has 352 pages."""
WORDS = (
    "tidal range",
    "the first world war",
    "population of",
    "university",
    "released in",
    "river",
)
"""The typed texts; the last key of each is timed."""
FILTER = "report 77"
APP = CHECKOUT / "src" / "wherein" / "server" / "webapp"
_HASH = re.compile(r"-[\w-]{8}$")
"""The suffix that the build adds to a file's name."""
_ASKED_PASSAGES = 8
_HTML_BYTES = 100_000
_LONG_HTML_BYTES = 5_000_000
_LONG_PDF_PAGES = 1000


def measure(
    listed: int, asked: int, questions: int, opened: int, kept: Path | None,
    on_progress: Callable[[str], None],
) -> dict[str, Any]:  # fmt: skip
    """Measure a list of `listed` documents, and typing and asking in a library of `asked` documents.

    Asks `questions` SQuAD questions, and opens a web page and a PDF `opened` times each, at random marks. The libraries
    are kept in the folder `kept` for the next run; without it they are temporary. A stall is the longest task of the page: `busy_ms` of
    processor time, `lasted_ms` on the clock.
    Raises DataMissing without the texts, ExtraMissing without Node.js or the built app.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = kept or Path(name)
        many, few = folder / "many", folder / "few"
        if not (many / "places.json").is_file():
            on_progress(f"making a library of {listed:,} documents")
            _make_many(many, listed, opened)
        if not (few / "questions.json").is_file():
            on_progress(f"making a library of {asked:,} documents")
            _make_few(few, asked)
        places = json.loads((many / "places.json").read_text("utf-8"))
        put = json.loads((few / "questions.json").read_text("utf-8"))
        on_progress("scrolling and opening")
        shown = _in_app(many, list(_of_many(places)))
        on_progress("typing and asking")
        # The first of each finds the server cold.
        tasks = [{"task": "type", "words": words} for words in (WORDS[0], *WORDS)]
        tasks += [{"task": "ask", "question": each} for each in put[: questions + 1]]
        answered = _in_app(few, tasks)
    report = report_of(places, shown, answered)
    report["documents"] = {"listed": shown[0]["rows"], "asked": asked}
    return report | {"script": script_sizes(APP)}


def report_of(
    places: dict[str, Any], shown: Sequence[dict[str, Any]], answered: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """What the tool gave for the tasks of `_of_many` and for typing and asking, the first of each of these left out."""
    report: dict[str, Any] = {"list": shown[0]}
    rest = iter(shown[1:])
    for which, _ in _scrolled(places):
        report[f"scroll_{which}"] = next(rest)
    for which in ("html", "pdf"):
        rows = list(islice(rest, len(places[which]["places"])))
        report[f"open_{which}"] = {
            key: _of([row[key] for row in rows]) for key in ("marked_ms", "drawn_ms")
        }
    typed = [row for row in answered if row["task"] == "type"][1:]
    put = [row for row in answered if row["task"] == "ask"][1:]
    report["words_ms"] = _of([row["words_ms"] for row in typed])
    report["first_answer_ms"] = _of([row["first_answer_ms"] for row in put if row["found"]])
    report["refused"] = sum(not row["found"] for row in put)
    return report


def script_sizes(app: Path) -> dict[str, int]:
    """Bytes of the built app's own script and of pdf.js, plain and compressed (gzip)."""
    sizes: dict[str, int] = {}
    page = (app / "index.html").read_text("utf-8")
    for path in sorted((app / "assets").glob("*.*js")):
        data = path.read_bytes()
        # The page loads its own script; the others are loaded by it when they are needed.
        name = "own" if path.name in page else _HASH.sub("", path.stem).split(".")[0]
        sizes[f"{name}_bytes"] = sizes.get(f"{name}_bytes", 0) + len(data)
        packed = len(gzip.compress(data, 9, mtime=0))
        sizes[f"{name}_gzip_bytes"] = sizes.get(f"{name}_gzip_bytes", 0) + packed
    return sizes


def _of(values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {"n": 0}
    ordered = sorted(values)
    return {
        "n": len(ordered),
        "median": statistics.median(ordered),
        "p95": ordered[max(0, round(0.95 * len(ordered)) - 1)],
        "most": ordered[-1],
    }


def _in_app(folder: Path, tasks: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    with served(folder / "home") as link:
        lines = "".join(json.dumps(task) + "\n" for task in tasks)
        return list(run_tool("measure-app.mjs", [link], given=lines))


def _scrolled(places: dict[str, Any]) -> list[tuple[str, str]]:
    return [(name, places[name]["document"]) for name in ("long_html", "long_pdf")]


def _of_many(places: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"task": "list", "filter": FILTER}
    for _, document in _scrolled(places):
        yield {"task": "scroll", "document": document}
    for which in ("html", "pdf"):
        for start, end in places[which]["places"]:
            row = {"document": places[which]["document"], "start": start, "end": end}
            yield {"task": "open", **row}


def _make_many(folder: Path, listed: int, opened: int) -> None:
    """A library of short documents, two web pages and two PDFs; `places.json` names the latter and marks in them."""
    files = folder / "texts"
    files.mkdir(parents=True, exist_ok=True)
    real, names = material()
    passages = synthetic_passages(real, names, seed=30)
    for number, passage in enumerate(islice(passages, listed - 4)):
        text = f"# Report {number}: {passage.section[0]}\n\n{passage.text}\n"
        (files / f"{number:05}.md").write_text(text, "utf-8")
    large = folder / "large"
    large.mkdir(exist_ok=True)
    _write_html(large / "page.html", passages, _HTML_BYTES)
    _write_html(large / "long-page.html", passages, _LONG_HTML_BYTES)
    (large / "book.pdf").write_bytes(shared_path(PDF).read_bytes())
    write_pdf(large / "long.pdf", _LONG_PDF_PAGES)
    with open_with(folder / "home", ()) as engine:
        engine.add(files)
        engine.add(large)
        known = {entry.source: entry.document for entry in engine.documents()}
        draw = random.Random(30)
        places = {
            name: _places(engine, known[str(large / file)], draw, opened)
            for name, file in (
                ("html", "page.html"),
                ("pdf", "book.pdf"),
                ("long_html", "long-page.html"),
                ("long_pdf", "long.pdf"),
            )
        }
    (folder / "places.json").write_text(json.dumps(places), "utf-8")


def _places(engine: Engine, identity: str, draw: random.Random, count: int) -> dict[str, Any]:
    document = engine.kept(identity)
    text = document.text
    places: list[tuple[int, int]] = []
    while len(places) < count:
        start = text.find(" ", draw.randrange(len(text) - 200)) + 1
        end = text.find(" ", start + 20)
        span = Span(start, end)
        if start and (not document.pages or boxes_of(document, span)):
            places.append((start, end))
    return {"document": identity, "places": places}


def _write_html(path: Path, passages: Iterator[Passage], size: int) -> None:
    """A web page of this many bytes: a heading and three paragraphs, over and over."""
    parts = ["<!doctype html><html lang=en><meta charset=utf-8><title>Long page</title><main>"]
    written = 0
    for number, passage in enumerate(passages):
        heading = f"<h2>{html.escape(passage.section[0])}</h2>" if number % 3 == 0 else ""
        parts.append(f"{heading}<p>{html.escape(passage.text)}</p>\n")
        written += len(parts[-1].encode())
        if written >= size:
            break
    path.write_text("".join(parts) + "</main></html>", "utf-8")


def _make_few(folder: Path, asked: int) -> None:
    """Make a library of documents that each begin with a SQuAD paragraph, followed by generated paragraphs."""
    files = folder / "texts"
    files.mkdir(parents=True, exist_ok=True)
    real, names = material()
    passages = synthetic_passages(real, names, seed=31)
    squad = read_squad(shared_path(QUESTIONS))
    first: dict[tuple[int, int], str] = {}
    for each in squad.asked:
        if each.golds:
            first.setdefault((each.article, each.paragraph), each.question)
    for number, (article, paragraph) in enumerate(islice(first, asked)):
        more = [passage.text for passage in islice(passages, _ASKED_PASSAGES)]
        parts = [
            f"# {squad.titles[article]} {number}", squad.paragraphs[article][paragraph], *more,
        ]  # fmt: skip
        (files / f"{number:04}.md").write_text("\n\n".join(parts) + "\n", "utf-8")
    for number in range(len(first), asked):
        more = [passage.text for passage in islice(passages, _ASKED_PASSAGES + 1)]
        (files / f"{number:04}.md").write_text("\n\n".join([f"# More {number}", *more]), "utf-8")
    with open_with(folder / "home", ()) as engine:
        engine.add(files)
    questions = list(islice(first.values(), asked))
    random.Random(31).shuffle(questions)
    (folder / "questions.json").write_text(json.dumps(questions), "utf-8")
