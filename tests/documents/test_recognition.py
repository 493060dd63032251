"""Pages that are pictures: recognised in the parsing process where tesseract is, refused with its command where not."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from wherein_lab.data.scans import FAIR, scan

from wherein import Engine, Options
from wherein.cli.main import invoke
from wherein.core.errors import NoText, UsageError
from wherein.core.span import Span
from wherein.documents.isolation.isolated import ParserProcess
from wherein.documents.page_lines.recognition import Recognition, how_to_install, program
from wherein.documents.places.boxes import boxes_of
from wherein.documents.source import Source
from wherein.home.folder import Home

needs_tesseract = pytest.mark.skipif(program() is None, reason="tesseract is not installed")
PAGES = [
    "The harbour of Skarholm\n\nThe harbour master is Ingrid Haugen, who has held the office since 1998. The"
    " ferry to the mainland leaves at seven in the morning from the northern quay.",
    "The lighthouse was built of granite in 1866 and stands thirty metres above the sea.",
]


def recognised(data: bytes, seconds: float = 60.0, **more: Any) -> Any:
    how = Recognition(program() or "", "eng", seconds, **more)
    with ParserProcess() as process:
        return process.parse(Source(data, "scan.pdf", "/scan.pdf", recognition=how))


@needs_tesseract
def test_each_page_is_recognised_with_its_place_and_told() -> None:
    told: list[tuple[int, int]] = []
    document = recognised(scan(PAGES, FAIR), on_page=lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]
    text = " ".join(document.text.split())
    assert "harbour master is Ingrid Haugen" in text
    assert "built of granite in 1866" in text
    assert [page.recognised for page in document.pages] == [True, True]
    start = document.text.index("granite")
    (box,) = boxes_of(document, Span(start, start + len("granite")))
    assert box.page == 2
    # On the page of 595 by 842 points: in its first lines, where the word was drawn.
    assert 150 < box.x0 < box.x1 < 330
    assert 60 < box.y0 < box.y1 < 110


@needs_tesseract
def test_boxes_of_a_turned_page_are_those_of_the_page_before_it_is_turned() -> None:
    turned = pypdfium2.PdfDocument(scan(PAGES[1:]))
    upright = recognised(scan(PAGES[1:]))
    # The picture lies on its side in the file, and the page's rotation sets it upright.
    sideways = io.BytesIO()
    from PIL import Image

    picture = turned[0].render(scale=300 / 72, grayscale=True).to_pil()
    picture.transpose(Image.Transpose.ROTATE_90).save(sideways, "PDF", resolution=300)
    again = pypdfium2.PdfDocument(sideways.getvalue())
    again[0].set_rotation(90)
    out = io.BytesIO()
    again.save(out)
    document = recognised(out.getvalue())
    assert "granite" in document.text
    start, there = document.text.index("granite"), upright.text.index("granite")
    (box,) = boxes_of(document, Span(start, start + 7))
    (shown,) = boxes_of(upright, Span(there, there + 7))
    # Turned left, what stood at the top of a page of this width stands at its left edge.
    width = 595
    assert box.x0 == pytest.approx(shown.y0, abs=6)
    assert box.y0 == pytest.approx(width - shown.x1, abs=6)


@needs_tesseract
def test_an_answer_says_that_it_was_recognised_at_every_door(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from wherein.server.doors.openai_form import message_of

    path = tmp_path / "harbour.pdf"
    path.write_bytes(scan(PAGES[:1]))
    assert invoke(["add", str(path)]) == 0
    capsys.readouterr()
    question = "Who is the harbour master?"
    assert invoke(["ask", question, "--json"]) == 0
    best = json.loads(capsys.readouterr().out)["answers"][0]
    assert (best["text"], best["page"], best["recognised"]) == ("Ingrid Haugen", 1, True)
    assert best["boxes"]
    assert invoke(["ask", question]) == 0  # from memory
    assert "page 1 · recognised from a picture" in " ".join(capsys.readouterr().out.split())
    with Engine.open(home) as engine:
        result = engine.ask(question)
        assert "recognised from a picture" in message_of(result).content
        assert "recognised from a picture" in result._repr_html_()


@needs_tesseract
def test_a_page_that_takes_too_long_is_left_out() -> None:
    with pytest.raises(NoText, match="no letters were recognised"):
        recognised(scan(PAGES[:1]), seconds=0.01)


@needs_tesseract
def test_a_language_that_is_missing_is_named_with_its_command() -> None:
    how = Recognition(program() or "", "tlh")
    with ParserProcess() as process, pytest.raises(NoText, match="'tlh'") as refused:
        process.parse(Source(scan(PAGES[:1]), "scan.pdf", "/scan.pdf", recognition=how))
    assert "tesseract-ocr-tlh" in refused.value.next_step or os.name == "nt"


@needs_tesseract
def test_pages_with_text_are_left_as_they_are(tmp_path: Path) -> None:
    from wherein.samples import sample_files

    (tides,) = [path for path in sample_files() if path.name == "tides.pdf"]
    both = pypdfium2.PdfDocument(tides.read_bytes())
    both.import_pages(pypdfium2.PdfDocument(scan(PAGES[1:])))
    out = io.BytesIO()
    both.save(out)
    document = recognised(out.getvalue())
    flags = [page.recognised for page in document.pages]
    assert flags == [False] * (len(flags) - 1) + [True]
    assert "granite" in document.pages[-1].span.of(document.text)


@needs_tesseract
def test_a_base_made_of_a_folder_has_its_scans(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "port"
    folder.mkdir()
    (folder / "harbour.pdf").write_bytes(scan(PAGES[:1]))
    with Engine.open(home) as engine:
        made = engine.bases.make("port", str(folder))
        assert (made.info.articles, made.left_out) == (1, ())
        result = engine.ask("Who is the harbour master?", options=Options(within=("port",)))
        assert result.answers[0].text == "Ingrid Haugen"


def test_a_base_says_which_scan_it_left_out_and_how_to_have_it(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "port"
    folder.mkdir()
    (folder / "harbour.pdf").write_bytes(scan(PAGES[:1]))
    (folder / "tides.md").write_text("# Tides\n\nThe tide is three metres high.\n", "utf-8")
    monkeypatch.setenv("PATH", str(tmp_path))
    with Engine.open(home) as engine:
        (left,) = engine.bases.make("port", str(folder)).left_out
    assert left.what.endswith("harbour.pdf")
    assert how_to_install() in left.reason


def test_without_tesseract_the_refusal_names_the_command(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "harbour.pdf"
    path.write_bytes(scan(PAGES[:1]))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert invoke(["add", str(path)]) == 1
    said = capsys.readouterr()
    assert how_to_install() in " ".join((said.out + said.err).split())


def test_the_setting_chooses_languages_or_none(home: Path, tmp_path: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text('ocr = "deu+eng"\n')
    assert Home(home).settings().ocr == "deu+eng"
    (home / "config.toml").write_text('ocr = "eng; rm -rf"\n')
    with pytest.raises(UsageError, match="ocr"):
        Home(home).settings()
    (home / "config.toml").write_text('ocr = ""\n')
    path = tmp_path / "harbour.pdf"
    path.write_bytes(scan(PAGES[:1]))
    with Engine.open(home) as engine, pytest.raises(NoText):
        engine.read(str(path))


@pytest.mark.parametrize(
    ("system", "languages", "command"),
    [
        ("Linux", "", "sudo apt install tesseract-ocr"),
        ("Linux", "deu+eng", "sudo apt install tesseract-ocr tesseract-ocr-deu"),
        ("Darwin", "deu", "brew install tesseract tesseract-lang"),
        ("Windows", "", "winget install UB-Mannheim.TesseractOCR"),
    ],
)
def test_the_command_is_the_systems(
    monkeypatch: pytest.MonkeyPatch, system: str, languages: str, command: str
) -> None:
    monkeypatch.setattr("platform.system", lambda: system)
    assert how_to_install(languages) == command
