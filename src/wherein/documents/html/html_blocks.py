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
from dataclasses import dataclass, replace

from wherein.core.document import BlockKind
from wherein.documents.building.canonical import CanonicalText, Cell, is_visible
from wherein.documents.html.html_tree import BLOCK_TAGS, HEADINGS, Element
from wherein.documents.html.list_numbers import BESIDE, list_numbers
from wherein.documents.html.shown import is_shown
from wherein.documents.html.tables.cell_heads import CellHeads
from wherein.documents.html.tables.definition_lists import pairs_of
from wherein.documents.html.tables.html_table import CellPlace, cells_of
from wherein.documents.html.words.formulas import Part, parts_of
from wherein.documents.html.words.icons import icon_words
from wherein.documents.html.words.run_text import Put, RunText
from wherein.documents.html.words.seams import is_seam, with_seams
from wherein.documents.html.words.superscripts import (
    Script,
    ScriptPlace,
    script_below,
    script_of,
    set_apart,
)

_KINDS = {
    **dict.fromkeys(HEADINGS, BlockKind.HEADING),
    **dict.fromkeys(("pre", "listing", "xmp", "plaintext"), BlockKind.CODE),
    **dict.fromkeys(("li", "dt", "dd"), BlockKind.LIST_ITEM),
    **dict.fromkeys(("caption", "figcaption"), BlockKind.CAPTION),
}
_CODE = frozenset("code kbd samp tt".split())
_OWN_NUMBER = re.compile(r"[ \n]*\(?(?:[0-9]{1,3}|[a-z]|[ivx]{1,5})[.)] ")
_COLLAPSIBLE = re.compile("[ \t\n\f\r]+")
_COLLAPSIBLE_SPACES = re.compile("  +")
_LINE_ENDS = re.compile("\n")
_AROUND_BREAK = re.compile(" ?\n ?")
_BREAKS = re.compile("\n(?:[ ]?\n)+")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of a run's text, whether it is main text, and the superscript or subscript that it is in."""

    text: str
    main: bool
    script: Script | None = None


@dataclass(frozen=True, slots=True)
class _Around:
    """What is around a node: the superscript or subscript, whether an icon has given its words, and whether it is
    within a part of the page whose lists are controls, or within code."""

    script: Script | None = None
    in_icon: bool = False
    beside: bool = False
    in_code: bool = False


_NOTHING = _Around()
_BREAK = _Piece("\n", main=False)


class _OpenCell:
    """A table cell whose content is being read: whether it shows text, and the words of its icons."""

    __slots__ = ("element", "has_text", "icons", "main")

    def __init__(self, element: Element, *, main: bool) -> None:
        self.element = element
        self.main = main
        self.has_text = False
        self.icons: list[str] = []


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
        tables_from = _Walk(out, root, main, tables_from).all()
    return tables_from


class _Walk:
    """One walk over a tree. Every block element is met twice, so that both its edges end a run."""

    def __init__(
        self, out: CanonicalText, root: Element, main: Collection[int] | None, tables: int
    ) -> None:
        self._out = out
        self._root = root
        self._main = main
        self._tables = tables
        self._holder = root
        self._pieces: list[_Piece] = []
        self._length = 0
        # What is put in, with its places in the text of the pieces.
        self._puts: list[tuple[int, Put]] = []
        self._places: dict[int, CellPlace] = {}
        self._heads = CellHeads()
        self._open: list[_OpenCell] = []
        self._scripts = 0
        self._labels: dict[int, str] = {}
        # The items whose labels wait for their first text.
        self._waiting: list[Element] = []
        # (node, whether the element is left or the text is main text, what is around the node).
        self._stack: list[tuple[Part, bool, _Around]] = [(root, False, _NOTHING)]

    def all(self) -> int:
        """Read everything; returns the next free table number."""
        while self._stack:
            node, flag, around = self._stack.pop()
            if isinstance(node, str):
                self._take(_Piece(self._inline(node), flag, around.script))
            elif isinstance(node, Put):
                self._puts.append((self._length, node))
            elif flag:
                self._leave(node)
            else:
                self._enter(node, around)
        self._flush()
        return self._tables

    def _enter(self, node: Element, around: _Around) -> None:
        tag = node.tag
        if tag == "br":
            self._take(_BREAK)
            return
        if self._open and not around.in_icon and (words := icon_words(node)):
            self._open[-1].icons.append(words)
            around = replace(around, in_icon=True)
        if node is not self._root and not is_shown(node):
            return
        is_main = self._main is None or id(node) in self._main
        if tag in BLOCK_TAGS:
            self._flush()
            self._holder = node
            if tag in ("table", "dl"):
                self._table(node)
            elif tag == "ol" and not around.beside:
                self._labels.update(list_numbers(node))
            elif tag in BESIDE and not around.beside:
                around = replace(around, beside=True)
            if id(node) in self._labels:
                self._waiting.append(node)
            if id(node) in self._places:
                self._open.append(_OpenCell(node, main=is_main))
            self._stack.append((node, True, around))
        else:
            around = self._within_script(node, around)
            if tag in _CODE:
                around = replace(around, in_code=True)
        self._stack.extend(
            (child, is_main if isinstance(child, str) else False, around)
            for child in reversed(
                node.children if around.in_code else with_seams(node, parts_of(node))
            )
        )

    def _take(self, piece: _Piece) -> None:
        self._pieces.append(piece)
        self._length += len(piece.text)

    def _leave(self, node: Element) -> None:
        self._flush()
        self._holder = node.parent or self._root
        if self._waiting and self._waiting[-1] is node:
            self._waiting.pop()
        place = self._places.get(id(node))
        if place is None:
            return
        cell = self._open[-1]
        if not cell.has_text and cell.icons:
            words = " ".join(cell.icons)
            self._add(BlockKind.CELL, RunText(words, ((0, len(words)),)), cell.main, node)
        self._open.pop()
        if self._open and cell.has_text:
            self._open[-1].has_text = True

    def _table(self, table: Element) -> None:
        if table.tag == "dl":
            found = pairs_of(table, self._tables)
        else:
            found, self._out.grid_places = cells_of(table, self._tables, self._out.grid_places)
        self._places.update(found)
        self._heads.expect(found.values())
        self._tables += 1 if found else 0

    def _within_script(self, node: Element, around: _Around) -> _Around:
        self._scripts += 1
        script = (
            script_of(node, self._scripts)
            if around.script is None
            else script_below(around.script, node)
        )
        return around if script is around.script else replace(around, script=script)

    def _inline(self, text: str) -> str:
        if _kind(self._holder, {})[0] is BlockKind.CODE:
            return text
        return _COLLAPSIBLE.sub(" ", text)

    def _flush(self) -> None:
        pieces, self._pieces, self._length = self._pieces, [], 0
        puts, self._puts = self._puts, []
        text = "".join(piece.text for piece in pieces)
        if not text or text.isspace():
            return
        main = any(piece.main and is_visible(piece.text) for piece in pieces)
        kind, element = _kind(self._holder, self._places)
        labels = self._labels_before(kind, text)
        if kind is BlockKind.CODE:
            self._add(kind, RunText(text), main, element)
            return
        run = RunText(text).with_inserted(
            sorted(
                (*labels, *_put_in(text, puts), *set_apart(text, _script_places(pieces))),
                key=lambda insertion: insertion[0],
            )
        )
        run = run.replaced(_COLLAPSIBLE_SPACES, " ").replaced(_AROUND_BREAK, "\n")
        for part in run.split(_BREAKS):
            if kind is BlockKind.HEADING:
                # A heading is one line wherever it is shown as a path.
                part = part.replaced(_LINE_ENDS, " ")
            self._add(kind, part, main, element)

    def _labels_before(self, kind: BlockKind, text: str) -> list[tuple[int, str]]:
        """The labels of the items that begin with a run, to be put in before its first letter; none in code and
        cells, nor before a number that is typed."""
        if not self._waiting or not is_visible(text):
            return []
        waiting, self._waiting = self._waiting, []
        if kind in (BlockKind.CODE, BlockKind.CELL) or _OWN_NUMBER.match(text):
            return []
        start = len(text) - len(text.lstrip(" \n"))
        return [(start, "".join(f"{self._labels[id(item)]} " for item in waiting))]

    def _add(self, kind: BlockKind, run: RunText, main: bool, element: Element | None) -> None:
        """Append one block; `element` determines its kind."""
        level = int(element.tag[1]) if kind is BlockKind.HEADING and element else None
        cell: Cell | None = None
        if kind is BlockKind.CELL and element is not None:
            cell = self._heads.cell(self._places[id(element)])
        span = self._out.add(
            kind,
            run.text,
            level=level,
            cell=cell,
            trim=kind is not BlockKind.CODE,
            main=main,
            generated=run.generated,
        )
        if span is not None and self._open:
            self._open[-1].has_text = True
            self._heads.tell(self._open[-1].element, run.text)


def _put_in(text: str, puts: Iterable[tuple[int, Put]]) -> Iterable[tuple[int, str]]:
    for place, put in puts:
        if put.text:
            yield place, put.text
        elif is_seam(put, text, place):
            yield place, " "


def _script_places(pieces: Iterable[_Piece]) -> Iterable[ScriptPlace]:
    at = 0
    for piece in pieces:
        end = at + len(piece.text)
        if piece.script is not None:
            yield ScriptPlace(at, end, piece.script)
        at = end


def _kind(holder: Element, cells: Collection[int]) -> tuple[BlockKind, Element | None]:
    """The kind of a run whose nearest block element is `holder`, and the element that determines it."""
    element: Element | None = holder
    while element is not None:
        if id(element) in cells:
            return BlockKind.CELL, element
        kind = _KINDS.get(element.tag)
        if kind is not None:
            return kind, element
        element = element.parent
    return BlockKind.PARAGRAPH, None
