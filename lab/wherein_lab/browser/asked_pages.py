"""Asks pages' questions of the extension's worker in a real browser. Judges no answer."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.core.document import Document
from wherein.core.span import Span
from wherein_lab.browser.in_browser import run_tool


@dataclass(frozen=True, slots=True)
class AskedPage:
    """A page and the questions it is asked."""

    document: Document
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExtensionAnswer:
    """A span that the extension shows, in code points of the page's text."""

    text: str
    span: Span
    confidence: float


@dataclass(frozen=True, slots=True)
class ExtensionResult:
    """What the extension shows for one question of the page at this index."""

    page: int
    question: str
    answers: tuple[ExtensionAnswer, ...]
    perhaps: tuple[ExtensionAnswer, ...]


def ask_extension(
    pages: Sequence[AskedPage], on_progress: Callable[[int], None] = lambda done: None
) -> Iterator[ExtensionResult]:
    """Ask page by page in Chromium; each page is read to its end with the reader that the extension ships.

    The extension gets the text and blocks that Python parsed, which equal what it takes from the page itself
    (condition `canonical-text`). Raises what `run_tool` raises.
    """
    with tempfile.TemporaryDirectory(prefix="wherein-asked-") as folder:
        wanted = Path(folder) / "pages.json"
        wanted.write_text(json.dumps([_wire(page) for page in pages]), "utf-8")
        for done, row in enumerate(run_tool("ask-pages.mjs", [str(wanted)]), 1):
            yield ExtensionResult(
                row["page"],
                row["question"],
                tuple(map(_answer, row["answers"])),
                tuple(map(_answer, row["perhaps"])),
            )
            on_progress(done)


def _answer(said: dict[str, Any]) -> ExtensionAnswer:
    span = Span(said["span"]["start"], said["span"]["end"])
    return ExtensionAnswer(said["text"], span, said["confidence"])


def _wire(page: AskedPage) -> dict[str, Any]:
    document = page.document
    blocks = [
        {
            "kind": block.kind.value,
            "start": block.span.start,
            "end": block.span.end,
            **{key: value for key in ("level", "row", "column") if (value := getattr(block, key))},
            **({} if block.main else {"main": False}),
        }
        for block in document.blocks
    ]
    said = {"language": document.language} if document.language else {}
    return {
        "title": document.title,
        "text": document.text,
        "blocks": blocks,
        "questions": list(page.questions),
        **said,
    }


def shown_by_extension(
    documents: Sequence[tuple[Document, tuple[str, ...]]],
) -> Iterator[tuple[int, str, list[tuple[Span, float]], list[tuple[Span, float]]]]:
    """Ask documents their questions; give the document's index, the question, and answers and perhaps with confidence."""
    for found in ask_extension([AskedPage(*one) for one in documents]):
        answers, perhaps = (
            [(one.span, one.confidence) for one in some] for some in (found.answers, found.perhaps)
        )
        yield found.page, found.question, answers, perhaps
