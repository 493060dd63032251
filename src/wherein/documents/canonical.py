"""Makes canonical text: cleans blocks, joins them and keeps their places. Knows no file format.

The rules (`contracts/canonical-text.json` has cases for both languages):

* "\\r\\n" and "\\r" become "\\n"; NUL and lone surrogates become U+FFFD; one leading U+FEFF (a byte
  order mark) is dropped. Nothing else is changed. There is no Unicode normalisation, so that soft hyphens, zero-width
  characters, combining marks, emoji and bidirectional marks keep their places.
* A block is trimmed of `WHITE_SPACE` at both ends, and one that is only `WHITE_SPACE` or
  `INVISIBLE` is no block.
* Blocks are separated by "\\n\\n"; consecutive list items by "\\n", cells of one row by "\\t", rows of one table and
    blocks of one cell by "\\n".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span

WHITE_SPACE = " \t\n\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
INVISIBLE = "\u00ad\u200b-\u200f\u2060\ufeff"

_SURROGATES_AND_NUL = re.compile("[\0\ud800-\udfff]")
_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_TRIM = re.compile(f"^[{WHITE_SPACE}]+|[{WHITE_SPACE}]+$")
_VISIBLE = re.compile(f"[^{WHITE_SPACE}{INVISIBLE}]")


def clean(text: str) -> str:
    """`text` with canonical line ends; NUL and lone surrogates become U+FFFD.

    Two surrogates that form a pair become one character, since some parsers return them separately.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _SURROGATE_PAIR.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return _SURROGATES_AND_NUL.sub("\ufffd", text)


def without_mark(text: str) -> str:
    """`text` without a byte order mark at its beginning."""
    return text[1:] if text.startswith("\ufeff") else text


def is_visible(text: str) -> bool:
    """Whether `text` has at least one visible character."""
    return _VISIBLE.search(text) is not None


def trimmed(text: str) -> str:
    """`text` without white space at both ends; NBSP and similar characters count as white space here."""
    return _TRIM.sub("", text)


@dataclass(frozen=True, slots=True)
class Cell:
    """The position of a table cell: its table and row, numbered by the parser, and its headers."""

    table: int
    row_index: int
    column_index: int
    row: str | None = None
    column: str | None = None


class CanonicalText:
    """Collects blocks in reading order, and keeps their places in the joined text."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._blocks: list[Block] = []
        self._length = 0
        self._last_cell: Cell | None = None

    def __len__(self) -> int:
        return self._length

    @property
    def text(self) -> str:
        return "".join(self._parts)

    @property
    def blocks(self) -> tuple[Block, ...]:
        return tuple(self._blocks)

    def add(
        self,
        kind: BlockKind,
        text: str,
        *,
        level: int | None = None,
        cell: Cell | None = None,
        trim: bool = True,
        main: bool = True,
    ) -> Span | None:
        """Append one block and return its place; None, without adding it, for an invisible block.

        `cell` is required for, and belongs to, `BlockKind.CELL` alone. With `trim` false (for code), only blank lines
        at both ends are removed.
        """
        text = clean(text)
        text = trimmed(text) if trim else _BLANK_ENDS.sub("", text)
        if not is_visible(text):
            return None
        separator = self._separator(kind, cell)
        start = self._length + len(separator)
        span = Span(start, start + len(text))
        self._parts += (separator, text)
        self._length = span.end
        self._last_cell = cell
        self._blocks.append(
            Block(
                kind, span, level, cell.row if cell else None, cell.column if cell else None, main
            )
        )
        return span

    def _separator(self, kind: BlockKind, cell: Cell | None) -> str:
        if not self._blocks:
            return ""
        last = self._last_cell
        if cell is not None and last is not None and cell.table == last.table:
            same_row = cell.row_index == last.row_index
            return "\t" if same_row and cell.column_index != last.column_index else "\n"
        if kind is BlockKind.LIST_ITEM and self._blocks[-1].kind is BlockKind.LIST_ITEM:
            return "\n"
        return "\n\n"


_BLANK_ENDS = re.compile(r"\A(?:[ \t]*\n)+|[ \t\n]+\Z")
