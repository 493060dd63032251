"""Parses AsciiDoc: headings, lists, tables and delimited blocks. Includes no file and runs no macro."""

from __future__ import annotations

import re
from dataclasses import replace

from wherein.core.unread import UnreadKind
from wherein.documents.building.block_writer import generated, without_marks
from wherein.documents.building.canonical import clean, without_mark
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.markup.light_lines import LightLines
from wherein.documents.source import Source

_HEADING = re.compile(r"(={1,6})[ \t]+(\S.*)")
_ATTRIBUTE = re.compile(r":(!?[\w-]{1,80}!?):(?:[ \t]+(.*))?")
_LISTING = re.compile(r"-{4,}|\.{4,}|`{3,}\w{0,40}|\+{4,}")
_FENCE = re.compile(r"={4,}|\*{4,}|_{4,}|--")
_STYLE = re.compile(r"\[(?:[^\[\]\n]{0,300}|\[[^\[\]\n]{0,300}\])\]")
_ITEM = re.compile(r"[ \t]*(?:(\*{1,6}|-|\.{1,6}|•)|(\d{1,9}\.|[a-zA-Z]\.))[ \t]+(?=\S)")
_TERM = re.compile(r"[ \t]*(\S.{0,300}?)(?:::{1,3}|;;)(?:[ \t]+(\S.*))?")
_NOTE = re.compile(r"(NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+")
_MACRO = re.compile(
    r"(image|video|audio|include|toc|xref|ifdef|ifndef|endif|ifeval)::([^\[\]\n]{0,500})\[([^\n]{0,500})\]"
)
_TITLE = re.compile(r"\.[^\s.].*")
_CELL = re.compile(r"(?:(?:\d{1,3}(?:\.\d{1,3})?|\.\d{1,3})[+*])?[<^>.]{0,4}[adehlmsv]?\|")
_INLINE = re.compile(
    r"\\(?P<escaped>[*_`#^~+{<])|"
    r"(?P<macro>(?:link|xref|mailto|footnote|kbd|btn|pass|image|icon|menu|stem):|https?://|<<)(?P<rest>[^\s\[\]<>]{0,500})(?:\[(?P<label>[^\[\]\n]{0,500})\]|>>|(?=[\s<>\[\]]|$))|"
    r"(?P<double>\*\*|__|``|##|\+\+)(?P<inner>(?=\S).{1,500}?(?<=\S))(?P=double)|"
    r"(?<![\w*_`#+])(?P<mark>[*_`#+])(?P<inside>(?=\S).{1,500}?(?<=\S))(?P=mark)(?![\w*_`#+])|"
    r"(?P<raised>[\^~])(?P<small>[^\s^~]{1,60})(?P=raised)|"
    r"\{(?P<attribute>[\w-]{1,80})\}"
)
_REFERENCE = re.compile(r"<<[^<>,\n]{1,200}(?:,([^<>\n]{1,300}))?>>")

_TIMES_EXPANDED = 4
_LEAST_EXPANDED = 20_000
"""Attributes may make a text this many times as long, and so many characters; later ones stay names."""


class _Reader:
    """One text, line by line."""

    def __init__(self, text: str) -> None:
        self.lines = [line.rstrip() for line in text.split("\n")]
        self.attributes: dict[str, str] = {}
        self.out = LightLines(self.shown)
        self._style = ""
        self._left = _TIMES_EXPANDED * len(text) + _LEAST_EXPANDED

    def read(self) -> None:
        at = 0
        while at < len(self.lines):
            at = self._one(at)
        self.out.end()

    def _one(self, at: int) -> int:
        line, out = self.lines[at], self.out
        if not line:
            out.end()
            if at + 1 < len(self.lines) and not self.lines[at + 1][:1].isspace():
                out.writer.term = None
        elif line == "+":
            # What follows belongs to the item or description.
            term = out.writer.term
            out.end()
            out.writer.term = term
        elif line.startswith("////"):
            out.counts[UnreadKind.COMMENT] += 1
            return self._end_of(at, line) + 1
        elif line.startswith("//"):
            out.counts[UnreadKind.COMMENT] += 1
        elif match := _HEADING.fullmatch(line):
            text = _without_closing(match[2])
            out.heading(text, len(match[1]))
            if len(match[1]) == 1 and not out.title:
                out.title = self.shown(text)
        elif match := _ATTRIBUTE.fullmatch(line):
            self.attributes.setdefault(match[1].lower(), (match[2] or "")[:1_000])
        elif _LISTING.fullmatch(line):
            return self._listing(at, line)
        elif re.fullmatch(r"[|,:!]={3,}", line):
            return self._table(at, line)
        elif _STYLE.fullmatch(line):
            self._style = line
        elif _FENCE.fullmatch(line) or line in ("'''", "<<<"):
            out.end()
        else:
            self._text(line)
        return at + 1

    def _text(self, line: str) -> None:
        out = self.out
        if match := _MACRO.fullmatch(line):
            out.end()
            if match[1] in ("image", "video", "audio"):
                out.counts[UnreadKind.PICTURE] += 1
                out.line(match[3].split(",")[0].strip('"'))
            elif match[1] == "include":
                out.counts[UnreadKind.OBJECT] += 1
        elif _TITLE.fullmatch(line):
            out.end()
            out.writer.caption(self.shown(line[1:]))
        elif match := _ITEM.match(line):
            out.end()
            out.writer.term = None
            out.item((f"{match[2]} " if match[2] else "") + line[match.end() :])
        elif (match := _TERM.fullmatch(line)) and "://" not in line[: match.end(1) + 3]:
            out.term(match[1], match[2] or "")
        elif match := _NOTE.match(line):
            out.end()
            out.line(line)
        else:
            label = re.match(r"\[(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\b", self._style)
            out.line((generated(f"{label[1]}: ") if label else "") + line)
            self._style = ""

    def _end_of(self, at: int, fence: str) -> int:
        end = at + 1
        fence = re.sub(r"(?<=```)\w+", "", fence)
        while end < len(self.lines) and self.lines[end] != fence:
            end += 1
        return end

    def _listing(self, at: int, line: str) -> int:
        self.out.end()
        end = self._end_of(at, line)
        self._style = ""
        self.out.writer.code("\n".join(self.lines[at + 1 : end]))
        return end + 1

    def _table(self, at: int, line: str) -> int:
        """Cells begin at bars; a row is a line that begins with one, or as many cells as the first line or `cols` has."""
        self.out.end()
        end = self._end_of(at, line)
        body = self.lines[at + 1 : end]
        style, self._style = self._style, ""
        first = next((number for number, text in enumerate(body) if text), 0)
        is_headed = "header" in style or (
            first + 1 < len(body) and body[first].count("|") > 1 and not body[first + 1]
        )
        if line[0] != "|":
            rows = self.out.writer.rows()
            for text in body:
                if text:
                    rows.grow(re.split("[,:]", text))
            self.out.writer.table(rows, 1 if is_headed else 0, self._shown_cell)
            return end + 1
        cells: list[list[str]] = []
        for text in body:
            parts = _CELL.split(text)
            if cells and parts[0].strip():
                cells[-1].append(parts[0].strip())
            cells += [[part.strip()] for part in parts[1:]]
            self.out.writer.expect_cells(len(cells))
        width = max(1, self._columns(style) or (body[first].count("|") if body else 1))
        joined = [" ".join(part for part in parts if part) for parts in cells]
        parted = [joined[start : start + width] for start in range(0, len(joined), width)]
        self.out.writer.table(parted, 1 if is_headed and len(parted) > 1 else 0, self._shown_cell)
        return end + 1

    @staticmethod
    def _columns(style: str) -> int:
        match = re.search(r"cols=\"?([^\"\]]{1,200})\"?", style)
        if match is None:
            return 0
        times = re.match(r"(\d{1,3})\*", match[1])
        return int(times[1]) if times else len(re.split("[,;]", match[1]))

    def _shown_cell(self, text: str) -> str:
        return self.shown(text.strip())

    def shown(self, text: str) -> str:
        """A text without inline marks."""
        return _INLINE.sub(
            self._of_inline, _REFERENCE.sub(lambda ref: ref[1] or ref[0][2:-2], text)
        )

    def _of_inline(self, match: re.Match[str]) -> str:
        if match["macro"]:
            macro, label = match["macro"], match["label"]
            if macro in ("footnote:", "kbd:", "btn:", "pass:", "stem:", "icon:", "image:"):
                return f" [{label}]" if macro == "footnote:" and label else label or ""
            address = macro * (macro.startswith("http")) + match["rest"]
            return (label or "").split(",")[0].strip('"^') or address
        if match["attribute"]:
            value = self.attributes.get(match["attribute"].lower(), "")
            self._left -= len(value)
            return value if value and self._left > 0 else match[0]
        return str(
            match["escaped"] or match["inner"] or match["inside"] or match["small"] or match[0]
        )


def _without_closing(heading: str) -> str:
    """A heading without the signs that close it: "== Name ==" is "Name"."""
    text = heading.rstrip("=")
    return text.rstrip() if text != heading and text[-1:] in (" ", "\t") else heading


def parse_asciidoc(source: Source) -> Parsed:
    """Headings, paragraphs, items, terms, tables and listings without their marks; comments, pictures and files that are
    included are counted."""
    text = without_marks(clean(without_mark(decode(source.data, source.charset))))
    reader = _Reader(text)
    reader.read()
    return replace(reader.out.writer.parsed(reader.out.title or None), unread=reader.out.unread())
