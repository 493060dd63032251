"""Prints the main text of saved pages in columns with Chromium, and measures whether the PDF is read in the text's order.

The text is set anew, in A4, so that
the order is known without looking at the layout. Reads saved pages; needs the program chromium.
"""

from __future__ import annotations

import html
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from wherein.core.document import BlockKind, Document
from wherein.core.errors import UsageError
from wherein.documents.parse import parse
from wherein.documents.source import Source

_SECONDS = 120
_WORDS = re.compile(r"\w+")
_STYLE = """
@page {{ size: A4; margin: 20mm 16mm }}
body {{ font: 10.5pt/1.35 "Liberation Serif", serif; text-align: justify; columns: {columns}; column-gap: 8mm; hyphens: auto }}
h1, h2, h3 {{ font-family: sans-serif; text-align: left; break-after: avoid }}
h1 {{ font-size: 18pt; column-span: all }} h2, h3 {{ font-size: 13pt }}
"""
_TAGS = {
    BlockKind.LIST_ITEM: "li",
    BlockKind.CODE: "pre",
    BlockKind.CAPTION: "p",
    BlockKind.CELL: "p",
}


def as_page(document: Document, columns: int, most_words: int) -> str:
    """The first main blocks of a document as HTML in columns, without its tables."""
    said = []
    words = 0
    for block in document.blocks:
        if not block.main or block.kind is BlockKind.CELL:
            continue
        text = block.span.of(document.text)
        tag = _TAGS.get(block.kind, "p")
        if block.kind is BlockKind.HEADING:
            tag = f"h{min(block.level or 1, 3)}" if words else "h1"
        said.append(f"<{tag}>{html.escape(text)}</{tag}>")
        words += len(text.split())
        if words >= most_words:
            break
    language = document.language or "en"
    style = _STYLE.format(columns=columns)
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><style>{style}</style>'
        f"<body>{''.join(said)}</body></html>"
    )


def printed(page: str, program: str) -> bytes:
    """The page as Chromium prints it. Raises UsageError where it doesn't."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, encoding="utf-8")
        command = [
            program, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
            f"--user-data-dir={folder}/profile", f"--print-to-pdf={out}", source.as_uri(),
        ]  # fmt: skip
        try:
            subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True)
            return out.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise UsageError(
                f"{program} did not print a page: {error}", "Give its path as --chromium."
            ) from error


def in_order(expected: str, read: str) -> float:
    """The share of the expected words' characters that are read in the same order, each once."""
    first, second = (_WORDS.findall(text.casefold()) for text in (expected, read))
    total = sum(map(len, first))
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    same = sum(
        len(word)
        for match in matcher.get_matching_blocks()
        for word in first[match.a : match.a + match.size]
    )
    return same / total if total else 1.0


def measure(
    pages: Iterable[tuple[str, bytes]], columns: Iterable[int], program: str, most_words: int
) -> Iterator[dict[str, Any]]:
    """Measure each page once for each number of columns: the share of its characters in order, and its number of words."""
    wanted = list(columns)
    for name, data in pages:
        document = parse(Source(data, name, f"/{name}"))
        for count in wanted:
            page = as_page(document, count, most_words)
            expected = parse(Source(page.encode(), "page.html", "/page.html"))
            text = "\n".join(block.span.of(expected.text) for block in expected.blocks)
            read = parse(Source(printed(page, program), "page.pdf", "/page.pdf"))
            yield {
                "page": name,
                "columns": count,
                "words": len(text.split()),
                "in_order": round(in_order(text, read.text), 4),
                "blocks": len(expected.blocks),
                "blocks_read": len(read.blocks),
            }
