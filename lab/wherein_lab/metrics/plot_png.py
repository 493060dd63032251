"""The plots of `plots.py` as PNG: draws the few SVG elements they are made of, and no other SVG."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from wherein_lab.metrics.plots import HEIGHT, WIDTH

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

SCALE = 2
"""Pixels for a unit of the plot."""
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def png_of(svg: str) -> bytes:
    """The same plot as a PNG of 1280 × 760 pixels."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), "white")
    canvas = ImageDraw.Draw(image)
    for part in ElementTree.fromstring(svg):
        kind = part.tag.rpartition("}")[2]
        if kind == "text" and "transform" in part.attrib:
            # The one turned text: the name of the upright axis.
            beside = Image.new("RGB", (HEIGHT * SCALE, 20 * SCALE), "white")
            _text(ImageDraw.Draw(beside), HEIGHT / 2, 15, part.text or "", "middle", 12)
            image.paste(beside.rotate(90, expand=True), (2, 0))
        else:
            _draw(canvas, kind, part)
    written = io.BytesIO()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()


def _draw(canvas: ImageDraw, kind: str, part: ElementTree.Element) -> None:
    given = part.attrib
    if kind == "line":
        ends = [float(given[name]) * SCALE for name in ("x1", "y1", "x2", "y2")]
        canvas.line(ends, fill=given["stroke"], width=SCALE)
    elif kind == "polyline":
        points = [float(n) * SCALE for pair in given["points"].split() for n in pair.split(",")]
        canvas.line(points, fill=given["stroke"], width=SCALE)
    elif kind == "circle":
        x, y, r = (float(given[name]) * SCALE for name in ("cx", "cy", "r"))
        canvas.ellipse((x - r, y - r, x + r, y + r), fill=given["fill"])
    elif kind == "text":
        size = float(given.get("font-size", 12))
        anchor = given.get("text-anchor", "start")
        _text(canvas, float(given["x"]), float(given["y"]), part.text or "", anchor, size)


def _text(canvas: ImageDraw, x: float, y: float, text: str, anchor: str, size: float) -> None:
    from PIL import ImageFont

    font = ImageFont.load_default(size * SCALE)
    canvas.text((x * SCALE, y * SCALE), text, fill="black", font=font, anchor=_ANCHORS[anchor])
