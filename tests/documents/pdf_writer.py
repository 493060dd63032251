"""Writes small PDFs for tests, and the one among the samples: pages of lines at given places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Text:
    """A line of text; `x` and `y` are PDF points from the bottom left of the unrotated page.

    `invisible` text is drawn without ink, as that which a scanner's program recognised.
    """

    x: float
    y: float
    text: str
    size: float = 11
    bold: bool = False
    matrix: tuple[float, float, float, float] = (1, 0, 0, 1)
    invisible: bool = False


def pdf_bytes(
    pages: Sequence[Sequence[Text]],
    *,
    information: dict[str, str] | None = None,
    rotate: int = 0,
    unicode: bool = False,
    size: tuple[float, float] = (595, 842),
    size_inherited: bool = False,
    drawings: Sequence[str] = (),
) -> bytes:
    """A PDF with one page for each list of texts.

    `drawings` has, for each page from the first, the operators of what is drawn below its texts ("72 700 m 300 700 l S").

    With `unicode` every character gets a glyph of a font that is not embedded and a ToUnicode
    entry, so that any text can be carried; else texts are in cp1252, set in Helvetica. With
    `size_inherited` the pages' parent states their size.
    """
    objects: list[bytes] = [b"", b""]

    def put(data: bytes) -> int:
        objects.append(data)
        return len(objects)

    characters = sorted({c for page in pages for text in page for c in text.text})
    codes = {character: number for number, character in enumerate(characters, start=1)}
    if unicode:
        fonts = [_unicode_font(put, codes)] * 2
    else:
        fonts = [
            put(f"<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>".encode())
            for name in ("Helvetica", "Helvetica-Bold")
        ]
    box = f"/MediaBox[0 0 {size[0]:g} {size[1]:g}]"
    of_page, of_parent = ("", box) if size_inherited else (box, "")
    kids: list[int] = []
    for number, page in enumerate(pages):
        drawn = drawings[number] if number < len(drawings) else ""
        stream = drawn.encode() + b"\nBT\n"
        for text in page:
            matrix = " ".join(f"{value:g}" for value in (*text.matrix, text.x, text.y))
            if unicode:
                shown = b"<" + "".join(f"{codes[c]:04x}" for c in text.text).encode() + b">"
            else:
                raw = text.text.encode("cp1252")
                for special in (b"\\", b"(", b")"):
                    raw = raw.replace(special, b"\\" + special)
                shown = b"(" + raw + b")"
            stream += (
                f"{3 * text.invisible} Tr /F{int(text.bold)} {text.size:g} Tf {matrix} Tm ".encode()
                + shown
                + b" Tj\n"
            )
        stream += b"ET"
        content = put(b"<</Length %d>>stream\n%b\nendstream" % (len(stream), stream))
        kids.append(
            put(
                f"<</Type/Page/Parent 2 0 R/Rotate {rotate}{of_page}"
                f"/Resources<</Font<</F0 {fonts[0]} 0 R/F1 {fonts[1]} 0 R>>>>"
                f"/Contents {content} 0 R>>".encode()
            )
        )
    objects[0] = b"<</Type/Catalog/Pages 2 0 R>>"
    listed = " ".join(f"{kid} 0 R" for kid in kids)
    objects[1] = f"<</Type/Pages/Count {len(kids)}/Kids[{listed}]{of_parent}>>".encode()
    trailer = ""
    if information:
        fields = "".join(f"/{key}({value})" for key, value in information.items())
        trailer = f"/Info {put(f'<<{fields}>>'.encode('cp1252'))} 0 R"
    return _file(objects, trailer)


def _unicode_font(put: object, codes: dict[str, int]) -> int:
    assert callable(put)
    lines = "".join(
        f"<{code:04x}> <{character.encode('utf-16-be').hex()}>\n"
        for character, code in codes.items()
    )
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /U def\n"
        "1 begincodespacerange <0000> <ffff> endcodespacerange\n"
        f"{len(codes)} beginbfchar\n{lines}endbfchar\n"
        "endcmap CMapName currentdict /CMap defineresource pop end end"
    ).encode()
    to_unicode = put(b"<</Length %d>>stream\n%b\nendstream" % (len(cmap), cmap))
    descriptor = put(
        b"<</Type/FontDescriptor/FontName/U/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0"
        b"/Ascent 900/Descent -200/CapHeight 700/StemV 80>>"
    )
    below = put(
        f"<</Type/Font/Subtype/CIDFontType2/BaseFont/U/CIDSystemInfo<</Registry(Adobe)"
        f"/Ordering(Identity)/Supplement 0>>/FontDescriptor {descriptor} 0 R/DW 600>>".encode()
    )
    found = put(
        f"<</Type/Font/Subtype/Type0/BaseFont/U/Encoding/Identity-H/DescendantFonts[{below} 0 R]"
        f"/ToUnicode {to_unicode} 0 R>>".encode()
    )
    assert isinstance(found, int)
    return found


def _file(objects: Sequence[bytes], trailer: str) -> bytes:
    out = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    places = []
    for number, data in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, data)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table
    out += f"trailer\n<</Size {len(objects) + 1}/Root 1 0 R{trailer}>>\n".encode()
    return out + b"startxref\n%d\n%%%%EOF\n" % start
