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
from collections.abc import Sequence
from dataclasses import dataclass

from wherein.core.document import Block, BlockKind
from wherein.core.errors import SourceTooLarge
from wherein.core.span import Span
from wherein.lexicon import lexicon

_TABLES = lexicon("tables")
LONGEST_HEADER = _TABLES.count("longest_header")
MOST_CHARACTERS = 50_000_000
"""The limit of one document that is not plain text: some 25,000 printed pages."""
MOST_BLOCKS = 2_000_000
MOST_GRID_PLACES = _TABLES.count("most_grid_places")

WHITE_SPACE = " \t\n\f\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
INVISIBLE = "\u00ad\u200b-\u200f\u2060\ufeff"

# The characters of WHITE_SPACE one by one: an expression that looks for them at the end takes quadratic time.
_TRIMMED = " \t\n\f\r\u00a0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_SURROGATES_AND_NUL = re.compile("[\0\ud800-\udfff]")
_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
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
    return text.strip(_TRIMMED)


def header_of(text: str | None) -> str | None:
    """A text as the header of cells: on one line, without more than `LONGEST_HEADER` characters; None for a blank one.

    Every cell below keeps it, so that a header of a megabyte would be there a thousand times.
    """
    # Cut first: a line is made of no more than what may be kept of it, however much white space there is.
    line = " ".join((text or "").split(None, LONGEST_HEADER)[:LONGEST_HEADER])
    return line[:LONGEST_HEADER].rstrip() or None


def without_blank_ends(text: str) -> str:
    """`text` without blank lines at its beginning and white space at its end."""
    text = text.rstrip(" \t\n")
    blank = len(text) - len(text.lstrip(" \t\n"))
    return text[text.rfind("\n", 0, blank) + 1 :]


@dataclass(frozen=True, slots=True)
class Cell:
    """The position of a table cell: its table and row, numbered by the parser, and its headers."""

    table: int
    row_index: int
    column_index: int
    row: str | None = None
    column: str | None = None


def separator_of(
    last: BlockKind | None, last_cell: Cell | None, kind: BlockKind, cell: Cell | None
) -> str:
    """The text between a block and the one before it, of kind `last`; "" before the first block."""
    if last is None:
        return ""
    if cell is not None and last_cell is not None and cell.table == last_cell.table:
        same_row = cell.row_index == last_cell.row_index
        return "\t" if same_row and cell.column_index != last_cell.column_index else "\n"
    return "\n" if kind is last is BlockKind.LIST_ITEM else "\n\n"


def _too_long() -> SourceTooLarge:
    return SourceTooLarge(
        f"The document has more than {MOST_CHARACTERS:,} characters or {MOST_BLOCKS:,} paragraphs and cells.",
        "Split it into smaller files.",
    )


class CanonicalText:
    """Collects blocks in reading order, and keeps their places in the joined text."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._blocks: list[Block] = []
        self._generated: list[Span] = []
        self._length = 0
        self._last_cell: Cell | None = None
        self.grid_places = MOST_GRID_PLACES
        """The places that the spans of further cells may cover, of all tables of the document together."""

    def __len__(self) -> int:
        return self._length

    @property
    def text(self) -> str:
        """What was added up to now. It is joined once, so that asking again costs nothing."""
        if len(self._parts) > 1:
            self._parts = ["".join(self._parts)]
        return self._parts[0] if self._parts else ""

    @property
    def blocks(self) -> tuple[Block, ...]:
        return tuple(self._blocks)

    @property
    def generated(self) -> tuple[Span, ...]:
        """The places whose characters a person sees and the file does not have, in order."""
        return tuple(self._generated)

    def add(
        self,
        kind: BlockKind,
        text: str,
        *,
        level: int | None = None,
        cell: Cell | None = None,
        trim: bool = True,
        main: bool = True,
        generated: Sequence[tuple[int, int]] = (),
    ) -> Span | None:
        """Append one block and return its place; None, without adding it, for an invisible block.

        `cell` is required for, and belongs to, `BlockKind.CELL` alone. With `trim` false (for code), only blank lines
        at both ends are removed. `generated` are the places in `text`, in order, whose characters the file does not have;
        a text with such places has clean line ends already.
        """
        given, text = text, clean(text)
        if generated and text != given:
            raise ValueError("generated places are those of a clean text")
        text = trimmed(text) if trim else without_blank_ends(text)
        if not is_visible(text):
            return None
        if self._length + len(text) > MOST_CHARACTERS or len(self._blocks) >= MOST_BLOCKS:
            raise _too_long()
        last = self._blocks[-1].kind if self._blocks else None
        separator = separator_of(last, self._last_cell, kind, cell)
        start = self._length + len(separator)
        span = Span(start, start + len(text))
        if generated:
            self._keep_generated(generated, span, given.index(text))
        self._parts += (separator, text)
        self._length = span.end
        self._last_cell = cell
        self._blocks.append(
            Block(
                kind, span, level, cell.row if cell else None, cell.column if cell else None, main
            )
        )
        return span

    def _keep_generated(
        self, generated: Sequence[tuple[int, int]], block: Span, trimmed_off: int
    ) -> None:
        """Keep the places of one block's given text; `trimmed_off` characters at its beginning are not in the block."""
        for first, after in generated:
            start = max(block.start, block.start + first - trimmed_off)
            end = min(block.end, block.start + after - trimmed_off)
            if start < end:
                self._generated.append(Span(start, end))
