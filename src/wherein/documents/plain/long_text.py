"""Parses a plain text, or a delimited one (CSV), that is too long to hold in memory, piece by piece. Keeps nothing.

The pieces of a plain text together equal the outcome of `text.parse_text`, except that a run of more than LONGEST_RUN
code points without a blank line is cut at the end of a line. The pieces of a delimited text have one block a row.
"""

from __future__ import annotations

import codecs
import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from wherein.core.document import Block
from wherein.core.errors import NoText, SourceError, WhereinError
from wherein.core.span import Span
from wherein.documents.building.canonical import clean, without_mark
from wherein.documents.building.decode import GUESS_FROM_BYTES, codec_of_head
from wherein.documents.building.language import SAMPLE_CHARACTERS, detect
from wherein.documents.file_state import FileState
from wherein.documents.kind import kind_of
from wherein.documents.parse import one_line, title_from
from wherein.documents.plain.long_rows import row_pieces
from wherein.documents.plain.text import blocks_of_text, partings, title_in
from wherein.documents.source import (
    LARGEST_BYTES,
    check_name,
    document_id,
    normalised,
    without_links,
)

SHORTEST_BYTES = 5_000_000
"""Least bytes of a long text; shorter files are read at once."""
READ_BYTES = 1_000_000
MOST_FIELDS_AT_ONCE = 1_500_000
LARGEST_TABLE_BYTES = 40_000_000
"""A delimited text of no more fields and bytes is parsed at once, with a block a cell."""
LONGEST_RUN = 2_000_000
"""Most code points in memory before a text without blank lines is cut."""


@dataclass(frozen=True, slots=True)
class TextPiece:
    """The next stretch of the canonical text, `start` code points into it, and the blocks within it.

    Spans are of the whole text.
    """

    start: int
    text: str
    blocks: tuple[Block, ...]


@dataclass(slots=True)
class LongText:
    """One file. `title` and `language` are known when `pieces` has ended."""

    path: Path
    id: str
    source: str
    content_hash: str
    codec: str
    mark_bytes: int
    size_bytes: int
    kind: str = "text"
    file: FileState | None = None
    title: str = ""
    language: str | None = None
    _samples: list[str] = field(default_factory=list)

    def pieces(
        self, on_progress: Callable[[int, int], None] = lambda done, of: None
    ) -> Iterator[TextPiece]:
        """The whole text in order; `on_progress(bytes, of)` reports progress.

        Raises NoText at the end of a file without visible text.
        """
        self.title = title_from(self.path.name)
        any_block = False
        texts = self._texts(on_progress)
        rows = self.kind == "csv"
        for piece in _rows(texts, self.path.name) if rows else _cut(texts):
            if not any_block and piece.blocks:
                any_block = True
                first = piece.blocks[0]
                at = Span(first.span.start - piece.start, first.span.end - piece.start)
                self.title = one_line(title_in(first, at.of(piece.text))) or self.title
            yield piece
        if not any_block:
            raise NoText(f"{self.path.name} has no text.", "Give a file with text in it.")
        self.language = detect("\n".join(self._samples))

    def _texts(self, on_progress: Callable[[int, int], None]) -> Iterator[str]:
        """Yields canonical text while decoding; a carriage return at the end of a chunk is held back, since "\\n" may
        follow."""
        decoder = codecs.getincrementaldecoder(self.codec)("replace")
        digest, done, held, at_start = hashlib.sha256(), 0, "", True
        with self.path.open("rb") as file:
            while data := file.read(READ_BYTES):
                digest.update(data)
                skipped = max(0, self.mark_bytes - done)
                done += len(data)
                text = held + decoder.decode(data[skipped:])
                held = "\r" if text.endswith("\r") else ""
                text = clean(text[: len(text) - len(held)])
                self._sample(text, done)
                on_progress(done, self.size_bytes)
                yield without_mark(text) if at_start else text
                at_start = at_start and not text
        if digest.hexdigest() != self.content_hash:
            raise SourceError(
                f"{self.path} was changed while it was read.",
                "Try again when nothing writes to it.",
            )
        yield clean(held + decoder.decode(b"", final=True))

    def _sample(self, text: str, done: int) -> None:
        """The sample for `detect`: a third each from the start, the middle and the end."""
        third = SAMPLE_CHARACTERS // 3
        if not self._samples:
            self._samples = [text[:third], "", ""]
        elif done >= self.size_bytes // 2 and not self._samples[1]:
            self._samples[1] = text[:third]
        self._samples[2] = (self._samples[2] + text[-third:])[-third:]


def long_text(
    source: str,
    shortest_bytes: int = SHORTEST_BYTES,
    check: Callable[[Path, os.stat_result], None] = lambda path, status: None,
) -> LongText | None:
    """The plain text at a path when it is a long one; None for any other file and for errors.

    Reads the file once, for its hash and encoding. `source` is an absolute path without links; `check` gets the path
    and the opened file's status, and may raise.
    """
    path = Path(source)
    try:
        check_name(path)
        with open(path, "rb", opener=without_links) as file:
            status = os.fstat(file.fileno())
            size = status.st_size if stat.S_ISREG(status.st_mode) else 0
            if not shortest_bytes < size <= LARGEST_BYTES:
                return None
            check(path, status)
            head = file.read(GUESS_FROM_BYTES)
            kind = kind_of(head, path.name)
            if kind not in ("text", "log", "csv"):
                return None
            file.seek(0)
            digest, is_utf8, fields = _looked_through(file)
            if kind == "csv" and fields <= MOST_FIELDS_AT_ONCE and size <= LARGEST_TABLE_BYTES:
                return None
    except (OSError, WhereinError):
        return None  # reading it as a whole gives the error
    codec, mark = codec_of_head(head, is_utf8)
    source = normalised(source)
    file_state = FileState.of(status)
    return LongText(path, document_id(source), source, digest, codec, mark, size, kind, file_state)


def _looked_through(file: IO[bytes]) -> tuple[str, bool, int]:
    """The SHA-256 of a file, whether it is valid UTF-8, and the most fields that it may have as a delimited text."""
    digest, decoder, is_utf8 = hashlib.sha256(), codecs.getincrementaldecoder("utf-8")(), True
    separators = dict.fromkeys(b"\t;,|", 0)
    lines = 0
    while data := file.read(READ_BYTES):
        digest.update(data)
        lines += data.count(b"\n")
        for separator in separators:
            separators[separator] += data.count(separator)
        if is_utf8:
            try:
                decoder.decode(data)
            except UnicodeDecodeError:
                is_utf8 = False
    try:
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        is_utf8 = False
    return digest.hexdigest(), is_utf8, lines + max(separators.values())


def _cut(texts: Iterator[str]) -> Iterator[TextPiece]:
    """Cuts a text into pieces that end between runs of lines, once the next run is complete.

    Whether a line is a heading depends on the run below it, so one more run is read than is yielded. Runs that one table
    may go on through count as one.
    """
    start, held, amid = 0, "", False
    for text in texts:
        held += text
        marks = [(m.start(), m.end()) for m in partings(held) if _is_followed(held, m.end())]
        is_run = len(marks) < 2 or marks[-2][1] == 0
        if not is_run:
            cut, known = marks[-2][1], marks[-1][0]
        elif len(held) > LONGEST_RUN:
            cut = known = _line_end(held)
        else:
            continue
        found = blocks_of_text(held[:known], amid=amid)
        inside = [block for block in found if block.span.end <= cut]
        yield TextPiece(start, held[:cut], _moved(inside, start))
        start, held, amid = start + cut, held[cut:], is_run
    if held:
        yield TextPiece(start, held, _moved(list(blocks_of_text(held, amid=amid)), start))


def _is_followed(text: str, start: int) -> bool:
    """Whether two whole lines follow, which say whether a table goes on behind an empty line."""
    first = text.find("\n", start)
    return first >= 0 and text.find("\n", first + 1) >= 0


def _rows(texts: Iterator[str], name: str) -> Iterator[TextPiece]:
    start = 0
    for text, blocks in row_pieces(texts, name):
        yield TextPiece(start, text, blocks)
        start += len(text)


def _line_end(text: str) -> int:
    """The end of the last whole line, or else of the last whole word; the text's end when it is one word."""
    for mark in ("\n", " "):
        if (found := text.rfind(mark)) >= 0:
            return found + 1
    return len(text)


def _moved(blocks: list[Block], by: int) -> tuple[Block, ...]:
    return tuple(replace(block, span=block.span.shifted(by)) for block in blocks)
