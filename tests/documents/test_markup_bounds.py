"""Files in markup that cost more than they are worth are refused with one sentence, or read up to a bound."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from wherein.core.document import BlockKind, Document
from wherein.core.errors import SourceTooLarge
from wherein.documents.building import block_writer
from wherein.documents.html import html_tree
from wherein.documents.markup.latex_cells import expect_cells_of
from wherein.documents.parse import parse
from wherein.documents.plain import markdown
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


_STARTS = {
    "row.org": lambda n: "* T\n|" + " a |" * n,
    "listed.rst": lambda n: ".. list-table::\n\n" + "   * - a\n     - b\n" * n,
    "separated.rst": lambda n: ".. csv-table::\n\n" + "   a,b\n" * n,
    "grid.rst": lambda n: "+--+--+\n" + "|a |b |\n+--+--+\n" * n,
    "separated.adoc": lambda n: "= T\n\n,===\n" + "a,b\n" * n + ",===\n",
    "row.tex": lambda n: "\\begin{document}\\begin{tabular}{l}" + "a & " * n,
    "many.tex": lambda n: "\\begin{tabular}{l}a & b\\\\\\end{tabular}\n\n" * n,
    **_ROWS,
}  # fmt: skip


def _steps(name: str, text: str) -> int:
    """How many functions are called while a document is read, or refused."""
    calls = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        _parsed(name, text)
    except SourceTooLarge:
        pass
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("name", sorted(_STARTS))
def test_a_table_is_refused_before_its_cells_are_made(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = _STARTS[name](4_000)
    read = _steps(name, text)
    monkeypatch.setattr(block_writer, "MOST_CELLS", 100)
    with pytest.raises(SourceTooLarge):
        _parsed(name, text)
    assert _steps(name, text) < read / 6


def test_cells_that_are_none_count_for_no_table_of_a_latex_text() -> None:
    def told(text: str) -> list[int]:
        found: list[int] = []
        expect_cells_of(text, {"tabular"}, {"verbatim"}, found.append)
        return found[-1:]

    assert told("\\begin{tabular}{ll}a & b \\\\ c & \\& \\\\ \\\\\\end{tabular} d & e") == [4]
    assert told("\\begin{verbatim}\\begin{tabular} & & \\end{verbatim} &") == []
    assert told("% \\begin{tabular}\n a & b \\begin{align} c & d \\end{align}") == []
    assert told("\\begin{tabular}{l} 5\\% & b % & c & d\n\\end{tabular}") == [1]
    assert told("\\newcommand{\\x}{\\begin{tabular} & &}\\begin{document} a & b") == []
    assert told("\\begin{tabular}a\\tabularnewline b\\\\") == [2]


_CELLS = {
    "a.html": (html_tree, lambda n: "<thead><table>" + "<tr><TH>a<td>b" * n),
    "a.md": (markdown, lambda n: "| a | b | c | d |\n|---|---|---|---|\n" + "| a | b | c | d |\n" * n),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(_CELLS))
def test_a_page_of_too_many_cells_is_refused_before_its_tree_is_made(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, text = _CELLS[name]
    read = _steps(name, text(1_000))
    monkeypatch.setattr(module, "MOST_CELLS", 100)
    _parsed(name, text(20))
    with pytest.raises(SourceTooLarge, match="tables with more than 100 cells"):
        _parsed(name, text(1_000))
    assert _steps(name, text(1_000)) < read / 6


def test_cells_in_a_listing_or_behind_a_bar_that_is_a_character_are_none_of_a_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(markdown, "MOST_CELLS", 100)
    table = "| a | b | c |\n|---|---|---|\n"
    assert "last" in _parsed("a.md", f"```\n{table}" + "| a | b | c |\n" * 90 + "```\n\nlast").text
    assert "last" in _parsed("b.md", table + "| \\|\\|\\|\\| |\n" * 90 + "\nlast").text
