"""Parts a LaTeX text into commands, braces, signs and words, and knows which braces belong together. Knows no command."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum

_TOKEN = re.compile(
    r"(?P<comment>(?<!\\)%[^\n]*(?:\n[ \t]*(?!\n))?)|"
    r"\\(?P<command>[A-Za-z@]{1,60}\*?)[ \t]*\n?[ \t]*(?!\n)|"
    r"\\(?P<command_at_end>[A-Za-z@]{1,60}\*?)|"
    r"\\(?P<symbol>[^A-Za-z@]|$)|"
    r"(?P<blank>\n[ \t]*(?:\n[ \t]*)+)|"
    r"(?P<sign>[{}$&\[\]])|"
    r"(?P<text>[^\\%{}$&\[\]\n]+|\n)"
)


class Kind(Enum):
    """What a token is."""

    COMMAND = "command"
    SYMBOL = "symbol"
    SIGN = "sign"
    BLANK = "blank"
    TEXT = "text"


@dataclass(slots=True)
class Tokens:
    """The tokens of a text in order: kinds, what they say, and where each begins and ends.

    closes: of each opening brace or bracket the number of the token that closes it. comments: where they begin.
    """

    text: str
    kinds: list[Kind] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    closes: dict[int, int] = field(default_factory=dict)
    comments: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.kinds)

    def is_sign(self, at: int, sign: str) -> bool:
        """Whether a token is this sign."""
        return at < len(self.kinds) and self.kinds[at] is Kind.SIGN and self.said[at] == sign

    def raw(self, first: int, after: int) -> str:
        """The text of these tokens as it stands in the file."""
        return self.text[self.starts[first] : self.ends[after - 1]] if first < after else ""


def tokens_of(text: str) -> Tokens:
    """The tokens of a text, without its comments, which are counted."""
    found = Tokens(text)
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "comment":
            found.comments.append(match.start())
            continue
        said = match[kind or "text"]
        if kind in ("command", "command_at_end"):
            kind = "command"
        found.kinds.append(Kind(kind))
        found.said.append(said)
        found.starts.append(match.start())
        found.ends.append(match.end())
    _close(found)
    return found


def _close(tokens: Tokens) -> None:
    """Find the pairs of braces, and of brackets within the same braces."""
    braces: list[int] = []
    brackets: list[list[int]] = [[]]
    for at, (kind, said) in enumerate(zip(tokens.kinds, tokens.said, strict=True)):
        if kind is not Kind.SIGN:
            continue
        if said == "{":
            braces.append(at)
            brackets.append([])
        elif said == "}" and braces:
            tokens.closes[braces.pop()] = at
            brackets.pop()
        elif said == "[":
            brackets[-1].append(at)
        elif said == "]" and brackets[-1]:
            tokens.closes[brackets[-1].pop()] = at
