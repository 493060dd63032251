"""Reads the lines of a roff source as requests and text: macros that it defines are expanded, conditions decided for a terminal."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from wherein.documents.manual.roff_text import STRINGS, arguments

_REQUEST = re.compile(r"[.'][ \t]*([^\s\\]{1,40})[ \t]*(.*)", re.DOTALL)
_CONTINUED = re.compile(r"(?<!\\)(?:\\\\)*\\$")
_COMMENT = re.compile(r"(?<!\\)(?:\\\\)*\\[\"#].*", re.DOTALL)
_PARAMETER = re.compile(r"(?<!\\)\\+\$([0-9*@])")
_TIMES_EXPANDED = 4
"""Macros may make a file this many times as long, and LEAST_EXPANDED characters; later calls are left out. What stands behind
conditions may be as long in all: of "if n if n if n" each condition holds all that follows it."""
_LEAST_EXPANDED = 20_000
_LONGEST_STRING = 100
_MOST_CONTINUED = 30
"""Lines of the source that one line continues over."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request with the rest of its line, or a line of text, whose name is ""."""

    name: str
    rest: str


@dataclass(slots=True)
class RoffLines:
    """One source. `known` are the names of requests that the reader of the lines knows, which the source can't redefine.

    `strings` are those defined so far; they are complete up to the line that was read last.
    """

    text: str
    known: Collection[str]
    strings: dict[str, str] = field(default_factory=lambda: dict(STRINGS))
    _macros: dict[str, list[str]] = field(default_factory=dict)
    _left: int = 0
    _left_of_conditions: int = 0
    _lines: deque[str] = field(default_factory=deque)
    _was_true: list[bool] = field(default_factory=list)

    def __iter__(self) -> Iterator[Request]:
        self._lines = deque(self.text.split("\n"))
        self._left = _TIMES_EXPANDED * len(self.text) + _LEAST_EXPANDED
        self._left_of_conditions = self._left
        while self._lines:
            line = self._next_line()
            match = _REQUEST.match(line)
            if match is None:
                if line[:1] not in (".", "'") or (
                    line[:1] == "'" and line[1:2] not in ("", " ", "\t", "\\")
                ):
                    yield Request("", line)
                continue
            yield from self._of_request(match[1], _COMMENT.sub("", match[2]))

    def _next_line(self) -> str:
        """The next line with those that it continues on; what a comment has is left in it."""
        parts = [self._lines.popleft()]
        while self._lines and len(parts) < _MOST_CONTINUED and _CONTINUED.search(parts[-1][-50:]):
            parts[-1] = parts[-1][:-1]
            parts.append(self._lines.popleft())
        if len(parts) == _MOST_CONTINUED:
            parts[-1] = parts[-1].rstrip("\\")
        return "".join(parts)

    def _of_request(self, name: str, rest: str) -> Iterator[Request]:
        if name in ("de", "de1", "am", "ig"):
            self._define(name, rest)
        elif name in ("ds", "ds1", "as"):
            self._set_string(name, rest)
        elif name in ("if", "ie", "el", "while"):
            self._decide(name, rest)
        elif name in ("als", "rn"):
            names = rest.split()
            if len(names) > 1 and names[-1] in self._macros:
                self._macros[names[0]] = self._macros[names[-1]]
        elif name not in self.known and name in self._macros:
            self._expand(self._macros[name], rest)
        else:
            yield Request(name, rest)

    def _define(self, name: str, rest: str) -> None:
        """Take the lines of a macro up to its end, or pass over those that are ignored."""
        words = rest.split()
        end = "." + (words[-1] if len(words) > (0 if name == "ig" else 1) else ".")
        body: list[str] = []
        while self._lines:
            line = self._lines.popleft()
            if line[:1] in (".", "'") and line[1:].strip() == end[1:]:
                break
            body.append(line.replace("\\\\", "\\"))
        if name != "ig" and words:
            if name == "am":
                self._macros.setdefault(words[0], []).extend(body)
            else:
                self._macros[words[0]] = body

    def _set_string(self, name: str, rest: str) -> None:
        parts = rest.split(None, 1)
        if parts:
            value = parts[1].removeprefix('"') if len(parts) > 1 else ""
            before = self.strings.get(parts[0], "") if name == "as" else ""
            self.strings[parts[0]] = (before + value)[:_LONGEST_STRING]

    def _decide(self, name: str, rest: str) -> None:
        """Read on with what follows a condition that holds; pass over it where the condition does not hold."""
        if name == "el":
            holds, body = not (self._was_true.pop() if self._was_true else True), rest
        elif name == "while":
            holds, body = False, rest
        else:
            holds, body = self._condition(rest)
            if name == "ie":
                self._was_true = [*self._was_true[-20:], holds]
        if holds:
            body = body.lstrip()
            if body.startswith("\\{"):
                body = body[2:].removeprefix("\\").lstrip()
            self._left_of_conditions -= len(body)
            if body and self._left_of_conditions > 0:
                self._lines.appendleft(body)
            return
        depth = body.count("\\{") - body.count("\\}")
        while depth > 0 and self._lines:
            line = self._lines.popleft()
            depth += line.count("\\{") - line.count("\\}")

    def _condition(self, rest: str) -> tuple[bool, str]:
        """Whether a condition holds where a page is shown in a terminal, and what follows it."""
        negated = rest.startswith("!")
        rest = rest.removeprefix("!").lstrip()
        if rest[:1] in ("n", "o", "e", "t", "v") and rest[1:2] in (" ", "\t", ".", "\\", ""):
            holds, after = rest[:1] == "n" or rest[:1] == "o", rest[1:]
        elif match := re.match(r"'([^'\n]{0,200})'([^'\n]{0,200})'(.*)", rest, re.DOTALL):
            holds, after = match[1] == match[2], match[3]
        elif match := re.match(r"([dr])[ \t]*(\S{1,40})(.*)", rest, re.DOTALL):
            name = match[2].removeprefix("\\").strip("[]")
            known = name in self._macros or name in self.strings
            holds, after = match[1] == "d" and known, match[3]
        else:
            match = re.match(r"(\S{0,200})(.*)", rest, re.DOTALL)
            assert match is not None
            holds = match[1] in ("\\n(.g", "\\n[.g]", "\\n(.g=1", "1") or match[1].startswith(
                "(\\n(.g"
            )
            after = match[2]
        return holds != negated, after

    def _expand(self, body: list[str], rest: str) -> None:
        given = arguments(rest)
        together = " ".join(given)

        def value(match: re.Match[str]) -> str:
            if match[1] in "*@":
                return together
            number = int(match[1])
            return given[number - 1] if 0 < number <= len(given) else ""

        lines = []
        for line in body:
            if line.count("$") * len(together) > self._left:
                return
            made = _PARAMETER.sub(value, line)
            self._left -= len(made) + 1
            if self._left < 0:
                return
            lines.append(made)
        self._lines.extendleft(reversed(lines))
