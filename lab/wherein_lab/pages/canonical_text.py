"""Compares the canonical text of saved pages with the accepted answers and with a browser's text. Knows no reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wherein.core.document import Document
from wherein.documents.building.decode import declared_in_markup, decode
from wherein.documents.html.main_only import main_only
from wherein_lab.pages.asking import document_of
from wherein_lab.pages.questions import PageQuestion


def reach(questions: Sequence[PageQuestion], pages: Mapping[str, bytes]) -> dict[str, Any]:
    """Count the accepted answers and contexts that the canonical text of their page contains word for word.

    Accepted answers are counted in the main text too.
    """
    documents = {page: document_of(page, data) for page, data in pages.items()}
    counts: Counter[str] = Counter()
    missing = []
    for question in questions:
        document = documents[question.page]
        main = main_only(document).text
        for piece in question.accepted:
            counts["accepted"] += 1
            counts["accepted_main"] += piece in main
            if piece in document.text:
                counts["accepted_found"] += 1
            else:
                missing.append([question.id, piece])
        if question.context:
            counts["contexts"] += 1
            counts["contexts_found"] += question.context in document.text
    words = {
        "words_main": sum(document.words for document in documents.values()),
        "words_beside_main": sum(document.words_beside_main for document in documents.values()),
    }
    return {
        "pages": len(documents),
        "n": len(questions),
        **counts,
        **words,
        "missing": missing[:20],
    }


def write_for_browser(pages: Mapping[str, bytes], folder: Path) -> None:
    """Write the pages as UTF-8 files, so that the browser decodes the same characters as the product."""
    for page, data in pages.items():
        path = (folder / page).with_suffix(".html")
        path.write_text(decode(data, declared_in_markup(data)), "utf-8")


def same_as_shown(pages: Mapping[str, bytes], shown: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Compare the canonical texts with a browser's texts of the same pages (`file`, `text`).

    A page is `equal` when both texts are the same, character for character. Otherwise it differs in
    `white_space` alone, or the product `has_more` words (a style sheet hides them), or the browser has words
    that the product lacks (`other`). `unreachable` counts these words, `shown` all words in the browser.
    """
    documents = {
        Path(page).with_suffix(".html").name: document_of(page, data)
        for page, data in pages.items()
    }
    counts: Counter[str] = Counter()
    others = []
    for row in shown:
        document, text = documents[row["file"]], row["text"]
        here, there = Counter(document.text.split()), Counter(text.split())
        lacking = there - here
        counts["shown"] += there.total()
        counts["unreachable"] += lacking.total()
        kind = _kind(document, text, lacking.total())
        counts[kind] += 1
        if kind == "other":
            others.append([row["file"], sorted(lacking)[:8]])
    kinds = ("equal", "white_space", "has_more", "other", "unreachable", "shown")
    return {**{kind: counts[kind] for kind in kinds}, "others": others}


def _kind(document: Document, text: str, lacking: int) -> str:
    if document.text == text:
        return "equal"
    if document.text.split() == text.split():
        return "white_space"
    return "other" if lacking else "has_more"
