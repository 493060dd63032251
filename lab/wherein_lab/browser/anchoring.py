"""Measures anchoring and text extraction in a real browser on saved pages: spans located, and agreement with the
server's text.

`web/tools/measure-anchoring.mjs` runs in the page; this module computes figures from its rows.
"""

from __future__ import annotations

import tarfile
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import Any

from wherein.core.document import main_text_of
from wherein.documents.html.html import parse_html_document
from wherein.documents.source import Source
from wherein_lab.browser.in_browser import run_tool
from wherein_lab.data.shared_data import shared_path
from wherein_lab.reading.main_text import words_of

ARCHIVES = (
    "data/webpages/pages/pages.tar.xz",
    "data/webpages/readability/test-pages.tar.xz",
)


def measure(folder: Path, on_progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Compare a browser's text and ranges with the server's text of the same pages.

    `share`: the share of random spans whose ranges have the span's text, as far as the page has it in text nodes;
    `in_no_text_share`: the share of all characters that stand in no text node, such as the numbers of lists and what a form field shows. `main_kept`: mean share of the
    words of the server's main text that the browser reads too; `whole_same`: mean share of the words
    of either that both read, when the server reads the whole page.

    The browser reads only what is visible. Text hidden by a style sheet is in the server's text, because
    the markup does not show that it is hidden. Raises DataMissing, ExtraMissing.
    """
    count = unpack(folder)
    rows = []
    for row in run_tool("measure-anchoring.mjs", [str(folder)]):
        data = (folder / row["file"]).read_bytes()
        there = words_of(row.pop("text"))
        del row["without_fields"], row["plain"]
        parsed = parse_html_document(Source(data, "page.html", "-"))
        main = words_of(main_text_of(parsed.text, parsed.blocks))
        whole = words_of(parsed.text)
        either = (there | whole).total()
        row["main_kept"] = (there & main).total() / main.total() if main else 1.0
        row["whole_same"] = (there & whole).total() / either if either else 1.0
        row["words"] = there.total()
        rows.append(row)
        on_progress(len(rows), count)
    spans = sum(row["drawn"] for row in rows)
    right = sum(row["right"] for row in rows)
    worst = sorted(rows, key=lambda row: row["main_kept"])[:5]
    return {
        "pages": len(rows),
        "words": sum(row["words"] for row in rows),
        "spans": spans,
        "right": right,
        "share": right / spans,
        "in_no_text_share": round(
            sum(row["in_no_text"] for row in rows) / sum(row["characters"] for row in rows), 5
        ),
        "unchanged": sum(row["unchanged"] for row in rows),
        "changed": sum(not row["unchanged"] for row in rows),
        "slowest_marking_of_100_spans_ms": round(max(row["mark"] for row in rows), 1),
        "main_kept_mean": round(mean(row["main_kept"] for row in rows), 4),
        "whole_same_mean": round(mean(row["whole_same"] for row in rows), 4),
        "worst_main_kept": [[row["file"], round(row["main_kept"], 3)] for row in worst],
    }


def unpack(folder: Path) -> int:
    """Write every saved page of the archives as a file under its own name; returns their number."""
    count = 0
    for archive in ARCHIVES:
        with tarfile.open(shared_path(archive)) as tar:
            for member in tar:
                path = Path(member.name)
                file = tar.extractfile(member) if member.isfile() else None
                if file is None or path.suffix != ".html" or path.name.startswith("expected"):
                    continue
                name = path.name if path.name != "source.html" else f"{path.parent.name}.html"
                (folder / name).write_bytes(file.read())
                count += 1
    return count
