"""Recognises the text of pages that are pictures, with the program tesseract where it is installed. Opens no file.

The page is rendered at 300 dots per inch and passed to tesseract, which returns words with their places. These become
lines like those of a page with text.
"""

from __future__ import annotations

import csv
import io
import os
import platform
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from wherein.core.errors import NoText
from wherein.documents.page_lines.pdf_lines import NO_BOX, Line, PageLines, Rectangle

PAGE_SECONDS = 60.0
"""The time limit of a page; a page of a book takes one to five seconds."""
MOST_PAGES = 2_000
"""The most pages of one file whose text is recognised."""
_DOTS = 300
_POINTS = 72
_MOST_PIXELS = 30_000_000
_LEAST_SURE = 40.0
"""The least mean confidence of a line; less certain lines are specks and drawings."""
_SAME_SIZE = 0.25
"""The relative difference up to which two letter heights, measured by ink, are the same size."""
_INSTALL = {
    "Darwin": "brew install tesseract tesseract-lang",
    "Windows": "winget install UB-Mannheim.TesseractOCR",
}


@dataclass(frozen=True, slots=True)
class Recognition:
    """How pages without text are recognised: tesseract's path, its languages, and the seconds that a page may take.

    `on_page(done, of)` is called after each of the pages without text.
    """

    program: str
    languages: str
    seconds: float = PAGE_SECONDS
    on_page: Callable[[int, int], None] = lambda done, of: None


def program() -> str | None:
    """The path of tesseract; None where it is not installed."""
    return shutil.which("tesseract")


def recognition_in(
    languages: str, on_page: Callable[[int, int], None] = lambda done, of: None
) -> Recognition | None:
    """How to recognise these languages; None for "", and where tesseract is not installed."""
    installed = program() if languages else None
    return None if installed is None else Recognition(installed, languages, on_page=on_page)


def how_to_install(languages: str = "") -> str:
    """The command that installs tesseract, with packages of languages where Debian has them by name."""
    command = _INSTALL.get(platform.system())
    if command is None:
        others = [name for name in languages.split("+") if name and name not in ("eng", "osd")]
        packages = " ".join(f"tesseract-ocr-{name.lower().replace('_', '-')}" for name in others)
        command = f"sudo apt install tesseract-ocr {packages}".rstrip()
    return command


def has_picture(page: Any) -> bool:
    """Whether a pypdfium2 page draws anything that could be letters: a picture or shapes."""
    import pypdfium2.raw as pdfium

    drawn = [pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_SHADING]
    return next(iter(page.get_objects(filter=drawn, max_depth=3)), None) is not None


def recognised(page: Any, number: int, how: Recognition) -> PageLines:
    """The lines of a pypdfium2 page as tesseract reads them; none where it takes too long or finds no letters.

    Raises NoText where tesseract does not run, usually because a language is missing.
    """
    width, height = page.get_size()
    scale = min(_DOTS / _POINTS, (_MOST_PIXELS / max(width * height, 1.0)) ** 0.5)
    rotation = page.get_rotation()
    picture = page.render(scale=scale, grayscale=True)
    rows = _read(_portable(picture), round(scale * _POINTS), how)
    lines = _lines(rows, number, scale, rotation, width, height)
    return PageLines(number, width, height, tuple(_even(lines)))


def _portable(picture: Any) -> bytes:
    """A grey bitmap as a portable graymap (Netpbm, P5), which tesseract reads from standard input."""
    data, stride = bytes(picture.buffer), picture.stride
    rows = (
        data[start : start + picture.width] for start in range(0, stride * picture.height, stride)
    )
    return b"P5 %d %d 255\n" % (picture.width, picture.height) + b"".join(rows)


def _read(picture: bytes, dots: int, how: Recognition) -> list[dict[str, str]]:
    command = [how.program, "stdin", "stdout", "-l", how.languages, "--dpi", str(dots), "tsv"]
    try:
        done = subprocess.run(
            command,
            input=picture,
            capture_output=True,
            timeout=how.seconds,
            check=False,
            # On a machine that does other things too, its threads wait for each other.
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )
    except subprocess.TimeoutExpired:
        return []
    except OSError as error:
        raise NoText(
            f"The program {how.program} could not be started ({error.strerror}).",
            f"Install it again: {how_to_install(how.languages)}",
        ) from error
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace")
        if "language" in said.lower():
            raise NoText(
                f"tesseract lacks a language of {how.languages!r}.",
                f"Get it: {how_to_install(how.languages)}; or name others with ocr in config.toml.",
            )
        return []
    table = csv.DictReader(
        io.StringIO(done.stdout.decode("utf-8", "replace")), delimiter="\t", quoting=csv.QUOTE_NONE
    )
    return list(table)


def _lines(
    rows: list[dict[str, str]],
    number: int,
    scale: float,
    rotation: int,
    width: float,
    height: float,
) -> list[tuple[str, Line]]:
    """Yields the lines, each with the name of its paragraph in tesseract's output."""
    words: dict[tuple[str, str], list[tuple[str, Rectangle, float]]] = {}
    for row in rows:
        text = (row.get("text") or "").strip()
        if row.get("level") != "5" or not text:
            continue
        try:
            left, top = float(row["left"]) / scale, float(row["top"]) / scale
            right, bottom = left + float(row["width"]) / scale, top + float(row["height"]) / scale
            sure = float(row["conf"])
        except (KeyError, TypeError, ValueError):
            continue
        paragraph = f"{row['block_num']}.{row['par_num']}"
        place = (left, top, right, bottom)
        words.setdefault((paragraph, row["line_num"]), []).append((text, place, sure))
    found = []
    for (paragraph, _), line in words.items():
        if sum(sure for _, _, sure in line) / len(line) >= _LEAST_SURE:
            found.append((paragraph, _line(line, number, rotation, width, height)))
    return found


def _line(
    words: list[tuple[str, Rectangle, float]],
    number: int,
    rotation: int,
    width: float,
    height: float,
) -> Line:
    """One line; a word's box is divided among its characters, since tesseract gives no boxes of characters."""
    text: list[str] = []
    boxes: list[Rectangle] = []
    for word, (x0, y0, x1, y1), _ in words:
        if text:
            text.append(" ")
            boxes.append(NO_BOX)
        step = (x1 - x0) / len(word)
        for place, character in enumerate(word):
            shown = (x0 + place * step, y0, x0 + (place + 1) * step, y1)
            text.append(character)
            boxes.append(_unturned(shown, rotation, width, height))
    left, top = min(place[0] for _, place, _ in words), min(place[1] for _, place, _ in words)
    right, bottom = max(place[2] for _, place, _ in words), max(place[3] for _, place, _ in words)
    return Line("".join(text), boxes, number, left, right, top, bottom, bottom - top, False)


def _unturned(shown: Rectangle, rotation: int, width: float, height: float) -> Rectangle:
    """Converts a place on the page as shown (`width` by `height`) to one on the unrotated page."""
    x0, y0, x1, y1 = shown
    if rotation == 90:
        return (y0, width - x1, y1, width - x0)
    if rotation == 180:
        return (width - x1, height - y1, width - x0, height - y0)
    if rotation == 270:
        return (height - y1, x0, height - y0, x1)
    return shown


def _even(lines: list[tuple[str, Line]]) -> list[Line]:
    """The lines with one letter height per paragraph; the page's usual height where a paragraph's hardly differs.

    By its ink alone, a line without descenders is lower than its neighbours and would look like another font.
    """
    if not lines:
        return []
    usual = _middle([line.size for _, line in lines])
    heights: dict[str, list[float]] = {}
    for paragraph, line in lines:
        heights.setdefault(paragraph, []).append(line.size)
    for paragraph, line in lines:
        own = _middle(heights[paragraph])
        line.size = usual if abs(own - usual) <= _SAME_SIZE * usual else own
    return [line for _, line in lines]


def _middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]
