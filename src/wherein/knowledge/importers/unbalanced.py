"""Repairs wikitext with unclosed brackets before parsing, and cleans it afterwards. Text in, text out.

A wiki shows an unclosed bracket as it is, or closes it somewhere; neither belongs in the text. `closed` closes brackets
where their end is clear; `without_marks` removes the marks that the parser left.
"""

from __future__ import annotations

import re

# "{{lang|fr|x}" and "[[Paris]" lack one sign.
_ONE_BRACE = re.compile(r"(\{\{[^{}\n]*)\}(?!\})")
_ONE_BRACKET = re.compile(r"(\[\[[^\[\]\n]*)\](?!\])")
_COMMENT_OPEN = re.compile(r"<!--(?:(?!-->).)*\Z", re.DOTALL)
_REF_OPEN = re.compile(
    r"<ref\b[^>/]*>(?P<inner>(?:(?!</ref>|<ref\b).)*?)(?=<ref\b|\n|\Z)", re.DOTALL | re.IGNORECASE
)
_REF = re.compile(
    r"<ref\b[^>/]*>(?:(?!<ref\b).)*?</ref\s*>|<ref\b[^>]*/>", re.DOTALL | re.IGNORECASE
)
_LINE = re.compile(r"[^\n]*\n?")
_NAME_LINE = re.compile(r"\s*\{\{\s*[^{}|\n\[\]]+\s*$")

_BRACES = re.compile(r"\{\{|\}\}")
_OPENING = re.compile(r"\{\{")

_TAG = re.compile(
    r"</?(?:ref|references|br|small|big|sup|sub|span|div|p|b|i|u|s|em|strong|center|font|blockquote|table|tr|td|th|tbody|thead|caption|ul|ol|li|dl|dt|dd|"
    r"nowiki|noinclude|includeonly|onlyinclude|code|tt|pre|cite|abbr|del|ins|strike|h[1-6]|hr|section|gallery|math|poem|q|var|kbd|samp|mark|bdi|wbr|ruby|rt|rb|rp)"
    r"\b[^<>\n]*/?>",
    re.IGNORECASE,
)  # fmt: skip
_TEMPLATE_LEFT = re.compile(r"\{\{[^{}\n|]*\|(?:[^{}\n]*\|)?")
_LINK_LEFT = re.compile(r"\[\[(?:[^\[\]\n|]*\|)?")
_TABLE_LINE = re.compile(r"(?m)^[ \t]*(?:\{\|.*|\|\}.*|\|-.*)$")
_CELL_LINE = re.compile(r"(?m)^[ \t]*(?:\|\+?|!)(?:[^|\n\[\]{}]*=[^|\n\[\]{}]*\|(?!\|))?[ \t]*")
_CELLS = re.compile(r"[ \t]*(?:\|\||!!)[ \t]*")
_MARKS = re.compile(r"\{\{+|\}\}+|\[\[|\]\]|'{2,}|\{\||\|\}|<!--|-->")
_ANY_MARK = re.compile(r"\{\{|\}\}|\[\[|\]\]|''|\{\||\|\}|<!--|-->|</?[a-zA-Z]")


def closed(wikitext: str) -> str:
    """The wikitext with each unclosed construct closed at its latest possible end.

    A comment ends with the page, a note at the end of its line, a table before the next heading, a template with
    parameters after its last line of parameters.
    """
    text = _COMMENT_OPEN.sub("", wikitext)
    if "<ref" in text or "<REF" in text:
        text = _notes_closed(text)
    text = _ONE_BRACKET.sub(r"\1]]", _ONE_BRACE.sub(r"\1}}", text))
    text = _braces_closed(text)
    if "{|" in text:
        text = _tables_closed(text)
    return text


def _notes_closed(text: str) -> str:
    whole = [match.span() for match in _REF.finditer(text)]
    out: list[str] = []
    last = 0
    for start, end in [*whole, (len(text), len(text))]:
        out.append(_REF_OPEN.sub("", text[last:start]))
        out.append(text[start:end])
        last = end
    return "".join(out)


def _braces_closed(text: str) -> str:
    """Close or remove unclosed templates. One at the beginning of a line ends after its lines of parameters; any other
    is reduced to its last parameter. Afterwards each "{{" has its "}}": the parser takes quadratic time otherwise.
    """
    left = _never_closed(text)
    if not left:
        return text
    out: list[str] = []
    at, is_open = 0, False
    for line in _LINE.findall(text):
        begins = line.lstrip()
        if is_open and begins and not begins.startswith(("|", "}", "*", "#", "{{", "!")):
            out.append("}}\n")
            is_open = False
        places = [at + match.start() for match in _OPENING.finditer(line)]
        at += len(line)
        wrong = [place - (at - len(line)) for place in places if place in left]
        if wrong and not is_open and _NAME_LINE.match(line):
            is_open = True
            wrong = []
        for place in reversed(wrong):
            line = line[:place] + _TEMPLATE_LEFT.sub("", line[place:], count=1).removeprefix("{{")
        out.append(line)
    if is_open:
        out.append("\n}}")
    return "".join(out)


def _never_closed(text: str) -> set[int]:
    """The places of each "{{" without a "}}"."""
    stack: list[int] = []
    for match in _BRACES.finditer(text):
        if match.group() == "{{":
            stack.append(match.start())
        elif stack:
            stack.pop()
    return set(stack)


def _tables_closed(text: str) -> str:
    out: list[str] = []
    depth = 0
    for line in _LINE.findall(text):
        begins = line.lstrip(" \t:*")
        if depth and re.match(r"==+[^=]", line):
            out.append("|}\n" * depth)
            depth = 0
        if begins.startswith("{|"):
            depth += 1
        elif begins.startswith("|}") and not begins.startswith("|}}"):
            depth = max(0, depth - 1)
        out.append(line)
    if depth:
        out.append("\n" + "|}\n" * depth)
    return "".join(out)


def without_marks(text: str) -> str:
    """Text from the parser without brackets, quotes and tags that have no partner."""
    if _ANY_MARK.search(text) is None:
        return text
    text = _TAG.sub("", text)
    if "{|" in text or "|}" in text or "|-" in text:
        text = _TABLE_LINE.sub("", text)
        text = _CELLS.sub("\t", _CELL_LINE.sub("", text))
    text = _LINK_LEFT.sub("", _TEMPLATE_LEFT.sub("", text))
    return _MARKS.sub("", text)
