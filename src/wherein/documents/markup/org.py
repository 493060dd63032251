"""Parses Org (of Emacs): headings, lists, tables and blocks. Runs no code and exports nothing."""

from __future__ import annotations

import re
from dataclasses import replace

from wherein.core.unread import UnreadKind
from wherein.documents.building.block_writer import without_marks
from wherein.documents.building.canonical import clean, without_mark
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.markup.light_lines import LightLines
from wherein.documents.source import Source

_HEADING = re.compile(r"(\*{1,60})[ \t]+(.*)")
_TAGS = re.compile(r"(?<=[ \t]):[\w@#%:]{1,200}:\Z")
_KEYWORD = re.compile(r"[ \t]*#\+([A-Za-z_]{1,40}):[ \t]*(.*)")
_BEGIN = re.compile(r"[ \t]*#\+begin_(\w{1,40})\b.*", re.IGNORECASE)
_DRAWER = re.compile(r"[ \t]*:[\w-]{1,60}:[ \t]*")
_ITEM = re.compile(r"[ \t]*(?:[-+]|[ \t]\*|\(?(\d{1,9}|[A-Za-z])[.)])[ \t]+(?:\[@\d{1,9}\][ \t]+)?")
_TERM_ENDS = re.compile(r"(?<=[ \t])::(?:[ \t]+|$)")
_LONGEST_TERM = 200
_RULE = re.compile(r"[ \t]*\|[-+|: \t]*")
_INLINE = re.compile(
    r"\[\[(?P<target>[^\[\]\n]{1,500})\](?:\[(?P<text>[^\[\]\n]{1,500})\])?\]|"
    r"(?<![\w*/_=~+])(?P<mark>[*/_=~+])(?P<inside>(?=\S)[^\n]{1,300}?(?<=\S))(?P=mark)(?![\w*/_=~+])|"
    r"<<<?(?P<anchor>[^<>\n]{1,200})>>>?"
)
_PICTURE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp)\Z", re.IGNORECASE)
_LONGEST_TAGS = 203
_LONGEST_DRAWER = 100
"""Lines from the beginning of a drawer to its end."""
_LISTINGS = frozenset(("src", "example", "export", "verse"))


def parse_org(source: Source) -> Parsed:
    """Headings, paragraphs, items, terms, tables and listings without their marks; comments and pictures are counted."""
    text = without_marks(clean(without_mark(decode(source.data, source.charset))))
    lines = [line.rstrip() for line in text.split("\n")]
    out = LightLines(_shown)
    ends = iter([at for at, line in enumerate(lines) if line.strip().lower() == ":end:"])
    at, end = 0, -1
    while at < len(lines):
        while end <= at:
            end = next(ends, len(lines) + _LONGEST_DRAWER)
        at = _one(out, lines, at, end)
    out.end()
    out.counts[UnreadKind.PICTURE] += sum(
        1 for match in re.finditer(r"\[\[([^\[\]\n]{1,500})\]\]", text) if _PICTURE.search(match[1])
    )
    return replace(out.writer.parsed(out.title or None), unread=out.unread())


def _one(out: LightLines, lines: list[str], at: int, end_of_drawer: int) -> int:
    """Read what begins at a line; returns the number of the line after it. `end_of_drawer` is that of the next ":END:"."""
    line = lines[at]
    if match := _HEADING.fullmatch(line):
        tags = _TAGS.search(match[2], max(0, len(match[2]) - _LONGEST_TAGS))
        out.heading(match[2][: tags.start()] if tags else match[2], len(match[1]))
    elif match := _BEGIN.fullmatch(line):
        return _block(out, lines, at, match[1].lower())
    elif match := _KEYWORD.fullmatch(line):
        _keyword(out, match[1].lower(), match[2])
    elif end_of_drawer - at <= _LONGEST_DRAWER and _DRAWER.fullmatch(line):
        out.end()
        return end_of_drawer + 1
    elif re.match(r"[ \t]*#(?:[ \t]|$)", line):
        out.counts[UnreadKind.COMMENT] += 1
    elif line.lstrip().startswith("|"):
        return _table(out, lines, at)
    elif re.match(r"[ \t]*:(?: |$)", line):
        out.end()
        end = at
        while end < len(lines) and re.match(r"[ \t]*:(?: |$)", lines[end]):
            end += 1
        out.writer.code("\n".join(part.lstrip()[2:] for part in lines[at:end]))
        return end
    elif match := _ITEM.match(line):
        _item(out, line[match.end() :], match[1])
    elif not line:
        out.end()
        if at + 1 < len(lines) and not lines[at + 1][:1].isspace():
            out.writer.term = None
    elif not re.fullmatch(r"-{5,}", line.strip()):
        out.line(line)
    return at + 1


def _item(out: LightLines, text: str, number: str | None) -> None:
    text = re.sub(r"^\[[ xX-]\][ \t]+", lambda box: box[0], text)
    ends = _TERM_ENDS.search(text[: 2 * _LONGEST_TERM]) if number is None else None
    name = text[: ends.start()].rstrip() if ends else ""
    if ends and 0 < len(name) <= _LONGEST_TERM:
        out.term(name, text[ends.end() :])
        return
    out.end()
    out.writer.term = None
    out.item(f"{number}. {text}" if number else text)


def _keyword(out: LightLines, name: str, value: str) -> None:
    if name == "title":
        out.title = out.title or value
        out.heading(value, 1)
    elif name in ("author", "date", "subtitle", "description"):
        out.end()
        out.writer.pair(name.capitalize(), value)
    elif name == "caption":
        out.end()
        out.writer.caption(_shown(value))
    elif name == "include":
        out.counts[UnreadKind.OBJECT] += 1


def _block(out: LightLines, lines: list[str], at: int, name: str) -> int:
    """A listing as it is; the lines of other blocks are read on."""
    out.end()
    if name not in _LISTINGS and name != "comment":
        return at + 1
    ending = f"#+end_{name}"
    end = at + 1
    while end < len(lines) and lines[end].lstrip().lower().split(None, 1)[:1] != [ending]:
        end += 1
    if name == "comment":
        out.counts[UnreadKind.COMMENT] += 1
    else:
        out.writer.code("\n".join(lines[at + 1 : end]))
    return end + 1


def _table(out: LightLines, lines: list[str], at: int) -> int:
    out.end()
    rows = out.writer.rows()
    header_rows = 0
    while at < len(lines) and lines[at].lstrip().startswith("|"):
        line = lines[at].strip()
        at += 1
        if _RULE.fullmatch(line) and "-" in line:
            header_rows = header_rows or len(rows)
            continue
        rows.grow(line.strip("|").split("|"))
    header_rows = header_rows if header_rows < len(rows) else 0
    out.writer.table(rows, header_rows, lambda cell: _shown(cell.strip()))
    return at


def _shown(text: str) -> str:
    def of(match: re.Match[str]) -> str:
        if match["target"] is not None:
            return match["text"] or ("" if _PICTURE.search(match["target"]) else match["target"])
        return str(match["inside"] or match["anchor"] or "")

    return _INLINE.sub(of, text)
