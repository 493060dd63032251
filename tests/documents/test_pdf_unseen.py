"""Text of a PDF that nobody sees is left out and counted; what looks like it and shows stays."""

from __future__ import annotations

import pytest

from tests.documents.pdf_writer import Text, pdf_bytes
from tests.documents.raw_pdf import with_picture
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.parsed import Parsed
from wherein.documents.pdf.pdf import parse_pdf
from wherein.documents.source import Source

LEASE = Text(72, 700, "The flat is let from May on.")
RENT = "BT /F1 {} Tf 1 0 0 1 {} {} Tm (The rent is 9,999.) Tj ET"
SHOWN = RENT.format(11, 72, 600)


def read(drawing: str) -> Parsed:
    data = pdf_bytes([[LEASE]], drawings=[drawing])
    return parse_pdf(Source(data, "a.pdf", "/a.pdf"))


HIDDEN = {
    "white": f"1 1 1 rg {SHOWN}",
    "almost white": f"0.99 g {SHOWN}",
    "white on a white box": f"0 g 60 590 300 30 re f 1 g 60 590 300 30 re f {SHOWN}",
    "one point": RENT.format(1, 72, 600),
    "a large font made small": "BT /F1 50 Tf 0.01 0 0 0.01 72 600 Tm (The rent is 9,999.) Tj ET",
    "at the left of the page": RENT.format(11, -900, 600),
    "under a white box": f"0 g {SHOWN} 1 g 60 590 300 30 re f",
    "under a black box": f"{SHOWN} 0 g 60 590 300 30 re f",
}


@pytest.mark.parametrize("drawing", HIDDEN.values(), ids=HIDDEN)
def test_what_nobody_sees_is_left_out_and_counted(drawing: str) -> None:
    parsed = read(f"q {drawing} Q 0 g")
    assert parsed.text == LEASE.text
    assert parsed.unread == (Unread(UnreadKind.HIDDEN_TEXT, 1),)


SEEN = {
    "white on a coloured banner": f"0.7 0 0 rg 60 590 300 30 re f 1 g {SHOWN}",
    "white on a round banner": f"0 g 60 590 m 360 590 l 380 605 l 360 620 l 60 620 l f 1 g {SHOWN}",
    "white on a thick line": f"0 G 30 w 60 605 m 360 605 l S 1 g {SHOWN}",
    "white on a dark page": f"0 g 0 0 595 842 re f 1 g {SHOWN} 72 700 m",
    "light grey": f"0.85 g {SHOWN}",
    "small print": RENT.format(5, 72, 600),
    "a small font made large": "BT /F1 1 Tf 11 0 0 11 72 600 Tm (The rent is 9,999.) Tj ET",
    "white with an edge": f"1 g 0 G {SHOWN.replace('BT', 'BT 2 Tr')}",
    "an underline drawn later": f"{SHOWN} 0 g 72 598 120 1 re f",
    "a box over a part of it": f"{SHOWN} 0 g 60 590 40 30 re f",
    "a frame drawn later": f"{SHOWN} 0 G 60 590 300 30 re S",
    "without ink, as recognised": SHOWN.replace("BT", "BT 3 Tr"),
}


@pytest.mark.parametrize("drawing", SEEN.values(), ids=SEEN)
def test_what_shows_stays(drawing: str) -> None:
    parsed = read(f"q {drawing} Q 0 g")
    assert "The rent is 9,999." in parsed.text
    assert UnreadKind.HIDDEN_TEXT not in [unread.kind for unread in parsed.unread]


def test_white_text_over_a_picture_stays() -> None:
    # The first line ends its own text and turns the ink white.
    lines = [(72, 700, "The flat.)Tj 1 g ("), (72, 500, "The rent.")]
    data = with_picture(lines, (60, 450, 400, 100))
    assert parse_pdf(Source(data, "a.pdf", "/a.pdf")).text == "The flat.\n\nThe rent."
    data = with_picture(lines, (60, 100, 400, 100))
    assert parse_pdf(Source(data, "a.pdf", "/a.pdf")).text == "The flat."
