"""Says where on a page tables may stand: away from prose, between lines of one width, in rows near to each other."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from wherein.documents.page_lines.pdf_lines import NO_BOX, Line, PageLines
from wherein.documents.page_tables.aligned_tables import chunks_of
from wherein.documents.page_tables.ruling_lines import NEAR, Rule
from wherein.documents.page_tables.table_pieces import Chunk, Word, is_number, rows_of

_CAPTION = re.compile(
    r"^(?i:table|exhibit|figure|fig\.|chart|box|schedule|appendix|tabelle|abbildung|tableau|tabla|tabella|tabela|tabel)"
    r"\s+[\dA-Z(]"  # a capital letter: "box for six children" is no caption
)
_NOTE = re.compile(r"^(?:notes?|sources?|key)\s*:", re.IGNORECASE)
# The mark of a note before its text, and behind what it is on.
_MARK = r"[*†‡§¶]+|[¹²³⁰⁴-⁹]+"
_MARKED_NOTE = re.compile(rf"({_MARK})\s*[^\W_]")
_MARKED = re.compile(rf"(?:^|[^\s*†‡§¶¹²³⁰⁴-⁹])({_MARK})$")
# A single line of so many words is a caption, a heading or a note, no row of a table.
_WORDS_OF_PROSE = 9
_FEWEST_LINES_OF_PROSE = 3
# In letter heights: rows further apart are not in one table, unless lines hold them together.
_WIDEST_STEP = 3.2
MOST_REGIONS = 60
# Letters so much larger are those of a heading.
_LARGER = 1.25
# A header stands over the first line of its table by no more than so many letter heights.
_OVER = 1.2
_SHORTEST_RULE = 100.0
_MOST_GROUPS = 20
_OF_A_ROW = 30.0
# So many rows over the first line of a table may be headers.
_MOST_ROWS_OVER = 4
# A line of text that is wider than this share of a table is in no cell.
_OF_WIDTH = 0.75
# A wider gap than this share of the letters' height parts no words of one sentence.
_OF_A_SENTENCE = 0.5
# A gap wider than this share of the letters' size stands between columns, where a line has more than one.
_OF_COLUMNS = 0.6
# A text of so many lines is that of an item, where so many figures are among what is drawn next beside it.
_MOST_OF_AN_ITEM = 6
_FIGURES_BESIDE = 2
_MOST_BESIDE = 12
# In letter heights: from one line of an item's text to the next, at most.
_STEP_OF_AN_ITEM = 1.7
# So many pieces show that two rows alone are a table.
_FEWEST_OF_TWO_ROWS = 4
# White between two lines of one text, in letter heights.
_TIGHT = 0.4


def prose_of(page: PageLines, rules: Sequence[Rule] = ()) -> set[int]:
    """Lines (by id) that are sentences: long ones alone, and blocks of lines that are filled to their right edge.

    A line that stands beside others between horizontal lines of one width, or before the figures of an item, is in a cell,
    however long it is.
    """
    found = _sentences(page)
    if found:
        found -= _of_items(page.lines)
    for top, bottom, left, right in _ruled(rules):
        inside = [
            line for line in page.lines
            if top < line.top and line.bottom < bottom and left - NEAR < line.left and line.right < right + NEAR
        ]  # fmt: skip
        if any(id(line) in found for line in inside):
            found -= _beside(inside, _OF_WIDTH * (right - left))
    return found


def _of_items(lines: Sequence[Line]) -> set[int]:
    """The lines (by id) of texts of items: a few lines of one text, after which two figures at least are drawn in one row
    right of them."""
    found: set[int] = set()
    start = 0
    while start < len(lines):
        end = start + 1
        while end < len(lines) and _is_next(lines[end - 1], lines[end]):
            end += 1
        text = lines[start:end]
        if len(text) <= _MOST_OF_AN_ITEM and _figures_beside(text, lines[end : end + _MOST_BESIDE]) >= _FIGURES_BESIDE:  # fmt: skip
            found |= {id(line) for line in text}
        start = end
    return found


def _is_next(above: Line, line: Line) -> bool:
    """Whether a line goes on with a text below the line above."""
    if "\t" in above.text or "\t" in line.text:
        return False
    size = max(line.size, 1.0)
    step = line.top - above.top
    return abs(line.left - above.left) < NEAR and 0.5 * size < step < _STEP_OF_AN_ITEM * size


def _figures_beside(text: Sequence[Line], following: Sequence[Line]) -> int:
    """How many figures the lines drawn next have in one row beside a text."""
    right = max(line.right for line in text)
    count = 0
    for line in following:
        middle = (line.top + line.bottom) / 2
        in_row = abs(line.bottom - following[0].bottom) < 0.5 * line.size
        if not in_row or line.left <= right or not text[0].top < middle < text[-1].bottom:
            break
        count += sum(is_number(piece.strip()) for piece in line.text.split("\t"))
        right = line.right
    return count


def _ruled(rules: Sequence[Rule]) -> list[tuple[float, float, float, float]]:
    """(top, bottom, left, right) of groups of at least three lines of one width, with the row over the first of them."""
    groups: dict[tuple[int, int], list[float]] = {}
    for at, start, end in sorted(rules):
        if end - start >= _SHORTEST_RULE:
            groups.setdefault((round(start / 4), round(end / 4)), []).append(at)
    large = sorted((g for g in groups.items() if len(g[1]) > 2), key=lambda g: -len(g[1]))
    return [(ats[0] - _OF_A_ROW, ats[-1], 4 * left, 4 * right) for (left, right), ats in large[:_MOST_GROUPS]]  # fmt: skip


def _beside(lines: Sequence[Line], widest: float) -> set[int]:
    """The lines (by id), of no more than this width, that have another one right or left of them."""
    rows: dict[int, list[Line]] = {}
    for line in lines:
        if line.right - line.left < widest:
            rows.setdefault(int((line.top + line.bottom) / 2 / max(line.size, 1.0)), []).append(
                line
            )
    return {id(line) for row in rows.values() if len(row) > 1 for line in row}


def _sentences(page: PageLines) -> set[int]:
    found: set[int] = set()
    block: list[Line] = []
    for line in page.lines:
        if block and not _continues(block, line):
            found |= _if_prose(block)
            block = []
        block.append(line)
    return found | _if_prose(block)


def _continues(block: Sequence[Line], line: Line) -> bool:
    last = block[-1]
    size = max(last.size, line.size, 1.0)
    return (
        0.5 * size < line.top - last.top < 2.3 * size
        and abs(line.left - block[0].left) < 3.5 * size
        and abs(line.size - last.size) < 0.2 * size
        and "\t" not in line.text
        and "\t" not in last.text
    )


def _if_prose(block: Sequence[Line]) -> set[int]:
    found = {id(line) for line in block if _is_sentence(line)}
    if len(block) < _FEWEST_LINES_OF_PROSE:
        return found
    left, right = min(line.left for line in block), max(line.right for line in block)
    words = sum(line.text.count(" ") + 1 for line in block)
    text = "".join(line.text for line in block)
    letters = sum(map(str.isalpha, text))
    full = sum(line.right > right - 0.15 * (right - left) for line in block[:-1])
    if (
        words >= 4 * len(block)
        and letters > 0.7 * (len(text) - words)
        and full >= 0.6 * (len(block) - 1)
    ):
        return {id(line) for line in block}
    return found


def _is_sentence(line: Line) -> bool:
    text = line.text
    if "\t" in text or text.count(" ") < _WORDS_OF_PROSE - 1:
        return False
    if sum(map(str.isalpha, text)) <= 0.65 * (len(text) - text.count(" ")):
        return False
    return not _has_wide_gaps(line)


def _has_wide_gaps(line: Line) -> bool:
    """Whether the words of a line stand in columns: all far from each other, or some of them much further than others."""
    gaps = sorted(
        after[0] - before[2]
        for space, (before, after) in zip(
            line.text[1:], zip(line.boxes, line.boxes[2:], strict=False), strict=False
        )
        if space == " " and before is not NO_BOX and after is not NO_BOX
    )
    wide = sum(gap > _OF_COLUMNS * line.size for gap in gaps)
    return wide > 1 and (wide == len(gaps) or gaps[-2] > 1.8 * gaps[len(gaps) // 4])


def regions_of(
    words: Sequence[Word], prose: set[int], rules: Sequence[Rule], space: float
) -> Iterator[tuple[list[Word], list[Rule]]]:
    """Words that may be a table, with the horizontal lines among them: first those between lines of one width."""
    rows = rows_of(words)
    middles = [row[0].middle for row in rows]
    taken: set[int] = set()
    for line, bottom, left, right in _brackets(rules, rows, prose):
        sides = _Inside(left, right, prose, space)
        top = _with_header(line, rows, bisect_left(middles, line), sides)
        bottom = _with_last(bottom, rows, bisect_left(middles, bottom), sides)
        some = rows[bisect_left(middles, top - 20) : bisect_right(middles, bottom + 20)]
        inside = [
            word for row in some for word in row
            if top < word.middle < bottom and left - NEAR < word.centre < right + NEAR and id(word) not in taken
        ]  # fmt: skip
        if inside:
            taken |= {id(word) for word in inside}
            yield inside, [rule for rule in rules if top - NEAR <= rule.at <= bottom + NEAR]
    for run in _runs(rows, prose, taken, space):
        low, high = run[0][0].top, run[-1][0].bottom
        yield [word for row in run for word in row], [r for r in rules if low < r.at < high]


def _brackets(
    rules: Sequence[Rule], rows: Sequence[Sequence[Word]], prose: set[int]
) -> list[tuple[float, float, float, float]]:
    """(top, bottom, left, right) of groups of at least three lines of one width without prose between them."""
    groups: dict[tuple[int, int], list[Rule]] = {}
    for rule in sorted(rules):
        if rule.end - rule.start < _SHORTEST_RULE:
            continue
        for key in groups:
            if abs(key[0] - rule.start) <= 2 * NEAR and abs(key[1] - rule.end) <= 2 * NEAR:
                groups[key].append(rule)
                break
        else:
            if len(groups) < MOST_REGIONS:
                groups[round(rule.start), round(rule.end)] = [rule]
    tops = [min(word.middle for word in row) for row in rows]
    found: list[tuple[float, float, float, float]] = []
    for (left, right), lines in groups.items():
        chain = [lines[0]]
        for above, below in pairwise(lines):
            between = rows[bisect_right(tops, above.at) : bisect_left(tops, below.at)]
            words = [w for row in between for w in row if left <= w.centre <= right]
            captions = (
                _CAPTION.match(" ".join(w.text for w in row if left <= w.centre <= right))
                for row in between
            )
            letters = sum(word.end - word.start for word in words)
            of_prose = sum(word.end - word.start for word in words if id(word.line) in prose)
            if of_prose > 0.3 * letters or any(captions):
                _bracket(chain, left, right, found)
                chain = []
            chain.append(below)
        _bracket(chain, left, right, found)
    return found


def _bracket(
    chain: Sequence[Rule], left: float, right: float, found: list[tuple[float, float, float, float]]
) -> None:
    if len(chain) >= 3 and chain[-1].at - chain[0].at > 20:
        found.append((chain[0].at, chain[-1].at, left, right))


def _with_header(line: float, rows: Sequence[Sequence[Word]], first: int, inside: _Inside) -> float:
    """Where a table begins: at its first line, or above the rows over it that have headers for several columns; `first` is
    the number of the first row below the line."""
    top = edge = line
    captioned = any(
        _CAPTION.match(" ".join(word.text for word in row[:3]))
        for row in rows[max(0, first - _MOST_ROWS_OVER) : first]
    )
    for number in range(first - 1, max(-1, first - 1 - _MOST_ROWS_OVER), -1):
        row = inside.of(rows[number])
        if row is None or not -_height(row) <= edge - max(word.bottom for word in row) < _OVER * _height(row):  # fmt: skip
            break
        chunks = chunks_of(row, inside.space)
        is_likely = len(chunks) > 2 or (len(chunks) == 2 and top < line)
        if (is_likely and not captioned) or (
            len(chunks) > 1 and _stand_over(chunks, rows[first:], inside)
        ):
            top = min(word.top for word in row) - 1
        elif len(chunks) > 1 or row[-1].right - row[0].left > _OF_WIDTH * inside.width:
            break
        edge = min(edge, *(word.top for word in row))
    return top


def _with_last(line: float, rows: Sequence[Sequence[Word]], after: int, inside: _Inside) -> float:
    """Where a table ends: at its last line, or below the row under it whose words stand in its columns; `after` is the
    number of the first row below the line."""
    row = inside.of(rows[after]) if after < len(rows) else None
    if row is None or min(word.top for word in row) - line >= _OVER * _height(row):
        return line
    chunks = chunks_of(row, inside.space)
    above = rows[max(0, after - _MOST_ROWS_OVER) : after]
    is_row = len(chunks) > 1 and _stand_over(chunks, above[::-1], inside)
    return max(word.bottom for word in row) + 1 if is_row else line


@dataclass(frozen=True, slots=True)
class _Inside:
    """What is between the ends of the lines of one width: `of` gives the words of a row there that are no prose."""

    left: float
    right: float
    prose: set[int]
    space: float

    @property
    def width(self) -> float:
        return self.right - self.left

    def of(self, row: Sequence[Word]) -> list[Word] | None:
        """None for a row without words there, of prose, or of one sentence."""
        found = [word for word in row if self.left - NEAR < word.centre < self.right + NEAR]
        if not found or any(id(word.line) in self.prose for word in found):
            return None
        return None if _is_one_text(found) else found


def _stand_over(chunks: Sequence[Chunk], others: Sequence[Sequence[Word]], inside: _Inside) -> bool:
    """Whether texts of a row begin, end or have their middles where those of one of the next rows have them."""
    for row in others[:_MOST_ROWS_OVER]:
        words = inside.of(row)
        places = chunks_of(words, inside.space) if words else []
        same = sum(
            any(
                min(abs(c.left - p.left), abs(c.right - p.right), abs(c.left + c.right - p.left - p.right) / 2) < NEAR + 1
                for p in places
            )
            for c in chunks
        )  # fmt: skip
        if same >= 2 and same > 0.6 * len(chunks):
            return True
    return False


def _is_one_text(row: Sequence[Word]) -> bool:
    """Whether the words of a row stand as in a sentence: all with the same gap, which is no wider than half a letter's
    height. Where half are numbers they are none."""
    if 2 * sum(is_number(word.text) for word in row) >= len(row):
        return False
    gaps = [after.left - before.right for before, after in pairwise(row)]
    return (
        len(gaps) > 1 and max(gaps) < _OF_A_SENTENCE * _height(row) and max(gaps) < 1.2 * min(gaps)
    )


def _runs(
    rows: Sequence[Sequence[Word]], prose: set[int], taken: set[int], space: float
) -> Iterator[list[list[Word]]]:
    """Rows one below the other that have words with wide gaps between them, and single words among these."""
    run: list[list[Word]] = []
    marks: set[str] = set()
    for row in rows:
        free = [w for w in row if id(w) not in taken and id(w.line) not in prose]
        text = " ".join(word.text for word in row[:12])
        note = _MARKED_NOTE.match(text)
        apart = _is_apart(text, row, run) or (note is not None and note[1] in marks)
        ends = apart or (not free and _overlaps(run, row))
        if len(run) == 1 and free and _height(run[0]) > _LARGER * _height(free):
            run = []  # a heading
        if run and free:
            last = run[-1][0]
            height = max(last.bottom - last.top, free[0].bottom - free[0].top)
            ends = ends or free[0].top - last.top > _WIDEST_STEP * height
        if ends:
            yield from _trimmed(run, space)
            run = []
            if apart:
                continue
        if free:
            run.append(free)
            marks = _marks_in(free) | (marks if len(run) > 1 else set())
    yield from _trimmed(run, space)


def _marks_in(row: Sequence[Word]) -> set[str]:
    """The marks of notes behind words of a row, or beside these."""
    return {found[1] for word in row if (found := _MARKED.search(word.text)) is not None}


def _is_apart(text: str, row: Sequence[Word], run: Sequence[Sequence[Word]]) -> bool:
    """Whether a row is a caption, a note, or a heading in larger letters, and in no table."""
    if _CAPTION.match(text) or _NOTE.match(text):
        return True
    return bool(run) and len(row) < 12 and _height(row) > _LARGER * _height(run[-1])


def _height(row: Sequence[Word]) -> float:
    return max(word.bottom - word.top for word in row)


def _overlaps(run: Sequence[Sequence[Word]], row: Sequence[Word]) -> bool:
    if not run:
        return False
    left, right = min(r[0].left for r in run[-8:]), max(r[-1].right for r in run[-8:])
    return any(word.left < right and word.right > left for word in row)


def _trimmed(run: list[list[Word]], space: float) -> Iterator[list[list[Word]]]:
    """The rows of a run between the first and the last that have a wide gap, where there are enough of these."""
    wide = [
        number for number, row in enumerate(run)
        if len(chunks_of(row, space)) > 1 and not _is_one_text(row)
    ]  # fmt: skip
    is_pair = len(wide) == 2 and wide[1] == wide[0] + 1
    if len(wide) >= 3 or (is_pair and _are_figures([run[at] for at in wide], space)):
        last = wide[-1]
        while last + 1 < len(run) and _ends_in(run[last + 1], run[wide[-1]], run[last], space):
            last += 1
        yield run[wide[0] : last + 1]


def _are_figures(rows: Sequence[Sequence[Word]], space: float) -> bool:
    """Whether rows are a name and figures each, equally many, which begin or end at the same places."""
    parts = [chunks_of(row, space) for row in rows]
    if len(parts[0]) < _FEWEST_OF_TWO_ROWS or len({len(row) for row in parts}) > 1:
        return False
    if any(is_number(chunk.text) == (at == 0) for row in parts for at, chunk in enumerate(row)):
        return False
    return all(
        min(abs(one.left - other.left), abs(one.right - other.right)) < NEAR + 1
        for one, other in zip(*parts, strict=True)
    )


def _ends_in(
    row: Sequence[Word], lowest: Sequence[Word], above: Sequence[Word], space: float
) -> bool:
    """Whether a row is the second line of one cell of a table's `lowest` row: close below, in small letters, and no wider
    than the place up to the next cell."""
    if not row[0].text[0].islower() or row[0].top - above[0].bottom > _TIGHT * _height(row):
        return False
    chunks = chunks_of(lowest, space)
    ends = [*(chunk.left for chunk in chunks[1:]), chunks[-1].right]
    return any(
        abs(row[0].left - chunk.left) < NEAR and row[-1].right < end
        for chunk, end in zip(chunks, ends, strict=True)
    )
