"""Parts the lines of a reStructuredText into blocks and adds them. Knows directives by `rst_directives`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.block_writer import BlockWriter, generated
from wherein.documents.markup.rst_inline import plain
from wherein.documents.markup.text_tables import columns, grid, is_grid, is_rule

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{1,}[ \t]*")
_BULLET = re.compile(r"[*+•‣⁃-](?:[ ]+(?=\S)|$)")
_ENUMERATOR = re.compile(
    r"(?:\(?(?:\d{1,9}|[A-Za-z]|[ivxlcdmIVXLCDM]{1,12}|#)\)|(?:\d{1,9}|[A-Za-z]|[ivxlcdmIVXLCDM]{1,12}|#)\.)(?:[ ]+(?=\S)|$)"
)
_FIELD = re.compile(r":(?=[^\s:`])((?:[^:\\\n]|\\.|:(?!\s|$)){1,200}):(?:[ ]+|$)")
_OPTION = re.compile(
    r"((?:-{1,2}|/|\+)[A-Za-z?0-9][^\s,]*+(?:[ ][A-Za-z<\[][^\s,]*+)?(?:, (?:--?|/|\+)[A-Za-z?0-9][^\s,]*+(?:[ ][A-Za-z<\[][^\s,]*+)?){0,9})(?:[ ]{2,}(?=\S)|$)"
)
_EXPLICIT = re.compile(r"\.\.(?:[ ]+|$)")
_NOTE = re.compile(r"(\[[^\]\n]{1,80}\])[ ]*")
_TARGET = re.compile(r"_(?:`[^`\n]*+`|[^:\\\n`]|\\.|`)*+:")
_SUBSTITUTION = re.compile(r"\|([^|\n]{1,200})\|[ ]+([A-Za-z-]+)::[ ]*(.*)")
_DIRECTIVE = re.compile(r"([A-Za-z][\w.+:-]{0,80}?)[ ]?::(?:[ ]+|$)")
DEEPEST = 24
"""Blocks within each other; what is deeper is a paragraph."""
_TIMES_EXPANDED = 4
_LEAST_EXPANDED = 20_000
"""Substitutions may make a text this many times as long, and so many characters; later ones stay names."""


class RstBlocks:
    """Adds the blocks of one text. `directive` adds one: name, arguments, options, content and depth."""

    def __init__(
        self,
        directive: Callable[[RstBlocks, str, str, dict[str, str], list[str], int], None],
        characters: int,
    ) -> None:
        """`characters`: the length of the text."""
        self.writer = BlockWriter()
        self.substitutions: dict[str, str] = {}
        self.counts = dict.fromkeys((UnreadKind.PICTURE, UnreadKind.COMMENT), 0)
        self.prefix = ""
        """What the next paragraph begins with."""
        self._left = _TIMES_EXPANDED * characters + _LEAST_EXPANDED
        self._directive = directive
        self._levels: list[tuple[str, bool]] = []
        self._is_item = False

    def unread(self) -> tuple[Unread, ...]:
        """What was not read."""
        return tuple(Unread(kind, count) for kind, count in self.counts.items() if count)

    def shown(self, text: str) -> str:
        """A text without inline markup."""
        return plain(text, self._substituted)

    def _substituted(self, name: str) -> str | None:
        found = self.substitutions.get(name)
        self._left -= len(found or "")
        return found if self._left > 0 else None

    def text(self, text: str) -> None:
        """Add a paragraph, or an item of the list that is open."""
        text, self.prefix = self.prefix + re.sub("  +", " ", text), ""
        (self.writer.item if self._is_item else self.writer.paragraph)(text)

    def add(self, lines: Sequence[str], depth: int = 0) -> None:
        """Add the blocks of lines that begin at the left margin."""
        at = 0
        if depth > DEEPEST:
            self.text(self.shown(" ".join(" ".join(lines).split())))
            return
        while at < len(lines):
            line = lines[at]
            if not line:
                at += 1
            elif line[0] == " ":
                at = self._quoted(lines, at, depth)
            else:
                at = self._block(lines, at, depth)

    def _block(self, lines: Sequence[str], at: int, depth: int) -> int:
        line = lines[at]
        following = lines[at + 1] if at + 1 < len(lines) else ""
        if depth == 0 and (after := self._title(lines, at)):
            return after
        if _ADORNMENT.fullmatch(line) and len(line) >= 4 and not following:
            return at + 1
        if match := _EXPLICIT.match(line):
            return self._explicit(lines, at, match.end(), depth)
        if line.startswith("__ ") or line == "__":
            return at + 1
        if is_grid(line) or (is_rule(line) and following):
            return self._table(lines, at)
        if line.startswith(">>> "):
            end = _end_of(lines, at)
            self.writer.code("\n".join(lines[at:end]))
            return end
        if line.startswith("| ") or line == "|":
            end = _end_of(lines, at)
            self.text("\n".join(self.shown(part[1:].strip()) for part in lines[at:end]))
            return end
        if match := _BULLET.match(line):
            return self._item(lines, at, match.end(), "", depth)
        if (match := _ENUMERATOR.match(line)) and _goes_on(following, _ENUMERATOR):
            return self._item(lines, at, match.end(), match[0].strip() + " ", depth)
        if match := _FIELD.match(line):
            return self._named(lines, at, match.end(), [self.shown(match[1])], depth)
        if (match := _OPTION.match(line)) and (match.end() < len(line) or following[:1] == " "):
            return self._named(lines, at, match.end(), [match[1]], depth)
        if following[:1] == " " and following.strip():
            return self._defined(lines, at, depth)
        return self._paragraph(lines, at, depth)

    def _title(self, lines: Sequence[str], at: int) -> int:
        """Add a section title and return what is after it; 0 where none begins."""
        line = lines[at]
        over = _ADORNMENT.fullmatch(line)
        if over and at + 2 < len(lines) and lines[at + 1].strip():
            under = lines[at + 2].rstrip()
            if under == line.rstrip() and len(line.rstrip()) >= min(len(lines[at + 1].strip()), 4):
                self._heading(lines[at + 1], line[0], over=True)
                return at + 3
        if at + 1 >= len(lines) or (over and len(line) > 3):
            return 0
        under = lines[at + 1].rstrip()
        if _ADORNMENT.fullmatch(under) and (len(under) >= len(line.rstrip()) or len(under) >= 4):
            self._heading(line, under[0], over=False)
            return at + 2
        return 0

    def _heading(self, text: str, sign: str, *, over: bool) -> None:
        style = (sign, over)
        if style not in self._levels:
            self._levels.append(style)
        self._is_item = False
        self.writer.heading(self.shown(text.strip()), self._levels.index(style) + 1)

    def _quoted(self, lines: Sequence[str], at: int, depth: int) -> int:
        end = _end_of_indented(lines, at)
        self.add(_dedented(lines[at:end]), depth + 1)
        return end

    def _explicit(self, lines: Sequence[str], at: int, width: int, depth: int) -> int:
        first = lines[at][width:]
        end = _end_of_indented(lines, at + 1) if _has_body(lines, at) else at + 1
        body = _dedented(lines[at + 1 : end])
        if not first and (not body or (at + 1 < len(lines) and not lines[at + 1])):
            return at + 1 if not first and not _has_body(lines, at) else end
        if match := _SUBSTITUTION.match(first):
            if match[2] in ("replace", "unicode"):
                self.substitutions.setdefault(
                    match[1].lower(), self.shown(" ".join((match[3], *body)).strip())
                )
        elif match := _NOTE.match(first):
            self._named(["x", *lines[at + 1 : end]], 0, 1, [match[1]], depth, first[match.end() :])
        elif _TARGET.match(first):
            pass
        elif match := _DIRECTIVE.match(first):
            self._of_directive(match[1], first[match.end() :], body, depth)
        else:
            self.counts[UnreadKind.COMMENT] += 1
        return end

    def _of_directive(self, name: str, first: str, body: list[str], depth: int) -> None:
        """Part what a directive has: arguments up to its options or an empty line, options, and content."""
        at, arguments = 0, [first] if first else []
        while at < len(body) and body[at] and not _FIELD.match(body[at]) and first:
            arguments.append(body[at].strip())
            at += 1
        options: dict[str, str] = {}
        while at < len(body) and (match := _FIELD.match(body[at])):
            value = [body[at][match.end() :]]
            at += 1
            while at < len(body) and body[at][:1] == " ":
                value.append(body[at].strip())
                at += 1
            options[match[1].lower()] = " ".join(value).strip()
        content = body[at:]
        while content and not content[0]:
            content = content[1:]
        self._directive(self, name.lower(), "\n".join(arguments), options, content, depth)

    def _item(self, lines: Sequence[str], at: int, width: int, mark: str, depth: int) -> int:
        end = _end_of_indented(lines, at + 1, nearest=min(width, 2) if mark else width)
        outer, term = self._is_item, self.writer.term
        self._is_item = True
        self.prefix = generated(mark) if mark[0:1] == "#" else mark
        self.add([lines[at][width:], *_dedented(lines[at + 1 : end], width)], depth + 1)
        self._is_item, self.writer.term, self.prefix = outer, term, ""
        return end

    def _named(
        self,
        lines: Sequence[str],
        at: int,
        width: int,
        names: list[str],
        depth: int,
        first: str | None = None,
    ) -> int:
        """Add a term with its description, which begins in the line of the name or below it."""
        end = _end_of_indented(lines, at + 1)
        first = lines[at][width:] if first is None else first
        self.described(
            names,
            [first, *_dedented(lines[at + 1 : end])] if first else _dedented(lines[at + 1 : end]),
            depth,
        )
        return end

    def described(self, names: Sequence[str], lines: Sequence[str], depth: int) -> None:
        """Add a term with the blocks that describe it."""
        outer, is_item = self.writer.term, self._is_item
        self._is_item = False
        self.writer.begin_term(names)
        self.add(lines, depth + 1)
        self._is_item, self.writer.term = is_item, outer

    def _defined(self, lines: Sequence[str], at: int, depth: int) -> int:
        end = _end_of_indented(lines, at + 1)
        literal = lines[at].endswith("::")
        name = self.shown(lines[at].removesuffix("::") if literal else lines[at])
        body = _dedented(lines[at + 1 : end])
        if literal:
            self.text(name + ":")
            self.writer.code("\n".join(body))
        else:
            self.described([name], body, depth)
        return end

    def _paragraph(self, lines: Sequence[str], at: int, depth: int) -> int:
        end = _end_of(lines, at)
        # A line that is set in below the first one is part of the paragraph; see `_defined` for its second line.
        text = " ".join(line.strip() for line in lines[at:end])
        literal = text.endswith("::")
        if literal:
            text = (
                text[:-2].rstrip()
                if text[:-2].endswith((" ", "")) and not text[-3:-2].strip()
                else text[:-1]
            )
        if text:
            self.text(self.shown(text))
        if not literal:
            return end
        start = end
        while start < len(lines) and not lines[start]:
            start += 1
        stop = (
            _end_of_indented(lines, start)
            if start < len(lines) and lines[start][:1] == " "
            else start
        )
        if stop == start and start < len(lines) and re.match(r"[!-/:-@\[-`{-~]", lines[start]):
            sign = lines[start][0]
            while stop < len(lines) and lines[stop][:1] == sign:
                stop += 1
        if stop > start:
            self.writer.code("\n".join(_dedented(lines[start:stop])))
        return max(stop, end)

    def _table(self, lines: Sequence[str], at: int) -> int:
        if is_grid(lines[at]):
            end = at + 1
            while end < len(lines) and lines[end][:1] in ("+", "|"):
                end += 1
            rows, header_rows = grid(lines[at:end], self.writer.expect_cells)
        else:
            end, rules = at + 1, 1
            while end < len(lines) and rules < 3:
                if is_rule(lines[end]) or re.fullmatch("=+", lines[end]):
                    rules += 1
                    if rules == 2 and (end + 1 == len(lines) or not lines[end + 1]):
                        rules = 3
                end += 1
            rows, header_rows = columns(lines[at:end], self.writer.expect_cells)
        self.writer.table(rows, header_rows, self.shown)
        return end


def _end_of(lines: Sequence[str], at: int) -> int:
    """The number of the next empty line."""
    while at < len(lines) and lines[at]:
        at += 1
    return at


def _end_of_indented(lines: Sequence[str], at: int, nearest: int = 1) -> int:
    """The number of the next line that is neither empty nor set in; empty lines before it are left out."""
    end = at
    while at < len(lines) and (not lines[at] or lines[at][:nearest].isspace()):
        at += 1
        if lines[at - 1]:
            end = at
    return end


def _dedented(lines: Sequence[str], most: int = 1_000) -> list[str]:
    """The lines without what all of them are set in by, at most `most` columns."""
    width = min((len(line) - len(line.lstrip(" ")) for line in lines if line), default=0)
    width = min(width, most)
    return [line[width:] for line in lines]


def _has_body(lines: Sequence[str], at: int) -> bool:
    """Whether what is set in below a line belongs to it."""
    following = at + 1
    while following < len(lines) and not lines[following]:
        following += 1
    return following < len(lines) and lines[following][:1] == " "


def _goes_on(following: str, mark: re.Pattern[str]) -> bool:
    """Whether the line after a number shows that it is one of a list, and no sentence that begins with a number."""
    return not following or following[0] == " " or mark.match(following) is not None
