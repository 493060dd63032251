"""The judge of marks on PDFs: where pdfminer.six sees the letters of made pages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from wherein_lab.browser.pdf_letters import JudgedPage, judged_pages

from tests.documents.pdf_writer import Text, pdf_bytes

pytest.importorskip("pdfminer")


def judged(folder: Path, texts: Sequence[Text], rotate: int = 0) -> JudgedPage:
    path = folder / "page.pdf"
    path.write_bytes(pdf_bytes([texts], rotate=rotate))
    (page,) = judged_pages(path, {1})
    return page


@pytest.mark.parametrize(
    ("rotate", "x", "y"), [(0, 0.2, 0.25), (90, 0.75, 0.2), (180, 0.8, 0.75), (270, 0.25, 0.8)]
)
def test_a_letter_is_where_it_is_shown(tmp_path: Path, rotate: int, x: float, y: float) -> None:
    page = judged(tmp_path, [Text(0.2 * 595 - 3, 0.75 * 842 - 4, "Lamp")], rotate)
    found = page.only("lamp")
    assert found is not None
    assert (found[0].x, found[0].y) == (pytest.approx(x, abs=0.01), pytest.approx(y, abs=0.01))
    assert page.turned == (rotate != 0)


def test_letters_that_are_drawn_twice_count_once(tmp_path: Path) -> None:
    page = judged(tmp_path, [Text(72, 700, "Lamp"), Text(72.2, 700, "Lamp")])
    assert "".join(letter.folded for letter in page.letters) == "lamp"


def test_words_of_other_rows_that_follow_in_the_file_are_not_taken(tmp_path: Path) -> None:
    first, second = (72, 700), (72, 680)
    page = judged(
        tmp_path,
        [Text(*first, "Ramon 219"), Text(200, second[1], "Layoff"), Text(*second, "Jose 30"),
         Text(200, first[1], "Layoff")],
    )  # fmt: skip
    assert page.only("ramon219") is not None
    assert page.only("ramon219layoff") is None
    assert page.only("layoff") is None
