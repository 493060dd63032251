"""PDF in particular: places of characters, words over line ends, furniture, columns, rotation."""

from __future__ import annotations

import pytest

from tests.documents.pdf_writer import Text, pdf_bytes
from wherein.core.document import BlockKind, Document
from wherein.core.span import Span
from wherein.documents.parse import parse
from wherein.documents.places.boxes import boxes_of, page_of
from wherein.documents.source import Source


def read(*pages: list[Text], **options: object) -> Document:
    data = pdf_bytes(pages, **options)  # type: ignore[arg-type]
    return parse(Source(data, "a.pdf", "/tmp/a.pdf"))


def find(document: Document, words: str) -> Span:
    start = document.text.index(words)
    return Span(start, start + len(words))


def lines(texts: list[str], x: float = 72, y: float = 700, step: float = 14) -> list[Text]:
    return [Text(x, y - step * index, text) for index, text in enumerate(texts)]


def test_lines_of_a_paragraph_are_joined_and_paragraphs_are_apart() -> None:
    document = read(
        lines(["The lamp was lit every evening, and it", "burned until the sun came up."])
        + lines(["A second paragraph stands here, and it", "has two lines as well."], y=650)
    )
    assert document.text == (
        "The lamp was lit every evening, and it burned until the sun came up.\n\n"
        "A second paragraph stands here, and it has two lines as well."
    )


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        ("this is the compu-", "ter that they bought", "computer that"),
        ("they use self-", "attention in each layer", "self-attention in"),
        ("the well-known state-of-the-", "art methods", "state-of-the-art methods"),
        ("pages 12-", "14 of the book", "12-14 of"),
        ("in the years 1914–", "1918 there was war", "1914–1918 there"),
        ("as in Anglo-", "American law", "Anglo-American law"),
        ("see https://example.org/", "path for more", "https://example.org/path for"),
        ("a dash at the end -", "and more text", "end - and"),
    ],
)
def test_words_over_line_ends(first: str, second: str, joined: str) -> None:
    assert joined in read(lines([first, second])).text


def test_the_document_itself_says_whether_a_word_has_a_hyphen() -> None:
    document = read(lines(["a co-worker came to the re-", "union and the co-", "worker left."]))
    assert "reunion and the co-worker left" in document.text


def test_every_answer_has_its_boxes() -> None:
    document = read(
        lines(["The lamp was lit every evening, and it", "burned until the sun came up."])
    )
    (box,) = boxes_of(document, find(document, "lamp was lit"))
    assert box.page == 1
    # 842 points high, baseline at 700 from the bottom: about 142 from the top.
    assert box.y0 < 142 < box.y1 + 1
    assert box.y1 - box.y0 < 16
    assert 72 < box.x0 < 110 < box.x1 < 160
    two = boxes_of(document, find(document, "and it burned until"))
    assert [round(other.y0 - two[0].y0) for other in two] == [0, 14]
    assert boxes_of(document, Span(0, 0)) == ()
    assert page_of(document, find(document, "burned")) == 1


@pytest.mark.parametrize(
    ("rotate", "matrix"),
    [(0, (1, 0, 0, 1)), (90, (0, 1, -1, 0)), (180, (-1, 0, 0, -1)), (270, (0, -1, 1, 0))],
)
def test_turned_pages_read_the_same_and_keep_unturned_boxes(
    rotate: int, matrix: tuple[float, float, float, float]
) -> None:
    # Where a line 400 points up and 14 apart is on the unrotated page when it is shown upright.
    origin, step = {
        0: ((100, 600), (0, -14)),
        90: ((200, 100), (14, 0)),
        180: ((500, 200), (0, 14)),
        270: ((300, 700), (-14, 0)),
    }[rotate]
    texts = [
        Text(origin[0] + step[0] * index, origin[1] + step[1] * index, text, matrix=matrix)
        for index, text in enumerate(
            ["The lamp was lit every evening, and", "it burned all night."]
        )
    ]
    document = read(texts, rotate=rotate)
    assert document.text == "The lamp was lit every evening, and it burned all night."
    box, *_ = boxes_of(document, find(document, "burned"))
    x, y = origin[0] + step[0], 842 - (origin[1] + step[1])
    assert abs((box.x0 if rotate != 180 else box.x1) - x) < 40
    assert abs((box.y0 if rotate != 90 else box.y1) - y) < 40
    assert len(boxes_of(document, find(document, "burned"))) == 1
    both = boxes_of(document, Span(0, len(document.text)))
    thick = [min(each.x1 - each.x0, each.y1 - each.y0) for each in both]
    assert len(both) == 2
    assert max(thick) < 16


def test_boxes_are_right_on_a_page_that_inherits_its_size() -> None:
    texts = lines(["The lamp was lit every evening, and it", "burned until the sun came up."])
    stated, inherited = (read(texts, size_inherited=each) for each in (False, True))
    span = find(stated, "lamp was lit")
    assert boxes_of(inherited, span) == boxes_of(stated, span)


def test_cells_at_other_heights_have_boxes_of_their_own() -> None:
    document = read(
        [Text(40, 700, "layers", 10), Text(72, 705, "Language", 10), Text(140, 710, "Errors", 10),
         Text(140, 698, "simple", 10)]
    )  # fmt: skip
    text = document.text
    boxes = boxes_of(document, Span(text.index("layers"), text.index("Errors") + 6))
    (simple,) = boxes_of(document, find(document, "simple"))
    x, y = (simple.x0 + simple.x1) / 2, (simple.y0 + simple.y1) / 2
    assert not any(b.x0 <= x <= b.x1 and b.y0 <= y <= b.y1 for b in boxes)


def test_running_heads_and_page_numbers_are_left_out() -> None:
    pages = [
        [
            Text(72, 800, f"Annual report {2000 + number}", 9),
            Text(300, 30, str(number), 9),
            *lines(
                [f"Page text number {number} goes here and", f"line {number} is its second one."]
            ),
        ]
        for number in range(1, 6)
    ]
    document = read(*pages)
    assert [block.span.of(document.text)[:18] for block in document.blocks] == [
        "Annual report",
        *(f"Page text number {number}" for number in range(1, 6)),
    ]
    assert [page.number for page in document.pages] == [1, 2, 3, 4, 5]
    assert page_of(document, find(document, "number 3")) == 3
    assert boxes_of(document, find(document, "number 3"))[0].page == 3


def test_a_paragraph_that_goes_on_overleaf_is_one() -> None:
    document = read(
        lines(["The keeper climbed the tower, and when", "he came to the lamp he saw that the"]),
        lines(["oil had run out in the night, so that", "no ship could have seen it."]),
    )
    assert len(document.blocks) == 1
    assert "saw that the oil had run out" in document.text
    boxes = boxes_of(document, find(document, "saw that the oil had"))
    assert [box.page for box in boxes] == [1, 2]


def test_headings_by_size_and_by_weight() -> None:
    body = lines(["The lamp was lit every evening, and it", "burned until the sun came up."])
    document = read(
        [Text(72, 780, "Lamps of the north", 20), Text(72, 740, "Oil and gas", 15),
         Text(72, 718, "In the islands", 11, bold=True), *body]
    )  # fmt: skip
    found = [(block.kind, block.level) for block in document.blocks]
    assert found[:3] == [(BlockKind.HEADING, level) for level in (1, 2, 3)]
    assert found[3] == (BlockKind.PARAGRAPH, None)
    assert document.title == "Lamps of the north"


def test_two_columns_are_read_one_after_the_other() -> None:
    left = ["The left column is read first, down", "to its very end, where it says that"]
    right = ["it goes on at the top of the right", "column and ends down here."]
    document = read(lines(left, x=60) + lines(right, x=320))
    assert "says that it goes on" in document.text


def test_rows_of_a_table_keep_their_cells_apart() -> None:
    rows = [("Port", "Spring", "Neap"), ("Brest", "6.1", "2.8"), ("Dover", "6.0", "3.2")]
    texts = [
        Text(72 + 150 * column, 700 - 14 * index, cell)
        for index, row in enumerate(rows)
        for column, cell in enumerate(row)
    ]
    assert read(texts).text == "Port\tSpring\tNeap\nBrest\t6.1\t2.8\nDover\t6.0\t3.2"


@pytest.mark.parametrize(("gap", "between"), [(1.6, " "), (3.0, "\t")])
def test_letters_of_one_point_are_in_one_column_up_to_two_points(gap: float, between: str) -> None:
    fine_print = [Text(72, 700, "aa", size=1), Text(73.11 + gap, 700, "bb", size=1)]
    assert read(fine_print).text == f"aa{between}bb"


def test_information_of_the_file() -> None:
    information = {"Title": "On lamps", "CreationDate": "D:20240301123000+02'00'"}
    document = read(lines(["Some text."]), information=information)
    assert document.title == "On lamps"
    assert document.dates.created == "2024-03-01T12:30:00+02:00"
    assert read(lines(["Some text."]), information={"Title": "draft.docx"}).title == "a"


def test_a_letter_drawn_twice_is_one_letter() -> None:
    document = read([*lines(["Bold by drawing twice"]), *lines(["Bold by drawing twice"])])
    assert document.text == "Bold by drawing twice"


def test_a_table_drawn_column_by_column_is_read_row_by_row() -> None:
    ports = [f"Port {number}" for number in range(1, 13)]
    texts = [
        Text(72 + 200 * column, 700 - 14 * index, f"{port}" if column == 0 else f"{index}.5 m")
        for column in (1, 0)
        for index, port in reversed(list(enumerate(ports)))
    ]
    document = read(texts)
    assert document.text.startswith("Port 1\t0.5 m\nPort 2\t1.5 m\n")
    box, *_ = boxes_of(document, find(document, "Port 7"))
    assert abs(box.y0 - (842 - 700 + 14 * 6)) < 14
