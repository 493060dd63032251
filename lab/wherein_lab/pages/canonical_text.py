"""Compares the canonical text of saved pages with the accepted answers and with a browser's text. Knows no reader."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wherein.core.document import Document
from wherein.core.span import Span
from wherein.documents.building.decode import declared_in_markup, decode
from wherein.documents.html.main_only import main_only
from wherein_lab.pages.asking import document_of
from wherein_lab.pages.questions import PageQuestion

_LABEL = re.compile(r"(?:-?[0-9A-Za-z]+\. )+")
"""What a generated place of a list item's number holds, or of several that begin together ("1. a. ")."""


def reach(questions: Sequence[PageQuestion], pages: Mapping[str, bytes]) -> dict[str, Any]:
    """Count the accepted answers and contexts that the canonical text of their page contains word for word.

    Accepted answers are counted in the main text too. What was copied from a page lacks the generated text in it ("alerts,22 and
    pages" where the canonical text has "alerts,[22] and pages"), so it is also looked for in the text without it;
    `accepted_over_generated` counts the answers found only there.
    """
    documents = {page: document_of(page, data) for page, data in pages.items()}
    counts: Counter[str] = Counter()
    missing = []
    for question in questions:
        document = documents[question.page]
        main = main_only(document)
        for piece in question.accepted:
            counts["accepted"] += 1
            counts["accepted_main"] += _has(main, piece)
            if _has(document, piece):
                counts["accepted_found"] += 1
                counts["accepted_over_generated"] += piece not in document.text
            else:
                missing.append([question.id, piece])
        if question.context:
            counts["contexts"] += 1
            counts["contexts_found"] += _has(document, question.context)
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


def _has(document: Document, piece: str) -> bool:
    return piece in document.text or piece in _without(document.text, document.generated)


def _without(text: str, places: Iterable[Span]) -> str:
    """The text without some places, which ascend."""
    parts = []
    done = 0
    for place in places:
        parts.append(text[done : place.start])
        done = place.end
    return "".join((*parts, text[done:]))


def write_for_browser(pages: Mapping[str, bytes], folder: Path) -> None:
    """Write the pages as UTF-8 files, so that the browser decodes the same characters as the product."""
    for page, data in pages.items():
        path = (folder / page).with_suffix(".html")
        path.write_text(decode(data, declared_in_markup(data)), "utf-8")


def same_as_shown(pages: Mapping[str, bytes], shown: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Compare the canonical texts with a browser's texts of the same pages.

    A row has the `file` and what the browser read there: `text`, all of it; `without_fields`, what it reads with every form
    field empty; `plain`, without the numbers of lists besides. Both are measured apart: `fields` counts the
    words in form fields, which the product doesn't read of a saved page; `numbers` the numbers of list items that `both` have,
    the `browser` alone (a saved page lacks the style sheet that leaves them out) or the `product` alone.

    All else compares the plain text with the canonical text without such numbers. A page is `equal` when both are the
    same, character for character. Otherwise it differs in `white_space` alone, or the product `has_more` words (a style
    sheet hides them), or the browser has words that the product lacks (`other`). `unreachable` counts these words,
    `not_shown` those that the product has more, `shown` all words in the browser.
    """
    documents = {
        Path(page).with_suffix(".html").name: document_of(page, data)
        for page, data in pages.items()
    }
    counts: Counter[str] = Counter()
    numbers: Counter[str] = Counter()
    others = []
    for row in shown:
        document, plain = documents[row["file"]], row["plain"]
        labels = [span for span in document.generated if _LABEL.fullmatch(span.of(document.text))]
        text = _without(document.text, labels)
        without_fields = _words(row["without_fields"])
        counts["fields"] += (_words(row["text"]) - without_fields).total()
        _add_numbers(
            numbers,
            _words(" ".join(span.of(document.text) for span in labels)),
            without_fields - _words(plain),
        )
        lacking = _words(plain) - _words(text)
        counts["shown"] += _words(plain).total()
        counts["unreachable"] += lacking.total()
        counts["not_shown"] += (_words(text) - _words(plain)).total()
        kind = _kind(text, plain, lacking.total())
        counts[kind] += 1
        if kind == "other":
            others.append([row["file"], sorted(lacking)[:8]])
    kinds = (
        "equal", "white_space", "has_more", "other", "unreachable", "not_shown", "shown", "fields"
    )  # fmt: skip
    return {
        **{kind: counts[kind] for kind in kinds},
        "numbers": {who: numbers[who] for who in ("both", "browser", "product")},
        "others": others,
    }


def _words(text: str) -> Counter[str]:
    return Counter(text.split())


def _add_numbers(counts: Counter[str], here: Counter[str], there: Counter[str]) -> None:
    counts["both"] += (here & there).total()
    counts["browser"] += (there - here).total()
    counts["product"] += (here - there).total()


def _kind(here: str, there: str, lacking: int) -> str:
    if here == there:
        return "equal"
    if here.split() == there.split():
        return "white_space"
    return "other" if lacking else "has_more"
