"""Tells a table from prose, code, lists and contents that only line up. Knows cells, not how they are found.

Whatever is doubtful is none: a paragraph says nothing that is wrong, and a cell with another's header does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from wherein.documents.building.sheets.regions import is_year
from wherein.documents.plain_tables.placed_cells import TableRow

Texts = Sequence[dict[int, str]]
"""The texts of a table's rows by their columns."""

_FEWEST_LINES = 3
_MOST_HEADER_ROWS = 3
_MOST_WORDS_OF_HEAD = 4
_LEAST_FILLED = 0.5
_MOST_WORDS = 8.0
"""Words of a cell on average, in each column; more are prose."""
_MOST_VALUES = 0.6
_SURE_VALUES = 0.75
_LONGEST_VALUE = 24
_FILLERS = frozenset(
    "- -- – — / * x ✓ ✔ ✗ ✘ yes no n/a na nil none tbc tba tbd ok free closed open true false pass fail ja nein oui non".split()
)
_DASHES = frozenset(("-", "--", "–", "—"))
_OF_CODE = frozenset("<>{}|\\=_@")
_SIGNS = frozenset(("#", "%", "№", "€", "$", "£"))
_LETTERS = frozenset(("x", "free", "open", "closed", "pass", "fail", "*", "/"))
"""Fillers that name columns too."""
_UNITS = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug sep "
    "sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun noon to per each".split()
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_BEGINS_VALUE = re.compile(r"[-+−±<>~(]?\s?(?:[$€£¥]|[A-Z]{2,3}\s?)?\s?\.?\d")
# "5324 Faistenau" and "LS1 4AB" end addresses.
_TOWN = re.compile(r"(?:[A-Z]{1,2}-)?\d{4,6} [A-Z][a-zà-ÿ]|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$")
# "Week 2", "Q1", "at 50 m", "CO2 (g/km)": a name that has a digit.
_NUMBERED_NAME = re.compile(r"[^\W\d_][^\d]{0,20}\d{1,2}(?:\D.{0,12})?$")
_TWO_LETTERS = re.compile(r"[^\W\d_]{2}")
_ITEM = re.compile(r"(?:\(?(?:\d{1,3}|[ivxlc]{1,6}|[A-Za-z])[.)]|[-*•·◦+–—o#]|\[\d+\])(?:\s|$)")
_BULLET = re.compile(r"[-*•·◦+](?:\s|$)")
_MOMENT_OF_LOG = re.compile(
    r"[\[(]?(?:\d{4}-\d\d-\d\d[T ]\d|\d\d?:\d\d:\d\d|[A-Z][a-z]{2}\s+\d\d?\s\d\d:\d\d)"
)
_CODE = re.compile(
    r"[;{}]\s*$|^[#;]|^//|^/\*|\*/|==|!=|->|=>|::|\w\(|[<>]=|\\\w|^--?\w|</|\w=\S|^\$|^@\w|^%\w|^0x|\w\.\w+\("
)
_MOST_CODE = 0.15
_PAGE = re.compile(r"(?:p\.? ?)?(?:\d{1,4}|[ivxlc]{1,6})", re.IGNORECASE)
_SECTION = re.compile(r"\d{1,2}\.\d{1,2}")
_PAGE_HEADERS = frozenset("page pages p. pp. seite seiten pagina página folio".split())
_STRING = re.compile(r"--|[|~]\d|\d[hpb]\d|[|\\]|__|[/_] [/_\\]|,\|")
_SIGNS_ALONE = re.compile(r"(?!\*+$|\++$)[!-/:-@\[-`{-~\s]+")


def is_value(text: str) -> bool:
    """Whether a cell holds a number with its unit, a date, a time, a tick or the like."""
    if text.lower() in _FILLERS:
        return True
    if (
        len(text) > _LONGEST_VALUE
        or not _OF_CODE.isdisjoint(text[1:])
        or not any(map(str.isdecimal, text))
    ):
        return False
    words = [word for word in _WORD.findall(text) if word.lower() not in _UNITS]
    return len(words) <= 1 and len(text.split()) <= 6


def is_sure_value(text: str) -> bool:
    """Whether a cell is a value that begins with its number, or only says that there is none."""
    if _TOWN.match(text):
        return False
    if text.lower() in _FILLERS or _BEGINS_VALUE.match(text):
        return is_value(text)
    first = _WORD.match(text)
    return first is not None and first[0].lower() in _UNITS and is_value(text)


def is_code(texts: Texts) -> bool:
    """Whether many cells are code, comments of code, strings of an instrument, or drawn with signs."""
    cells = [text for row in texts for text in row.values()]
    odd = sum(
        1
        for text in cells
        if _CODE.search(text)
        or _STRING.search(text)
        or (_SIGNS_ALONE.fullmatch(text) and text not in _FILLERS and text not in _SIGNS)
    )
    return odd > _MOST_CODE * len(cells)


def value_columns(texts: Texts, least: float = _MOST_VALUES) -> list[int]:
    """The columns behind the first one that hold values in most rows."""
    first = min((min(row) for row in texts if row), default=0)
    found = []
    test = is_value if least == _MOST_VALUES else is_sure_value
    for column in sorted({at for row in texts for at in row if at > first}):
        cells = [row[column] for row in texts if row.get(column, "-") not in _DASHES]
        if len(cells) > 1 and sum(map(test, cells)) >= least * len(cells):
            found.append(column)
    return found


def may_be_head(rows: Sequence[TableRow]) -> bool:
    """Whether rows above a rule hold no values, years apart, and no more than one name: a sum stands below a rule too."""
    cells = [part.text for row in rows for parts in row.values() for part in parts]
    first = min((min(row) for row in rows if row), default=0)
    if sum(first in row for row in rows) > 1:
        return False  # two rows, each with its name
    return not any(is_value(text) and not is_year(text) for text in cells)


def names_columns(row: dict[int, str], below: Texts) -> bool:
    """Whether a row of texts and years alone stands above columns of which one holds other values."""
    row = {at: text for at, text in row.items() if text != "~"}
    if len(row) < 2 or not all(map(_may_head, row.values())):
        return False
    named = [at for at in value_columns(below, _SURE_VALUES) if at in row]
    if not any(is_year(text) for text in row.values()):
        return bool(named)
    return any(not all(is_year(one[at]) for one in below if at in one) for at in named)


def _may_head(text: str) -> bool:
    """Whether a text names a column: a year, or a few words that are no value and no sentence."""
    if is_year(text) or text in _SIGNS:
        return True
    if len(text.split()) > _MOST_WORDS_OF_HEAD or text[-1] in ".:;,!":
        return False
    if not any(map(str.isalpha, text)):
        return False
    if not any(map(str.isdecimal, text)):
        return text.lower() not in _FILLERS - _LETTERS
    return _NUMBERED_NAME.match(text) is not None and not is_sure_value(text)


def header_rows_of(texts: Texts) -> int:
    """The rows without values at the top of a table without a rule, with units in the second or third of them."""
    if is_label_head(texts[0], texts[1:]):
        return 1
    if not names_columns(texts[0], texts[1:]):
        return int(_is_head_of_texts([row for row in texts if len(row) > 1]))
    first = min(min(row) for row in texts)
    for count in range(1, min(_MOST_HEADER_ROWS, len(texts) - 1)):
        if first in texts[count] or any(map(is_sure_value, texts[count].values())):
            return count
    return 1


def is_table(texts: Texts, header_rows: int, *, ruled: bool) -> bool:
    """Whether rows that line up are a table.

    header_rows: rows above a rule. ruled: the rule has a run of dashes for each column.
    """
    rows = [row for row in texts if len(row) > 1]
    width = len({at for row in rows for at in row})
    if len(rows) < (2 if header_rows else _FEWEST_LINES) or width < 2:
        return False
    if sum(map(len, rows)) < _LEAST_FILLED * len(rows) * width:
        return False
    if is_code(rows) or _is_list(rows, width) or _is_contents(rows):
        return False
    if ruled and header_rows:
        return True
    if is_label_head(texts[0], rows[1:]):
        return True
    if _is_prose(rows, width):
        return False
    head = header_rows or (1 if names_columns(rows[0], rows[1:]) else 0)
    data = rows[head:]
    if head:
        return bool(value_columns(data, _SURE_VALUES if width < 3 else _MOST_VALUES)) or width > 2
    if width > 2 and _is_head_of_texts(rows):
        return True
    return _is_bare_table(data, width)


def is_label_head(row: dict[int, str], below: Texts) -> bool:
    """Whether a row has nothing but labels ("Bill to:", "Deliver to:"), each with lines of its own below."""
    if len(row) < 2 or len(below) < 2:
        return False
    is_labels = all(
        text.endswith(":") and text[0].isupper() and len(text.split()) <= _MOST_WORDS_OF_HEAD
        for text in row.values()
    )
    return is_labels and all(len(one) == len(row) for one in below[:2])


def _is_head_of_texts(rows: Texts) -> bool:
    """Whether the first row, in capitals or of single words, is a head of columns of texts, one of which repeats itself."""
    head, data = rows[0], rows[1:]
    if (
        not data
        or not all(map(_may_head, head.values()))
        or len(head) < len({at for row in rows for at in row})
    ):
        return False
    in_capitals = all(text.isupper() for text in head.values())
    if in_capitals:
        return not all(text.isupper() for row in data for text in row.values())
    for column in head:
        cells = [row[column] for row in data if column in row]
        if len(cells) > 3 and len(set(cells)) <= 0.6 * len(cells) and head[column] not in cells:
            return all(text[:1].isupper() and len(text.split()) <= 3 for text in head.values())
    return False


def _is_bare_table(rows: Texts, width: int) -> bool:
    """Whether rows without a head are names with values: most begin with a name, and a column holds values alone."""
    first = min(min(row) for row in rows)
    names = [row[first] for row in rows if first in row]
    if len(names) < len(rows) or len(set(names)) < len(names):
        return False
    if any(_MOMENT_OF_LOG.match(name) or ":" in name[:-1] for name in names):
        return False
    named = sum(1 for name in names if _TWO_LETTERS.search(name) and not _BEGINS_VALUE.match(name))
    if named < 0.8 * len(names):
        return False
    columns = value_columns(rows, _SURE_VALUES)
    filled = {at: sum(1 for row in rows if at in row) for at in columns}
    if not any(count >= max(_FEWEST_LINES, 0.6 * len(rows)) for count in filled.values()):
        return False
    return width < 3 or 2 * len(columns) >= width - 1


def _is_prose(rows: Texts, width: int) -> bool:
    for column in {at for row in rows for at in row}:
        cells = [row[column] for row in rows if column in row]
        words = sum(len(text.split()) for text in cells) / len(cells)
        if words > (_MOST_WORDS if width > 2 else _MOST_WORDS - 2):
            return True
    return False


def _is_list(rows: Texts, width: int) -> bool:
    """Whether the rows are items of a list, or two columns of which the first has the items' numbers alone."""
    firsts = [row[min(row)] for row in rows]
    bulleted = sum(1 for text in firsts if _BULLET.match(text))
    numbered = sum(1 for text in firsts if (m := _ITEM.match(text)) and m.end() == len(text))
    return 2 * bulleted >= len(rows) or (width == 2 and 2 * numbered >= len(rows))


def _is_contents(rows: Texts) -> bool:
    """Whether the last column has pages: numbers that never fall, under no other head."""
    last = max(at for row in rows for at in row)
    cells = [row[last] for row in rows if last in row]
    if cells[0].lower() in _PAGE_HEADERS:
        return True
    if not _PAGE.fullmatch(cells[0]):
        return False
    return is_rising(cells)


def is_rising(cells: Sequence[str]) -> bool:
    """Whether texts are the pages, or the numbers of the sections, of a table of contents."""
    sections = [tuple(map(int, text.split("."))) for text in cells if _SECTION.fullmatch(text)]
    if len(sections) == len(cells) > 2:
        return all(
            after in ((before[0], before[1] + 1), (before[0] + 1, 0), (before[0] + 1, 1))
            for before, after in pairwise(sections)
        )
    if not all(map(_PAGE.fullmatch, cells)):
        return False
    numbers = [int(text) for text in cells if text.isdecimal()]
    return len(numbers) < 2 or numbers == sorted(numbers)


def are_pages_of(labels: Sequence[str], cells: Sequence[str]) -> bool:
    """Whether texts at the end of dotted lines are pages: in order, or of titles of several words."""
    if is_rising(cells):
        return True
    words = sum(len(label.split()) for label in labels)
    return all(map(_PAGE.fullmatch, cells)) and words >= 3 * len(labels)
