"""Decodes bytes to text by byte order mark, declared encoding or a checked guess. Knows no file format."""

from __future__ import annotations

import codecs
import re

# What browsers read under these labels (WHATWG Encoding Standard, section 4.2): the superset.
_WHATWG = {
    "ascii": "cp1252",
    "us-ascii": "cp1252",
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "iso-8859-1": "cp1252",
    "iso8859-1": "cp1252",
    "iso-8859-9": "cp1254",
    "iso-8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "big5": "big5hkscs",
    "x-mac-cyrillic": "mac_cyrillic",
    "macintosh": "mac_roman",
    "windows-874": "cp874",
    "utf-16": "utf-16-le",
    "unicode": "utf-16-le",
}
# UTF-32 first: its little-endian mark begins with the UTF-16 one.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
GUESS_FROM_BYTES = 200_000
# Control characters that no text has; a decoding that produces them is a wrong one.
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x80-\x84\x86-\x9f]")
_META_CHARSET = re.compile(
    rb"""<meta[^>]{0,400}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.\-]{2,40})""", re.IGNORECASE
)
_XML_ENCODING = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9_.\-]{2,40})""")


def declared_in_markup(data: bytes, *, within_bytes: int = 100_000) -> str | None:
    """The encoding that an HTML or XML file declares in its first bytes, as written there."""
    head = data[:within_bytes]
    match = _XML_ENCODING.search(head) or _META_CHARSET.search(head)
    return match.group(1).decode("ascii") if match else None


def python_codec(label: str | None) -> str | None:
    """Python's name for an encoding label, with the meaning that browsers give it; None for an unknown label."""
    name = (label or "").strip().strip("\"'").lower()
    if not name:
        return None
    name = _WHATWG.get(name, name)
    try:
        info = codecs.lookup(name)
    except (LookupError, ValueError):
        return None
    # A "codec" such as rot13 or zlib turns text into something else.
    return info.name if getattr(info, "_is_text_encoding", True) else None


def decode(data: bytes, declared: str | None = None) -> str:
    """The text of `data`, without its byte order mark.

    It tries in order: a byte order mark; valid UTF-8, which is hardly ever valid by chance; the declared encoding, if
    it gives no or few errors; UTF-16/32 by their zero bytes; a guess by byte statistics. Bytes that can't be decoded
    become U+FFFD, never an error.
    """
    for mark, marked in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(marked, "replace")
    codec = python_codec(declared)
    wide = _wide_codec(data)
    if wide:
        return data.decode(wide, "replace")
    if b"\x1b$" in data[:GUESS_FROM_BYTES] and not (codec and codec.startswith("iso2022")):
        codec = "iso2022_jp"
    if codec and codec.startswith(("iso2022", "hz")):
        # Seven-bit encodings are valid UTF-8 and mean something else.
        return data.decode(codec, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    if codec and not codec.startswith(("utf-16", "utf-32")):
        text = data.decode(codec, "replace")
        # A page in a declared encoding may hold a few stray bytes; a wrong declaration many.
        if text.count("\ufffd") <= len(text) // 2000 + (0 if codec == "utf-8" else 1):
            return text
    guess = _guess(data)
    return data.decode(guess, "replace")


def codec_of_head(head: bytes, is_utf8: bool) -> tuple[str, int]:
    """The codec of a text that is read in pieces, and the length of its byte order mark, chosen as in `decode`.

    `head` has the first GUESS_FROM_BYTES bytes; `is_utf8` is True where the whole text is valid UTF-8.
    """
    for mark, marked in _MARKS:
        if head.startswith(mark):
            return marked, len(mark)
    if wide := _wide_codec(head):
        return wide, 0
    if b"\x1b$" in head:
        return "iso2022_jp", 0
    return ("utf-8" if is_utf8 else _guess(head)), 0


def looks_binary(data: bytes) -> bool:
    """Whether the first bytes are binary data: too many zeros or control characters for any encoding."""
    head = data[:8192]
    if not head or any(head.startswith(mark) for mark, _ in _MARKS) or _wide_codec(data):
        return False
    if b"\0" in head and head.count(b"\0") > len(head) // 500:
        return True
    controls = sum(head.count(byte) for byte in _CONTROL_BYTES)
    return controls > len(head) // 50


_CONTROL_BYTES = tuple(bytes([code]) for code in (*range(1, 8), *range(14, 27), *range(28, 32)))


def _wide_codec(data: bytes) -> str | None:
    """UTF-16 or UTF-32 without a byte order mark, detected by the zero bytes of Latin letters; else None."""
    head = data[:4096]
    if len(head) < 4 or b"\0" not in head:
        return None
    zeros = [head[offset::4].count(0) / len(head[offset::4]) for offset in range(4)]
    if min(zeros[1:]) > 0.9 and zeros[0] < 0.1:
        return "utf-32-le"
    if min(zeros[:3]) > 0.9 and zeros[3] < 0.1:
        return "utf-32-be"
    if min(zeros[1], zeros[3]) > 0.3 and max(zeros[0], zeros[2]) < 0.05:
        return "utf-16-le"
    if min(zeros[0], zeros[2]) > 0.3 and max(zeros[1], zeros[3]) < 0.05:
        return "utf-16-be"
    return None


def _guess(data: bytes) -> str:
    """The likeliest encoding; where none is likely, cp1252, which can decode nearly every byte.

    Byte statistics distinguish scripts well but Latin alphabets badly (a French page looks Czech), so the language of
    the text decides among these.
    """
    from charset_normalizer import from_bytes

    sample = data[:GUESS_FROM_BYTES]
    if _is_latin(sample):
        return _latin_codec(sample, sample.decode("cp1252", "replace"))
    best = from_bytes(sample, steps=10, chunk_size=1024).best()
    codec = python_codec(best.encoding) if best else None
    if codec is None or codec.startswith(("utf-16", "utf-32")):
        return "cp1252"
    text = sample.decode(codec, "replace")
    letters = [character for character in text if character > "\x7f" and character.isalpha()]
    if sum(letter < "\u0250" for letter in letters) >= 0.5 * len(letters):
        return _latin_codec(sample, text)
    return "cp1252" if _CONTROLS.search(text) else codec


def _is_latin(sample: bytes) -> bool:
    """Whether nearly all bytes beyond ASCII stand alone between ASCII letters, as accented letters of a Latin alphabet do.

    In other alphabets, and in encodings of two bytes a character, they stand together. A few such letters are too few
    for statistics of bytes.
    """
    beyond = sum(len(run) for run in _BEYOND_ASCII.findall(sample))
    return len(_ALONE.findall(sample)) >= 0.8 * beyond > 0


_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
_ALONE = re.compile(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])")


def _latin_codec(sample: bytes, text: str) -> str:
    """The encoding of a text in Latin letters, by its language; `text` is one reading of it.

    It looks only at the longest runs with letters beyond ASCII, which are prose; the rest of a page may be scripts and
    menus.
    """
    from wherein.documents.building.language import detect

    runs = [run for run in _RUN.findall(text) if not run.isascii()]
    language = detect("\n".join(sorted(runs, key=len)[-20:])) or ""
    if language in _CENTRAL:
        # ISO 8859-2 has no characters where Windows-1250 has its quotes, s and z with a caron.
        return "cp1250" if re.search(rb"[\x80-\x9f]", sample) else "iso8859-2"
    return {"tr": "cp1254", "vi": "cp1258"}.get(language, "cp1252")


# The text between tags, or a line of plain text.
_RUN = re.compile(r"(?:^|>)([^<>{}\n]{12,})", re.MULTILINE)
_CENTRAL = frozenset({"cs", "sk", "pl", "hu", "ro", "sr"})
