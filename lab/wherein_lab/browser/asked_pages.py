"""Asks pages' questions of the extension's worker in a real browser. Judges no answer."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from wherein.core.span import Span
from wherein_lab.browser.in_browser import run_tool
from wherein_lab.data.asked_pages import AskedPage, Shown, ShownSpan


def ask_extension(
    pages: Sequence[AskedPage], on_progress: Callable[[int], None] = lambda done: None
) -> Iterator[Shown]:
    """Ask page by page in Chromium; each page is read to its end with the reader that the extension ships.

    The extension gets the text and blocks that Python parsed, which equal what it takes from the page itself
    (condition `canonical-text`). Raises what `run_tool` raises.
    """
    with tempfile.TemporaryDirectory(prefix="wherein-asked-") as folder:
        wanted = Path(folder) / "pages.json"
        wanted.write_text(json.dumps([_wire(page) for page in pages]), "utf-8")
        for done, row in enumerate(run_tool("ask-pages.mjs", [str(wanted)]), 1):
            yield Shown(
                row["page"],
                row["question"],
                tuple(map(_answer, row["answers"])),
                tuple(map(_answer, row["perhaps"])),
            )
            on_progress(done)


def _answer(said: dict[str, Any]) -> ShownSpan:
    span = Span(said["span"]["start"], said["span"]["end"])
    return ShownSpan(said["text"], span, said["confidence"])


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
