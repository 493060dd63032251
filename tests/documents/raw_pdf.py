"""Writes PDFs object by object, for files that no program writes: pages that share what they draw, forms that draw one another."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

_FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
_CATALOG = b"<</Type/Catalog/Pages 2 0 R>>"
_PAGES = b"<</Type/Pages/Kids[%s]/Count %d/MediaBox[0 0 600 840]/Resources<</Font<</F 3 0 R>>%s>>>>"


def _file(objects: Sequence[bytes]) -> bytes:
    """A PDF of these objects, numbered from 1; the first is the catalogue."""
    out = b"%PDF-1.7\n"
    places: list[int] = []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    end = (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF"
    )
    return out + end % (size, table, size, len(out))


def _stream(data: bytes, entries: bytes = b"") -> bytes:
    packed = zlib.compress(data, 9)
    head = b"<<%s/Filter/FlateDecode/Length %d>>stream\n" % (entries, len(packed))
    return head + packed + b"\nendstream"


def shared_content(pages: int, pieces: int) -> bytes:
    """Pages that all draw the one stream, whose words are so many pieces of text."""
    drawn = b"".join(
        b"1 0 0 1 %d %d Tm (w%d)Tj " % (k * 7919 % 590, k * 104729 % 830, k % 10)
        for k in range(pieces)
    )
    kids = b" ".join(b"%d 0 R" % (5 + k) for k in range(pages))
    page = b"<</Type/Page/Parent 2 0 R/Contents 4 0 R>>"
    content = _stream(b"BT /F 8 Tf " + drawn + b"ET")
    return _file([_CATALOG, _PAGES % (kids, pages, b""), _FONT, content, *[page] * pages])


def nested_forms(depth: int, times: int) -> bytes:
    """A page that draws a form so many times, which draws another as many times, and so on."""
    draws = b"/X Do " * times
    objects = [
        _CATALOG,
        _PAGES % (b"4 0 R", 1, b"/XObject<</X 6 0 R>>"),
        _FONT,
        b"<</Type/Page/Parent 2 0 R/Contents 5 0 R>>",
        _stream(b"BT /F 12 Tf 72 700 Td (It begins in Oslo.)Tj ET " + draws),
    ]
    for level in range(depth):
        inner = b"/XObject<</X %d 0 R>>" % (7 + level) if level < depth - 1 else b""
        form = b"/Type/XObject/Subtype/Form/BBox[0 0 600 840]/Resources<</Font<</F 3 0 R>>%s>>"
        text = draws if inner else b"BT /F 8 Tf (Some words.)Tj ET"
        objects.append(_stream(text, form % inner))
    return _file(objects)


def with_annotations(lines: Sequence[tuple[int, int, str]], annotations: Sequence[bytes]) -> bytes:
    """A page of text in 11 points at these places with these annotations, of which widgets are the fields of a form."""
    text = b"".join(
        b"1 0 0 1 %d %d Tm (%s)Tj " % (x, y, words.encode("latin-1")) for x, y, words in lines
    )
    numbers = [6 + k for k in range(len(annotations))]
    listed = b" ".join(b"%d 0 R" % number for number in numbers)
    fields = b" ".join(
        b"%d 0 R" % number
        for number, each in zip(numbers, annotations, strict=True)
        if b"/Widget" in each
    )
    catalog = _CATALOG[:-2] + b"/AcroForm<</Fields[%s]/DA(/F 10 Tf)/DR<</Font<</F 3 0 R>>>>>>>>"
    page = b"<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots[%s]>>" % listed
    return _file(
        [
            catalog % fields,
            _PAGES % (b"4 0 R", 1, b""),
            _FONT,
            page,
            _stream(b"BT /F 11 Tf " + text + b"ET"),
            *annotations,
        ]
    )


def widget(place: tuple[int, int, int, int], entries: str) -> bytes:
    """A form field at these sides (left, bottom, right, top) with further entries of its dictionary."""
    rectangle = b"/Rect[%d %d %d %d]" % place
    return b"<</Type/Annot/Subtype/Widget/F 4%s%s>>" % (rectangle, entries.encode("latin-1"))


def with_picture(lines: Sequence[tuple[int, int, str]], place: tuple[int, int, int, int]) -> bytes:
    """A page of text with a grey picture at a place (left, bottom, width, height)."""
    left, bottom, width, height = place
    text = b"".join(
        b"1 0 0 1 %d %d Tm (%s)Tj " % (x, y, words.encode("latin-1")) for x, y, words in lines
    )
    picture = (
        b"/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray"
    )
    drawn = b"q %d 0 0 %d %d %d cm /P Do Q " % (width, height, left, bottom)
    return _file(
        [
            _CATALOG,
            _PAGES % (b"4 0 R", 1, b"/XObject<</P 6 0 R>>"),
            _FONT,
            b"<</Type/Page/Parent 2 0 R/Contents 5 0 R>>",
            _stream(drawn + b"BT /F 11 Tf " + text + b"ET"),
            _stream(bytes((90, 120, 150, 180)), picture),
        ]
    )
