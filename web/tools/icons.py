"""Draws the extension's icons and the stores' tile: three lines of text, the middle one marked. Standard library only.

`python web/tools/icons.py` writes web/extension/icons/{16,32,48,64,96,128}.png and web/extension/store/tile.png.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

EXTENSION = Path(__file__).resolve().parents[1] / "extension"
SIZES = (16, 32, 48, 64, 96, 128)
TILE = (440, 280)
GROUND = (236, 233, 226, 255)
PAPER, INK, MARK, NONE = (255, 255, 255, 255), (74, 74, 70, 255), (255, 182, 39, 255), (0, 0, 0, 0)
SAMPLES = 4  # per side of a pixel


def colour(x: float, y: float) -> tuple[int, int, int, int]:
    """The colour at a place of the unit square."""
    edge, radius = 0.06, 0.16
    dx = max(edge + radius - x, x - (1 - edge - radius), 0)
    dy = max(edge + radius - y, y - (1 - edge - radius), 0)
    if dx * dx + dy * dy > radius * radius:
        return NONE
    if dx * dx + dy * dy > (radius - 0.05) ** 2 and (dx or dy):
        return INK
    if min(x, y, 1 - x, 1 - y) < edge + 0.05:
        return INK
    if 0.2 <= x <= 0.8 and 0.25 <= y <= 0.33:
        return INK
    if 0.16 <= x <= 0.7 and 0.42 <= y <= 0.6:
        return MARK
    if 0.2 <= x <= 0.6 and 0.7 <= y <= 0.78:
        return INK
    return PAPER


def pixels(size: int) -> list[list[tuple[int, ...]]]:
    """The icon's rows of red, green, blue and alpha."""
    rows = []
    for y in range(size):
        row = []
        for x in range(size):
            drawn = [
                colour((x + (i + 0.5) / SAMPLES) / size, (y + (j + 0.5) / SAMPLES) / size)
                for i in range(SAMPLES)
                for j in range(SAMPLES)
            ]
            alpha = sum(c[3] for c in drawn)
            row.append(
                (
                    *(round(sum(c[k] * c[3] for c in drawn) / alpha) if alpha else 0 for k in range(3)),
                    round(alpha / len(drawn)),
                )
            )  # fmt: skip
        rows.append(row)
    return rows


def tile() -> list[list[tuple[int, ...]]]:
    """The icon in the middle of the stores' tile, which has no words."""
    width, height = TILE
    icon = pixels(160)
    left, top = (width - len(icon)) // 2, (height - len(icon)) // 2
    rows: list[list[tuple[int, ...]]] = [[GROUND] * width for _ in range(height)]
    for y, row in enumerate(icon):
        for x, (*drawn, alpha) in enumerate(row):
            over = [round((c * alpha + g * (255 - alpha)) / 255) for c, g in zip(drawn, GROUND, strict=False)]  # fmt: skip
            rows[top + y][left + x] = (*over, 255)
    return rows


def png(drawn: list[list[tuple[int, ...]]]) -> bytes:
    rows = bytearray()
    for row in drawn:
        rows.append(0)
        for pixel in row:
            rows.extend(pixel)

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", len(drawn[0]), len(drawn), 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(bytes(rows), 9))
        + chunk(b"IEND", b"")
    )


if __name__ == "__main__":
    for size in SIZES:
        (EXTENSION / f"icons/{size}.png").write_bytes(png(pixels(size)))
    (EXTENSION / "store/tile.png").write_bytes(png(tile()))
