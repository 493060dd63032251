"""Makes canonical text and blocks of an HTML tree. Converts all visible text; the caller decides which of it is main
text.

White space (space, tab, line feed, form feed, carriage return) becomes one space; NBSP stays. `br` is a line end, and
two or more in a row end the block. `pre` keeps its white space. The kind of a block is that of the nearest heading,
`pre`, table cell, list item or caption above its text.
A block is main text when any of its text is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from wherein.core.document import BlockKind
from wherein.documents.building.canonical import CanonicalText, Cell, is_visible
from wherein.documents.html.html_table import cells_of
from wherein.documents.html.html_tree import BLOCK_TAGS, HEADINGS, Element
from wherein.documents.html.shown import is_shown

_KINDS = {
    **dict.fromkeys(HEADINGS, BlockKind.HEADING),
    **dict.fromkeys(("pre", "listing", "xmp", "plaintext"), BlockKind.CODE),
    **dict.fromkeys(("li", "dt", "dd"), BlockKind.LIST_ITEM),
    **dict.fromkeys(("caption", "figcaption"), BlockKind.CAPTION),
}
_COLLAPSIBLE = re.compile("[ \t\n\f\r]+")
_AROUND_BREAK = re.compile(" ?\n ?")
_BREAKS = re.compile("\n(?:[ ]?\n)+")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of a run's text, and whether it is main text."""

    text: str
    main: bool


def add_blocks(
    out: CanonicalText,
    roots: Iterable[Element],
    *,
    main: Collection[int] | None = None,
    tables_from: int = 0,
) -> int:
    """Append the blocks of `roots`, in document order, to `out`.

    `main` are the elements, by `id(element)`, whose own text is main text; None means all. Tables are numbered from
    `tables_from`. Returns the next free table number, for appending more to the same text.
    """
    for root in roots:
        cells: dict[int, Cell] = {}
        pieces: list[_Piece] = []
        # (element, leaving): an element is met twice, so that both its edges end a run; (text, main).
        stack: list[tuple[Element | str, bool]] = [(root, False)]
        holder: Element = root
        while stack:
            node, leaving = stack.pop()
            if isinstance(node, str):
                pieces.append(_Piece(_inline(node, holder), main=leaving))
                continue
            tag = node.tag
            if tag == "br":
                pieces.append(_BREAK)
                continue
            if not leaving and node is not root and not is_shown(node):
                continue
            if tag in BLOCK_TAGS:
                _flush(out, pieces, holder, cells)
                holder = (node.parent or root) if leaving else node
                if tag == "table" and not leaving:
                    found, out.grid_places = cells_of(node, tables_from, out.grid_places)
                    cells.update(found)
                    tables_from += 1 if found else 0
            if not leaving:
                if tag in BLOCK_TAGS:
                    stack.append((node, True))
                is_main = main is None or id(node) in main
                stack.extend(
                    (child, is_main if isinstance(child, str) else False)
                    for child in reversed(node.children)
                )
        _flush(out, pieces, holder, cells)
    return tables_from


def _inline(text: str, holder: Element) -> str:
    if _kind(holder, {})[0] is BlockKind.CODE:
        return text
    return _COLLAPSIBLE.sub(" ", text)


def _flush(
    out: CanonicalText, pieces: list[_Piece], holder: Element, cells: dict[int, Cell]
) -> None:
    if not pieces:
        return
    text = "".join(piece.text for piece in pieces)
    if not text or text.isspace():
        pieces.clear()
        return
    main = any(piece.main and is_visible(piece.text) for piece in pieces)
    pieces.clear()
    kind, element, cell = _kind(holder, cells)
    if kind is BlockKind.CODE:
        out.add(kind, text, trim=False, main=main)
        return
    level = int(element.tag[1]) if kind is BlockKind.HEADING and element else None
    text = _COLLAPSIBLE_SPACES.sub(" ", text)
    text = _AROUND_BREAK.sub("\n", text)
    for part in _BREAKS.split(text):
        if kind is BlockKind.HEADING:
            # A heading is one line wherever it is shown as a path.
            part = part.replace("\n", " ")
        out.add(kind, part, level=level, cell=cell, main=main)


_COLLAPSIBLE_SPACES = re.compile("  +")
_BREAK = _Piece("\n", main=False)


def _kind(holder: Element, cells: dict[int, Cell]) -> tuple[BlockKind, Element | None, Cell | None]:
    """The kind of a run whose nearest block element is `holder`, the element that determines it, and for a table cell
    its position."""
    element: Element | None = holder
    while element is not None:
        kind = _KINDS.get(element.tag)
        if kind is not None:
            return kind, element, None
        if element.tag in ("td", "th") and id(element) in cells:
            return BlockKind.CELL, element, cells[id(element)]
        element = element.parent
    return BlockKind.PARAGRAPH, None, None
