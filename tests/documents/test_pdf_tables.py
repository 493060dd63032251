"""Tables of PDF pages: cells with their headers, from ruling lines and from words that stand below each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from tests.documents.pdf_writer import Text, pdf_bytes
from wherein.core.document import Block, BlockKind, Document
from wherein.documents.parse import parse
from wherein.documents.places.boxes import boxes_of
from wherein.documents.source import Source

Rows = Sequence[Sequence[str]]
TIDES = (
    ("Port", "Spring", "Neap", "Warden"),
    ("Brest", "6.1 m", "2.8 m", "A. Kerouac"),
    ("Dover", "6.0 m", "3.2 m", ""),
    ("Saint-Malo", "10.7 m", "4.9 m", "Y. Perrin"),
)
GOODS = (
    ("Kettle", "40.00"),
    ("Toaster", "25.00"),
    ("Kitchen scales", "18.50"),
    ("Umbrella", "9.00"),
    ("Coat rack", "32.00"),
    ("Mirror", "27.00"),
)
PROSE = [
    "The harbour master keeps a book of the tides, and each of the wardens",
    "writes into it what he has seen on the gauge of the outer mole, in the",
    "morning and in the evening, also when the weather keeps the boats in.",
]


def read(pages: Sequence[Sequence[Text]], drawings: Sequence[str] = (), **options: object) -> Document:  # fmt: skip
    data = pdf_bytes(pages, drawings=drawings, **options)  # type: ignore[arg-type]
    return parse(Source(data, "a.pdf", "/tmp/a.pdf"))


def texts(rows: Rows, xs: Sequence[float], y: float = 700, step: float = 16, size: float = 10) -> list[Text]:  # fmt: skip
    """One text for each cell that is not blank; lines of a cell are parted by a line end."""
    found: list[Text] = []
    for row in rows:
        cells = [cell.split("\n") for cell in row]
        found += [
            Text(xs[column], y - step * line, text, size)
            for column, lines in enumerate(cells)
            for line, text in enumerate(lines)
            if text
        ]
        y -= step * max(len(lines) for lines in cells)
    return found


def lines_of_walls(xs: Sequence[float], ys: Sequence[float]) -> str:
    """The operators of a grid of lines."""
    across = [f"{xs[0]} {y} m {xs[-1]} {y} l S" for y in ys]
    down = [f"{x} {ys[0]} m {x} {ys[-1]} l S" for x in xs]
    return "\n".join(("0.5 w", *across, *down))


def filled_walls(xs: Sequence[float], ys: Sequence[float]) -> str:
    """The same grid drawn as thin filled boxes."""
    across = [f"{xs[0]} {y} {xs[-1] - xs[0]} 0.5 re f" for y in ys]
    down = [f"{x} {ys[-1]} 0.5 {ys[0] - ys[-1]} re f" for x in xs]
    return "\n".join((*across, *down))


def boxes_of_cells(xs: Sequence[float], ys: Sequence[float]) -> str:
    """The same grid as one outlined box for each cell."""
    return "\n".join(
        f"{left} {low} {right - left} {high - low} re S"
        for left, right in pairwise(xs)
        for high, low in pairwise(ys)
    )


def cells(document: Document) -> list[tuple[str | None, str | None, str]]:
    """The row header, the column header and the text of each cell."""
    return [
        (block.row, block.column, block.span.of(document.text))
        for block in document.blocks
        if block.kind is BlockKind.CELL
    ]


def cell(document: Document, text: str) -> Block:
    (found,) = (
        block for block in document.blocks
        if block.kind is BlockKind.CELL and block.span.of(document.text) == text
    )  # fmt: skip
    return found


XS = (72, 172, 252, 332)
WALLS_X = (70, 168, 248, 328, 420)
WALLS_Y = (714, 695, 679, 663, 645)


@pytest.mark.parametrize("walls", [lines_of_walls, filled_walls, boxes_of_cells])
def test_cells_between_ruling_lines_have_both_headers(walls: object) -> None:
    assert callable(walls)
    page = [*texts([[line] for line in PROSE], (72,), 780, 13), *texts(TIDES, XS)]
    document = read([page], [walls(WALLS_X, WALLS_Y)])
    assert cells(document)[:8] == [
        (None, None, "Port"), (None, None, "Spring"), (None, None, "Neap"), (None, None, "Warden"),
        (None, "Port", "Brest"), ("Brest", "Spring", "6.1 m"), ("Brest", "Neap", "2.8 m"),
        ("Brest", "Warden", "A. Kerouac"),
    ]  # fmt: skip
    assert len(cells(document)) == 15  # the blank one is none
    assert ("Saint-Malo", "Warden", "Y. Perrin") in cells(document)
    assert "Dover\t6.0 m\t3.2 m\nSaint-Malo" in document.text
    assert document.blocks[0].kind is BlockKind.PARAGRAPH


def test_a_table_without_lines_is_read_by_its_columns() -> None:
    page = [*texts([[line] for line in PROSE], (72,), 780, 13), *texts(TIDES, XS)]
    document = read([page])
    assert ("Dover", "Neap", "3.2 m") in cells(document)
    assert ("Saint-Malo", "Warden", "Y. Perrin") in cells(document)
    assert len(cells(document)) == 15


def test_every_cell_has_its_own_box() -> None:
    document = read([texts(TIDES, XS)], [lines_of_walls(WALLS_X, WALLS_Y)])
    (box,) = boxes_of(document, cell(document, "4.9 m").span)
    assert abs(box.x0 - 252) < 3
    assert abs(box.y1 - (842 - 700 + 3 * 16)) < 6
    assert box.x1 < 290


def test_lines_of_a_cell_are_one_text() -> None:
    rows = [("Item", "Value"), ("Oven with hob,\nfour plates", "$820"), ("Desk", "$150")]
    document = read(
        [texts(rows, (72, 200))], [lines_of_walls((70, 190, 260), (714, 695, 662, 645))]
    )
    assert ("Oven with hob, four plates", "Value", "$820") in cells(document)
    assert "Oven with hob, four plates\t$820\nDesk\t$150" in document.text


def test_headers_of_two_rows_are_joined() -> None:
    top = [Text(72, 700, "Quay", 10), Text(215, 700, "Winter", 10), Text(375, 700, "Summer", 10)]
    xs = (72, 180, 260, 340, 420)
    rows = [("", "Boats", "Crews", "Boats", "Crews"), ("North", "12", "31", "44", "90"), ("South", "7", "15", "38", "71")]  # fmt: skip
    page = [*top, *texts(rows, xs, 684)]
    walls = lines_of_walls((70, 170, 250, 330, 410, 490), (678, 662, 646))
    walls += "\n70 714 m 490 714 l S 70 714 m 70 678 l S 170 714 m 170 678 l S 330 714 m 330 678 l S 490 714 m 490 678 l S 250 694 m 250 678 l S 410 694 m 410 678 l S 170 694 m 490 694 l S"  # fmt: skip
    for drawings in ([walls], []):
        document = read([page], drawings)
        assert ("North", "Winter / Boats", "12") in cells(document), drawings
        assert ("South", "Summer / Crews", "71") in cells(document), drawings


def test_a_label_of_several_rows_is_a_header_of_each() -> None:
    xs = (72, 172, 262)
    rows = [
        ("Quay", "Month", "Boats"),
        ("", "May", "12"),
        ("", "June", "19"),
        ("South", "May", "7"),
    ]
    page = [*texts(rows, xs), Text(72, 676, "North", 10)]
    walls = lines_of_walls((166, 252, 330), WALLS_Y)
    walls += "\n" + "\n".join(f"70 {y} m 166 {y} l S" for y in (714, 695, 663, 645))
    walls += "\n70 714 m 70 645 l S"
    document = read([page], [walls])
    assert ("North / May", "Boats", "12") in cells(document)
    assert ("North / June", "Boats", "19") in cells(document)
    assert ("South / May", "Boats", "7") in cells(document)


def test_labels_with_values_have_rows_and_no_columns() -> None:
    rows = [("Length over all", "31.4 m"), ("Beam", "7.2 m"), ("Draught", "2.9 m"), ("Built by", "Aalund Yard"), ("Crew", "six")]  # fmt: skip
    by_rows = texts(rows, (72, 250))
    by_columns = sorted(by_rows, key=lambda text: text.x)
    for drawn in (by_rows, by_columns):
        document = read([[Text(72, 740, "The steam tug Gannet", 16, bold=True), *drawn]])
        assert ("Draught", None, "2.9 m") in cells(document)
        assert ("Built by", None, "Aalund Yard") in cells(document)
        assert document.title == "The steam tug Gannet"


@pytest.mark.parametrize("repeated", [True, False])
def test_a_table_that_goes_on_overleaf_keeps_its_headers(repeated: bool) -> None:
    streets = [(f"{name} Lane", str(60 + 13 * n), str(1700 + 29 * n)) for n, name in enumerate("Alder Birch Cedar Elm Fir Gorse Hazel Ivy".split())]  # fmt: skip
    head = ("Street", "Houses", "First built")
    pages = [[head, *streets[:4]], [head, *streets[4:]] if repeated else streets[4:]]
    bold = [
        [Text(t.x, t.y, t.text, t.size, bold=t.text in head) for t in texts(rows, (72, 200, 300))]
        for rows in pages
    ]
    document = read(bold)
    assert ("Birch Lane", "Houses", "73") in cells(document)
    assert ("Hazel Lane", "Houses", "138") in cells(document)
    assert ("Ivy Lane", "First built", "1903") in cells(document)
    assert sum(text == "Houses" for _, _, text in cells(document)) == 1 + repeated


def test_ten_columns_of_figures() -> None:
    head = ("State", *(str(2003 + n) for n in range(10)))
    rows = [head, *[(name, *(str(1000 * (n + 1) + 37 * k) for k in range(10))) for n, name in enumerate(("Avon", "Borders", "Clyde", "Dee"))]]  # fmt: skip
    document = read([texts(rows, [40, *(110 + 46 * k for k in range(10))], size=9)])
    assert ("Clyde", "2009", "3222") in cells(document)
    assert len(cells(document)) == 55


@pytest.mark.parametrize("rotate", [90, 270])
def test_a_table_on_a_turned_page(rotate: int) -> None:
    page: list[Text] = []
    matrix: tuple[float, float, float, float]
    for text in texts(TIDES, XS):
        if rotate == 90:
            x, y, matrix = 842 - text.y, text.x, (0, 1, -1, 0)
        else:
            x, y, matrix = text.y - 500, 842 - text.x, (0, -1, 1, 0)
        page.append(Text(x, y, text.text, text.size, matrix=matrix))
    document = read([page], rotate=rotate)
    assert ("Dover", "Neap", "3.2 m") in cells(document)
    assert len(cells(document)) == 15


LISTS = {
    "prose in two columns": [
        Text(x, 700 - 13 * n, line, 10)
        for x in (60, 310)
        for n, line in enumerate(
            ["The lamp was lit every evening, and it", "burned until the sun came up over the",
             "water. Nobody in the village knew the", "keeper by his name, though he had been",
             "there for longer than the church has", "had a bell, and he came down to them"]
        )
    ],
    "contents": texts(
        [("The lamp", "3"), ("The oil", "17"), ("The keeper and his children", "29"), ("The storm", "44"), ("The end", "61")],
        (72, 420),
    ),
    "a list": texts([(f"{n}.", f"Bring the {word} to the quay before the boat leaves") for n, word in enumerate(("rope", "sail", "anchor", "lamp"), 1)], (72, 100)),
    "a letter head": [Text(72, 780, "Harbour Office", 10), Text(400, 780, "Ottern, 4 May", 10), Text(72, 766, "Mole 3", 10)],
    "a framed paragraph": texts([[line] for line in PROSE], (72,), 700, 13),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_what_only_looks_like_a_table_has_no_cells(name: str) -> None:
    drawings = ["60 716 460 56 re S"] if name == "a framed paragraph" else []
    assert cells(read([LISTS[name]], drawings)) == []


def test_sums_and_notes_below_a_table() -> None:
    rows = [("Charge", "Amount", "Section"), ("Key", "$28", "18.2"), ("Fob", "$60", "18.3"), ("Total", "$88", "")]  # fmt: skip
    page = [*texts(rows, (72, 200, 300)), Text(72, 630, "Note: all amounts include tax.", 9)]
    for drawings in ([lines_of_walls((70, 190, 290, 350), WALLS_Y)], []):
        document = read([page], drawings)
        assert ("Total", "Amount", "$88") in cells(document)
        assert document.text.endswith("Total\t$88\n\nNote: all amounts include tax.")


def test_a_header_stands_over_the_first_line_of_its_table() -> None:
    xs = (72, 200, 300, 400)
    ruled = "\n".join(f"0.5 w 70 {696 - 16 * row} m 480 {696 - 16 * row} l S" for row in range(4))
    document = read([texts(TIDES, xs)], [ruled])
    assert ("Dover", "Neap", "3.2 m") in cells(document)


def test_a_label_beside_a_group_of_rows_belongs_to_each_of_them() -> None:
    rows = [("Room", "Item", "Number", "Value"), *(("", item, "2", value) for item, value in GOODS)]
    beside = [Text(72, 668, "Kitchen", 10), Text(72, 620, "Hall", 10)]
    full, short = (696, 648, 600), (680, 664, 632, 616)
    ruled = "\n".join(
        (*(f"0.5 w 70 {y} m 480 {y} l S" for y in full), *(f"150 {y} m 480 {y} l S" for y in short))
    )
    document = read([[*texts(rows, (72, 152, 300, 400)), *beside]], [ruled])
    found = cells(document)
    assert ("Kitchen / Kettle", "Value", "40.00") in found
    assert ("Kitchen / Toaster", "Value", "25.00") in found
    assert ("Hall / Umbrella", "Value", "9.00") in found


def test_a_heading_with_wide_spaces_is_no_header() -> None:
    # Set in 12 points with spaces of 5, which would part the columns of a table in 10 points.
    places = {"Tides": 72, "since": 106.3, "the": 139.3, "spring": 161.0, "gale": 198.7}
    heading = [Text(x, 718, word, 12) for word, x in places.items()]
    document = read([[*heading, *texts(TIDES, (72, 200, 300, 400))]])
    assert ("Dover", "Neap", "3.2 m") in cells(document)
    assert document.blocks[0].kind is not BlockKind.CELL


def test_a_form_of_labels_and_values_has_no_headers() -> None:
    rows = [("Boat no.", "KD-204", "Owner", "Ada Brandt"), ("Launched", "6 March 2025", "Berth", "14 Mill Row"), ("Builder", "Rob Lowe", "Work", "New mast")]  # fmt: skip
    walls = lines_of_walls((70, 155, 275, 375, 480), (714, 694, 678, 662))
    found = cells(read([texts(rows, (72, 160, 280, 380))], [walls]))
    assert ("Boat no.", None, "KD-204") in found
    assert ("Berth", None, "14 Mill Row") in found
    assert ("Work", None, "New mast") in found


def test_rows_that_have_their_own_labels_are_under_no_first_row() -> None:
    rows = [("Vehicle:", "18 t lorry", "Driver: Bo"), ("Left at:", "07:20", "Came at: 08:55"), ("Weight:", "6,480 kg", "Pallets: 9")]  # fmt: skip
    found = cells(read([texts(rows, (72, 160, 280))]))
    assert ("Left at:", None, "07:20") in found
    assert not [column for _, column, _ in found if column]
