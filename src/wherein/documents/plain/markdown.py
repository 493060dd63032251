"""Parses Markdown to its rendered text: CommonMark, tables, strikethrough and front matter."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wherein.core.document import BlockKind, Dates
from wherein.core.errors import SourceTooLarge
from wherein.documents.building.canonical import (
    MOST_GRID_PLACES,
    CanonicalText,
    Cell,
    clean,
    header_of,
    without_mark,
)
from wherein.documents.building.dates import from_any
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.html.html_blocks import add_blocks
from wherein.documents.html.html_tree import parse_html
from wherein.documents.source import Source

if TYPE_CHECKING:
    from markdown_it.token import Token

MOST_CELLS = 2_000_000
"""The limit of the tables of a text, as of a workbook's sheets; so many take more memory than the parser's process has."""
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FIELD = re.compile(r"^([A-Za-z_]+)\s*:\s*(.+?)\s*$", re.MULTILINE)
_UNDER_HEADER = re.compile(r"[ >\t]*[|:-][ |:\t-]*$")
_TAG = re.compile(r"<[^<>]*+>")
_LINE_BREAK_TAG = re.compile(r"<br\s*/?>", re.IGNORECASE)


def parse_markdown(source: Source) -> Parsed:
    """Headings, paragraphs, list items, table cells with their column header, and code.

    The title is the front matter's, else the first heading's. Raw HTML blocks give their text.
    """
    text = clean(without_mark(decode(source.data, source.charset)))
    fields: dict[str, str] = {}
    if match := _FRONT_MATTER.match(text):
        fields = {
            name.lower(): value.strip("\"'") for name, value in _FIELD.findall(match.group(1))
        }
        text = text[match.end() :]
    out = CanonicalText()
    add_markdown(out, text, source.name)
    heading = next((b.span.of(out.text) for b in out.blocks if b.kind is BlockKind.HEADING), None)
    return Parsed(
        text=out.text,
        blocks=out.blocks,
        generated=out.generated,
        title=fields.get("title") or heading,
        dates=Dates(
            created=from_any(fields.get("created")),
            modified=from_any(fields.get("modified") or fields.get("updated")),
            published=from_any(fields.get("date") or fields.get("published")),
        ),
    )


def add_markdown(out: CanonicalText, text: str, name: str, tables: int = 0) -> int:
    """Append a Markdown text; `tables` is the number of tables before it, and what is returned the number after it."""
    from markdown_it import MarkdownIt

    _refuse_too_many_cells(text, name)
    # Links are left alone: making bare addresses clickable changes no text.
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    return _add(out, tokens, tables)


def _refuse_too_many_cells(markdown: str, name: str) -> None:
    """Raise SourceTooLarge for tables of too many cells, or whose rows lack too many, before any is made.

    What rows lack is counted to an upper bound: the Markdown parser adds it, so that 2 kB of text can cause 65,000 cells
    (three seconds), which is its limit for one table. What they have is counted to a lower one.
    """
    missing = columns = cells = 0
    is_code = False
    for line in markdown.split("\n"):
        start = line.strip()
        is_code ^= start.startswith(("```", "~~~"))
        if not start:
            columns = 0
        elif "-" in line and "|" in line and _UNDER_HEADER.match(line):
            columns = max(columns, line.count("|") + 1)
        elif columns:
            bars = line.count("|")
            missing += max(0, columns - 1 - bars)
            cells += 0 if is_code else max(0, min(columns, bars) - 1 - line.count("\\|"))
    if missing > MOST_GRID_PLACES:
        raise SourceTooLarge(
            f"{name} has tables whose rows lack more than {MOST_GRID_PLACES:,} cells of their headers.",
            "Shorten the headers of its tables, or split it into smaller files.",
        )
    if cells > MOST_CELLS:
        raise SourceTooLarge(
            f"{name} has tables with more than {MOST_CELLS:,} cells.",
            "Split it into smaller files.",
        )


def _add(out: CanonicalText, tokens: list[Token], tables: int) -> int:
    open_tags: list[str] = []
    level: int | None = None
    row = column = 0
    headers: list[str | None] = []
    numbers = _ItemNumbers()
    for token in tokens:
        kind = token.type
        numbers.pass_by(token)
        if kind.endswith("_open"):
            open_tags.append(token.tag)
            if kind == "heading_open":
                level = int(token.tag[1])
            elif kind == "table_open":
                tables, row, headers = tables + 1, -1, []
            elif kind == "tr_open":
                row, column = row + 1, -1
            elif kind in ("td_open", "th_open"):
                column += 1
        elif kind.endswith("_close"):
            open_tags.pop()
        elif kind == "inline":
            text = _rendered(token)
            tag = open_tags[-1] if open_tags else ""
            if tag == "th":
                headers.append(header_of(text))
                out.add(BlockKind.CELL, text, cell=Cell(-tables, row, column))
            elif tag == "td":
                header = headers[column] if column < len(headers) else None
                cell = Cell(-tables, row, column, None, header)
                out.add(BlockKind.CELL, text, cell=cell)
            elif tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
                out.add(BlockKind.HEADING, text.replace("\n", " "), level=level)
            elif "li" in open_tags:
                number, is_generated = numbers.taken()
                shown = [(0, len(number))] if is_generated else []
                out.add(BlockKind.LIST_ITEM, clean(number + text), generated=shown)
            else:
                out.add(BlockKind.PARAGRAPH, text)
        elif kind in ("fence", "code_block"):
            out.add(BlockKind.CODE, token.content, trim=False)
        elif kind == "html_block":
            body = parse_html(token.content).first("body")
            # Tables within are numbered from one, those of Markdown below zero.
            add_blocks(out, [body] if body else [], tables_from=1 + len(out))
    return tables


def _first_number(ordered_list: Token) -> int:
    """The number of an ordered list's first item."""
    start = ordered_list.attrGet("start")
    return 1 if start is None else int(start)


class _ItemNumbers:
    """Counts the items of ordered lists as a viewer does: from the first one's number, whatever the others are written with."""

    def __init__(self) -> None:
        self._lists: list[int | None] = []
        """For each list that encloses this place, outermost first: the number of its next item, or None if it has bullets."""
        self._coming = "", False

    def pass_by(self, token: Token) -> None:
        match token.type:
            case "ordered_list_open":
                self._lists.append(_first_number(token))
            case "bullet_list_open":
                self._lists.append(None)
            case "ordered_list_close" | "bullet_list_close":
                self._lists.pop()
            case "list_item_open":
                number = self._lists[-1]
                if number is None:
                    self._coming = "", False
                else:
                    self._coming = f"{number}. ", token.info != str(number)
                    self._lists[-1] = number + 1

    def taken(self) -> tuple[str, bool]:
        """What stands before the next text of the item, its first alone, and whether the file has another number there."""
        coming, self._coming = self._coming, ("", False)
        return coming


def _rendered(token: Token) -> str:
    """The text of one paragraph, without markup, with soft breaks as spaces and images as their descriptions."""
    parts: list[str] = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            parts.append(child.content)
        elif child.type == "softbreak":
            parts.append(" ")
        elif child.type == "hardbreak" or (
            child.type == "html_inline" and _LINE_BREAK_TAG.fullmatch(child.content)
        ):
            parts.append("\n")
        elif child.type == "image":
            parts.append(_rendered(child))
        elif child.type != "html_inline" and child.content:
            parts.append(_TAG.sub("", child.content))
    # Trimmed at both ends by the canonical text, so that all lines may be.
    return "\n".join(line.strip(" ") for line in "".join(parts).split("\n"))
