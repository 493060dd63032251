"""Chooses the parts of a mail that a mail program shows, and tells quoted replies apart. Adds no text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage, Message
from itertools import groupby
from typing import cast

from wherein.core.text.word_count import word_count
from wherein.documents.building.decode import decode
from wherein.documents.html.html_tree import Element, parse_html

_DEEPEST = 30
"""Mails within mails, and parts within parts; a deeper one is named as an attachment."""
_RICHER = 1.2
_FEW_WORDS = 5
_SEPARATOR = re.compile(
    r"\s*-{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine|mensaje original)\s*-{2,}\s*|\s*_{20,}\s*",
    re.IGNORECASE,
)
_INTRODUCTION = re.compile(
    r"\s*(?:On|Am|Le|El|Il|Op)\b.{5,200}(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef).{0,80}:\s*"
)
_QUOTE_CLASSES = frozenset({"gmail_quote", "yahoo_quoted", "moz-cite-prefix"})
_QUOTE_IDS = frozenset({"divrplyfwdmsg", "appendonsend", "reply-intro"})


@dataclass(frozen=True, slots=True)
class Text:
    """A part that is shown: its text, and whether it is HTML."""

    text: str
    is_html: bool


@dataclass(frozen=True, slots=True)
class Attachment:
    """A part that is only named."""

    name: str


Part = Text | Attachment | EmailMessage
"""What a mail holds, in order; a message is a mail that was forwarded within."""


def parts_of(message: Message, depth: int = 0) -> Iterator[Part]:
    """The texts, forwarded mails and attachments of a mail, in order; of alternatives the richest one."""
    kind = message.get_content_type()
    children = cast(list[Message], message.get_payload()) if message.is_multipart() else []
    if depth > _DEEPEST:
        yield Attachment(_name(message))
    elif kind == "message/rfc822" and children:
        yield cast(EmailMessage, children[0])
    elif kind == "multipart/alternative":
        yield from _richest([list(parts_of(child, depth + 1)) for child in children])
    elif kind == "multipart/related":
        yield from parts_of(children[0], depth + 1) if children else ()
    elif children:
        for child in children:
            yield from parts_of(child, depth + 1)
    elif kind in ("text/plain", "text/html") and not _is_attached(message):
        yield Text(text_of(message), kind == "text/html")
    elif kind.startswith("multipart/") or (
        depth == 0 and not _is_attached(message) and kind.startswith("text/")
    ):
        yield Text(
            text_of(message), is_html=False
        )  # a mail that is broken, or of a text without a name
    elif kind not in _BESIDE:
        yield Attachment(_name(message))


_BESIDE = frozenset(
    {"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"}
)


def text_of(part: Message) -> str:
    """The decoded text of a part, even where its declared charset is wrong."""
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    return decode(data, part.get_content_charset())


def _is_attached(part: Message) -> bool:
    return str(part.get_content_disposition()) == "attachment"


def _name(part: Message) -> str:
    return part.get_filename() or part.get_content_type()


def _richest(alternatives: list[list[Part]]) -> list[Part]:
    """The alternative that says most. Ties go to plain text, which has no layout."""
    chosen: list[Part] = []
    most = -1.0
    for parts in alternatives:
        words = sum(map(_words, parts))
        if (
            not chosen
            or words > _RICHER * most + _FEW_WORDS
            or (_has_table(parts) and words >= most)
        ):
            chosen, most = parts, words
    return chosen


def _words(part: Part) -> int:
    if isinstance(part, Text):
        return word_count(_words_of(part.text) if part.is_html else part.text)
    return 0


def _has_table(parts: list[Part]) -> bool:
    """Whether an alternative has a table with headers, of which plain text keeps none."""
    return any(isinstance(part, Text) and part.is_html and "<th" in part.text for part in parts)


def _words_of(markup: str) -> str:
    """The text of an HTML part, with a space between elements."""
    html = parse_html(markup)
    texts: list[str] = []
    stack: list[Element | str] = [html.first("body") or html]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            texts.append(node)
        elif node.tag not in ("style", "script", "head"):
            stack.extend(reversed(node.children))
    return " ".join(texts)


def with_quotes_apart(text: str) -> Iterator[tuple[str, bool]]:
    """Stretches of a plain text in order, each with whether it is quoted from an earlier mail."""
    lines = text.split("\n")
    separated = next(
        (at for at, line in enumerate(lines) if at and _SEPARATOR.fullmatch(line)), len(lines)
    )
    quoted = [line.startswith(">") or at >= separated for at, line in enumerate(lines)]
    for at, line in enumerate(lines[:-1]):
        if (quoted[at + 1] and _INTRODUCTION.fullmatch(line[:300])) or (
            not line.strip() and at and quoted[at - 1] and quoted[at + 1]
        ):
            quoted[at] = True
    for is_quoted, run in groupby(enumerate(lines), lambda line: quoted[line[0]]):
        yield "\n".join(line for _, line in run), is_quoted


def own_elements(body: Element) -> set[int] | None:
    """The elements of an HTML mail, by `id`, that are not quoted from an earlier mail; None where nothing is quoted."""
    own: set[int] = set()
    any_quoted = False
    stack: list[tuple[Element, bool]] = [(body, False)]
    after_reply = False
    while stack:
        element, quoted = stack.pop()
        after_reply = after_reply or element.get("id").lower() in _QUOTE_IDS
        quoted = quoted or after_reply or _is_quote(element)
        any_quoted = any_quoted or quoted
        if not quoted:
            own.add(id(element))
        stack.extend(
            (child, quoted) for child in reversed(element.children) if isinstance(child, Element)
        )
    return own if any_quoted else None


def _is_quote(element: Element) -> bool:
    is_cited = element.tag == "blockquote" and element.get("type").lower() == "cite"
    return is_cited or not _QUOTE_CLASSES.isdisjoint(element.get("class").lower().split())
