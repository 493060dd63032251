"""Converts wikitext to plain text: headings and lists as lines, tables and infoboxes as cells, templates by rule.

Knows no dump. `templates` renders templates; `unbalanced` repairs unclosed brackets.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from wherein.documents.building.canonical import clean
from wherein.knowledge.importers.tables import PlacedCell, TableCell, with_headers
from wherein.knowledge.importers.templates import expand
from wherein.knowledge.importers.templates.call import Call, plain_name
from wherein.knowledge.importers.templates.infobox import is_infobox, rows_of
from wherein.knowledge.importers.unbalanced import closed, without_marks
from wherein.knowledge.record import Cell, Section

LONGEST_WIKITEXT = 2_097_152
"""Most characters read of one page: MediaWiki's own limit ($wgMaxArticleSize, 2,048 KiB)."""
DEEPEST = 30
"""The deepest nesting of templates that is expanded, since each level is parsed again; no page nests deeper."""

# Tags whose content is no prose, or belongs elsewhere; of the others what they hold is lost, and counted.
_LEFT_OUT = frozenset("ref templatestyles style indicator section references".split())
_LOST = frozenset(
    "gallery timeline score imagemap hiero graph mapframe maplink math chem ce syntaxhighlight source pre code script".split()
)
_FORMULA = re.compile(r"[\w\s^_=+*/(),.<>'’|!−–-]+\Z")
_DISAMBIGUATION = re.compile(
    r"__DISAMBIG__|\{\{\s*(?:(?:[\w -]+ )?disambig(?:uation)?(?:[ |}-])|hndis|geodis|dab\s*[|}]|surname\s*[|}]"
    r"|begriffsklärung|homonymie|desambiguaci[oó]n|disambigua\s*[|}]|desambigua[cç][aã]o|неоднозначность"
    r"|doorverwijspagina|dp\s*[|}]|ujednoznacznienie|förgrening|曖昧さ回避|消歧义|disambig)",
    re.IGNORECASE,
)
_LANGUAGE_LINK = re.compile(r"[a-z]{2,3}(?:-[a-z]+)*\Z")
_MAGIC_WORD = re.compile(r"__[A-Z]{3,}__")
_EMPTY_BRACKETS = re.compile(r"[ \u00a0]?[(（][\s,;:–—-]*[)）]")
_OPENING_PUNCTUATION = re.compile(r"([(（])[\s,;:]+")
_CLOSING_PUNCTUATION = re.compile(r"[\s,;:]+([)）])")
_SPACES = re.compile(r"[ \t\u00a0]{2,}")
_BEFORE_PUNCTUATION = re.compile(r" +([,.;:)])")
# Tables that lead elsewhere or set the page out.
_NO_DATA = re.compile(
    r"\b(?:navbox|metadata|ambox|mbox|vertical-navbox|sidebar|nowraplinks|toc|plainlinks)\b|presentation"
)
_DATA = re.compile(r"\b(?:wikitable|infobox|sortable|toccolours)\b")
_NUMBER = re.compile(r"\d+")


@dataclass(slots=True)
class Reduced:
    """A page's text, the places of its headings and table cells, and the names in bold in its lead.

    `dropped` counts the parts that could not be shown, by kind.
    """

    text: str = ""
    sections: list[Section] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class _Heading:
    text: str
    level: int


_Rows = list[list[PlacedCell]]
_Piece = str | _Heading | _Rows


def is_disambiguation_page(wikitext: str) -> bool:
    """Whether the page has a disambiguation template or magic word, by its names in the larger languages."""
    return _DISAMBIGUATION.search(wikitext) is not None


def reduce_wikitext(
    wikitext: str, namespaces: Iterable[str] = ("File", "Image", "Category"), title: str = ""
) -> Reduced:
    """The visible text, without notes, pictures and categories.

    Lines end in "\\n" only; a table's row is a line with tabs between its cells. The rows of the infobox follow the
    lead. Links into `namespaces` (also in the wiki's language) have no text. Wikitext is cut at LONGEST_WIKITEXT
    characters.
    """
    import mwparserfromhell

    unseen = frozenset(name.casefold() for name in namespaces)
    writer = _Writer(_Page(unseen, title))
    writer.nodes(mwparserfromhell.parse(closed(wikitext[:LONGEST_WIKITEXT])).nodes)
    return writer.reduced()


@dataclass(slots=True)
class _Page:
    """The state shared by all parts of a page, with their common counts."""

    unseen: frozenset[str]
    title: str
    dropped: Counter[str] = field(default_factory=Counter)
    depth: int = 0


class _Writer:
    """Walks the parsed nodes and collects their visible text."""

    def __init__(self, page: _Page) -> None:
        self._page = page
        self._parts: list[_Piece] = []
        self._boxes: list[_Rows] = []
        self._has_heading = False
        self._names: list[str] = []

    def nodes(self, nodes: Iterable[Any]) -> None:
        for node in nodes:
            handler = getattr(self, f"_{type(node).__name__.lower()}", None)
            if handler is not None:
                handler(node)

    def _text(self, node: Any) -> None:
        self._parts.append(_MAGIC_WORD.sub("", without_marks(str(node.value))))

    def _htmlentity(self, node: Any) -> None:
        self._parts.append(str(node.normalize()))

    def _wikilink(self, node: Any) -> None:
        title = str(node.title).strip()
        prefix, colon, _ = title.partition(":")
        if colon and (
            prefix.strip().casefold() in self._page.unseen or _LANGUAGE_LINK.match(prefix)
        ):
            return
        if node.text is None:
            self._parts.append(_inline(node.title, self._page).lstrip(":").split("#", 1)[0])
        else:
            self.nodes(node.text.nodes)

    def _externallink(self, node: Any) -> None:
        if node.title is not None:
            self.nodes(node.title.nodes)
        elif not node.brackets:
            self._parts.append(str(node.url))

    def _heading(self, node: Any) -> None:
        title = _inline(node.title, self._page)
        if title:
            self._has_heading = True
            self._parts.append(_Heading(title, min(max(int(node.level) - 1, 1), 6)))

    def _template(self, node: Any) -> None:
        page = self._page
        if page.depth >= DEEPEST:
            page.dropped["{{…}} nested too deeply"] += 1
            return
        page.depth += 1
        try:
            self._expanded(node)
        finally:
            page.depth -= 1

    def _expanded(self, node: Any) -> None:
        name, values = self._called(node)
        plain = plain_name(name)
        if is_infobox(plain):
            page_title = self._page.title
            rows = [
                [PlacedCell(label), PlacedCell(value, row=label)]
                for label, value in self._facts(node)
                if value != page_title
            ]
            if rows:
                self._boxes.append(rows)
            return
        shown = expand(Call(name, values, self._page.title))
        if shown is None:
            self._page.dropped[f"{{{{{plain[:60]}}}}}"] += 1
            return
        if not self._has_heading:
            self._names += self._bold(node)
        self._parts.append(shown)

    def _called(self, node: Any) -> tuple[str, dict[str, Callable[[], str]]]:
        """A template call with its name and the renderers of its parameters. "formatnum:5" is a call with the parameter 5."""
        name = str(node.name)
        values: dict[str, Callable[[], str]] = {}
        if ":" in name and not plain_name(name).startswith(("infobox", "script/")):
            import mwparserfromhell

            name, _, first = name.partition(":")
            argument = mwparserfromhell.parse(first)
            values["1"] = lambda: _lines(argument, self._page)
        shift = len(values)
        for parameter in node.params:
            key = str(parameter.name).strip()
            if not parameter.showkey and key.isdecimal():
                key = str(int(key) + shift)
            values[key.casefold() if not name.strip().startswith("#switch") else key] = (
                lambda value=parameter.value: _lines(value, self._page)  # type: ignore[misc]
            )
        return name, values

    def _facts(self, node: Any) -> list[tuple[str, str]]:
        """The rows of an infobox, including nested ones."""
        given: list[tuple[str, str]] = []
        inner: list[tuple[str, str]] = []
        for parameter in node.params:
            boxes = [
                template
                for template in parameter.value.filter_templates(recursive=False)
                if is_infobox(plain_name(str(template.name)))
            ]
            for template in boxes:
                inner += self._facts(template)
            if not boxes:
                value = _in_one_cell(_lines(parameter.value, self._page))
                given.append((str(parameter.name).strip(), value))
        return [*rows_of(given), *inner]

    def _bold(self, node: Any) -> list[str]:
        """The bold text in a template's parameters: names of the article's subject."""
        return [
            _inline(tag.contents, self._page)
            for parameter in node.params
            for tag in parameter.value.filter_tags(matches=lambda tag: str(tag.tag) == "b")
        ]

    def _tag(self, node: Any) -> None:
        tag = str(node.tag).strip().casefold()
        if tag in _LEFT_OUT:
            return
        if tag in _LOST:
            self._lost(tag, str(node.contents or ""))
        elif tag == "br":
            self._parts.append("\n")
        elif tag == "table":
            self._table(node)
        elif tag == "nowiki":
            self._parts.append(str(node.contents or ""))
        elif node.contents is not None:
            if tag == "b" and not self._has_heading:
                self._names.append(_inline(node.contents, self._page))
            self.nodes(node.contents.nodes)

    def _lost(self, tag: str, content: str) -> None:
        """Append a formula of plain characters, or code; count any other tag as dropped."""
        plain = content.replace("{", "").replace("}", "")
        if tag in ("math", "chem", "ce") and _FORMULA.match(plain):
            self._parts.append(" ".join(plain.split()))
        elif tag in ("code", "pre", "source", "syntaxhighlight"):
            self._parts.append(content)
        else:
            self._page.dropped[f"<{tag}>"] += 1

    def _table(self, node: Any) -> None:
        """Append a table as rows of cells; leave out layout and navigation tables."""
        attributes = " ".join(str(attribute) for attribute in node.attributes).casefold()
        rows, caption = self._rows(node)
        has_header = any(cell.is_header for row in rows for cell in row)
        if _NO_DATA.search(attributes) or not rows:
            return
        if not has_header and not _DATA.search(attributes):
            self._page.dropped["table that sets the page out"] += 1
            return
        if caption:
            self._parts.append(f"\n\n{caption}\n\n")
        self._parts.append(with_headers(rows))

    def _rows(self, node: Any) -> tuple[list[list[TableCell]], str]:
        rows: list[list[TableCell]] = [[]]
        caption = ""
        for part in node.contents.nodes if node.contents is not None else ():
            tag = str(getattr(part, "tag", "")).strip().casefold()
            if tag == "tr":
                rows.append([])
                cells = part.contents.nodes if part.contents is not None else ()
            else:
                cells = [part]
            for cell in cells:
                kind = str(getattr(cell, "tag", "")).strip().casefold()
                if kind == "caption" or (kind == "td" and str(cell.contents or "").startswith("+")):
                    caption = _inline(cell.contents, self._page).lstrip("+").strip()
                elif kind in ("td", "th"):
                    rows[-1].append(self._cell(cell, kind == "th"))
        return [row for row in rows if row], caption

    def _cell(self, cell: Any, is_header: bool) -> TableCell:
        spans = {
            str(attribute.name).strip().casefold(): str(attribute.value or "").strip()
            for attribute in cell.attributes
        }
        text = _in_one_cell(_lines(cell.contents, self._page))
        return TableCell(
            text, is_header, _extent(spans.get("colspan")), _extent(spans.get("rowspan"))
        )

    def reduced(self) -> Reduced:
        out = Reduced(
            names=[name for name in dict.fromkeys(self._names) if name], dropped=self._page.dropped
        )
        blocks: list[str] = []
        length = 0
        for piece in self._pieces():
            if isinstance(piece, _Heading):
                out.sections.append(Section(piece.text, piece.level, length))
                block = piece.text
            elif isinstance(piece, str):
                block = piece
            else:
                block = _placed(piece, length, out.cells)
            blocks.append(block)
            length += len(block) + 2
        out.text = "\n\n".join(blocks)
        return out

    def _pieces(self) -> list[_Piece]:
        """The tidied text between headings and tables; headings without content are left out."""
        pieces: list[_Piece] = []
        run: list[str] = []

        def flush() -> None:
            text = _tidy("".join(run))
            run.clear()
            if text:
                pieces.append(text)

        for part in self._parts:
            if isinstance(part, str):
                run.append(part)
            else:
                flush()
                pieces.append(part)
        flush()
        kept: list[_Piece] = []
        under = (
            0  # the level of the heading that what follows stands under, 0 where nothing follows
        )
        for piece in reversed(pieces):
            if isinstance(piece, _Heading):
                if under <= piece.level:
                    continue
                under = piece.level
            else:
                under = 7
            kept.append(piece)
        kept.reverse()
        at = next((n for n, piece in enumerate(kept) if isinstance(piece, _Heading)), len(kept))
        return [*kept[:at], *self._boxes, *kept[at:]]


def _placed(rows: _Rows, start: int, cells: list[Cell]) -> str:
    """The table's text, which begins at `start` of the page; its cells are recorded with their places."""
    lines: list[str] = []
    for row in rows:
        at = start + sum(len(line) + 1 for line in lines)
        for cell in row:
            if cell.text:  # "==" between two bars is a cell, and its marks are no text
                cells.append(Cell(at, at + len(cell.text), cell.row, cell.column))
            at += len(cell.text) + 1
        lines.append("\t".join(cell.text for cell in row))
    return "\n".join(lines)


def _extent(value: str | None) -> int:
    found = _NUMBER.search(value or "")
    return max(1, int(found.group()[:4])) if found else 1


def _lines(code: Any, page: _Page) -> str:
    """The visible text of a piece of wikitext, line by line; also of a table in it."""
    writer = _Writer(page)
    writer.nodes(code.nodes)
    said = []
    for part in [*writer._parts, *writer._boxes]:
        if isinstance(part, str):
            said.append(part)
        elif isinstance(part, _Heading):
            said.append(f"\n{part.text}\n")
        else:
            said.append(
                "\n" + "\n".join(" ".join(cell.text for cell in row) for row in part) + "\n"
            )
    return "".join(said)


def _inline(code: Any, page: _Page) -> str:
    """The visible text of a piece of wikitext, on one line."""
    return " ".join(_tidy(_lines(code, page)).split())


def _in_one_cell(text: str) -> str:
    """The lines of a cell on one line, separated by commas where they are items."""
    said = ""
    for line in _tidy(text).split("\n"):
        line = " ".join(line.split())
        if line and said:
            said += (
                " "
                if line.startswith("(") or said.endswith((",", ";", ":", "/", "–", "("))
                else ", "
            )
        said += line
    return said


def _tidy(text: str) -> str:
    """Canonical text without the traces of removed parts, such as empty brackets."""
    text = clean(text)
    text = _EMPTY_BRACKETS.sub("", _OPENING_PUNCTUATION.sub(r"\1", text))
    text = _CLOSING_PUNCTUATION.sub(r"\1", text)
    lines = []
    for line in text.split("\n"):
        cells = (_BEFORE_PUNCTUATION.sub(r"\1", _SPACES.sub(" ", cell)).strip() for cell in line.split("\t"))  # fmt: skip
        lines.append("\t".join(cells).strip("\n"))
    joined = "\n".join(line if line.strip() else "" for line in lines)
    return re.sub(r"\n{3,}", "\n\n", joined).strip()
