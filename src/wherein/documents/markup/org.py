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

_HEADING = re.compile(r"(\*{1,60})[ \t]+(.*?)(?:[ \t]+:[\w@#%:]{1,200}:)?[ \t]*")
_KEYWORD = re.compile(r"[ \t]*#\+([A-Za-z_]{1,40}):[ \t]*(.*)")
_BEGIN = re.compile(r"[ \t]*#\+begin_(\w{1,40})\b.*", re.IGNORECASE)
_DRAWER = re.compile(r"[ \t]*:[\w-]{1,60}:[ \t]*")
_ITEM = re.compile(r"[ \t]*(?:[-+]|[ \t]\*|\(?(\d{1,9}|[A-Za-z])[.)])[ \t]+(?:\[@\d{1,9}\][ \t]+)?")
_TERM = re.compile(r"(.{1,200}?)[ \t]+::(?:[ \t]+|$)")
_RULE = re.compile(r"[ \t]*\|[-+|: \t]*")
_INLINE = re.compile(
    r"\[\[(?P<target>[^\[\]\n]{1,500})\](?:\[(?P<text>[^\[\]\n]{1,500})\])?\]|"
    r"(?<![\w*/_=~+])(?P<mark>[*/_=~+])(?P<inside>(?=\S)[^\n]{1,300}?(?<=\S))(?P=mark)(?![\w*/_=~+])|"
    r"<<<?(?P<anchor>[^<>\n]{1,200})>>>?"
)
_PICTURE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp)\Z", re.IGNORECASE)
_LISTINGS = frozenset(("src", "example", "export", "verse"))


def parse_org(source: Source) -> Parsed:
    """Headings, paragraphs, items, terms, tables and listings without their marks; comments and pictures are counted."""
    text = without_marks(clean(without_mark(decode(source.data, source.charset))))
    lines = [line.rstrip() for line in text.split("\n")]
    out = LightLines(_shown)
    at = 0
    while at < len(lines):
        at = _one(out, lines, at)
    out.end()
    out.counts[UnreadKind.PICTURE] += sum(
        1 for match in re.finditer(r"\[\[([^\[\]\n]{1,500})\]\]", text) if _PICTURE.search(match[1])
    )
    return replace(out.writer.parsed(out.title or None), unread=out.unread())


def _one(out: LightLines, lines: list[str], at: int) -> int:
    line = lines[at]
    if match := _HEADING.fullmatch(line):
        out.heading(match[2], len(match[1]))
    elif match := _BEGIN.fullmatch(line):
        return _block(out, lines, at, match[1].lower())
    elif match := _KEYWORD.fullmatch(line):
        _keyword(out, match[1].lower(), match[2])
    elif _DRAWER.fullmatch(line) and (end := _end_of_drawer(lines, at)):
        out.end()
        return end
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
    if number is None and (term := _TERM.match(text)):
        out.term(term[1], text[term.end() :])
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
    ending = re.compile(rf"[ \t]*#\+end_{re.escape(name)}\b.*", re.IGNORECASE)
    end = at + 1
    while end < len(lines) and not ending.fullmatch(lines[end]):
        end += 1
    if name == "comment":
        out.counts[UnreadKind.COMMENT] += 1
    else:
        out.writer.code("\n".join(lines[at + 1 : end]))
    return end + 1


def _end_of_drawer(lines: list[str], at: int) -> int:
    """The line after a drawer, of no more than 100 lines; 0 where it has no end."""
    for end in range(at + 1, min(len(lines), at + 101)):
        if lines[end].strip().lower() == ":end:":
            return end + 1
    return 0


def _table(out: LightLines, lines: list[str], at: int) -> int:
    out.end()
    rows: list[list[str]] = []
    header_rows = 0
    while at < len(lines) and lines[at].lstrip().startswith("|"):
        line = lines[at].strip()
        at += 1
        if _RULE.fullmatch(line) and "-" in line:
            header_rows = header_rows or len(rows)
            continue
        rows.append([_shown(cell.strip()) for cell in line.strip("|").split("|")])
    out.writer.table(rows, header_rows if header_rows < len(rows) else 0)
    return at


def _shown(text: str) -> str:
    def of(match: re.Match[str]) -> str:
        if match["target"] is not None:
            return match["text"] or ("" if _PICTURE.search(match["target"]) else match["target"])
        return str(match["inside"] or match["anchor"] or "")

    return _INLINE.sub(of, text)
