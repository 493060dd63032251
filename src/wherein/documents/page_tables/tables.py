"""Takes the tables out of a page's lines and leaves one line in the place of each. Knows how tables are found, no blocks."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from wherein.documents.page_lines.pdf_lines import Line, PageLines, Rectangle
from wherein.documents.page_tables.aligned_tables import is_aligned_table, parts_of, table_of_rows
from wherein.documents.page_tables.band_labels import label_wall, spread_centred, spread_labels
from wherein.documents.page_tables.forms.boxed_forms import as_form
from wherein.documents.page_tables.forms.label_rows import forms_in
from wherein.documents.page_tables.forms.layout_boxes import (
    Band,
    are_titled_lists,
    bands_of,
    between_bands,
    list_in,
    mark_boxes,
    parted_by,
    titles_in,
    with_title,
)
from wherein.documents.page_tables.rows_overleaf import rows_overleaf
from wherein.documents.page_tables.ruled_tables import (
    Frame,
    Grid,
    frames_of,
    grid_of,
    is_coarse,
    is_table,
    long_walls,
    table_in,
)
from wherein.documents.page_tables.ruling_lines import Rule, Rules, rules_of
from wherein.documents.page_tables.side_by_side import sides_of, tables_beside
from wherein.documents.page_tables.striped_rows import with_stripes
from wherein.documents.page_tables.table_headers import (
    header_rows_of,
    is_without_headers,
    label_columns_of,
)
from wherein.documents.page_tables.table_pieces import (
    USUAL_SPACE,
    PageTable,
    TableLine,
    Word,
    line_of,
    space_of_height,
    space_of_table,
    usual_space,
    words_of,
)
from wherein.documents.page_tables.table_regions import prose_of, regions_of
from wherein.documents.page_tables.turned_headers import with_turned_headers
from wherein.documents.page_text.text_streams import beside_each_other, streams_of

MOST_FRAMES = 100
"""Groups of ruling lines of one page that are looked at; a page with more is a drawing."""
_MOST_PARTED = 100
"""Parts of a page between boxes that are read each alone."""
_FEWEST_LINES = 2
_MOST_FIELDS = 5_000
_LINES_MEASURED = 20
# A row of these is a line that a typewriter draws.
_DASHES = re.compile(r"^[-=_–—]{6,}$")


def with_tables(
    page: Any, own: PageLines, others: Sequence[PageLines], above: PageTable | None = None
) -> list[PageLines]:
    """The lines of a pypdfium2 page, with one line that has `table` set in the place of the lines of each table: its own
    lines, and those in each other direction. `above` is the table that ends the page before."""
    tables = tables_on(page, own)
    further = None if above is None or own.rotation else rows_overleaf(own, above, tables)
    tables = [further, *tables] if further is not None else tables
    if not own.rotation:
        others = with_turned_headers(tables, others)
    for table in tables:
        if is_without_headers(table):
            table.header_rows = 0
        table.label_columns = label_columns_of(table)
    return [without_cells(own, tables), *(each for other in others for each in with_tables(page, other, ()))]  # fmt: skip


def tables_on(page: Any, lines: PageLines) -> list[PageTable]:
    """The tables of the lines of a pypdfium2 page that are no forms."""
    tables = tables_of(lines, rules_of(page, lines))
    fields = form_fields(page, lines) if tables else []
    tables = [table for table in tables if not is_form(table, fields)]
    return [beside for table in tables for beside in tables_beside(table)]


def form_fields(page: Any, lines: PageLines) -> list[Rectangle]:
    """The places of the form fields of a pypdfium2 page, on the page as shown."""
    import pypdfium2.raw as pdfium

    left, _, _, top = page.get_bbox()
    found: list[Rectangle] = []
    box = pdfium.FS_RECTF()
    for index in range(min(pdfium.FPDFPage_GetAnnotCount(page.raw), _MOST_FIELDS)):
        note = pdfium.FPDFPage_GetAnnot(page.raw, index)
        is_field = pdfium.FPDFAnnot_GetSubtype(note) == pdfium.FPDF_ANNOT_WIDGET
        if is_field and pdfium.FPDFAnnot_GetRect(note, ctypes.byref(box)):
            found.append(lines.shown((box.left - left, top - box.top, box.right - left, top - box.bottom)))  # fmt: skip
        pdfium.FPDFPage_CloseAnnot(note)
    return found


def is_form(table: PageTable, fields: Sequence[Rectangle]) -> bool:
    """Whether a table is a form: at least three fields stand in it."""
    words = list(table.words())
    left, right = min(word.left for word in words), max(word.right for word in words)
    top, bottom = min(word.top for word in words), max(word.bottom for word in words)
    inside = sum(
        left <= (x0 + x1) / 2 <= max(right, table.column_places[-1][1])
        and top <= (y0 + y1) / 2 <= bottom
        for x0, y0, x1, y1 in fields
    )
    return inside >= 3


def tables_of(page: PageLines, rules: Rules) -> list[PageTable]:
    """The tables of a page, which share no words, with their headers."""
    frames = frames_of(rules)
    prose = prose_of(page, rules.horizontal)
    if not frames and len(page.lines) < len(prose) + _FEWEST_LINES:
        return []
    words = words_of(page, () if frames else prose)
    of_height = space_of_table(words, _space_of_prose(page, prose))
    found: list[PageTable] = []
    boxed: list[PageTable] = []
    apart: list[list[Word]] = []
    frames = with_stripes(frames, words)
    grids = ((frame, grid_of(frame)) for frame in frames)
    for frame, grid in islice(((f, g) for f, g in grids if g is not None), MOST_FRAMES):
        left, right, top, bottom = grid.xs[0], grid.xs[-1], grid.ys[0], grid.ys[-1]
        inside = [w for w in words if left <= w.centre <= right and top <= w.middle <= bottom]
        ruled = _ruled_table(frame, grid, inside, page.number, of_height)
        if ruled is None:
            continue
        table, bands = ruled
        own = [as_form(part) for part in between_bands(table, bands) if is_table(part)]
        used = {id(word) for part in own for word in part.words()}
        within = list(_in_boxes(bands, page.number, of_height, used))
        found += own
        boxed += within
        words = _without(words, (*own, *within))
        if any(band.are_alone for band in bands) and len(apart) < _MOST_PARTED:
            rest = _without(inside, (*own, *within))
            titles = {id(word) for word in titles_in(table, of_height)}
            apart += parted_by(bands, [word for word in rest if id(word) not in titles])
            parted = {id(word) for word in rest}
            words = [word for word in words if id(word) not in parted]
    for table in found:
        table.header_rows = table.header_rows or header_rows_of(table)
        mark_boxes(table, of_height)
        spread_centred(table)
    for part in apart:
        lines = tuple({id(word.line): word.line for word in part}.values())
        boxed += _aligned(replace(page, lines=lines), part, rules, prose, of_height)
    return [*found, *boxed, *_aligned(page, words, rules, prose, of_height)]


def _ruled_table(
    frame: Frame, grid: Grid, words: Sequence[Word], page: int, of_height: float
) -> tuple[PageTable, list[Band]] | None:
    """The table of the words within a frame, with the boxes of layout in it; where its lines part only groups of rows, or of
    columns, also without lines."""
    table = table_in(grid, words, page, of_height)
    if table is None:
        return None
    bands = bands_of(table, of_height)
    is_layout = any(are_titled_lists(band, page, of_height) for band in bands)
    if is_layout or not is_coarse(table, of_height):
        return table, bands
    finer = table_of_rows(words, page, frame.horizontal, long_walls(frame, grid), of_height)
    return (finer, []) if finer is not None and is_aligned_table(finer) else (table, bands)


def _without(words: Sequence[Word], tables: Sequence[PageTable]) -> list[Word]:
    taken = {id(word) for table in tables for word in table.words()}
    return [word for word in words if id(word) not in taken]


def _in_boxes(
    bands: Sequence[Band], page: int, of_height: float, used: Collection[int]
) -> Iterator[PageTable]:
    """The lists and tables in boxes of a page's layout that are to be read alone, with their titles, but for those whose
    words (by id) are used."""
    alone = ((b, t) for band in bands if band.are_alone for b, t in zip(band.boxes, band.titles, strict=True))  # fmt: skip
    for box, title in alone:
        words = box.words
        table = list_in(words, page, of_height) or table_of_rows(words, page, of_height=of_height)
        if table is not None and is_without_headers(table):
            table.header_rows = 0
        if table is None or not (table.value_labels or is_aligned_table(table)):
            continue
        is_titled = title is not None and not table.header_rows and id(title.words[0]) not in used
        yield with_title(table, title.words) if title is not None and is_titled else table


def _space_of_prose(page: PageLines, prose: set[int]) -> float:
    """The usual gap between two words of the page's sentences, in heights of letters, and no less than in most fonts."""
    lines = tuple(islice((line for line in page.lines if id(line) in prose), _LINES_MEASURED))
    return max(USUAL_SPACE, space_of_height(words_of(replace(page, lines=lines))))


def _aligned(
    page: PageLines, words: list[Word], rules: Rules, prose: set[int], of_height: float
) -> Iterator[PageTable]:
    """The tables of words that stand one below the other without walls between them; not those of lines of `prose`."""
    space = usual_space(words, of_height)
    dashes = [word for word in words if _DASHES.match(word.text)]
    drawn = [Rule(word.middle, word.left, word.right) for word in dashes]
    horizontal = sorted([*rules.horizontal, *drawn])
    solid = {id(word) for word in words} - {id(word) for word in dashes}
    order = {id(word): at for at, word in enumerate(words)}
    by_line: dict[int, list[Word]] = {}
    for word in words:
        if id(word) in solid:
            by_line.setdefault(id(word.line), []).append(word)
    for stream in beside_each_other(
        streams_of([line for line in page.lines if id(line) in by_line])
    ):
        inside = [word for line in stream for word in by_line[id(line)]]
        taken: set[int] = set()
        for region, lines in regions_of(inside, prose, horizontal, space):
            parts = parts_of(region, of_height)
            for part in (side for each in parts for side in sides_of(each, space, order)):
                wall = label_wall(lines)
                walls = () if wall is None else (wall,)
                table = table_of_rows(part, page.number, lines, walls, of_height)
                if table is not None and wall is not None:
                    spread_labels(table, lines, wall)
                elif table is not None:
                    spread_centred(table)
                if table is not None and is_without_headers(table):
                    table.header_rows = 0
                if table is not None and is_aligned_table(table):
                    taken |= {id(word) for word in table.words()}
                    yield table
        free = [w for w in inside if id(w) not in taken and id(w.line) not in prose]
        yield from forms_in(free, page.number, space)


def without_cells(page: PageLines, tables: Sequence[PageTable]) -> PageLines:
    """The page's lines without the words of tables; each table's line stands where its first word was."""
    if not tables:
        return page
    owner = {(id(w.line), w.start): table for table in tables for w in table.words()}
    placed: set[int] = set()
    touched = {line for line, _ in owner}
    kept: list[Line] = []
    for line in page.lines:
        if id(line) not in touched:
            kept.append(line)
            continue
        free: list[Word] = []
        for word in words_of(replace(page, lines=(line,))):
            table = owner.get((id(line), word.start))
            if table is None:
                free.append(word)
                continue
            if free:
                kept.append(line_of(free))
                free = []
            if id(table) not in placed:
                placed.add(id(table))
                kept.append(_line_of_table(table))
        if free:
            kept.append(line_of(free))
    return replace(page, lines=tuple(kept))


def _line_of_table(table: PageTable) -> TableLine:
    words = list(table.words())
    return TableLine(
        text="",
        boxes=[],
        page=table.page,
        left=min(word.left for word in words),
        right=max(word.right for word in words),
        top=min(word.top for word in words),
        bottom=max(word.bottom for word in words),
        size=words[0].line.size,
        bold=False,
        table=table,
    )
