"""Makes documents of sources: files, addresses, standard input and inline texts. Keeps nothing."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from wherein.core.document import Block, Document
from wherein.core.errors import SourceForbidden, UsageError
from wherein.core.file_paths import name_of
from wherein.core.lifetime.closeable import Closeable
from wherein.documents.fetch import fetch, is_url
from wherein.documents.file_state import FileState
from wherein.documents.isolation.isolated import ParserProcess, parse_safely
from wherein.documents.page_lines.recognition import Recognition, recognition_in
from wherein.documents.source import Source, document_id, read_source
from wherein.home.own_files import OwnFiles

STDIN = "-"
NO_ADDRESSES = (
    "The server does not fetch web addresses.",
    "Allow it with fetch_urls = true in config.toml, or send the page's text.",
)


@dataclass(frozen=True, slots=True)
class InlineText:
    """A text that a browser or a program sends with the question."""

    text: str
    title: str = ""
    url: str = ""
    blocks: tuple[Block, ...] = ()


class SourceParser(Closeable):
    """Loads and parses sources for one run; formats that are risky to parse go to one child process."""

    def __init__(
        self,
        private: bool,
        addresses: bool,
        password: str | None = None,
        languages: str = "",
        own: OwnFiles | None = None,
    ) -> None:
        """`addresses` allows fetching web addresses, `private` also those inside this network. `password` opens
        encrypted PDFs. Pages without text are recognised in these `languages` where tesseract is installed. No file
        of `own` is loaded."""
        self._private = private
        self._addresses = addresses
        self._password = password
        self._languages = languages
        self._own = own
        self.on_page: Callable[[str, int, int], None] = lambda name, done, of: None
        """Called with a file's name after each of its pages that was recognised."""
        self._process = ParserProcess()

    def __enter__(self) -> Self:
        return self

    def close(self) -> None:
        self._process.close()

    def load(self, origin: str) -> Source:
        """Read a file, by its whole path without links, or fetch an address. Raises SourceError, or SourceForbidden for an address."""
        if is_url(origin):
            if not self._addresses:
                raise SourceForbidden(*NO_ADDRESSES)
            fetched = fetch(origin, private=self._private)
            return self.given(fetched.data, origin, fetched.media_type)
        path = Path(origin)
        states: list[FileState] = []

        def opened(status: os.stat_result) -> None:
            self.check(path, status)
            states.append(FileState.of(status))

        data = read_source(path, links=False, check=opened)
        return replace(self.given(data, origin), file=states[-1])

    def check(self, path: Path, status: os.stat_result) -> None:
        """Raise SourceForbidden for an opened file of which no document may be made."""
        if self._own is not None:
            self._own.check(path, status)

    def given(self, data: bytes, origin: str, media_type: str | None = None) -> Source:
        """Make a source of bytes that are already in memory."""
        name = "" if origin == STDIN else name_of(origin)
        shown = name or "The input"
        return Source(data, shown, origin, media_type, self._password, self._recognition(shown))

    def _recognition(self, name: str) -> Recognition | None:
        def on_page(done: int, of: int) -> None:
            self.on_page(name, done, of)

        return recognition_in(self._languages, on_page)

    def parse(self, source: Source) -> Document:
        """Parse a source to a document. Raises ParseError, SourceError or StorageFull."""
        return parse_safely(source, self._process)


def inline_document(given: InlineText) -> Document:
    """Make a document of an inline text, which must be canonical. Raises UsageError where it is not."""
    if not given.text.strip():
        raise UsageError("The text is empty.", "Send the page's text.")
    if "\r" in given.text or "\0" in given.text:
        raise UsageError(
            "The text has carriage returns or NUL characters.", "Send lines that end in \\n alone."
        )
    digest = hashlib.sha256(given.text.encode("utf-8", "surrogatepass")).hexdigest()
    try:
        return Document(
            id=document_id(given.url) if given.url else digest[:16],
            source=given.url,
            title=given.title,
            kind="text",
            text=given.text,
            content_hash=digest,
            blocks=given.blocks,
        )
    except ValueError as error:
        raise UsageError("The blocks do not fit the text.", "Send them in order.") from error
