"""The measure of found tables: relations of neighbouring cells, as the ICDAR 2013 competition counts them."""

from __future__ import annotations

from pathlib import Path

from wherein_lab.pages.table_relations import PlacedText, measure, relations_of, truth_of

from tests.documents.pdf_writer import Text, pdf_bytes

ROWS = (("Port", "Spring", "Neap"), ("Brest", "6.1", "2.8"), ("Dover", "", "3.2"))
TRUTH = """<document filename="t.pdf"><table id="1"><region id="1" page="1">{}</region></table></document>"""


def placed(rows: tuple[tuple[str, ...], ...] = ROWS) -> list[PlacedText]:
    return [
        PlacedText(row, column, row, column, text)
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
    ]


def write(folder: Path, name: str = "t") -> None:
    cells = "".join(
        f'<cell id="1" start-row="{cell.row}" start-col="{cell.column}"><content>{cell.text}</content></cell>'
        for cell in placed()
        if cell.text
    )
    (folder / f"{name}-str.xml").write_text(TRUTH.format(cells))
    texts = [Text(72 + 120 * cell.column, 700 - 16 * cell.row, cell.text) for cell in placed()]
    (folder / "ta.pdf").write_bytes(pdf_bytes([[text for text in texts if text.text]]))


def test_a_blank_cell_is_passed_over() -> None:
    found = relations_of(placed())
    assert ("dover", "3.2", "right") in found
    assert ("spring", "6.1", "below") in found
    assert sum(found.values()) == 5 + 5


def test_a_cell_of_several_columns_is_one_neighbour_of_each() -> None:
    top = PlacedText(0, 0, 0, 1, "Win  ter")
    found = relations_of([top, PlacedText(1, 0, 1, 0, "Boats"), PlacedText(1, 1, 1, 1, "Crews")])
    assert set(found) == {
        ("winter", "boats", "below"),
        ("winter", "crews", "below"),
        ("boats", "crews", "right"),
    }


def test_a_document_that_was_marked_twice_has_one_pdf(tmp_path: Path) -> None:
    write(tmp_path, "tb")
    assert truth_of(tmp_path / "tb-str.xml") == relations_of(placed())
    figures = measure(tmp_path, lambda done, of: None)
    assert (figures["files"], figures["relations"], figures["f1"]) == (1, 10, 1.0)
    assert figures["worst"] == [{"file": "tb", "f1": 1.0}]
