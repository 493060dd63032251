"""Parses e-mail: headers, body, and the names of attachments. Leaves out the attachments' content."""

from __future__ import annotations

import base64
import binascii
import email
import email.policy
import quopri
import re
from email.message import EmailMessage
from typing import Any, cast

from wherein.core.document import BlockKind, Dates
from wherein.core.unread import Unread, UnreadKind
from wherein.documents.building.canonical import CanonicalText, is_visible
from wherein.documents.building.dates import from_mail
from wherein.documents.building.decode import decode
from wherein.documents.building.parsed import Parsed
from wherein.documents.html.html_blocks import add_blocks
from wherein.documents.html.html_tree import parse_html
from wherein.documents.plain.text import blocks_of_text
from wherein.documents.source import Source

# Longer headers are read without telling their parts apart.
_LONGEST_PARSED = 2_000
# RFC 2047, section 2: at most 75 characters; some writers make longer ones.
_ENCODED_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\s]{0,2000})\?=")
_HEADERS = ("From", "To", "Cc", "Date", "Subject")


def parse_eml(source: Source) -> Parsed:
    """The visible headers, each as a paragraph, then the plain body or else the HTML body.

    An attached mail is treated like any attachment: only its name is kept.
    """
    message = read_message(source.data)
    out = CanonicalText()
    for name in _HEADERS:
        value = header(message, name)
        if value:
            out.add(BlockKind.PARAGRAPH, f"{name}: {value}")
    body = message.get_body(("plain", "html"))
    if body is not None:
        text = text_of(cast(EmailMessage, body))
        if body.get_content_type() == "text/html":
            html = parse_html(text)
            add_blocks(out, [html.first("body") or html])
        else:
            clean = text.replace("\r\n", "\n").replace("\r", "\n")
            for block in blocks_of_text(clean):
                out.add(BlockKind.PARAGRAPH, block.span.of(clean))
    attachments = list(message.iter_attachments())
    for part in attachments:
        name = part.get_filename() or part.get_content_type()
        out.add(BlockKind.PARAGRAPH, f"Attachment: {name}")
    return Parsed(
        text=out.text,
        blocks=out.blocks,
        generated=out.generated,
        title=header(message, "Subject") or None,
        dates=Dates(created=from_mail(header(message, "Date"))),
        unread=(Unread(UnreadKind.ATTACHMENT, len(attachments)),) if attachments else (),
    )


def read_message(data: bytes) -> EmailMessage:
    """The message, its headers decoded."""
    return email.message_from_bytes(data, policy=cast(Any, _Headers()))


class _Headers(email.policy.EmailPolicy):
    """The standard policy, but that it parses each header once, and of a long one only the encoded words.

    The parser of the standard library takes quadratic time for many parameters, addresses or quotation marks.
    """

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        object.__setattr__(self, "_parsed", {})

    def header_fetch_parse(self, name: str, value: str) -> Any:
        known: dict[tuple[str, str], Any] = self._parsed  # type: ignore[attr-defined]
        if (name, value) not in known:
            known[name, value] = self._parse(name, value)
        return known[name, value]

    def _parse(self, name: str, value: str) -> Any:
        if name.lower().startswith("content-"):
            value = value[:_LONGEST_PARSED]
        if len(value) <= _LONGEST_PARSED:
            try:
                parsed = super().header_fetch_parse(name, value)
                str(parsed)
            except (ValueError, IndexError, AttributeError, TypeError, RecursionError):
                return decoded_words(value)  # the stdlib's header parser fails on some spam
            return parsed
        return decoded_words(value)


def decoded_words(value: str) -> str:
    """A header with its encoded words (RFC 2047) decoded, without distinguishing its parts."""
    pieces: list[str] = []
    at = 0
    for word in _ENCODED_WORD.finditer(value):
        between = value[at : word.start()]
        if not pieces or not between.isspace():
            pieces.append(between)
        pieces.append(_decoded(word[1], word[2].lower(), word[3]))
        at = word.end()
    return "".join((*pieces, value[at:]))


def _decoded(charset: str, form: str, text: str) -> str:
    raw = text.encode("ascii", "replace")
    if form == "q":
        return decode(quopri.decodestring(raw.replace(b"_", b"=20")), charset.split("*")[0])
    try:
        return decode(base64.b64decode(raw + b"=" * (-len(raw) % 4)), charset.split("*")[0])
    except (binascii.Error, ValueError):
        return text


def header(message: EmailMessage, name: str) -> str:
    """A header on one line; empty where it is missing."""
    value = str(message.get(name) or "")
    return " ".join(value.split()) if is_visible(value) else ""


def text_of(part: EmailMessage) -> str:
    """The decoded text of a part, even where its declared charset is wrong."""
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    return decode(data, part.get_content_charset())
