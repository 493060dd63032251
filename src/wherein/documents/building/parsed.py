"""The value that every parser returns, before it has an id, a source and a language. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field

from wherein.core.document import Block, Dates, Page
from wherein.core.span import Span
from wherein.core.unread import Unread


@dataclass(frozen=True, slots=True)
class Parsed:
    """The canonical text of one file and what the file says about itself.

    `title` is None where the file states none and has no heading; `language` is the code it
    declares, which detection may overrule. `unread` and `generated` are as in `Document`.
    """

    text: str
    blocks: tuple[Block, ...]
    title: str | None = None
    dates: Dates = field(default_factory=Dates)
    pages: tuple[Page, ...] = ()
    language: str | None = None
    unread: tuple[Unread, ...] = ()
    generated: tuple[Span, ...] = ()
