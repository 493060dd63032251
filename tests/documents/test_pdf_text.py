"""What a person sees on a PDF page is in its text: raised marks, divided words, notes, running heads, turned and invisible text."""

from __future__ import annotations

import pytest

from tests.documents.pdf_writer import Text, pdf_bytes
from wherein.core.document import Document
from wherein.core.unread import UnreadKind
from wherein.documents.page_lines.raised import as_seen
from wherein.documents.page_lines.rectangles import NO_BOX
from wherein.documents.parse import parse
from wherein.documents.source import Source

# Widths of Helvetica's letters in thousandths of the size: what the tests set.
_WIDTHS = {"i": 222, "l": 222, "t": 278, " ": 278, ".": 278, ",": 278, "f": 278, "r": 333, "s": 500,
           "c": 500, "k": 500, "v": 500, "x": 500, "y": 500, "z": 500, "m": 833, "w": 722,
           "T": 611, "H": 722, "E": 667, "R": 722, "P": 667, "F": 611, "Y": 667, "A": 667, "C": 722, "O": 778, "-": 333, "I": 278}  # fmt: skip


def width(text: str, size: float = 11) -> float:
    return sum(_WIDTHS.get(character, 556) for character in text) * size / 1000


def read(*pages: list[Text], **options: object) -> Document:
    return parse(Source(pdf_bytes(pages, **options), "a.pdf", "/tmp/a.pdf"))  # type: ignore[arg-type]


def line(x: float, y: float, *parts: str | tuple[str, float]) -> list[Text]:
    """A line in 11 points; a part with a number is smaller, and raised by so many points."""
    found = []
    for part in parts:
        text, rise = (part, 0.0) if isinstance(part, str) else part
        size = 11 if rise == 0 else 7.2
        found.append(Text(x, y + rise, text, size))
        x += width(text, size)
    return found


def blocks(document: Document) -> list[str]:
    return [block.span.of(document.text) for block in document.blocks]


@pytest.mark.parametrize(
    ("parts", "seen"),
    [
        (["has 1,204", ("3", 4), " inhabitants"], "has 1,204 ³ inhabitants"),
        (["has 20", ("12", 4), " members"], "has 20 ¹² members"),
        (["was 3.2 x 10", ("-9", 4), " litres"], "was 3.2 x 10⁻⁹ litres"),
        (["is 460 m", ("2", 4), " large"], "is 460 m² large"),
        (["went out.", ("4", 4), " The next"], "went out. ⁴ The next"),
        (["a lamp", ("5", 4), ", and a boat"], "a lamp ⁵, and a boat"),
        (["on the 21", ("st", 4), " of May"], "on the 21st of May"),
        (["some CO", ("2", -2.5), " in it"], "some CO2 in it"),
        (["in base 101", ("2", -2.5), " here"], "in base 101₂ here"),
        (["by Weining Li", ("5", 4), " and others"], "by Weining Li ⁵ and others"),
        (["of the Ca", ("2+", 4), " ion"], "of the Ca²⁺ ion"),
        (["by A. Roe", ("a,b", 4), " and others"], "by A. Roe ᵃ,ᵇ and others"),
    ],
)
def test_raised_and_lowered_characters_join_no_number_and_no_word(
    parts: list[str | tuple[str, float]], seen: str
) -> None:
    document = read(line(72, 700, *parts))
    assert document.text == seen
    made = "".join(span.of(seen) for span in document.generated)
    assert made.replace(" ", "") == "".join(c for c in seen if c in "¹²³⁴⁵⁹⁻⁺₂ᵃᵇ")


def test_a_line_goes_on_after_a_raised_mark() -> None:
    document = read(
        line(72, 700, "The town has 1,204", ("3", 4), " people and lies on the hill above")
        + line(72, 686, "the sea.")
    )
    assert document.text == "The town has 1,204 ³ people and lies on the hill above the sea."


def test_a_mark_before_a_word_and_a_fraction_stay_apart() -> None:
    boxes = [NO_BOX] * 20
    assert as_seen("14C is old", boxes[:10], [(0, 2)], [])[0] == "¹⁴ C is old"
    assert as_seen("31/2 cups", boxes[:9], [(1, 2)], [(3, 4)])[0] == "3 1/2 cups"


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        ("was paid for by the amal-", "gamated guilds", "amalgamated guilds"),
        ("the foun-", "dation of it", "foundation of"),
        ("an under-", "standing of it", "understanding of"),
        ("set by the price-", "determining body", "price-determining body"),
        ("in a machine-", "readable form", "machine-readable form"),
        ("paid by the not-", "for-profit society", "not-for-profit society"),
        ("by Eulalia MacIntosh-Ver-", "beke at last", "MacIntosh-Verbeke at"),
        ("the Donaudampf-", "schifffahrt begins", "Donaudampfschifffahrt begins"),
    ],
)
def test_half_words_are_no_words(first: str, second: str, joined: str) -> None:
    assert joined in read([Text(72, 700, first), Text(72, 686, second)]).text


def heads(*texts: str, foot: str = "") -> list[list[Text]]:
    return [
        [
            Text(72, 805, text, 9),
            Text(72, 700, f"What stands on page {'abc'[at]} is its own,"),
            Text(72, 686, "and is told in two lines."),
            *([Text(72, 30, foot.format(at + 1), 9)] if foot else []),
        ]
        for at, text in enumerate(texts)
    ]


def test_a_running_head_is_kept_once() -> None:
    document = read(*heads(*["Invoice number: BJ-4471"] * 3, foot="Page {} of 3"))
    assert document.text.count("BJ-4471") == 1
    assert "Page" not in document.text
    assert blocks(document)[0] == "Invoice number: BJ-4471"


def test_a_running_head_that_the_text_says_is_left_out() -> None:
    pages = heads(*[f"The lamps of Ottern {at}" for at in (1, 2, 3)])
    pages[0].append(Text(72, 750, "The lamps of Ottern", 20))
    document = read(*pages)
    assert document.text.count("The lamps of Ottern") == 1


def test_a_head_with_a_page_number_in_its_middle_is_kept_once() -> None:
    document = read(*heads(*[f"Frm 000{at} of the harbour's register 4702" for at in (15, 16, 17)]))
    assert document.text.count("register 4702") == 1


def test_feet_that_differ_in_what_they_say_are_all_kept() -> None:
    totals = [
        "Total of this page: 1,240.50",
        "Total of this page: 3,100.00",
        "Total of this page: 8,875.25",
    ]
    document = read(*heads(*totals))
    assert all(total in document.text for total in totals)


def test_a_footnote_parts_no_sentence() -> None:
    document = read(
        [
            Text(72, 140, "The barge was steered in the summer of that year"),
            Text(72, 126, "through all of the seven locks by the old skipper"),
            Text(72, 80, "1 The loan was paid back in 1851.", 8),
        ],
        [
            Text(72, 780, "Torben Wrzos, who was given a silver cup for it in"),
            Text(72, 766, "the town hall."),
        ],
    )
    assert "by the old skipper Torben Wrzos, who" in document.text
    assert blocks(document)[0] == "1 The loan was paid back in 1851."


def test_turned_text_is_read_in_its_own_direction() -> None:
    up = (0, 1, -1, 0)
    rows = [("Month", "Rain in mm"), ("October", "104"), ("November", "187")]
    document = read(
        [Text(72, 760, "The weather station on the hill has been run"),
         Text(72, 746, "by volunteers since the spring of 1988."),
         *(Text(300 + 14 * at, 100 + 150 * column, cell, matrix=up)
           for at, row in enumerate(rows) for column, cell in enumerate(row))]
    )  # fmt: skip
    assert "by volunteers since the spring of 1988." in blocks(document)[0]
    told = "".join(blocks(document)[1:])
    assert told.index("104") < told.index("November") < told.index("187")


def test_turned_text_begins_at_its_own_first_letter() -> None:
    up = (0, 1, -1, 0)
    document = read(
        [Text(60, 671, "first needs a cage. The next inspection is due in March 2027."),
         Text(244, 547, "Height in metres", matrix=up), Text(306, 547, "Steel in millimetres", matrix=up)]
    )  # fmt: skip
    assert "Height in metres" in document.text


def test_a_slanted_watermark_is_no_text() -> None:
    turn = (0.7, 0.7, -0.7, 0.7)
    document = read(
        [Text(72, 760, "A report of the station"), Text(150, 300, "DRAFT", 80, matrix=turn)]
    )
    assert document.text == "A report of the station"


def test_a_layer_of_recognised_text_over_real_text_is_left_out() -> None:
    seen = Text(72, 700, "It was built in 1768 by Henrik Sand.", 12)
    layer = Text(73, 701, "It was built in 1768 by Henr1k Sand.", 11.7, invisible=True)
    assert read([seen, layer]).text == seen.text
    assert read([layer]).text == layer.text


def test_a_drop_cap_belongs_to_its_word() -> None:
    document = read(
        [Text(72, 722, "R", 34), Text(98, 740, "osalind kept the lamp on the island for thirty"),
         Text(98, 726, "years and left it only twice."), Text(72, 712, "She wrote down each ship.")]
    )  # fmt: skip
    assert document.text.startswith("Rosalind kept the lamp")


def test_letters_that_stand_apart_without_a_space_are_two_words() -> None:
    end = 72 + width("The chunk")
    document = read([Text(72, 700, "The chunk"), Text(end + 2.2, 700, "is part of the text.")])
    assert document.text == "The chunk is part of the text."


def test_letterspaced_capitals_stay_one_word() -> None:
    x, texts = 72.0, []
    for number, letter in enumerate("THE REPORT OF THE YEAR"):
        if letter != " ":
            texts.append(Text(x, 700, letter, 6))
        x += width(letter, 6) + 0.9 + 0.15 * (number % 3)
    assert read(texts).text == "THE REPORT OF THE YEAR"


def test_a_shadow_of_a_line_is_read_once() -> None:
    document = read(
        [Text(72, 700, "The harbour office", 20), Text(73.5, 698.5, "The harbour office", 20)]
    )
    assert document.text == "The harbour office"


def test_glyphs_without_a_character_and_pages_without_text_are_told() -> None:
    document = read(
        [Text(72, 700, "Ferries leave at ten \ue123\ue124 and at noon.")], [], unicode=True
    )
    assert {(item.kind, item.count, item.of) for item in document.unread} == {
        (UnreadKind.GLYPH, 2, None),
        (UnreadKind.PAGE, 1, 2),
    }


_LEFT = [
    "The canal was dug by hand between the", "mill and the lake. It is four miles long", "and has seven locks. The costs were",
    "borne by the town, which took a loan", "from a merchant, and the first barge", "was steered by a skipper from Leith.",
]  # fmt: skip
_RIGHT = [
    "The railway came in the year after the", "great storm, and with it the first of", "the tourists who wished to see the lake",
    "and the locks. The hotel by the station", "was built by two sisters who had sold", "their ship and lived far from the sea.",
]  # fmt: skip


@pytest.mark.parametrize("lower", [0, 3], ids=["one height", "two heights"])
def test_columns_that_are_drawn_row_by_row_are_read_one_after_the_other(lower: float) -> None:
    rows = [
        text
        for at in range(6)
        for text in (Text(72, 700 - 13 * at, _LEFT[at], 10), Text(310, 700 - lower - 13 * at, _RIGHT[at], 10))
    ]  # fmt: skip
    document = read([Text(72, 780, "The canal and the railway of the town", 20), *rows])
    assert blocks(document)[1:] == [" ".join(_LEFT), " ".join(_RIGHT)]


@pytest.mark.parametrize(
    "across", [True, False], ids=["over both columns", "over the right column"]
)
def test_columns_below_a_chart_are_read_one_after_the_other(across: bool) -> None:
    # A chart's labels are drawn from below up.
    chart = [Text(72 if across else 310, 600 + 12 * at, f"{at} boats", 8) for at in range(14)]
    if across:
        chart += [Text(72, 580, "Figure 1: " + "boats that passed the seven locks " * 3, 8)]
    left_top = 560 if across else 768
    left_lines = _LEFT if across else _LEFT * 4
    left = [Text(72, left_top - 13 * at, each, 10) for at, each in enumerate(left_lines)]
    right = [Text(310, 560 - 13 * at, each, 10) for at, each in enumerate(_RIGHT)]
    drawn_first, drawn_last = ([], chart) if across else (chart, [])
    document = read([*left, *drawn_first, *right, *drawn_last])
    assert " ".join(left_lines) in blocks(document)
    assert " ".join(_RIGHT) in blocks(document)
    assert "13 boats" in document.text


def test_cells_of_words_are_no_columns_of_prose() -> None:
    rows = [(f"Boat {at}", "blue, with two masts", "Ottern") for at in range(8)]
    texts = [
        Text(72 + 150 * column, 700 - 14 * at, cell, 10)
        for at, row in enumerate(rows)
        for column, cell in enumerate(row)
    ]
    assert "Boat 3\tblue, with two masts\tOttern" in read(texts).text


def test_the_wide_spaces_of_a_justified_line_are_no_columns() -> None:
    def spread(words: list[str], y: float) -> list[Text]:
        gap = (300 - sum(width(word, 10) for word in words)) / max(len(words) - 1, 1)
        found, x = [], 72.0
        for word in words:
            found.append(Text(x, y, word, 10))
            x += width(word, 10) + gap
        return found

    document = read(
        spread("It was steered in the summer of that year by an old".split(), 700)
        + spread("skipper after understanding".split(), 686)
        + spread("and tells of the school that stood behind the church".split(), 672)
        + spread("incomprehensibly extraordinary circumstances".split(), 658)
        + [Text(72, 644, "of the time.", 10)]
    )
    assert "\t" not in document.text
    assert len(blocks(document)) == 1
