"""The title of a PDF is the page's where the file's own is no title, and the authors of a paper are named as such."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.documents.pdf_writer import Text, pdf_bytes
from wherein.answering.exporting.citations import Citation
from wherein.core.document import Dates, Document
from wherein.documents.page_text.front import names_in
from wherein.documents.parse import parse
from wherein.documents.source import Source


def read(page: list[Text], title: str = "") -> Document:
    data = pdf_bytes([page], information={"Title": title} if title else None)
    return parse(Source(data, "a.pdf", "/tmp/a.pdf"))


def paper(*between: Text) -> list[Text]:
    return [
        Text(150, 780, "The harbours of the north and", 18),
        Text(190, 758, "their lamps", 18),
        *between,
        Text(72, 600, "Abstract", 12, bold=True),
        Text(72, 580, "The lamps of the north were lit every evening by those who"),
        Text(72, 566, "lived there. We thank Per Aasen for his help with the oil."),
    ]


@pytest.mark.parametrize(
    "stated",
    ["Proceedings Template - WORD", "Microsoft Word - x.doc", "untitled", "Paper Title (use style: paper title)",
     "report_final_v2.pdf", "Quarterly budget of another firm"],
)  # fmt: skip
def test_a_title_that_is_none_gives_way_to_that_of_the_page(stated: str) -> None:
    assert read(paper(), stated).title == "The harbours of the north and their lamps"


def test_a_stated_title_that_the_page_shows_stays() -> None:
    assert read(paper(), "Harbours of the North and Their Lamps").title == (
        "Harbours of the North and Their Lamps"
    )


def test_the_authors_are_those_below_the_title() -> None:
    document = read(
        paper(
            Text(150, 720, "Ines Varga, Torben Wrzos and Maria van der Berg", 11),
            Text(150, 706, "University of Ottern, ines@ottern.example", 11),
        )
    )
    blocks = [block.span.of(document.text) for block in document.blocks]
    assert "Authors: Ines Varga, Torben Wrzos and Maria van der Berg" in blocks
    assert [span.of(document.text) for span in document.generated] == ["Authors: "]
    assert Citation.of(document).authors == ("Ines Varga", "Torben Wrzos", "Maria van der Berg")


def test_marks_of_affiliations_are_no_part_of_a_name() -> None:
    text = "Authors: Ines Varga ¹, Torben Wrzos ²,³ and Per Aasen ∗"
    document = Document("a", "a", "A", "pdf", text, "0")
    assert Citation.of(document).authors == ("Ines Varga", "Torben Wrzos", "Per Aasen")


@pytest.mark.parametrize(
    ("line", "year"),
    [
        ("Journal of Urban Forestry 12 (2019) 211–219", "2019"),
        ("Harbour Letters 4(2), (2004)", "2004"),
        ("Received 4 May 2011. Published online 3 March 2012.", "2012"),
        ("© 2015 The harbour office", "2015"),
        ("arXiv:1706.03762v5 [cs.CL] 6 Dec 2017", "2017"),
        ("The lamps were counted in 1998 and in 2001.", ""),
    ],
)
def test_the_year_of_a_citation_is_on_the_page_and_not_the_files(line: str, year: str) -> None:
    """A file that is printed or saved again has a new date; what is in it was published when it was."""
    dates = Dates(created="2026-11-27", modified="2026-11-27")
    document = Document("a", "a", "A", "pdf", f"The lamps\n\n{line}\n\nText.", "0", dates=dates)
    assert Citation.of(document).year == year
    published = replace(document, dates=replace(dates, published="2014-02-01"))
    assert Citation.of(published).year == "2014"
    page = replace(document, kind="html")
    assert Citation.of(page).year == "2026"


def test_no_names_are_made_where_there_are_none() -> None:
    document = read(paper(Text(150, 720, "Working papers of the harbour office, May 2019", 11)))
    assert "Author" not in document.text


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Andreas Gal∗+, Brendan Eich∗", ["Andreas Gal", "Brendan Eich"]),
        ("Zejiang Shen ¹ ( ), and Weining Li ⁵", ["Zejiang Shen", "Weining Li"]),
        ("J. R. R. Tolkien", ["J. R. R. Tolkien"]),
        ("José Ñúñez · Ana de la Cruz", ["José Ñúñez", "Ana de la Cruz"]),
        ("Mozilla Corporation", []),
        ("New York, May 2019", []),
        ("The Lamps of the North", []),
    ],
)
def test_names_of_a_line(line: str, names: list[str]) -> None:
    assert names_in(line) == names
