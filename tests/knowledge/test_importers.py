"""Importing dumps, ZIM files, folders and packaged leads as records: what is kept, shortened and refused."""

from __future__ import annotations

import bz2
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.documents.pdf_writer import Text, pdf_bytes
from wherein.core.errors import (
    ExtraMissing,
    NoText,
    ParseError,
    SourceNotFound,
    UnsupportedFormat,
    UsageError,
)
from wherein.knowledge.building import build_base, is_current
from wherein.knowledge.importers import importer_for
from wherein.knowledge.importers.leads import VITAL_ORIGIN, Leads
from wherein.knowledge.importers.wikitext import is_disambiguation_page, reduce_wikitext
from wherein.knowledge.importers.xml_dump import XmlDump
from wherein.knowledge.importers.zim import Zim
from wherein.knowledge.record import Section

PAGE = """{{Short description|A commune}}
{{Infobox settlement|name=Bobigny|pop={{val|5}}}}
'''Bobigny''' ({{IPA|fr|b}}; {{lang|la|Balbiniacum}}) is a [[communes of France|commune]]<ref>{{cite|x}}</ref> \
in [[Paris]].
[[File:A.jpg|thumb|A caption with [[a link]]]]
== History ==
One &amp; two&nbsp;km, {{convert|5|km|mi}} long. <!-- hidden -->
* first
* second
{| class="wikitable"
! Year !! People
|-
| 1999 || 44,000
|}
{| class="navbox"
| elsewhere
|}
=== Today ===
More [http://a.example a site].
== References ==
{{reflist}}
[[Category:Communes]]
[[fr:Bobigny]]
"""


def test_wikitext_is_reduced_to_what_a_reader_sees() -> None:
    reduced = reduce_wikitext(PAGE)
    assert reduced.text == (
        "Bobigny (Balbiniacum) is a commune in Paris.\n\nname\tBobigny\npopulation\t5\n\nHistory\n\n"
        "One & two\u00a0km, 5 km long.\nfirst\nsecond\n\nYear\tPeople\n1999\t44,000\n\n"
        "Today\n\nMore a site."
    )
    assert reduced.names == ["Bobigny"]
    assert [(s.heading, s.level) for s in reduced.sections] == [("History", 1), ("Today", 2)]
    for section in reduced.sections:
        assert reduced.text.startswith(section.heading, section.start)


@pytest.mark.parametrize(
    "text", ["", "{{Infobox", "[[", "'''", "{|", "<ref>", "== ==", "[[File:x.jpg", "{{" * 500, "\0"]
)
def test_broken_wikitext_is_no_error(text: str) -> None:
    assert "\0" not in reduce_wikitext(text + " and more").text


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("'''A''' may be: {{disambiguation}}", True),
        ("{{Disambig|geo}}", True),
        ("{{hndis|Smith, John}}", True),
        ("{{Begriffsklärung}}", True),
        ("{{Infobox}} a town", False),
        ("{{about|x|other uses|A (disambiguation)}} a town", False),
    ],
)
def test_disambiguation_pages_are_known(text: str, is_one: bool) -> None:
    assert is_disambiguation_page(text) is is_one


def dump(*pages: str, namespaces: str = "") -> str:
    return (
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">'
        "<siteinfo><sitename>W</sitename><base>https://w.example/wiki/Main_Page</base><namespaces>"
        f'<namespace key="6">Datei</namespace>{namespaces}</namespaces></siteinfo>'
        + "".join(pages)
        + "</mediawiki>"
    )


def page(title: str, text: str = "", redirect: str = "", ns: int = 0) -> str:
    to = f'<redirect title="{redirect}" />' if redirect else ""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return (
        f"<page><title>{title}</title><ns>{ns}</ns><id>1</id>{to}<revision><id>2</id>"
        f"<text>{escaped}</text></revision></page>"
    )


def test_a_dump_becomes_a_base(tmp_path: Path) -> None:
    file = tmp_path / "xwiki-20260301-pages-articles.xml.bz2"
    file.write_bytes(
        bz2.compress(
            dump(
                page("Bobigny", PAGE),
                page("Talk", "not an article", ns=1),
                page("BBG", redirect="Bobigny"),
                page("القاهرة", "'''القاهرة''' [[Datei:x.jpg|unseen]] مدينة."),
                page("Void", "{{only a template}}"),
                page("Mercury", "'''Mercury''' may be:\n* [[Mercury (planet)]]\n{{disambig}}"),
                page("It", "'''''It''''' is a novel."),
            ).encode()
        )
    )
    importer = importer_for(file)
    assert isinstance(importer, XmlDump)
    assert importer.origin.snapshot == "2026-03-01"
    base = build_base(tmp_path, "wiki", [importer])
    assert base.info.articles == 3
    assert base.info.origins[0].licence == ""  # W is no site whose licence is known
    number = base.number("BBG")
    assert number is not None
    article = base.article(number)
    assert article.title == "Bobigny"
    assert article.source == "https://w.example/wiki/Bobigny"
    assert article.sections[0] == Section("History", 1, article.text.index("History"))
    cairo = base.number("القاهرة")
    assert cairo is not None
    assert base.opening(cairo) == "القاهرة مدينة."
    assert base.number("Void") is base.number("Mercury") is base.number("Talk") is None


@pytest.mark.parametrize("broken", ["compressed", "xml", "entity"])
def test_a_damaged_dump_is_refused_with_the_place(tmp_path: Path, broken: str) -> None:
    whole = dump(*(page(f"Town {n}", f"Town {n} is a town.") for n in range(3000)))
    file = tmp_path / ("w.xml" if broken != "compressed" else "w.xml.bz2")
    if broken == "compressed":
        # Of random-like text, so that more than one block of 900 kB is there to be cut.
        many = dump(*(page(f"Town {n}", f"{n * 2654435761 % 2**64:x} " * 40) for n in range(9000)))
        packed = bz2.compress(many.encode())
        file.write_bytes(packed[: len(packed) * 2 // 3])
    elif broken == "xml":
        file.write_text(whole[: len(whole) // 2], "utf-8")
    else:
        bomb = '<!DOCTYPE m [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;">]>'
        file.write_text(bomb + whole.replace("Town 7 is", "&b; is"), "utf-8")
    if broken == "entity":
        base = build_base(tmp_path, "wiki", [importer_for(file)])
        assert base.number("Town 8") is not None
        assert base.number("Town 7") is None  # nothing is left of it but the entity
        return
    with pytest.raises(ParseError, match=r"after 'Town \d+'"):
        build_base(tmp_path, "wiki", [importer_for(file)])
    assert not (tmp_path / "wiki").exists()


def test_a_dump_in_another_language_is_read_as_one_of_english(tmp_path: Path) -> None:
    file = tmp_path / "dewiki-20260301-pages-articles.xml"
    zurich = "%sZürich%s ist eine [[Stadt]].\n[[Datei:Z.jpg|mini|Bild]]\n[[Kategorie:Ort]]"
    file.write_text(
        dump(
            page("Zürich", zurich % ("'" * 3, "'" * 3)),
            page("Zuerich", "#WEITERLEITUNG [[Zürich]]", redirect="Zürich"),
            namespaces='<namespace key="14">Kategorie</namespace>',
        ).replace('xml:lang="en"', 'xml:lang="de"'),
        "utf-8",
    )
    base = build_base(tmp_path, "dewiki", [importer_for(file)])
    number = base.number("Zuerich")
    assert number is not None
    assert base.article(number).text == "Zürich ist eine Stadt."
    assert base.number("Zürich") == number
    assert base.info.articles == 1


def test_an_interrupted_dump_goes_on(tmp_path: Path) -> None:
    whole = dump(*(page(f"Town {n}", f"Town {n} is a town.") for n in range(5000)))
    file = tmp_path / "w-20260101.xml"
    file.write_text(whole[: len(whole) * 3 // 4], "utf-8")
    with pytest.raises(ParseError):
        build_base(tmp_path, "wiki", [importer_for(file)])
    file.write_text(whole, "utf-8")
    base = build_base(tmp_path, "wiki", [importer_for(file)])
    assert base.info.articles == 5000


@dataclass
class FakeItem:
    mimetype: str
    content: bytes


@dataclass
class FakeEntry:
    title: str
    path: str
    item: FakeItem | None = None
    redirect: FakeEntry | None = None

    @property
    def is_redirect(self) -> bool:
        return self.redirect is not None

    def get_item(self) -> FakeItem:
        assert self.item is not None
        return self.item

    def get_redirect_entry(self) -> FakeEntry:
        assert self.redirect is not None
        return self.redirect


class FakeArchive:
    """What the adapter uses of libzim's Archive."""

    metadata_keys = ("Date", "License", "Creator")

    def __init__(self, entries: Sequence[FakeEntry], broken_at: int | None = None) -> None:
        self._entries = entries
        self._broken_at = broken_at

    @property
    def entry_count(self) -> int:
        return len(self._entries)

    def get_metadata(self, key: str) -> bytes:
        return {"Date": b"2026-02-03", "License": b"CC BY-SA 4.0", "Creator": b"Wikipedia"}[key]

    def _get_entry_by_id(self, number: int) -> FakeEntry:
        if number == self._broken_at:
            raise RuntimeError("a cluster can't be read")
        return self._entries[number]


HTML = b"""<html><head><title>Bobigny</title></head><body><h1>Bobigny</h1>
<p><b>Bobigny</b>, once <b>Balbiniacum</b>, is a commune in the suburbs of Paris, known to all who change trains.</p>
<h2>History</h2><p>A village first, it was made the seat of the department in 1968, and has grown ever since.</p>
</body></html>"""


def entries() -> list[FakeEntry]:
    town = FakeEntry("Bobigny", "A/Bobigny", FakeItem("text/html; charset=utf-8", HTML))
    return [
        town,
        FakeEntry("BBG", "A/BBG", redirect=town),
        FakeEntry("logo", "I/logo.png", FakeItem("image/png", b"\x89PNG")),
        FakeEntry("Void", "A/Void", FakeItem("text/html", b"<html><body></body></html>")),
    ]


def test_a_zim_file_becomes_a_base(tmp_path: Path) -> None:
    importer = Zim(tmp_path / "w.zim", lambda path: FakeArchive(entries()))
    assert (importer.origin.snapshot, importer.origin.attribution) == ("2026-02-03", "Wikipedia")
    base = build_base(tmp_path, "zim", [importer])
    assert base.info.articles == 1
    number = base.number("BBG")
    assert number == base.number("Balbiniacum") == 0
    assert "seat of the department" in base.article(0).text
    assert [section.heading for section in base.article(0).sections] == ["History"]
    assert [left.what for left in importer.left_out] == ["Void"]


def test_a_zim_file_without_text_or_damaged_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoText):
        build_base(tmp_path, "zim", [Zim(tmp_path / "w", lambda path: FakeArchive(entries()[2:]))])
    with pytest.raises(ParseError, match="entry 1"):
        build_base(
            tmp_path, "zim", [Zim(tmp_path / "w", lambda path: FakeArchive(entries(), broken_at=1))]
        )
    assert not (tmp_path / "zim").exists()


def test_a_real_zim_file(tmp_path: Path) -> None:
    """With libzim, which the tests do not install: `pip install -e '.[zim]'`."""
    try:
        import libzim.writer as writer
    except ImportError:
        file = tmp_path / "w.zim"
        file.write_bytes(b"ZIM\x04")
        with pytest.raises(ExtraMissing, match=r"\[zim\]"):
            importer_for(file)
        return

    class Page(writer.Item):  # type: ignore[misc, name-defined]
        def get_path(self) -> str:
            return "Bobigny"

        def get_title(self) -> str:
            return "Bobigny"

        def get_mimetype(self) -> str:
            return "text/html"

        def get_contentprovider(self) -> Any:
            return writer.StringProvider(HTML.decode())

        def get_hints(self) -> dict[Any, int]:
            return {writer.Hint.FRONT_ARTICLE: True}

    file = tmp_path / "w.zim"
    with writer.Creator(file) as creator:
        creator.add_item(Page())
        creator.add_redirection("BBG", "BBG", "Bobigny", {})
        creator.add_metadata("Date", "2026-02-03")
    base = build_base(tmp_path, "zim", [importer_for(file)])
    number = base.number("BBG")
    assert number is not None
    assert base.title(number) == "Bobigny"
    (tmp_path / "cut.zim").write_bytes(file.read_bytes()[:100])
    with pytest.raises(ParseError):
        importer_for(tmp_path / "cut.zim")


def test_a_folder_becomes_a_base_and_says_what_it_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "terms"
    (folder / "sub").mkdir(parents=True)
    (folder / "myocardial_infarction.md").write_text(
        "# Heart attack\n\nA heart attack is the death of heart muscle.\n", "utf-8"
    )
    (folder / "sub" / "stroke.txt").write_text("Stroke\n\nA stroke is a lack of blood.", "utf-8")
    (folder / "one.pdf").write_bytes(
        pdf_bytes([[Text(72, 700, "Fever is a high temperature of the body.")]])
    )
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    (folder / "empty.txt").write_bytes(b"")
    (folder / ".hidden.txt").write_text("unseen", "utf-8")
    importer = importer_for(folder)
    base = build_base(tmp_path / "kb", "terms", [importer])
    assert base.info.articles == 3
    number = base.number("myocardial infarction")
    assert number is not None
    assert base.title(number) == "Heart attack"
    assert sorted(Path(left.what).name for left in importer.left_out) == ["broken.pdf", "empty.txt"]
    assert is_current(tmp_path / "kb", "terms", [importer_for(folder)])
    (folder / "new.txt").write_text("Cough\n\nA cough is a sudden breath.", "utf-8")
    assert not is_current(tmp_path / "kb", "terms", [importer_for(folder)])


def test_packaged_leads(tmp_path: Path) -> None:
    file = tmp_path / "summaries.json"
    file.write_text(json.dumps({"A_b": {"title": "A b", "extract": "A b is a thing."}}), "utf-8")
    base = build_base(tmp_path, "vital", [Leads(file, VITAL_ORIGIN)])
    assert base.title(0) == "A b"
    assert "Wikipedia" in base.info.origins[0].attribution
    file.write_text("[1]", "utf-8")
    with pytest.raises(ParseError):
        build_base(tmp_path, "vital", [Leads(file, VITAL_ORIGIN)])


BAZ = '{"title": "Lake Baz", "text": "Lake Baz is a lake."}'


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            '{"title": "Lake Baz", "text": "A lake.", "aliases": "Baz"}',
            "'aliases' is not a list of names",
        ),
        (
            '{"title": "Lake Baz", "text": "A lake.", "names": [1]}',
            "'names' is not a list of names",
        ),
        ('{"title": "Lake Baz", "text": null}', "'text' is not a text"),
        ('{"title": "Lake Baz"}', "'text' is missing"),
        ('{"title": 7, "text": "A lake."}', "'title' is not a text"),
        (
            '{"title": "Lake Baz", "text": "A lake.", "disambiguation": "no"}',
            "neither true nor false",
        ),
        ('["Lake Baz", "A lake."]', "it is not an object"),
        ('{"title": "Lake Baz", ', "it is not JSON"),
        ('{"title": "Café Baz", "text": "A café."}', "is not UTF-8"),
    ],
)
def test_a_line_that_is_no_article_is_refused_by_its_number(
    tmp_path: Path, line: str, said: str
) -> None:
    file = tmp_path / "lakes.jsonl"
    file.write_bytes(f"{BAZ}\n\n{line}\n".encode("latin-1"))
    with pytest.raises(ParseError, match=r"^Line 3 of lakes\.jsonl") as error:
        build_base(tmp_path, "lakes", [importer_for(file)])
    assert said in str(error.value)
    assert not (tmp_path / "lakes").exists()


def test_an_unreadable_note_beside_the_lines_is_reported(tmp_path: Path) -> None:
    (tmp_path / "lakes.jsonl").write_text(BAZ, "utf-8")
    (tmp_path / "lakes.origin.json").write_text("{", "utf-8")
    with pytest.raises(ParseError, match=r"lakes\.origin\.json can't be read"):
        importer_for(tmp_path / "lakes.jsonl")


def test_lines_are_counted_the_same_when_an_interrupted_build_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "lakes.jsonl"
    file.write_text(f"\ufeff{BAZ}\n\n\n{BAZ.replace('Baz', 'Qux')}\n", "utf-8")
    importer = importer_for(file)
    whole = [record.title for record in importer.records()]
    assert whole == ["Lake Baz", "", "", "Lake Qux"]
    assert [record.title for record in importer.records(skip=2)] == whole[2:]


def test_what_is_no_source(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a,b", "utf-8")
    with pytest.raises(UnsupportedFormat):
        importer_for(tmp_path / "a.csv")
    with pytest.raises(SourceNotFound):
        importer_for(tmp_path / "absent.xml")
    with pytest.raises(UsageError, match="is an address"):
        importer_for("https://dumps.example/xwiki-20260301-pages-articles.xml.bz2")
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceNotFound):
        importer_for(tmp_path / "empty")
