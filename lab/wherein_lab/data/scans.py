"""Makes scans of known text: pages as pictures with a scanner's faults, in a PDF without a text layer."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from matplotlib import get_data_path
from PIL import Image, ImageDraw, ImageFilter, ImageFont


@dataclass(frozen=True)
class Quality:
    """The faults of a scan: dots per inch, skew in degrees, blur, specks per thousand pixels, JPEG quality."""

    dots: int
    askew: float = 0.0
    blur: float = 0.0
    specks: int = 0
    jpeg: int = 90


GOOD = Quality(300)
FAIR = Quality(200, askew=0.4, blur=0.6, specks=1, jpeg=60)
POOR = Quality(120, askew=0.8, blur=0.7, specks=4, jpeg=35)
QUALITIES = {"good": GOOD, "fair": FAIR, "poor": POOR}
_WIDTH, _HEIGHT, _MARGIN, _POINTS = 8.27, 11.69, 1.0, 11
_LETTERS_A_LINE = 84


def scan(pages: Sequence[str], quality: Quality = GOOD, seed: int = 0) -> bytes:
    """A PDF with one picture per page; a page's paragraphs are separated by an empty line."""
    draw = random.Random(seed)
    pictures = [_page(text, quality, draw) for text in pages]
    out = io.BytesIO()
    pictures[0].save(out, "PDF", save_all=True, append_images=pictures[1:], resolution=quality.dots)
    return out.getvalue()


def _page(text: str, quality: Quality, draw: random.Random) -> Image.Image:
    dots = quality.dots
    page = Image.new("L", (int(_WIDTH * dots), int(_HEIGHT * dots)), 250)
    size = _POINTS * dots // 72
    font = ImageFont.truetype(f"{get_data_path()}/fonts/ttf/DejaVuSerif.ttf", size)
    pen = ImageDraw.Draw(page)
    top = _MARGIN * dots
    for paragraph in text.split("\n\n"):
        for line in wrap(paragraph, _LETTERS_A_LINE):
            pen.text((_MARGIN * dots, top), line, fill=20, font=font)
            top += size * 1.35
        top += size
    if quality.askew:
        page = page.rotate(quality.askew, fillcolor=250, resample=Image.Resampling.BICUBIC)
    if quality.blur:
        page = page.filter(ImageFilter.GaussianBlur(quality.blur * dots / 200))
    for _ in range(page.width * page.height * quality.specks // 100_000):
        page.putpixel((draw.randrange(page.width), draw.randrange(page.height)), 60)
    out = io.BytesIO()
    page.save(out, "JPEG", quality=quality.jpeg)
    return Image.open(io.BytesIO(out.getvalue()))
