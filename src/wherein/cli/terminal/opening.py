"""`--open`: shows a place of a document in the browser or else in the pager. Finds no place itself."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path

from wherein.cli.terminal.pager import page
from wherein.cli.terminal.text_fragment import with_text_fragment
from wherein.core.answer import Answer
from wherein.core.document import BlockKind, Document
from wherein.core.passage import Hit
from wherein.core.span import Span
from wherein.documents.fetch import is_url
from wherein.documents.places.boxes import page_of
from wherein.retrieval.by_words.words import index_terms, question_terms

_WEB_PAGES = (".html", ".htm", ".xhtml")


def open_answer(answer: Answer, document: Document) -> None:
    """Show the answer's document at the answer. Raises UsageError where neither browser nor terminal can."""
    _show(document, answer.span, answer.quote_span)


def open_hit(hit: Hit, words: str, document: Document) -> None:
    """Show the hit's document at the block with most of the searched words. Raises as `open_answer`."""
    wanted = set(question_terms(words))
    passage = hit.passage.span
    blocks = [
        block.span
        for block in document.blocks
        if block.kind is not BlockKind.HEADING and passage.contains(block.span)
    ]
    best = max(
        blocks or [passage],
        key=lambda span: len(wanted.intersection(index_terms(span.of(document.text)))),
    )
    _show(document, best, best)


def _show(document: Document, span: Span, within: Span) -> None:
    address = address_of(document, span, within)
    if address is not None and has_browser() and webbrowser.open(address):
        return
    page(document.text, span)


def address_of(document: Document, span: Span, within: Span) -> str | None:
    """The address of the document for a browser, with the place; None for formats that browsers do not show."""
    source = document.source
    if is_url(source):
        address, is_pdf = source, document.kind == "pdf"
    else:
        path = Path(source)
        is_pdf = path.suffix.lower() == ".pdf"
        if not (is_pdf or path.suffix.lower() in _WEB_PAGES) or not path.is_file():
            return None
        address = path.as_uri()
    if not is_pdf:
        return with_text_fragment(address, document.text, span, within)
    number = page_of(document, span)
    return address.partition("#")[0] + (f"#page={number}" if number is not None else "")


def has_browser() -> bool:
    """Whether a graphical browser may exist; a browser in the terminal can't show a place."""
    if sys.platform in ("darwin", "win32") or "BROWSER" in os.environ:
        return True
    return "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
