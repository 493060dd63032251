"""Files in markup that cost more than they are worth are refused with one sentence, or read up to a bound."""

from __future__ import annotations

import pytest

from wherein.core.document import BlockKind, Document
from wherein.core.errors import SourceTooLarge
from wherein.documents.building import block_writer
from wherein.documents.parse import parse
from wherein.documents.source import Source

_MAN = ".TH A 1\n.SH NAME\na \\- it\n"


def _parsed(name: str, text: str) -> Document:
    return parse(Source(text.encode(), name, f"/{name}"))


_ROWS = {
    "a.org": lambda n: "* T\n" + "| a | b |\n" * n,
    "a.tex": lambda n: "\\begin{document}\\begin{tabular}{ll}" + "a & b \\\\\n" * n + "\\end{tabular}",
    "a.1": lambda n: _MAN + ".TS\nl l.\n" + "a\tb\n" * n + ".TE\n",
    "a.adoc": lambda n: "= T\n\n|===\n" + "|a |b\n" * n + "|===\n",
    "a.rst": lambda n: "== ==\n" + "a  b\n" * n + "== ==\n",
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(_ROWS))
def test_the_cells_of_a_document_in_markup_are_bounded(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(block_writer, "MOST_CELLS", 100)
    document = _parsed(name, _ROWS[name](40))
    assert sum(block.kind is BlockKind.CELL for block in document.blocks) >= 80
    with pytest.raises(SourceTooLarge, match="tables with more than 100 cells"):
        _parsed(name, _ROWS[name](60))


def test_one_row_of_a_million_cells_is_refused_before_its_cells_are_looked_at() -> None:
    with pytest.raises(SourceTooLarge, match="300,000 cells"):
        _parsed("a.org", "|" + " a |" * 900_000)


def test_brackets_within_each_other_do_not_end_the_process() -> None:
    with pytest.raises(SourceTooLarge, match="nested too deeply"):
        _parsed("a.yaml", "[" * 100_000)


def test_a_toml_key_of_many_parts_is_refused_and_one_of_few_is_not() -> None:
    with pytest.raises(SourceTooLarge, match="nested too deeply"):
        _parsed("a.toml", "a." * 101 + "a = 1\n")
    assert "x\t1" in _parsed("a.toml", "[" + "a." * 20 + "'b c']\nx = 1\n").text
    assert "1.5" in _parsed("a.toml", "a = [\n" + "1.5, 2.5, " * 100 + "]\n").text


def test_an_alias_shows_what_it_refers_to_and_nothing_where_that_holds_it() -> None:
    text = "a: &x\n  b: 1\n  null: 3\ne: *x\nf: &y [*y, 1]\n? [p, q]\n: 5\n"
    assert _parsed("a.yaml", text).text == (
        "f\t1\np, q\t5\n\na\n\nb\t1\nnull\t3\n\ne\n\nb\t1\nnull\t3"
    )


def test_a_picture_of_a_note_ends_with_the_note() -> None:
    document = _parsed(
        "a.tex", "\\begin{document}One\\footnote{\\begin{tikzpicture}} two. \\emph{Three.}"
    )
    assert "two. Three." in document.text


def test_conditions_behind_each_other_are_all_decided() -> None:
    document = _parsed("a.1", _MAN + ".SH A\n.if n .if n .ie n It is shown.\n.if n .if t Not.\n")
    assert "It is shown." in document.text
    assert "Not." not in document.text


def test_a_name_in_front_of_its_description_in_one_line_stays_a_name() -> None:
    page = "A(1)      It      A(1)\n\nNAME\n       a - it\n\nUSE\n       -a     Takes all.\n       -b     Takes some.\n"
    document = _parsed("a.1", page)
    rows = {b.span.of(document.text): b.row for b in document.blocks if b.row}
    assert rows == {"Takes all.": "-a", "Takes some.": "-b"}


def test_headings_and_terms_lose_their_marks_and_tags() -> None:
    text = _parsed("a.org", "* Boats   :small:wood:\n\n- oar   ::  of ash\n- a::b\n").text
    assert text.startswith("Boats\n\noar\tof ash")
    assert "a::b" in text
    text = _parsed("a.adoc", "= T\n\n== Boats ==\n\n== A == B\n\nOars.\n").text
    assert "Boats\n\nA == B\n\nOars." in text
    drawers = "* T\n:PROPERTIES:\n:ID: 1\n:END:\n\n:open:\nShown.\n"
    assert "ID" not in _parsed("a.org", drawers).text
    assert "Shown." in _parsed("a.org", drawers).text


def test_a_grid_keeps_the_places_of_cells_that_short_lines_leave_out() -> None:
    text = "+----+----+----+\n| a  | b  | c  |\n+====+====+====+\n| 1\n+----+----+----+\n| 2  |    | 3  |\n+----+----+----+\n"
    document = _parsed("a.rst", text)
    found = [(b.span.of(document.text), b.column) for b in document.blocks]
    assert found[3:] == [("1", "a"), ("2", "a"), ("3", "c")]
