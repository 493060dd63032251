"""What several documents say to one question: equal answers together, the newest document's marked. Reads nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from wherein.answering.grid import Row, Status

_WORD = re.compile(r"\w+(?:[.,]\d+)*")
_IDLE = frozenset("a an the about within of in on at to is are was were be".split())
_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty"
)
_NUMBERS = {word: str(number) for number, word in enumerate(_UNITS.split())} | {
    "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90", "hundred": "100",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SameAnswer:
    """Documents that say the same: `text` as the surest of them puts it, `rows` their places in the table, from 0.
    `newest`: the latest dated of all answering documents is among them."""

    text: str
    rows: tuple[int, ...]
    newest: bool


def agreement(rows: Sequence[Row], question: int) -> tuple[SameAnswer, ...]:
    """The answered cells of one question in groups, what most documents say first, ties by the first row.

    Two answers say the same where their words are the same but for articles, case and how numbers are
    written. `newest` is set only where the answering documents have different dates.
    """
    found = {
        number: row.cells[question]
        for number, row in enumerate(rows)
        if row.cells[question].status is Status.ANSWERED
    }
    said: dict[tuple[str, ...], list[int]] = {}
    for number, cell in found.items():
        said.setdefault(_said(cell.answer), []).append(number)
    dates = {cell.date for cell in found.values() if cell.date}
    latest = max(dates) if len(dates) > 1 else None
    groups = [
        SameAnswer(
            found[max(numbers, key=lambda number: found[number].confidence or 0.0)].answer,
            tuple(numbers),
            latest is not None and any(found[number].date == latest for number in numbers),
        )
        for numbers in said.values()
    ]
    return tuple(sorted(groups, key=lambda group: -len(group.rows)))


def in_one_sentence(groups: Sequence[SameAnswer]) -> str:
    """ "3 documents say “30 days”, 1 says “14 days” (the newest)."; "" for no group."""
    parts = []
    for number, group in enumerate(groups):
        count = len(group.rows)
        noun = "" if number else " document" if count == 1 else " documents"
        newest = " (the newest)" if group.newest else ""
        parts.append(f"{count}{noun} {'says' if count == 1 else 'say'} “{group.text}”{newest}")
    return ", ".join(parts) + "." if parts else ""


def _said(text: str) -> tuple[str, ...]:
    words = [word.lower() for word in _WORD.findall(text)]
    plain = [_NUMBERS.get(word, word.replace(",", "")) for word in words]
    return tuple(word for word in plain if word not in _IDLE) or tuple(plain)
