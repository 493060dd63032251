"""Parses the source of a manual page that is written with the macros of man(7). Decides no layout."""

from __future__ import annotations

import re

from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.block_writer import generated
from wherein.documents.manual.page_writer import PageWriter
from wherein.documents.manual.roff_lines import Request, RoffLines
from wherein.documents.manual.roff_tables import add_table, source_line
from wherein.documents.manual.roff_text import arguments, shown

_FONTS = frozenset("B I R SM SB CW".split())
_ALTERNATING = frozenset("BR RB BI IB IR RI".split())
_LISTING = {"nf": True, "fi": False, "EX": True, "EE": False, "Vb": True, "Ve": False}
_BEFORE_LISTING = frozenset(("nf", "EX", "Vb", "sp", "if", "in", "ft"))
_PARAGRAPHS = frozenset(("PP", "LP", "P"))
_OTHER = frozenset(
    "TH SH SS TP TQ IP HP RS RE br sp Sp UR UE MT ME URL MTO OP SY YS TS EQ PS IX so".split()
)
KNOWN = _FONTS | _ALTERNATING | _PARAGRAPHS | _OTHER | set(_LISTING)
_ENDS_OF = {"TS": "TE", "EQ": "EN", "PS": "PE"}
_LONGEST_NAME = 200
_LONGEST_PLAIN_NAME = 80
_BEGINS_NAME = re.compile(r"\\f|[.']?[BI]|\\?-")


class ManSource:
    """Reads one page; `page` has its blocks afterwards."""

    def __init__(self, text: str) -> None:
        self.page = PageWriter()
        self.header: list[str] = []
        """The arguments of `.TH`: name, section, date, source, manual."""
        self.unread = dict.fromkeys((UnreadKind.EQUATION, UnreadKind.PICTURE), 0)
        self._lines = RoffLines(text, KNOWN - {"PS"})
        self._wants_name = False
        self._wants_heading = 0
        self._link = ""
        self._looks_like_name = False
        self._maybe_name: str | None = None
        self._skipped_until = ""
        self._table: list[str] = []

    def read(self) -> None:
        """Read the page to its end."""
        for request in self._lines:
            if self._skipped_until:
                self._skip(request)
                continue
            if self._maybe_name is not None:
                self._decide_name(request)
            if request.name:
                self._of_request(request)
            else:
                self._of_text(request.rest)
        if self._table:
            self._add_table()
        self.page.paragraph()

    def notes(self) -> tuple[Unread, ...]:
        """What was not read."""
        return tuple(Unread(kind, count) for kind, count in self.unread.items() if count)

    def _shown(self, text: str) -> str:
        return shown(text, self._lines.strings)

    def _of_text(self, line: str) -> None:
        text = self._shown(line)
        if self._wants_heading:
            self.page.heading(text, self._wants_heading)
            self._wants_heading = 0
        elif self._wants_name:
            self._wants_name = False
            self.page.name(text)
        elif not self.page.is_filled:
            self.page.text(text)
        elif not text.strip():
            if not line.strip():
                self.page.end()
        else:
            if not self.page.is_open:
                self._looks_like_name = bool(_BEGINS_NAME.match(line))
            if text.startswith((" ", "\t")):
                self.page.line_end()
            self.page.text(text.strip(" "), joins=line.endswith("\\c"))

    def _of_request(self, request: Request) -> None:
        name = request.name
        if name in _FONTS or name in _ALTERNATING:
            words = arguments(request.rest)
            text = (" " if name in _FONTS else "").join(words)
            if not self.page.is_open:
                self._looks_like_name = True
            began, looks = self.page.is_open, self._looks_like_name
            if words:
                self._of_text(text)
            self._looks_like_name = looks if not began else self._looks_like_name
        elif name in _PARAGRAPHS or name in ("sp", "Sp"):
            self._begin_paragraph(name)
        elif name in ("SH", "SS"):
            words = arguments(request.rest)
            level = 1 if name == "SH" else 2
            if words:
                self.page.heading(self._shown(" ".join(words)), level)
            else:
                self._wants_heading = level
        elif name in ("TP", "TQ", "IP", "HP"):
            self._begin_item(name, arguments(request.rest))
        elif name in _LISTING:
            self.page.listing(begins=_LISTING[name])
        elif name in ("RS", "RE"):
            self._indent(name)
        elif name == "br":
            self.page.line_end()
        elif name in _ENDS_OF:
            self.page.end()
            self._skipped_until = _ENDS_OF[name]
        elif name == "TH":
            self.header = self.header or [self._shown(each) for each in arguments(request.rest)]
        else:
            self._of_other(name, arguments(request.rest))

    def _begin_paragraph(self, name: str) -> None:
        if not self.page.is_filled:
            self.page.text("")
        elif name in ("sp", "Sp"):
            self.page.end()
        else:
            self.page.paragraph()
        self._looks_like_name = False

    def _begin_item(self, name: str, words: list[str]) -> None:
        self.page.listing(begins=False)
        if name in ("TP", "TQ"):
            self.page.end()
            self._wants_name = True
        elif name == "IP" and words and words[0].strip():
            self.page.name(self._shown(words[0]))
        elif name == "IP" and self._is_name(self.page.pending):
            self.page.name(self.page.taken())
        elif name == "IP":
            self.page.end()
        else:
            self.page.paragraph()
            self._looks_like_name = False

    def _is_name(self, text: str) -> bool:
        """Whether a paragraph before what is set in is the name of what it describes."""
        text = text.strip()
        if text.startswith("-") and len(text) <= _LONGEST_NAME:
            return all(line.startswith("-") for line in text.split("\n"))
        if not text or "\n" in text or text[-1] in ".:;!?":
            return False
        return self._looks_like_name and len(text) <= _LONGEST_PLAIN_NAME

    def _indent(self, name: str) -> None:
        if name == "RE":
            self.page.back()
        elif self.page.is_filled and self._is_name(self.page.pending):
            self._maybe_name = self.page.pending
        else:
            self.page.deeper()

    def _decide_name(self, request: Request) -> None:
        """What is set in is a description, unless it is a listing."""
        if request.name in _BEFORE_LISTING:
            self.page.deeper()
        else:
            name = self.page.taken()
            self.page.deeper(name)
        self._maybe_name = None

    def _of_other(self, name: str, words: list[str]) -> None:
        shown_words = [self._shown(word) for word in words]
        if name in ("UR", "MT"):
            self._link = shown_words[0] if shown_words else ""
        elif name in ("UE", "ME"):
            self.page.text(_link(self._link) + "".join(shown_words[:1]))
        elif name in ("URL", "MTO") and shown_words:
            label, trail = [*shown_words[1:], "", ""][:2]
            self.page.text(f"{label} {_link(shown_words[0])}{trail}".strip())
        elif name == "OP":
            self.page.text(generated("[") + " ".join(shown_words) + generated("]"))
        elif name == "SY":
            self.page.line_end()
            self.page.text(" ".join(shown_words))
        elif name == "YS":
            self.page.end()

    def _skip(self, request: Request) -> None:
        """Take a line of a table; pass over one of an equation or a picture."""
        if request.name == self._skipped_until:
            if request.name == "TE":
                self._add_table()
            else:
                kind = UnreadKind.EQUATION if request.name == "EN" else UnreadKind.PICTURE
                self.unread[kind] += 1
            self._skipped_until = ""
        elif self._skipped_until == "TE":
            self._table.append(source_line(request))

    def _add_table(self) -> None:
        add_table(self.page.blocks, self._table, self._shown)
        self._table = []


def _link(address: str) -> str:
    return generated("⟨") + address + generated("⟩")
