"""Parses e-mail: headers, body, and the names of attachments. Leaves out the attachments' content."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage
from typing import cast

from wherein.core.document import BlockKind, Dates
from wherein.documents.canonical import CanonicalText, is_visible
from wherein.documents.dates import from_mail
from wherein.documents.decode import decode
from wherein.documents.html_blocks import add_blocks
from wherein.documents.html_tree import parse_html
from wherein.documents.parsed import Parsed
from wherein.documents.source import Source
from wherein.documents.text import blocks_of_text

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
    for part in message.iter_attachments():
        name = part.get_filename() or part.get_content_type()
        out.add(BlockKind.PARAGRAPH, f"Attachment: {name}")
    return Parsed(
        text=out.text,
        blocks=out.blocks,
        title=header(message, "Subject") or None,
        dates=Dates(created=from_mail(header(message, "Date"))),
    )


def read_message(data: bytes) -> EmailMessage:
    """The message, its headers decoded."""
    return email.message_from_bytes(data, policy=email.policy.default)


def header(message: EmailMessage, name: str) -> str:
    """A header on one line; empty where it is missing or can't be parsed."""
    try:
        value = str(message.get(name) or "")
    except (ValueError, IndexError, AttributeError, TypeError):
        return ""  # the stdlib's header parser fails on some spam
    return " ".join(value.split()) if is_visible(value) else ""


def text_of(part: EmailMessage) -> str:
    """The decoded text of a part, even where its declared charset is wrong."""
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    return decode(data, part.get_content_charset())
