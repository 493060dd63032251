"""The parsing process: it gives the same documents, and its crashes do not end this one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documents import made
from tests.documents.pdf_writer import Text, pdf_bytes
from wherein.core.errors import NoText, ParseError, ParserKilled, SourceTooLarge, UnsupportedFormat
from wherein.documents.isolation import child
from wherein.documents.isolation.isolated import (
    LARGEST_IN_PROCESS_BYTES,
    MORE_TIME_BYTES,
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


def test_compiled_code_goes_where_this_process_puts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An installation that its user may not write into stays as it was packed."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    monkeypatch.setattr("sys.pycache_prefix", str(tmp_path / "compiled"))
    parse_isolated(Source(made.pdf(["Ab one"]), "a.pdf", "/tmp/a.pdf"))
    assert list((tmp_path / "compiled").rglob("parse.*.pyc"))


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
    process._module = "wherein.documents.isolation.child"
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
    allowed = 0.1 / -(-len(data) // MORE_TIME_BYTES)
    with pytest.raises(ParserKilled, match="longer than"):
        parse_isolated(Source(data, "a.pdf", "/tmp/a.pdf"), seconds=allowed)


def test_a_closed_process_starts_again() -> None:
    process = ParserProcess()
    for _ in range(2):
        assert process.parse(Source(b"Hello.", "a.txt", "/tmp/a.txt")).text == "Hello."
        process.close()


@pytest.mark.parametrize(
    ("markup", "name"),
    [
        ("<p " + " ".join(f"a{n}=1" for n in range(9_000)) + ">x</p>" * 40, "page.html"),
        ("</div>" + "<div></x>" * 110_000 + "x", "page.html"),
        ("<p>" + "".join(f"<b a={n}>" for n in range(500)) + "<p>x</p>" * 2_500, "page.html"),
    ],
)
def test_markup_that_takes_long_is_ended(
    markup: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wherein.documents.isolation.isolated.MARKUP_SECONDS", 0.02)
    with pytest.raises(ParserKilled, match=r"longer than 0\.02 seconds"):
        parse_safely(Source(markup.encode(), name, f"/{name}"))


def test_a_table_whose_rows_lack_most_of_their_cells_is_refused() -> None:
    markdown = "|a" * 100 + "\n" + "|-" * 100 + "\n" + "|x\n" * 5_000
    with pytest.raises(SourceTooLarge, match="lack more than 200,000 cells"):
        parse_safely(Source(markdown.encode(), "page.md", "/page.md"))


@pytest.mark.parametrize("kind", sorted(set(made.MAKERS) - {"text"}))
def test_only_plain_text_is_parsed_in_this_process(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(*_: object, **__: object) -> None:
        raise AssertionError("parsed in this process")

    name, make = made.MAKERS[kind]
    source = Source(make(["Some words here."]), name, f"/{name}")
    with ParserProcess() as process:
        monkeypatch.setattr("wherein.documents.parse.parse", here)
        assert "Some words here." in parse_safely(source, process).text


def test_a_long_text_is_parsed_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def here(*_: object, **__: object) -> None:
        raise AssertionError("parsed in this process")

    text = b"Item  Price\n" * (LARGEST_IN_PROCESS_BYTES // 12 + 1)
    with ParserProcess() as process:
        monkeypatch.setattr("wherein.documents.parse.parse", here)
        assert parse_safely(Source(text, "a.txt", "/a.txt"), process).text.startswith("Item")
        with pytest.raises(ParseError):  # it is parsed here
            parse_safely(Source(text[:1_000], "a.txt", "/a.txt"), process)


def test_a_page_whose_cells_span_millions_of_places_takes_little_memory() -> None:
    """300 rows of 20 cells, 279 kB, took 4.3 GB."""
    page = "<table>" + ("<tr>" + "<td colspan=1000 rowspan=65534>word</td>" * 20) * 300 + "</table>"
    source = Source(page.encode(), "page.html", "/page.html")
    document = parse_isolated(source, memory_bytes=400_000_000)
    assert document.text.count("word") == 6_000


def test_where_the_system_sets_no_limit_on_memory_time_stays_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """macOS refuses the limit; on Linux the refusal is a failure and is not hidden."""
    resource = pytest.importorskip("resource", reason="Windows has no such limits")
    limited: list[int] = []

    def refusing(what: int, to: tuple[int, int]) -> None:
        if what == resource.RLIMIT_AS:
            raise ValueError("current limit exceeds maximum limit")
        limited.append(what)

    monkeypatch.setattr(resource, "setrlimit", refusing)
    monkeypatch.setattr(resource, "getrlimit", lambda what: (resource.RLIM_INFINITY,) * 2)
    monkeypatch.setattr("sys.platform", "darwin")
    child.limit(5, 300_000_000)
    assert limited == [resource.RLIMIT_CPU, resource.RLIMIT_CORE]
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(ValueError, match="maximum limit"):
        child.limit(5, 300_000_000)
