"""Parses Jupyter notebooks: text, code and what the code printed. Runs nothing and shows no picture."""

from __future__ import annotations

import json
import re
from typing import Any

from wherein.core.document import BlockKind
from wherein.core.errors import ParseError
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.archive import damaged
from wherein.documents.building.canonical import CanonicalText, clean
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.html.html_blocks import add_blocks
from wherein.documents.html.html_tree import parse_html
from wherein.documents.plain.markdown import add_markdown
from wherein.documents.source import Source

_COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


def parse_notebook(source: Source) -> Parsed:
    """Markdown cells as Markdown, code as it is, and of each output its table or text; pictures are counted.

    Raises ParseError for a file that is no notebook.
    """
    name = source.name
    try:
        notebook = json.loads(decode(source.data, "utf-8"))
    except (ValueError, RecursionError) as error:
        raise damaged(name) from error
    cells = _cells(notebook)
    if cells is None:
        raise ParseError(f"{name} is no Jupyter notebook.", "Open it in Jupyter and save it again.")
    reader = _Reader(name)
    for cell in cells:
        if isinstance(cell, dict):
            reader.add(cell)
    out = reader.out
    heading = next((b.span.of(out.text) for b in out.blocks if b.kind is BlockKind.HEADING), None)
    pictures = (Unread(UnreadKind.PICTURE, reader.pictures),) if reader.pictures else ()
    return Parsed(text=out.text, blocks=out.blocks, title=heading, unread=pictures)


def _cells(notebook: Any) -> list[Any] | None:
    """The cells of a notebook of format 4, or of the sheets of an older one."""
    if not isinstance(notebook, dict):
        return None
    if isinstance(notebook.get("cells"), list):
        return list(notebook["cells"])
    sheets = notebook.get("worksheets")
    if not isinstance(sheets, list):
        return None
    return [
        cell
        for sheet in sheets
        if isinstance(sheet, dict) and isinstance(sheet.get("cells"), list)
        for cell in sheet["cells"]
    ]


class _Reader:
    def __init__(self, name: str) -> None:
        self.out = CanonicalText()
        self.pictures = 0
        self._name = name
        self._tables = 0

    def add(self, cell: dict[str, Any]) -> None:
        text = clean(_text(cell.get("source", cell.get("input"))))
        kind = cell.get("cell_type")
        if kind == "markdown":
            self._tables = add_markdown(self.out, text, self._name, self._tables)
        elif kind == "heading":
            level = cell.get("level")
            whole = level if isinstance(level, int) else 1
            self.out.add(BlockKind.HEADING, " ".join(text.split()), level=min(max(whole, 1), 6))
        elif kind == "code":
            self.out.add(BlockKind.CODE, text, trim=False)
        else:
            self.out.add(BlockKind.PARAGRAPH, text)
        outputs = cell.get("outputs")
        for output in outputs if isinstance(outputs, list) else ():
            if isinstance(output, dict):
                self._add_output(output)

    def _add_output(self, output: dict[str, Any]) -> None:
        data = output.get("data", output)
        if not isinstance(data, dict):
            return
        html = _text(data.get("text/html", data.get("html")))
        plain = _text(data.get("text/plain", data.get("text")))
        if "<table" in html:
            body = parse_html(html).first("body")
            add_blocks(self.out, [body] if body else [], tables_from=1 + len(self.out))
        elif any(str(kind).startswith("image/") or kind in ("png", "jpeg", "svg") for kind in data):
            self.pictures += 1
        elif markdown := _text(data.get("text/markdown")):
            self._tables = add_markdown(self.out, clean(markdown), self._name, self._tables)
        elif plain:
            self.out.add(BlockKind.CODE, _COLOURS.sub("", plain), trim=False)
        elif "ename" in output:
            self.out.add(BlockKind.CODE, f"{output['ename']}: {_text(output.get('evalue'))}")


def _text(value: Any) -> str:
    """A text that is stored as one string or as lines."""
    if isinstance(value, list):
        return "".join(part for part in value if isinstance(part, str))
    return value if isinstance(value, str) else ""
