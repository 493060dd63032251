"""The parsing process: it gives the same documents, and its crashes do not end this one."""

from __future__ import annotations

import pytest

from tests.documents import made
from tests.documents.pdf_writer import Text, pdf_bytes
from wherein.core.errors import NoText, ParserKilled, UnsupportedFormat
from wherein.documents.isolated import (
    LARGEST_IN_PROCESS_BYTES,
    ParserProcess,
    parse_isolated,
    parse_safely,
)
from wherein.documents.parse import parse
from wherein.documents.source import Source

NAUGHTY = "tests.documents.naughty_child"


@pytest.mark.parametrize("kind", sorted(made.MAKERS))
def test_the_document_is_the_same(kind: str) -> None:
    name, make = made.MAKERS[kind]
    data = make(["Ein Satz mit ß und 🦉 darin.", "Zwei."]) if kind != "pdf" else make(["Ab Satz"])
    here = parse(Source(data, name, f"/tmp/{name}"))
    assert parse_safely(Source(data, name, f"/tmp/{name}")) == here
    if kind in ("pdf", "docx", "html"):
        assert parse_isolated(Source(data, name, f"/tmp/{name}")) == here


def test_one_process_reads_many_files_and_passes_errors_on() -> None:
    data = made.pdf(["Ab one"])
    with ParserProcess() as process:
        first = process.parse(Source(data, "a.pdf", "/tmp/a.pdf"))
        with pytest.raises(NoText) as caught:
            process.parse(Source(pdf_bytes([[]]), "b.pdf", "/tmp/b.pdf"))
        assert "OCR" in caught.value.next_step
        with pytest.raises(UnsupportedFormat):
            process.parse(Source(b"\x89PNG\r\n\x1a\n" + bytes(99), "c.png", "/tmp/c.png"))
        assert process.parse(Source(data, "a.pdf", "/tmp/a.pdf")) == first


@pytest.mark.parametrize("misdeed", ["crash", "eat", "exit", "lie"])
def test_a_parser_that_fails_is_reported(misdeed: str) -> None:
    with (
        ParserProcess(seconds=20, memory_bytes=300_000_000, module=NAUGHTY) as process,
        pytest.raises(ParserKilled) as caught,
    ):
        process.parse(Source(b"x", misdeed, "/tmp/x"))
    assert misdeed in caught.value.what


@pytest.mark.parametrize("misdeed", ["sleep", "spin"])
def test_a_parser_that_does_not_end_is_ended(misdeed: str) -> None:
    with (
        ParserProcess(seconds=0.5, module=NAUGHTY) as process,
        pytest.raises(ParserKilled, match="longer than"),
    ):
        process.parse(Source(b"x", misdeed, "/tmp/x"))


def test_a_large_file_is_given_more_time() -> None:
    with (
        ParserProcess(seconds=0.2, module=NAUGHTY) as process,
        pytest.raises(ParserKilled, match=r"longer than 0\.6 seconds"),
    ):
        process.parse(Source(bytes(11_000_000), "sleep", "/tmp/x"))


def test_after_a_crash_the_next_file_is_read() -> None:
    process = ParserProcess(seconds=20, module=NAUGHTY)
    with pytest.raises(ParserKilled):
        process.parse(Source(b"x", "crash", "/tmp/x"))
    process._module = "wherein.documents.child"
    with process:
        document = process.parse(Source(b"Still here.", "a.txt", "/tmp/a.txt"))
    assert document.text == "Still here."


def test_a_real_parser_runs_out_of_memory() -> None:
    text = b"x\n\n" * 4_000_000
    with pytest.raises(ParserKilled):
        parse_isolated(Source(text, "a.txt", "/tmp/a.txt"), memory_bytes=200_000_000)


def test_an_endless_pdf_is_ended() -> None:
    lines = [Text(72, 700, "word " * 200, 8) for _ in range(400)]
    data = pdf_bytes([lines] * 40)
    allowed = 0.1 / -(-len(data) // LARGEST_IN_PROCESS_BYTES)
    with pytest.raises(ParserKilled, match="longer than"):
        parse_isolated(Source(data, "a.pdf", "/tmp/a.pdf"), seconds=allowed)


def test_a_closed_process_starts_again() -> None:
    process = ParserProcess()
    for _ in range(2):
        assert process.parse(Source(b"Hello.", "a.txt", "/tmp/a.txt")).text == "Hello."
        process.close()


@pytest.mark.parametrize(
    "markup",
    [
        "<p " + " ".join(f"a{n}=1" for n in range(40_000)) + ">x</p>",
        "</div>" + "<div></x>" * 110_000 + "x",
        "<p>" + "".join(f"<b a={n}>" for n in range(500)) + "<p>x</p>" * 2_500,
    ],
)
def test_markup_that_takes_quadratic_time_is_ended_and_not_parsed_here(
    markup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(*_: object, **__: object) -> None:
        raise AssertionError("parsed in this process")

    monkeypatch.setattr("wherein.documents.parse.parse", here)
    monkeypatch.setattr("wherein.documents.isolated.MARKUP_SECONDS", 1.0)
    with pytest.raises(ParserKilled, match="longer than 1 seconds"):
        parse_safely(Source(f"<!doctype html>{markup}".encode(), "page.html", "/page.html"))


def test_markdown_that_asks_for_millions_of_cells_is_ended_and_not_parsed_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def here(*_: object, **__: object) -> None:
        raise AssertionError("parsed in this process")

    table = "|a" * 100 + "\n" + "|-" * 100 + "\n" + "|x\n" * 650 + "\n"
    monkeypatch.setattr("wherein.documents.parse.parse", here)
    monkeypatch.setattr("wherein.documents.isolated.MARKUP_SECONDS", 1.0)
    for written in (table * 8, "> " + (table * 8).replace("\n", "\n> ")):
        with pytest.raises(ParserKilled, match="longer than 1 seconds"):
            parse_safely(Source(written.encode(), "page.md", "/page.md"))


def test_markdown_with_ordinary_tables_is_parsed_here() -> None:
    table = "| a | b | c |\n| - | - | - |\n" + "| 1 | 2 |\n| 1 | | 3 |\n" * 40 + "\n"
    with ParserProcess(module="no.such.module") as process:
        parsed = parse_safely(Source((table * 100).encode(), "page.md", "/page.md"), process)
    assert parsed.text
