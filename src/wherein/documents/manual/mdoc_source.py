"""Parses the source of a manual page that is written with the macros of mdoc(7). Decides no layout."""

from __future__ import annotations

from wherein.documents.building.block_writer import generated
from wherein.documents.manual.mdoc_words import CELL_END, INLINE, MdocWords
from wherein.documents.manual.page_writer import PageWriter
from wherein.documents.manual.roff_lines import Request, RoffLines
from wherein.documents.manual.roff_tables import add_table, source_line
from wherein.documents.manual.roff_text import arguments, shown

_BLOCKS = frozenset(
    "Dd Dt Os Sh Ss Pp Lp Bl It El Bd Ed Fo Fc Rs Re Bk Ek br sp nf fi Xo Xc so TS".split()
)
KNOWN = INLINE | _BLOCKS
_ITEMS = frozenset("-bullet -dash -hyphen -enum".split())
_LISTINGS = frozenset("-literal -unfilled".split())


class MdocSource:
    """Reads one page; `page` has its blocks afterwards."""

    def __init__(self, text: str) -> None:
        """`text` is the source of the whole page."""
        self.page = PageWriter()
        self.header = ["", "", ""]
        """Name, section and date."""
        self._lines = RoffLines(text, KNOWN)
        self._words = MdocWords()
        self._lists: list[tuple[str, int]] = []
        """The open lists, the outermost first: the kind of each and the number of its items so far."""
        self._rows: list[list[str]] = []
        """The rows of the open list of columns; a row is the parts of its text, with CELL_END between cells."""
        self._function: list[str] | None = None
        """The parameters between `Fo` and `Fc`; None outside of these."""
        self._section = ""
        """The heading of the section, in upper case."""
        self._listings: list[bool] = []
        """For each display (`Bd`) so far, of which the last is the newest, whether its lines stay as they are."""
        self._head: list[str] | None = None
        """The parts of an item's name that goes on over several lines; None outside of such a name."""
        self._table: list[str] | None = None
        """The lines between `TS` and `TE`; None outside of these."""

    def read(self) -> None:
        """Read the page to its end."""
        for request in self._lines:
            if self._table is not None:
                self._of_table(request)
            elif request.name == "":
                self._of_text(request.rest)
            elif request.name in INLINE:
                self._of_inline(request)
            else:
                self._of_block(request.name, arguments(request.rest))
        while self._lists:
            self._end_list()
        self.page.name("".join(self._head or ()))
        self.page.paragraph()

    def _shown(self, text: str) -> str:
        return shown(text, self._lines.strings)

    def _of_text(self, line: str) -> None:
        text = self._shown(line)
        if self._head is not None:
            self._head.append(" " + text)
        elif self._rows_are_open:
            self._rows[-1].append(" " + text)
        elif not self.page.is_filled:
            self.page.text(text)
        elif not text.strip():
            if not line.strip():
                self.page.end()
        else:
            self.page.text(text.strip(" "))

    def _of_inline(self, request: Request) -> None:
        words = arguments(request.rest)
        name = request.name
        if name in ("D1", "Dl"):
            self.page.end()
        if name == "Nm" and self._section == "SYNOPSIS":
            self.page.line_end()
        if name == "Nd":
            self.page.text(generated("–"))
        if self._function is not None and name == "Fa":
            self._function += [self._shown(word) for word in words]
            return
        parts = self._words.of_line(name, words, self._shown)
        if self._head is not None:
            self._head += parts
            if name == "Xc" or "Xc" in words:
                self.page.name("".join(self._head))
                self._head = None
            return
        self._put(parts)
        if name in ("D1", "Dl"):
            self.page.end()
        elif self._section == "SYNOPSIS" and name in ("In", "Fn", "Ft", "Vt", "Fd"):
            self.page.line_end()

    def _put(self, parts: list[str]) -> None:
        if self._rows_are_open:
            self._rows[-1] += parts
            return
        text = "".join(parts).replace(CELL_END, " ")
        if not text:
            return
        if self.page.is_filled:
            begins_tight = not text.startswith(" ")
            if begins_tight and self.page.is_open:
                self.page.glue(text.strip(" "))
            else:
                self.page.text(text.strip(" "))
        else:
            self.page.text(text.strip(" "))

    def _of_block(self, name: str, words: list[str]) -> None:
        if self._head is not None and name in ("It", "El", "Sh", "Ss"):
            self.page.name("".join(self._head))
            self._head = None
        if name in ("Dd", "Dt"):
            shown_words = [self._shown(word) for word in words]
            if name == "Dd":
                self.header[2] = " ".join(shown_words)
            else:
                self.header[:2] = [*shown_words, "", ""][:2]
        elif name in ("Sh", "Ss"):
            while self._lists:
                self._end_list()
            text = "".join(self._words.of_line("No", words, self._shown)).strip()
            self._section = text.upper() if name == "Sh" else self._section
            self.page.heading(text, 1 if name == "Sh" else 2)
        elif name in ("Pp", "Lp", "sp"):
            if self._lists or not self.page.is_filled:
                self._end_line_or_paragraph()
            else:
                self.page.paragraph()
        elif name == "Bl":
            self._begin_list(words[0] if words else "-item")
        elif name == "It":
            self._begin_item(words)
        elif name == "El" and self._lists:
            self._end_list()
        elif name == "Bd":
            self._listings = [*self._listings[-20:], bool(_LISTINGS & set(words))]
            self.page.listing(begins=self._listings[-1])
        elif name == "Ed" or name in ("nf", "fi"):
            self.page.listing(begins=name == "nf")
        elif name in ("Fo", "Fc"):
            self._of_function(name, words)
        elif name == "br":
            self.page.line_end()
        elif name in ("Rs", "Re"):
            self.page.end()
        elif name == "TS":
            self.page.end()
            self._table = []

    def _of_table(self, request: Request) -> None:
        assert self._table is not None
        if request.name != "TE":
            self._table.append(source_line(request))
            return
        add_table(self.page.blocks, self._table, self._shown)
        self._table = None

    def _end_line_or_paragraph(self) -> None:
        if self.page.is_filled:
            self.page.end()
        else:
            self.page.text("")

    def _of_function(self, name: str, words: list[str]) -> None:
        if name == "Fo":
            self._function = []
            self._put([f" {self._shown(words[0])}" if words else ""])
        elif self._function is not None:
            self._put([generated("(") + generated(", ").join(self._function) + generated(")")])
            self._function = None
            if self._section == "SYNOPSIS":
                self.page.line_end()

    @property
    def _rows_are_open(self) -> bool:
        return bool(self._lists and self._lists[-1][0] == "-column" and self._rows)

    def _begin_list(self, kind: str) -> None:
        if self._lists:
            self.page.deeper()
        else:
            self.page.end()
        self._rows = []
        self._lists.append((kind, 0))

    def _begin_item(self, words: list[str]) -> None:
        if not self._lists:
            return
        kind, number = self._lists[-1]
        self._lists[-1] = (kind, number + 1)
        if kind == "-column":
            parts = self._words.of_line("No", words, self._shown)
            cells = "".join(parts).split("\t")
            self._rows.append([CELL_END.join(cells)])
        elif kind in _ITEMS:
            self.page.item(generated(f"{number + 1}. ") if kind == "-enum" else "")
        elif words:
            parts = self._words.of_line("No", words, self._shown)
            if "Xo" in words and "Xc" not in words:
                self._head = parts
            else:
                self.page.name("".join(parts))
        else:
            self.page.paragraph()

    def _end_list(self) -> None:
        kind, _ = self._lists.pop()
        if kind == "-column":
            self.page.end()
            rows = [
                [" ".join(cell.split()) for cell in "".join(row).split(CELL_END)]
                for row in self._rows
            ]
            self.page.blocks.table(rows)
            self._rows = []
        if self._lists:
            self.page.back()
        else:
            self.page.paragraph()
