"""Templates by rule, infoboxes and tables as cells, brackets that do not close, and what a dump says of itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clock import growth
from tests.knowledge.test_importers import dump, page
from wherein.cli.main import invoke
from wherein.core.document import BlockKind
from wherein.core.errors import ParseError
from wherein.knowledge.building import build_base
from wherein.knowledge.document import article_document
from wherein.knowledge.importers import importer_for, templates
from wherein.knowledge.importers.templates import furniture
from wherein.knowledge.importers.wikitext import reduce_wikitext


@pytest.mark.parametrize(
    ("template", "shown"),
    [
        ("{{birth date|1756|1|27}}", "January 27, 1756"),
        ("{{birth date and age|1956|3|9|df=y}}", "9 March 1956"),
        ("{{death date and age|1791|12|5|1756|1|27|df=yes}}", "5 December 1791 (aged 35)"),
        ("{{death date and age|1791|1|5|1756|1|27}}", "January 5, 1791 (aged 34)"),
        ("{{birth-date|about 1400}}", "about 1400"),
        ("{{Birth year and age|1950}}", "1950"),
        ("{{death year and age|1900|1850}}", "1900 (aged 49–50)"),
        ("{{start date|1884|5}}", "May 1884"),
        ("{{Start_date|1884}}", "1884"),
        ("{{start date|2001|9|11|08|46}}", "08:46, September 11, 2001"),
        ("{{film date|1964|4|12|Cannes|1964|9|3}}", "April 12, 1964 (Cannes), September 3, 1964"),
        ("{{circa}} 1500", "c. 1500"),
        ("{{circa|1500|1520}}", "c. 1500 – c. 1520"),
        ("{{c.|870}}", "c. 870"),
        ("{{floruit|1200|1230}}", "fl. 1200–1230"),
        ("{{reign|1931|1935}}", "r. 1931–1935"),
        ("{{as of|1930|1}}, it", "As of January 1930, it"),
        ("{{As of|2021|lc=y}}", "as of 2021"),
        ("{{as of|2021|since=y}}", "Since 2021"),
        ("{{OldStyleDate|9 March|1856|26 February}}", "9 March [O.S. 26 February] 1856"),
        ("{{OldStyleDateDY|9 March|1856|26 February}}", "9 March 1856 [O.S. 26 February]"),
        ("{{age|1856|3|9|1931|11|2}}", "75"),
        ("{{dts|1999-01-02}}", "2 January 1999"),
        ("{{val|4000|u=tonnes}}", "4,000 tonnes"),
        ("{{val|1.67|0.02|e=-27|u=kg}}", "1.67 ± 0.02 × 10⁻²⁷ kg"),
        ("{{formatnum:12044}}", "12,044"),
        ("{{formatnum:{{val|1234}}}}", "1,234"),
        ("{{frac|1|2}} {{frac|3|1|4}} {{sfrac|7}}", "1⁄2 3 1⁄4 1⁄7"),
        ("{{convert|5|km|mi}}", "5 km"),
        ("{{convert|5|to|7|ft|m}}", "5 to 7 ft"),
        ("{{convert|5|ft|10|in|cm}}", "5 ft 10 in"),
        ("{{cvt|12044|sqmi|km2}}", "12,044 sq mi"),
        ("{{convert|-3|C|F}}", "-3 °C"),
        ("{{US$|1.2 million|long=no}}", "US$1.2 million"),
        ("{{JPY|1200}} {{£|5}} {{INRConvert|3|m}}", "¥1,200 £5 ₹3 million"),
        ("H{{sub|2}}O 10{{sup|6}} {{chem|Na|N|3}} {{chem2|H2SO4}}", "H₂O 10⁶ NaN₃ H₂SO₄"),
        ("{{percentage|3|8|1}} {{ordinal|11}} {{ordinal|22}}", "37.5% 11th 22nd"),
        ("{{percentage|1|16|0}} {{percentage|1|16|9}} {{percentage|1|16|10}}", "6% 6.250000000% 6%"),
        ("{{percentage|1|16|-1}} {{percentage|1|16}}", "6% 6%"),
        ("{{nihongo|Tokyo Tower|東京タワー|Tōkyō tawā}}", "Tokyo Tower (東京タワー, Tōkyō tawā)"),
        ("{{nihongo||東京|Tōkyō}}", "Tōkyō (東京)"),
        ("{{lang|fr|liberté}} {{lang-fr|liberté}} {{langx|la|pax}}", "liberté French: liberté Latin: pax"),
        ("{{lang-ru|Москва|Moskva}}", "Russian: Москва, romanized: Moskva"),
        ("{{zh|t=臺北|p=Táiběi}}", "traditional Chinese: 臺北; pinyin: Táiběi"),
        ("{{transl|ja|Hepburn|sensei}}", "sensei"),
        ("{{ill|Tachū Naitō|ja|内藤多仲}}", "Tachū Naitō"),
        ("{{ill|Naito (architect)|ja|x|lt=Naito}}", "Naito"),
        ("{{flag|FRA}} {{flag|Norway}} {{GER}} {{flagicon|GER}}{{fb|BRA}}", "France Norway Germany Brazil"),
        ("{{flagIOCathlete|Carl Lewis|USA}}", "Carl Lewis (United States)"),
        ("{{USS|Enterprise|CV-65}} {{HMS|Victory||2}} {{ship||Vasa}}", "USS Enterprise (CV-65) Victory Vasa"),
        ("{{sclass|Nimitz|aircraft carrier}}", "Nimitz-class aircraft carrier"),
        ("{{marriage|Anna Berg|1880|1910|end=died}}", "Anna Berg (m. 1880; died 1910)"),
        ("{{sortname|Ada|Rowe}} {{sort|x|Göta}}", "Ada Rowe Göta"),
        ("{{coord|57|20|N|7|15|W}}{{coord|1|2|display=title}}", "57°20′N 7°15′W"),
        ("{{height|m=1.82}} {{duration|3|5}}", "1.82 m 3:05"),
        ("{{hlist|Engineer|Inventor}}", "Engineer, Inventor"),
        ("{{ubl|Puffins|Seals}}", "Puffins\nSeals"),
        ("{{plainlist|\n* Mia\n* Ben\n}}", "Mia\nBen"),
        ("{{blockquote|We build.|Ada Rowe}}", "We build.\n— Ada Rowe"),
        ("{{nowrap|a}}{{snd}}{{small|b}}{{!}}{{=}} {{abbr|Dr|Doctor}}", "a – b|= Dr"),
        ("{{color|red|warm}} {{URL|example.org|here}} {{not a typo|te|h}}", "warm here teh"),
        ("{{#if:x|yes|no}} {{#if:|yes|no}} {{lc:ABC}} {{PAGENAME}}", "yes no abc Lake Baz"),
        ("{{Historical populations|1801|2,100|1901|4,011}}", "Population\n1801: 2,100\n1901: 4,011"),
        ("{{track listing|title1=One|length1=3:00|title2=Two}}", "1. One (3:00)\n2. Two"),
        ("a{{citation needed|date=May 2019}}{{sfn|X|1990}}{{efn|y}}{{IPAc-en|r}}{{clear}}.", "a."),
        ("a{{Use dmy dates}}{{cite web|url=x}}{{Geo-stub}}{{Commons category|x}} b", "a b"),
    ],
)  # fmt: skip
def test_a_template_shows_what_a_page_shows(template: str, shown: str) -> None:
    reduced = reduce_wikitext(template, title="Lake Baz")
    assert (reduced.text, dict(reduced.dropped)) == (shown, {})


def test_there_are_rules_for_the_thousand_commonest_templates_with_content() -> None:
    content = [name for name, rule in templates.RULES.items() if rule is not furniture._nothing]
    assert len(content) >= 1_000
    assert all(name == name.casefold() and "_" not in name for name in templates.RULES)


def test_what_has_no_rule_is_counted() -> None:
    reduced = reduce_wikitext(
        "It {{weird thing|x}} and {{Weird_thing}} <score>c d</score> <math>\\int x</math>."
    )
    assert reduced.text == "It and."
    assert dict(reduced.dropped) == {"{{weird thing}}": 2, "<score>": 1, "<math>": 1}


@pytest.mark.parametrize(
    "hostile",
    [
        lambda n: "{{nowrap|" * (n * 300) + "deep" + "}}" * (n * 300),
        lambda n: "{{lang|fr|" * (n * 1_000),
        lambda n: "{{a\nx\n" * (n * 1_000),
        lambda n: "[[" * (n * 2_000),
        lambda n: "<ref name=x>" * (n * 500) + "</ref>",
        lambda n: "== a ==\n{|\n" * (n * 500),
        lambda n: (
            '{| class="wikitable"\n'
            + "! a !! b\n|-\n| rowspan=9999 colspan=9999 | c || d\n|-\n" * (n * 5)
        ),
        lambda n: "'" * (n * 5_000),
    ],
    ids=["nested", "template", "lines", "links", "notes", "headings", "spans", "quotes"],
)
def test_hostile_pages_take_linear_work(hostile: Callable[[int], str]) -> None:
    def work(times: int) -> None:
        assert reduce_wikitext(f"a {hostile(times)} b").text.startswith("a")

    # Ten times the text takes ten times the work; quadratic work would take a hundred times.
    assert growth(work, 1, 10) < 30


BOX = """{{Infobox settlement
| official_name = Norwick
| image_skyline = N.jpg
| image_caption = A view
| subdivision_type = Country
| subdivision_name = {{flag|ENG}}
| leader_title = Mayor
| leader_name = [[Tom Ash]]<ref>x</ref>
| established_title = Founded
| established_date = {{circa|870}}
| area_total_km2 = 12.5
| population_total = 18204
| population_density_km2 = auto
| blank_name_sec1 = River
| blank_info_sec1 = Wensum
| module = {{Infobox x | embed = yes | twin = {{ubl|Ulm|Bonn}} }}
}}
'''Norwick''' is a town.

== History ==
It is old."""


def test_an_infobox_is_rows_behind_the_lead() -> None:
    reduced = reduce_wikitext(BOX)
    lead, rows, *rest = reduced.text.split("\n\n")
    assert (lead, rest) == ("Norwick is a town.", ["History", "It is old."])
    assert [tuple(row.split("\t")) for row in rows.split("\n")] == [
        ("official name", "Norwick"),
        ("Country", "England"),
        ("Mayor", "Tom Ash"),
        ("Founded", "c. 870"),
        ("area", "12.5 km²"),
        ("population", "18,204"),
        ("River", "Wensum"),
        ("twin", "Ulm, Bonn"),
    ]
    values = [(cell.row, reduced.text[cell.start : cell.end]) for cell in reduced.cells if cell.row]
    assert ("Mayor", "Tom Ash") in values


TABLE = """Lead.
{| class="wikitable"
|+ Bridges
! rowspan=2 | Year !! colspan=2 | What
|-
! Bridge !! Workers
|-
| rowspan="2" | 1890 || Göta || 12,044
|-
| Lule || {{formatnum:48213}}
|-
! scope="row" | 1902
| Ume<br>(old) || 900<ref>x</ref>
|}
{| class="navbox"
| elsewhere || a
|}
{| style="float:right"
| layout || only
|}
"""


def test_a_table_s_cells_know_their_headers(tmp_path: Path) -> None:
    file = tmp_path / "w.xml"
    file.write_text(dump(page("Bridges", TABLE)), "utf-8")
    importer = importer_for(file)
    base = build_base(tmp_path, "wiki", [importer])
    document = article_document(base.info, base.article(0))
    cells = {
        block.span.of(document.text): (block.row, block.column)
        for block in document.blocks
        if block.kind is BlockKind.CELL
    }
    assert cells["12,044"] == (None, "What Workers")
    assert cells["48,213"] == (None, "What Workers")
    assert cells["Ume (old)"] == ("1902", "What Bridge")
    assert cells["1890"] == (None, "Year")
    assert "Lead.\n\nBridges\n\nYear\tWhat\nBridge\tWorkers\n1890\tGöta\t12,044\n" in document.text
    assert "elsewhere" not in document.text
    assert dict(base.dropped) == {"table that sets the page out": 1}


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("It is {{lang|fr|Saint Denis} here", "It is Saint Denis here"),
        ("near [[Paris|the capital and [[Ulm] now", "near the capital and Ulm now"),
        ("It is old.<ref name=a>Smith 1990\nIt stands.<ref>x</ref>", "It is old.\nIt stands."),
        ("It is old.<ref>Smith 1990", "It is old."),
        ("a <!-- note\nthat never ends", "a"),
        ("The ''old mill", "The old mill"),
        ("and '''Nobody", "and Nobody"),
        ("It is {{lang|fr|Saint and {{val|5}} more", "It is Saint and 5 more"),
        ("a</div> <small>b</span> c", "a b c"),
        ("}} a ]] b |} c", "a b c"),
        ("{{Infobox x\n| mayor = Lena\n\nA is a town.", "A is a town.\n\nmayor\tLena"),
        (
            '{| class="wikitable"\n! Club !! Points\n|-\n| Ajax || 30\n== More ==\nText.',
            "Club\tPoints\nAjax\t30\n\nMore\n\nText.",
        ),
        ("if a < b and b > c, 5'' long", "if a < b and b > c, 5 long"),
    ],
)
def test_brackets_that_do_not_close_leave_no_marks(wikitext: str, text: str) -> None:
    assert reduce_wikitext(wikitext).text == text


_PIECES = st.sampled_from(
    "{{ }} [[ ]] {| |} |- | || ! !! ''' '' <ref> </ref> <ref/> <!-- --> == = | {{nowrap| {{val|5}} [[a|b]] \n \n\n word "
    "{{Infobox a\n|b=c}} Ä * # : ; <br> </div> <small> {{{ }}} &amp; \t".split(" ")
)


@given(st.lists(_PIECES, max_size=40))
def test_whatever_is_written_cells_and_headings_stand_in_the_text(pieces: list[str]) -> None:
    reduced = reduce_wikitext(" ".join(pieces))
    last = 0
    for cell in reduced.cells:
        assert last <= cell.start < cell.end <= len(reduced.text)
        assert not set("\t\n") & set(reduced.text[cell.start : cell.end])
        last = cell.end
    for section in reduced.sections:
        assert reduced.text.startswith(section.heading, section.start)
    assert not any(mark in reduced.text for mark in ("{{", "}}", "[[", "]]", "'''", "<ref"))


def _origin(tmp_path: Path, name: str, base: str, note: str = "") -> tuple[str, str, str]:
    file = tmp_path / name
    stamped = page("Ulm", "Ulm is a city.").replace(
        "<text>", "<timestamp>2022-05-06T07:08:09Z</timestamp><text>"
    )
    file.write_text(dump(stamped).replace("https://w.example/", base), "utf-8")
    if note:
        (tmp_path / (name.split(".")[0] + ".origin.json")).write_text(note, "utf-8")
    origin = build_base(tmp_path, "wiki", [importer_for(file)]).info.origins[0]
    return origin.snapshot, origin.licence, origin.attribution


def test_a_dump_s_date_site_and_licence_are_its_own(tmp_path: Path) -> None:
    wikipedia = "https://en.wikipedia.org/"
    assert _origin(tmp_path, "pages.xml", wikipedia) == (
        "2022-05-06", "CC BY-SA 3.0", "the authors of W (en.wikipedia.org)",
    )  # fmt: skip
    assert _origin(tmp_path, "enwiki-20260301.xml", wikipedia)[:2] == ("2026-03-01", "CC BY-SA 4.0")
    assert _origin(tmp_path, "fan.xml", "https://fan.example/") == (
        "2022-05-06", "", "the authors of W (fan.example)",
    )  # fmt: skip
    note = '{"licence": "CC BY 4.0", "attribution": "the fans"}'
    assert _origin(tmp_path, "noted.xml", "https://fan.example/", note) == (
        "2022-05-06", "CC BY 4.0", "the fans",
    )  # fmt: skip
    with pytest.raises(ParseError, match=r"noted\.origin\.json"):
        _origin(tmp_path, "noted.xml", "https://fan.example/", "{")


def test_a_command_reports_what_was_not_shown_and_answers_from_cells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "w.xml"
    odd = "Odd is {{weird|x}} odd."
    file.write_text(dump(page("Norwick", BOX), page("Bridges", TABLE), page("Odd", odd)), "utf-8")
    home = ["--home", str(tmp_path / "home")]
    assert invoke([*home, "kb", "add", "wiki", str(file)]) == 0
    said = capsys.readouterr().err
    assert said.startswith("Not shown, 2 times, because no rule exists: ")
    assert "{{weird}} 1" in said
    assert invoke([*home, "kb", "add", "wiki", str(file), "--json"]) == 0
    added = json.loads(capsys.readouterr().out)
    assert added["dropped"] == {"{{weird}}": 1, "table that sets the page out": 1}
    assert invoke([*home, "ask", "Who is the mayor of Norwick?", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)["answers"][0]
    assert (answer["text"], answer["row"]) == ("Tom Ash", "Mayor")


def test_an_interrupted_dump_counts_all_of_it(tmp_path: Path) -> None:
    whole = dump(*(page(f"Town {n}", f"Town {n} is {{{{weird}}}} a town.") for n in range(5000)))
    file = tmp_path / "w-20260101.xml"
    file.write_text(whole[: len(whole) * 3 // 4], "utf-8")
    with pytest.raises(ParseError):
        build_base(tmp_path, "wiki", [importer_for(file)])
    file.write_text(whole, "utf-8")
    assert build_base(tmp_path, "wiki", [importer_for(file)]).dropped == {"{{weird}}": 5000}
