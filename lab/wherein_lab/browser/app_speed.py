"""How quick the web app is on large libraries and documents: lists, marks, words, first answers, in Chromium.

The documents are openings of real articles; the long PDFs are the pages of a real book, one after another.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wherein.answering.engine import Engine
from wherein.core.document import Document
from wherein.core.passage import Passage
from wherein_lab.browser.in_browser import run_tool
from wherein_lab.browser.served import served
from wherein_lab.data.corpora import read_corpus, read_questions
from wherein_lab.data.datasets import data_set
from wherein_lab.data.shared_data import shared_path
from wherein_lab.fresh_home import open_with

LISTED = 10_000
ASKED = 1_000
BOOK = "data/docs/pdf/freeculture.pdf"
PDFS = {"PDF of 300 pages": 300, "PDF of 1,000 pages": 1_000}
PAGES = {"HTML of 100 kB": 100_000, "HTML of 5 MB": 5_000_000}
QUESTIONS = 25
WORDS = ("population", "lighthouse", "railway", "composer")
_NAME = re.compile(r"\W+")


def measure(folder: Path) -> dict[str, Any]:
    """The times of everything; `folder` keeps the two libraries, which are made where they are not there yet.

    Raises DataMissing without the data, ExtraMissing without Node.js or the built app.
    """
    corpus, questions = data_set("entity-openings").paths()
    openings = read_corpus(*corpus).passages
    large = _library(folder / "listed", openings[:LISTED], with_long=True)
    small = _library(folder / "asked", openings[:ASKED], with_long=False)
    with open_with(large, ()) as engine:
        listed = len(engine.documents())
        places = [
            {"name": name, "address": _address(engine, name), "scrolls": True}
            for name in (*PAGES, *PDFS)
        ]
    found: dict[str, Any] = {"documents": listed}
    with served(large) as link:
        found |= _run(link, {"list": listed, "open": places})
    with served(small) as link:
        asked = [question.text for question in read_questions(questions)][:QUESTIONS]
        found |= {"asked_documents": ASKED} | _run(link, {"words": WORDS, "questions": asked})
    return found


def _run(link: str, wanted: dict[str, Any]) -> dict[str, Any]:
    *_, report = run_tool("measure-app.mjs", [link], given=json.dumps(wanted))
    return {key: value for key, value in report.items() if value != []}


def _library(home: Path, openings: Sequence[Passage], *, with_long: bool) -> Path:
    """A home whose library holds these articles, a file each, and with `with_long` the long documents."""
    if (home / "ready").exists():
        return home
    files = home.parent / f"{home.name}-files"
    files.mkdir(parents=True, exist_ok=True)
    for number, opening in enumerate(openings):
        title = opening.section[0]
        name = f"{number:05}-{_NAME.sub('-', title)[:60]}.md"
        (files / name).write_text(f"# {title}\n\n{opening.text}\n", "utf-8")
    if with_long:
        for name, size in PAGES.items():
            (files / f"{name}.html").write_text(_web_page(name, openings, size), "utf-8")
        for name, pages in PDFS.items():
            _book(pages, files / f"{name}.pdf")
    with open_with(home, ()) as engine:
        engine.add(files)
    (home / "ready").touch()
    return home


def _web_page(name: str, openings: Sequence[Passage], size: int) -> str:
    parts = [f"<!doctype html><title>{name}</title><h1>{name}</h1>"]
    length = 0
    while length < size:
        for opening in openings:
            title, text = html.escape(opening.section[0]), html.escape(opening.text)
            parts.append(f"<h2>{title}</h2><p>{text}</p>")
            length += len(parts[-1])
            if length >= size:
                break
    return "\n".join(parts)


def _book(pages: int, into: Path) -> None:
    """So many pages of a book, which begins again after its last."""
    import pypdfium2

    book = pypdfium2.PdfDocument(shared_path(BOOK))
    made = pypdfium2.PdfDocument.new()
    while len(made) < pages:
        made.import_pages(book, list(range(min(len(book), pages - len(made)))))
    made.save(into)


def _address(engine: Engine, name: str) -> str:
    """The address of a few words at two thirds of a long document."""
    document = engine.kept(
        next(e.document for e in engine.documents() if Path(e.source).stem == name)
    )
    start, end = _words_at(document, len(document.text) * 2 // 3)
    return f"/d/{document.id}#s={start}-{end}"


def _words_at(document: Document, place: int) -> tuple[int, int]:
    """Five words of one line after a place."""
    match = re.compile(r"(?<=\s)\w+(?: \w+){4}\b").search(document.text, place)
    return match.span() if match else (place, place + 20)
