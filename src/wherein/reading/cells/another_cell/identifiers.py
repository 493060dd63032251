"""Finds names such as "thumb_height" in a question and tells which rows of a table have them whole. Pure.

The twin is web/reader/src/cells/another-cell/identifiers.ts; the cases are in contracts/table-cells.json.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wherein.lexicon import lexicon
from wherein.reading.cells.cell_terms import LONGEST
from wherein.reading.cells.table_heads import HeadedRow, Slot

_LEXICON = lexicon("table-cells")
_IDENTIFIER = _LEXICON.pattern("identifier")
_CODE_NAME = _LEXICON.pattern("code_name")
"""A letter or a few with a number, such as the number of a key or a berth: "K2"."""
_APART = _LEXICON.pattern("apart")
_JOINED = "_"


class Identifiers:
    """The identifiers of one question that one table has to have whole: "thumb_height" is not "thumb_width".

    A name with hyphens alone ("max-upload") counts only in a table with a row header like it, which shares a part with it, and a
    code ("K2") only in one with a cell of the same letters and a number.
    """

    def __init__(self, question: str, about: str, rows: Sequence[HeadedRow]) -> None:
        names = {match.group() for match in _IDENTIFIER.finditer(question)}
        keys = {slot.key for row in rows for slot in row.slots} if names else set()
        parts = {part for key in keys if _IDENTIFIER.fullmatch(key) for part in _parts(key)}
        self._names = frozenset(
            _plain(name) for name in names if _JOINED in name or not parts.isdisjoint(_parts(name))
        )
        self._codes = _codes(question, rows)
        self._names |= self._codes
        self._rows = [self._in(row.row.texts) for row in rows] if self._names else []
        self._above = self._in([about])
        self._coded = bool(self._codes) and any(self._codes <= names for names in self._rows)

    @property
    def are_absent(self) -> bool:
        """Whether no row and nothing above has one of them."""
        return not self._names <= self._above.union(*self._rows)

    def are_elsewhere(self, row: int) -> bool:
        """Whether other rows have all codes of the question, and this one lacks one: "2A" is not meant by "key K2"."""
        return self._coded and not self._codes <= self._rows[row]

    def is_another(self, row: int, slot: Slot) -> bool:
        """Whether the row, the column and what stands above lack an identifier of the question."""
        if not self._names:
            return False
        return not self._names <= self._rows[row] | self._above | self._in([slot.column, slot.key])

    def _in(self, texts: Iterable[str]) -> frozenset[str]:
        """The question's identifiers that are in these texts, also with spaces for "_"."""
        plain = [f"{_JOINED}{_plain(text[:LONGEST])}{_JOINED}" for text in texts]
        return frozenset(
            name
            for name in self._names
            if any(f"{_JOINED}{name}{_JOINED}" in text for text in plain)
        )


def _codes(question: str, rows: Sequence[HeadedRow]) -> frozenset[str]:
    """The question's codes that the table has like."""
    codes = {match.group(): match["letters"] for match in _CODE_NAME.finditer(question)}
    if not codes:
        return frozenset()
    texts = (text.strip() for row in rows for text in row.row.texts)
    known = {match["letters"] for text in texts if (match := _CODE_NAME.fullmatch(text))}
    letters = {one.casefold() for one in known}
    return frozenset(_plain(code) for code, own in codes.items() if own.casefold() in letters)


def _parts(name: str) -> list[str]:
    return _plain(name).split(_JOINED)


def _plain(text: str) -> str:
    return _JOINED.join(part for part in _APART.split(text.casefold()) if part)
