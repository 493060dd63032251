"""Notebooks, subtitles, calendars, contacts, and files of keys and values."""

from __future__ import annotations

import json

import pytest

from wherein.core.document import BlockKind, Document
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.parse import parse
from wherein.documents.source import Source


def read(text: str, name: str) -> Document:
    return parse(Source(text.encode(), name, f"/{name}"))


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.kind.value, block.span.of(document.text)) for block in document.blocks]


def cells(document: Document) -> dict[str, tuple[str | None, str | None]]:
    return {
        block.span.of(document.text): (block.row, block.column)
        for block in document.blocks
        if block.kind is BlockKind.CELL
    }


SRT = (
    "1\n00:00:01,000 --> 00:00:02,000\nThe <i>ferry</i>\nleaves\n\n2\n00:00:02,100 --> 00:00:03,000\nat nine.\n\n"
    "3\n00:00:09,000 --> 00:00:10,000\n{\\an8}1984\n"
)


def test_subtitles_are_what_is_said() -> None:
    document = read(SRT, "a.srt")
    assert (document.kind, document.text) == ("subtitles", "The ferry leaves at nine.\n\n1984")


def test_captions_of_the_web_name_who_speaks_and_do_not_repeat_what_rolls() -> None:
    document = read(
        "WEBVTT\n\nNOTE by Ada\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v Oda>The <c.red>ferry</c>\n\n"
        "00:02.000 --> 00:03.000\n<v Oda>The ferry\nleaves &amp; returns\n\nSTYLE\n::cue {}\n",
        "a.vtt",
    )
    assert document.text == "Oda: The ferry leaves & returns"


def test_a_file_without_times_is_text() -> None:
    assert read("Only words here.", "a.srt").text == "Only words here."


def test_a_notebook_has_text_code_and_tables() -> None:
    table = "<table><tr><th></th><th>fee</th></tr><tr><th>Ada</th><td>30</td></tr></table>"
    notebook = {
        "cells": [
            {"cell_type": "markdown", "source": ["# Fees\n", "What *members* pay."]},
            {
                "cell_type": "code",
                "source": "print(fees)",
                "outputs": [
                    {"output_type": "stream", "text": ["30\n", "40\n"]},
                    {"data": {"text/html": [table], "text/plain": ["fee"]}},
                    {"data": {"image/png": "iVBO", "text/plain": ["<Figure>"]}},
                ],
            },
        ]
    }
    document = read(json.dumps(notebook), "a.ipynb")
    assert document.title == "Fees"
    assert blocks(document)[:4] == [
        ("heading", "Fees"), ("paragraph", "What members pay."), ("code", "print(fees)"), ("code", "30\n40"),
    ]  # fmt: skip
    assert cells(document)["30"] == ("Ada", "fee")
    assert document.unread == (Unread(UnreadKind.PICTURE, 1),)


def test_a_calendar_has_its_events_with_labels() -> None:
    document = read(
        "BEGIN:VCALENDAR\r\nX-WR-CALNAME:Choir\r\nBEGIN:VEVENT\r\nSUMMARY:Spring con\r\n cert\\, open air\r\n"
        "DTSTART;TZID=Europe/Oslo:20240503T193000\r\nLOCATION:Town hall\r\nBEGIN:VALARM\r\nDESCRIPTION:Ring\r\nEND:VALARM\r\n"
        'ORGANIZER;CN="Oda, Lind":mailto:oda@example.org\r\nEND:VEVENT\r\n'
        "BEGIN:VTODO\r\nSUMMARY:Pay hall\r\nDUE;VALUE=DATE:20240501\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
        "a.ics",
    )
    assert document.title == "Choir"
    assert blocks(document)[0] == ("heading", "Spring concert, open air")
    found = cells(document)
    assert found["2024-05-03 19:30 (Europe/Oslo)"][0] == "Start"
    assert found["Town hall"][0] == "Location"
    assert found["Oda, Lind <oda@example.org>"][0] == "Organizer"
    assert found["2024-05-01"][0] == "Due"
    assert "Ring" not in document.text
    assert "Start" in [place.of(document.text) for place in document.generated]
    assert "Town hall" not in [place.of(document.text) for place in document.generated]


def test_a_calendar_says_which_days_are_left_out_and_the_last_day_of_whole_days() -> None:
    document = read(
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Training\nDTSTART;TZID=Europe/London:20250506T190000\n"
        "DTEND;TZID=Europe/London:20250507T010000\nRRULE:FREQ=WEEKLY\n"
        "EXDATE;TZID=Europe/London:20250527T190000,20250603T190000\nEND:VEVENT\n"
        "BEGIN:VEVENT\nSUMMARY:Painting\nDTSTART;VALUE=DATE:20250816\nDTEND;VALUE=DATE:20250901\nEND:VEVENT\n"
        "BEGIN:VEVENT\nSUMMARY:No day\nDTSTART;VALUE=DATE:20250816\nDTEND;VALUE=DATE:20251399\nEND:VEVENT\nEND:VCALENDAR\n",
        "a.ics",
    )
    found = cells(document)
    assert found["2025-05-27 19:00 (Europe/London)"][0] == "Except"
    assert found["2025-06-03 19:00 (Europe/London)"][0] == "Except"
    assert found["2025-05-07 01:00 (Europe/London)"][0] == "End"
    assert found["2025-08-31"][0] == "End"
    assert found["2025-13-99"][0] == "End"
    assert "2025-08-31" in [place.of(document.text) for place in document.generated]


def test_a_contact_has_its_numbers_and_address() -> None:
    document = read(
        "BEGIN:VCARD\nVERSION:3.0\nN:Lindqvist;Oda;;;\nFN:Oda Lindqvist\nTEL;TYPE=CELL:+47 123\nTEL;WORK:+47 456\n"
        "ADR;TYPE=home:;;Quay 3;Bergen;;5003;Norway\nNOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Speaks=20Fran=C3=A7=\nais\n"
        "PHOTO;ENCODING=b:AAAA\nEND:VCARD\n",
        "a.vcf",
    )
    assert document.blocks[0].kind is BlockKind.HEADING
    found = cells(document)
    assert found["+47 123"][0] == "Phone (cell)"
    assert found["+47 456"][0] == "Phone (work)"
    assert found["Quay 3, Bergen, 5003, Norway"][0] == "Address (home)"
    assert found["Speaks Français"][0] == "Note"
    assert document.unread == (Unread(UnreadKind.PICTURE, 1),)


CONFIG = {
    "json": '{"server": {"port": 8080, "tls": {"on": true, "hosts": ["a", "b"]}, "zone": null}, "name": "x1"}',
    "yaml": "# the server\nserver:\n  port: 8080\n  tls:\n    on: true\n    hosts: [a, b]\n  zone: ~\nname: x1\n",
    "toml": "name = 'x1'\n[server]\nport = 8080\n[server.tls]\non = true\nhosts = ['a', 'b']\n",
}


@pytest.mark.parametrize("kind", sorted(CONFIG))
def test_the_path_of_a_key_is_its_headings(kind: str) -> None:
    document = read(CONFIG[kind], f"a.{kind}")
    assert document.kind == kind
    assert [(b.level, b.span.of(document.text)) for b in document.blocks if b.kind is BlockKind.HEADING] == [
        (1, "server"), (2, "tls"),
    ]  # fmt: skip
    found = cells(document)
    assert found["8080"] == ("port", None)
    assert found["b"] == ("hosts", None)
    assert document.text.index("x1") < document.text.index("server")
    assert [unread.kind for unread in document.unread] == (
        [UnreadKind.COMMENT] if kind == "yaml" else []
    )


def test_records_are_a_table() -> None:
    records = [{"name": "Ada", "fee": 30.50}, {"name": "Bo", "fee": 1e3, "tags": ["a", "b"]}]
    for text, name in (
        (json.dumps({"members": records}).replace("30.5", "30.50"), "a.json"),
        ("\n".join(json.dumps(record).replace("30.5", "30.50") for record in records), "a.jsonl"),
    ):
        found = cells(read(text, name))
        assert found["30.50"] == ("Ada", "fee")
        assert found["a, b"] == ("Bo", "tags")


def test_items_with_more_within_stand_below_their_names() -> None:
    document = read('[{"name": "Ada", "home": {"town": "Bergen"}}]', "a.json")
    assert blocks(document)[0] == ("heading", "Ada")
    assert cells(document)["Bergen"] == ("town", None)


def test_settings_of_an_ini_file_stand_below_their_sections() -> None:
    document = read("; the proxy\n[net]\nport = 80\nhost: example.org\n", "a.ini")
    assert blocks(document)[:2] == [("paragraph", "; the proxy"), ("heading", "net")]
    assert cells(document)["80"] == ("port", None)


def test_a_setting_that_is_commented_out_is_none_in_force() -> None:
    document = read(
        "# Cache of the school\n#cache_mem 2048 MB\ncache_mem 512 MB\n# old-host = a.example\n"
        "old-host = b.example\n#Port 22\n; users: 9\n// rate = 3\n",
        "a.conf",
    )
    assert "2048" not in document.text
    assert "a.example" not in document.text
    assert document.unread == (Unread(UnreadKind.COMMENTED_OUT, 2),)
    assert blocks(document)[:2] == [
        ("paragraph", "# Cache of the school"),
        ("paragraph", "cache_mem 512 MB"),
    ]
    beside = [block.span.of(document.text) for block in document.blocks if not block.main]
    assert beside == ["#Port 22", "; users: 9", "// rate = 3"]
    assert list(cells(document)) == ["old-host", "b.example"]


@pytest.mark.parametrize("name", ["a.desktop", "a.service"])
def test_files_of_a_desktop_and_its_services_are_settings(name: str) -> None:
    document = read("[Unit]\nDescription=The ferry\n# note\nAfter=network.target\n", name)
    assert document.kind == "ini"
    assert cells(document)["The ferry"] == ("Description", None)


@pytest.mark.parametrize(
    ("text", "name"),
    [("{// note\n}", "a.json"), ("a: [", "a.yaml"), ("a = = b", "a.toml"), ("[" * 9_000, "b.json")],
)  # fmt: skip
def test_what_is_not_well_formed_is_text(text: str, name: str) -> None:
    assert read(text, name).text == text


def test_yaml_that_refers_to_itself_ends() -> None:
    assert "b" in read("a: &a [b, *a]\n", "a.yaml").text
