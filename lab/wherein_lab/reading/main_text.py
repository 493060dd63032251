"""Measures the main-text rules: how much of an article they keep, and how much else.

The data are saved pages with the expected article text (mozilla/readability, test/test-pages).
"""

from __future__ import annotations

import re
import tarfile
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

from wherein.core.document import main_text_of
from wherein.core.errors import DataMissing
from wherein.documents.html.html import parse_html_document, parse_markup
from wherein.documents.source import Source

ARCHIVE = Path("data/webpages/readability/test-pages.tar.xz")
_WORD = re.compile(r"\w+")


def words_of(text: str) -> Counter[str]:
    """The words of a text as a multiset: NFKC, case folded, runs of letters and digits."""
    return Counter(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def measure_main_text(shared: Path, *, worst: int = 10) -> dict[str, Any]:
    """Mean share of expected words kept, and of kept words not expected, over the pages.

    `shared` is the folder of the measurement data; raises DataMissing when it lacks the pages. Words are
    compared as multisets. A page without main text counts 0 kept and 0 unexpected.
    """
    archive = shared / ARCHIVE
    if not archive.is_file():
        raise DataMissing(
            f"The saved pages are not at {archive}.", "Set WHEREIN_SHARED to the folder of data."
        )
    pages: dict[str, dict[str, bytes]] = {}
    with tarfile.open(archive) as tar:
        for member in tar:
            path = Path(member.name)
            file = tar.extractfile(member) if member.isfile() else None
            if file is not None and path.name in ("source.html", "expected.html"):
                pages.setdefault(path.parent.name, {})[path.name] = file.read()
    rows = []
    for name, files in sorted(pages.items()):
        parsed = parse_html_document(Source(files["source.html"], "source.html", "-"))
        kept = words_of(main_text_of(parsed.text, parsed.blocks))
        expected_page = files["expected.html"].decode("utf-8", "replace")
        expected = words_of(_shown(expected_page))
        both = (kept & expected).total()
        recall = both / expected.total() if expected else 1.0
        unexpected = 1 - both / kept.total() if kept else 0.0
        rows.append((name, recall, unexpected))
    count = len(rows)
    return {
        "n": count,
        "kept_mean": sum(row[1] for row in rows) / count,
        "unexpected_mean": sum(row[2] for row in rows) / count,
        "worst_kept": sorted(rows, key=lambda row: row[1])[:worst],
        "worst_unexpected": sorted(rows, key=lambda row: -row[2])[:worst],
    }


def _shown(markup: str) -> str:
    """All text of an expected page, with blocks separated."""
    return parse_markup(markup).text
