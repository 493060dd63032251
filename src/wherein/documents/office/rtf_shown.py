"""Takes out of RTF what Word does not show: deleted and hidden text; moves footnotes to the end. Knows no blocks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"(?P<open>\{)|(?P<close>\})|\\(?P<word>[a-zA-Z]{1,40})(?P<number>-?\d{1,10})? ?|(?P<symbol>\\'[0-9a-fA-F]{2}|\\[^a-zA-Z])|(?P<text>[^{}\\]+|\\)",
    re.DOTALL,
)
_NOTES = frozenset({"footnote"})
# Characters that a control word stands for; hidden, they are left out as text is.
_CHARACTERS = frozenset(
    "u par line tab emdash endash bullet lquote rquote ldblquote rdblquote emspace enspace qmspace".split()
)


@dataclass(slots=True)
class Shown:
    """The RTF of what shows; how many stretches of hidden text, comments, pictures and objects it had."""

    markup: str = ""
    hidden: int = 0
    comments: int = 0
    pictures: int = 0
    objects: int = 0


@dataclass(slots=True)
class _Group:
    """What holds in one group: whether its text is hidden or deleted, and whether the group is a note."""

    hidden: bool = False
    deleted: bool = False
    is_note: bool = False


@dataclass(slots=True)
class _Reader:
    groups: list[_Group] = field(default_factory=lambda: [_Group()])
    body: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    in_note: int = 0
    was_hidden: bool = False
    shown: Shown = field(default_factory=Shown)

    def put(self, token: str) -> None:
        (self.notes if self.in_note else self.body).append(token)

    def open(self) -> None:
        above = self.groups[-1]
        self.groups.append(_Group(above.hidden, above.deleted))
        self.put("{")

    def close(self) -> None:
        self.put("}")
        if len(self.groups) > 1 and self.groups.pop().is_note:
            self.in_note -= 1
            if not self.in_note:
                self.body.append("}")

    def word(self, token: str, word: str, number: str | None) -> None:
        group = self.groups[-1]
        is_on = number != "0"
        if word == "v":
            group.hidden = is_on
        elif word == "deleted":
            group.deleted = is_on
        elif word == "plain":
            group.hidden = group.deleted = False
        elif word in _NOTES and not group.is_note:
            self._begin_note(group)
            return
        elif word == "annotation":
            self.shown.comments += 1
        elif word == "object":
            self.shown.objects += 1
        elif word == "pict":
            self.shown.pictures += 1
        if word not in _CHARACTERS or not (group.hidden or group.deleted):
            self.put(token)

    def _begin_note(self, group: _Group) -> None:
        """The group that began is a note: what is in it goes to the notes."""
        group.is_note = True
        self.in_note += 1
        if self.in_note == 1:
            self.notes.append("{\\par ")
        group.hidden = group.deleted = False

    def text(self, token: str) -> None:
        group = self.groups[-1]
        if not group.hidden and not group.deleted:
            self.was_hidden = self.was_hidden and not token.strip()
            self.put(token)
        elif group.hidden and not group.deleted and token.strip():
            self.shown.hidden += not self.was_hidden
            self.was_hidden = True


def shown_of(markup: str) -> Shown:
    """The RTF without deleted and hidden text, and with the notes after the body, each a paragraph."""
    reader = _Reader()
    for token in _TOKEN.finditer(markup):
        kind = token.lastgroup
        if kind == "open":
            reader.open()
        elif kind == "close":
            reader.close()
        elif token["word"]:
            reader.word(token.group(), token["word"], token["number"])
        else:
            reader.text(token.group())
    end = markup.rstrip().endswith("}")
    body = "".join(reader.body)
    notes = "".join(reader.notes)
    last = body.rfind("}") if end else len(body)
    reader.shown.markup = body[:last] + notes + body[last:]
    return reader.shown
