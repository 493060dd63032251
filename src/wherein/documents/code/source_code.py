"""Parses source code: comments as text without their marks, definitions as headings, the rest as it is. Runs nothing.
A statement that a comment puts out of use keeps its mark.

Each line of the text is the line of the file with the same number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import PurePath
from urllib.parse import urlsplit

from wherein.core.document import Block, BlockKind
from wherein.core.span import Span
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.canonical import clean, is_visible, without_mark
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.code.commented_out import is_statement, set_name
from wherein.documents.code.languages import BY_SUFFIX, Language, of_first_line
from wherein.documents.source import Source

_LONGEST_HEADING = 200
_DOC_STRING = re.compile(r"[ \t]*[rRuUbB]{0,2}(\"\"\"|''')")
_STARS = re.compile(r"[ \t]*\*(?!/)[ \t]?")
_RULE = re.compile(r"[\s*/#=_~+-]*")
_QUOTES = ('"""', "'''")
_SIGNATURE_ENDS = " \t{:(;"


@dataclass(slots=True)
class _Line:
    """A line without the marks of comments. heading: of a definition, or put in above the comment that describes one.

    is_off: a statement that a comment puts out of use, with its mark; sets: the name that it sets.
    """

    text: str
    is_comment: bool = False
    is_off: bool = False
    sets: str = ""
    depth: int | None = None
    heading: str = ""


def parse_source_code(source: Source) -> Parsed:
    """Paragraphs of comments, headings of definitions, and listings of all else.

    A comment right above a definition stands under its heading: that is put, as generated text, into the empty line
    above the comment. Statements that a comment puts out of use are beside the main text; one that sets what a statement
    in force sets too is left out, its line empty, and counted.
    """
    text = clean(without_mark(decode(source.data, source.charset)))
    lines = _lines(text, _language(source.address_or_name, text))
    replaced = _replaced(lines)
    count = sum(any(map(str.isalnum, lines[at].text)) for at in replaced)
    for at in replaced:
        lines[at] = _Line("")
    _lift_headings(lines)
    unread = (Unread(UnreadKind.COMMENTED_OUT, count),) if count else ()
    return replace(_parsed(lines), unread=unread)


def _language(name: str, text: str) -> Language:
    path = urlsplit(name).path if "://" in name else name
    found = BY_SUFFIX.get(PurePath(path).suffix.lower())
    return found or of_first_line(text[: text.find("\n") if "\n" in text else 200])


def _lines(text: str, language: Language) -> list[_Line]:
    found: list[_Line] = []
    closing = ""  # of the comment or string that is open
    in_string = False
    began = 0  # the line with the opening mark
    given = text.split("\n")
    for line in given:
        if closing:
            end = line.find(closing)
            if in_string:
                found.append(_Line(line))
            else:
                found.append(
                    _Line(_within(line if end < 0 else line[:end], closing), is_comment=True)
                )
            if end >= 0:
                if not in_string:
                    _keep_code(found, given, began, closing)
                closing, in_string = "", False
            continue
        opened = _opened(line, language)
        if opened:
            start, closing = opened
            end = line.find(closing, start)
            inside = line[start:] if end < 0 else line[start:end]
            began = len(found)
            found.append(_Line(_within(inside, closing), is_comment=True))
            if end >= 0:
                _keep_code(found, given, began, closing)
                closing = ""
        elif match := language.line.match(line):
            found.append(_of_comment(line, line[match.end() :]))
        else:
            found.append(_of_code(line, language))
            if language.doc_strings and (quotes := _open_string(line)):
                closing, in_string = quotes, True
    return found


def _of_comment(line: str, comment: str) -> _Line:
    """What is read of a one-line comment: the text after the comment sign, or the whole line if it is commented-out code."""
    if is_statement(comment):
        return _Line(line, is_off=True, sets=set_name(comment))
    return _Line(comment, is_comment=True)


def _keep_code(found: list[_Line], given: list[str], began: int, closing: str) -> None:
    """Give the lines of a comment that holds nothing but statements their marks back; a string of Python has none."""
    inside = [line.text for line in found[began:] if line.text.strip()]
    if closing in _QUOTES or not inside or not all(map(is_statement, inside)):
        return
    first = set_name(inside[0])  # the lines with nothing but marks go with it
    found[began:] = [
        _Line(line, is_off=True, sets=set_name(kept.text) if kept.text.strip() else first)
        for line, kept in zip(given[began : len(found)], found[began:], strict=True)
    ]


def _replaced(lines: list[_Line]) -> list[int]:
    """The numbers of the lines out of use that set what a line in force sets."""
    sought = {line.sets for line in lines if line.sets}
    if not sought:
        return []
    held = {set_name(line.text) for line in lines if not line.is_comment and not line.is_off}
    return [at for at, line in enumerate(lines) if line.sets and line.sets in held]


def _opened(line: str, language: Language) -> tuple[int, str] | None:
    """Where the text of a comment that may have several lines begins, and what closes it."""
    if language.block is not None:
        opening, closing = language.block
        begins = len(line) - len(line.lstrip())
        if line.startswith(opening, begins):
            start = begins + len(opening)
            while line[start : start + 1] in ("*", "!") and not line.startswith(closing, start):
                start += 1
            return start, closing
    if language.doc_strings and (match := _DOC_STRING.match(line)):
        return match.end(), match[1]
    return None


def _within(line: str, closing: str) -> str:
    """A line of a comment without the star before it, and without a frame of signs."""
    if closing == "*/":
        line = _STARS.sub("", line, count=1)
    return "" if _RULE.fullmatch(line) else line


def _open_string(line: str) -> str:
    """The quotation marks of a string that a line leaves open."""
    for quotes in _QUOTES:
        if line.count(quotes) % 2:
            return quotes
    return ""


def _of_code(line: str, language: Language) -> _Line:
    if len(line) <= 2 * _LONGEST_HEADING and language.definition.fullmatch(line):
        heading = line.strip().rstrip(_SIGNATURE_ENDS)[:_LONGEST_HEADING]
        indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
        return _Line(line, depth=indent, heading=heading)
    return _Line(line)


def _lift_headings(lines: list[_Line]) -> None:
    """Put the heading of a definition above the comment that describes it, where there is an empty line."""
    for at, line in enumerate(lines):
        if not line.heading or at == 0 or not lines[at - 1].is_comment:
            continue
        above = at - 1
        while above > 0 and lines[above - 1].is_comment and not lines[above].text.strip():
            above -= 1
        while above > 0 and lines[above - 1].is_comment and lines[above].text.strip():
            above -= 1
        if lines[above].text.strip():
            above -= 1
        if above >= 0 and not lines[above].text.strip() and not lines[above].heading:
            lines[above] = _Line("", depth=line.depth, heading=line.heading)
            lines[at] = _Line(line.text)


def _parsed(lines: list[_Line]) -> Parsed:
    parts: list[str] = []
    blocks: list[Block] = []
    generated: list[Span] = []
    above: list[int] = []
    run: list[tuple[int, str]] = []
    is_comment = is_off = False
    at = 0

    def end_run() -> None:
        """Add the lines so far as a paragraph or a listing."""
        shown = [(start, text) for start, text in run if is_visible(text)]
        if shown:
            (first, text), (last, end) = shown[0], shown[-1]
            left = first + (len(text) - len(text.lstrip()) if is_comment else 0)
            kind = BlockKind.PARAGRAPH if is_comment else BlockKind.CODE
            blocks.append(Block(kind, Span(left, last + len(end.rstrip())), main=not is_off))
        run.clear()

    for line in lines:
        text = line.text
        is_lifted = bool(line.heading) and not text.strip()
        if line.heading:
            end_run()
            text = line.heading if is_lifted else text
            start = at + text.index(line.heading)
            span = Span(start, start + len(line.heading))
            while above and above[-1] >= (line.depth or 0):
                above.pop()
            above.append(line.depth or 0)
            blocks.append(Block(BlockKind.HEADING, span, min(len(above), 6)))
            if is_lifted:
                generated.append(span)
        else:
            changes = (line.is_comment, line.is_off) != (is_comment, is_off)
            if changes or (is_comment and not text.strip()):
                end_run()
                is_comment, is_off = line.is_comment, line.is_off
            run.append((at, text))
        parts.append(text)
        at += len(text) + 1
    end_run()
    return Parsed(text="\n".join(parts), blocks=tuple(blocks), generated=tuple(generated))
