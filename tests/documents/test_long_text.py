"""A long text read piece by piece is the text that is parsed at once: words, blocks, title, language."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wherein import Engine
from wherein.core.document import Block, Document
from wherein.core.errors import NoText, SourceError
from wherein.documents.parse import parse
from wherein.documents.plain import long_text as module
from wherein.documents.plain.long_text import LongText, long_text
from wherein.documents.source import Source
from wherein.passages.split import places_in, split

PROSE = (
    "The mill by the river grinds barley for the whole of the valley, as it did in older times. "
)
LINES = st.one_of(
    st.sampled_from(
        [
            "",
            " ",
            "\t",
            "CHAPTER ONE",
            "Chapter 3",
            "A Short Heading",
            PROSE,
            PROSE * 2,
            "Item      Qty    Price",
            "Apples      3     1.20",
            "Pears      14     2.50",
            "------   ----   ------",
            "| Ada | 12 |",
            "+-----+----+",
            "Name: Ada Holm",
            "Room:    12",
            "Espresso ...... 2.10",
            "    goes on",
            "eh\u0301 🎉",
        ]
    ),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30),
)
ENDS = st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\r\n\r\n"])


def read(path: Path, text: str, encoding: str = "utf-8") -> tuple[LongText, str, list[Block]]:
    path.write_bytes(text.encode(encoding))
    made = long_text(str(path), shortest_bytes=0)
    assert made is not None
    pieces = list(made.pieces())
    for piece in pieces:
        assert all(piece.start <= b.span.start <= b.span.end <= piece.start + len(piece.text)
                   for b in piece.blocks)  # fmt: skip
    return made, "".join(p.text for p in pieces), [b for p in pieces for b in p.blocks]


def whole(path: Path) -> Document:
    return parse(Source(path.read_bytes(), path.name, str(path)))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(lines=st.lists(st.tuples(LINES, ENDS), min_size=1, max_size=30), at_once=st.integers(1, 90))
def test_it_is_what_is_parsed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[tuple[str, str]], at_once: int
) -> None:
    monkeypatch.setattr(module, "READ_BYTES", at_once)
    path = tmp_path / "long.txt"
    text = "Barley\n\n" + "".join(line + end for line, end in lines)
    made, canonical, blocks = read(path, text)
    expected = whole(path)
    assert canonical == expected.text
    assert tuple(blocks) == expected.blocks
    assert (made.title, made.id, made.content_hash) == (
        expected.title,
        expected.id,
        expected.content_hash,
    )
    placed = places_in((block, block.span.of(canonical)) for block in blocks)
    assert [(p.section, p.span, p.main) for p in split(expected)] == list(placed)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "cp1252", "utf-32"]
)
def test_encodings_are_detected_as_in_a_short_one(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "READ_BYTES", 333)
    path = tmp_path / "long.txt"
    text = "Das Müllerhandwerk\r\n\r\n" + "Die Mühle mahlt das Korn für das ganze Tal. " * 80
    made, canonical, _ = read(path, text, encoding)
    expected = whole(path)
    assert canonical == expected.text == text.replace("\r\n", "\n")
    assert (
        (made.language, made.title)
        == (expected.language, expected.title)
        == (
            "de",
            "Das Müllerhandwerk",
        )
    )


def test_a_run_without_end_is_cut_and_kept_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "READ_BYTES", 1_000)
    monkeypatch.setattr(module, "LONGEST_RUN", 5_000)
    for joined in ("\n", " ", ""):
        text = joined.join(["barley"] * 5_000)
        _, canonical, blocks = read(tmp_path / "run.txt", text)
        assert canonical == text
        assert "".join(b.span.of(text) for b in blocks).count("barley") >= 4_990


def test_what_is_no_long_text_is_left_to_the_parser(tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    html.write_text("<html><body><p>text</p></body></html>", "utf-8")
    assert long_text(str(html), shortest_bytes=0) is None
    assert long_text(str(tmp_path / "absent.txt"), shortest_bytes=0) is None
    assert long_text(str(tmp_path), shortest_bytes=0) is None
    short = tmp_path / "short.txt"
    short.write_text("short", "utf-8")
    assert long_text(str(short)) is None


def test_one_in_which_nothing_shows_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "blank.txt"
    path.write_text("\n \t\n" * 50, "utf-8")
    made = long_text(str(path), shortest_bytes=0)
    assert made is not None
    with pytest.raises(NoText):
        list(made.pieces())


def test_one_that_changes_while_it_is_read_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "log.txt"
    path.write_text("One line.\n\n" * 50, "utf-8")
    made = long_text(str(path), shortest_bytes=0)
    assert made is not None
    path.write_text("Another line.\n\n" * 50, "utf-8")
    with pytest.raises(SourceError, match="changed while it was read"):
        list(made.pieces())


def test_the_library_keeps_a_long_one_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "READ_BYTES", 50_000)
    path = tmp_path / "long.txt"
    chapters = (f"CHAPTER {n}\n\n" + f"{PROSE}It is number {n}.\n\n" * 40 for n in range(1, 1_600))
    path.write_text("".join(chapters), "utf-8")
    assert path.stat().st_size > module.SHORTEST_BYTES
    on_progress: list[tuple[int, int, str]] = []
    with Engine.open(tmp_path / "home") as engine:
        summary = engine.add(
            path, on_progress=lambda done, of, what: on_progress.append((done, of, what))
        )
        assert not summary.failed
        kept, expected = engine.kept(str(path)), whole(path)
        assert (kept.text, kept.blocks, kept.title, kept.language) == (
            expected.text,
            expected.blocks,
            expected.title,
            expected.language,
        )
        assert summary.added[0].words == expected.words
        reading = [(done, of) for done, of, what in on_progress if what.startswith("kB of")]
        assert len(reading) > 100
        assert reading == sorted(reading)
        hit = engine.search("number 1234")[0]
        assert hit.passage.section[-1] == "CHAPTER 1234"
        assert engine.add(path).unchanged == (str(path),)
        path.write_text("\n" * 6_000_000, "utf-8")
        assert "no text" in engine.add(path).failed[0].reason
        assert engine.kept(str(path)).text == expected.text  # the library is as it was before


def test_memory_does_not_grow_with_the_text(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text(f"{PROSE}\n\n" * 330_000, "utf-8")  # 30 MB
    made = long_text(str(path))
    assert made is not None
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    longest = max(len(piece.text) for piece in made.pieces())
    grown_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert longest < 2_500_000
    assert grown_kb < 30_000


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("one\ntwo thr", "one\n"),
        ("\nendless", "\n"),
        ("one tw", "one "),
        (" endless", " "),
        ("endless", "endless"),
    ],
)
def test_a_run_without_end_is_cut_after_a_line_or_else_a_word(text: str, whole: str) -> None:
    assert text[: module._line_end(text)] == whole
