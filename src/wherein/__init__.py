"""Ask a page, a file or a library a question; get the answer marked in its place, or an honest "not here".

Importing this loads no model, opens no file and imports nothing until a name is used: the parser's
process and every command import some part below it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wherein.answering.engine import Engine
    from wherein.answering.events import Found
    from wherein.answering.sources import Given
    from wherein.core.answer import Answer, Box, Outcome, Read, Result, Step
    from wherein.core.document import Block, BlockKind, Dates, Document, Page
    from wherein.core.errors import WhereinError
    from wherein.core.passage import Hit, Passage
    from wherein.core.span import Span

_HOMES = {
    "Answer": "core.answer",
    "Block": "core.document",
    "BlockKind": "core.document",
    "Box": "core.answer",
    "Dates": "core.document",
    "Document": "core.document",
    "Engine": "answering.engine",
    "Found": "answering.events",
    "Given": "answering.sources",
    "Hit": "core.passage",
    "Outcome": "core.answer",
    "Page": "core.document",
    "Passage": "core.passage",
    "Read": "core.answer",
    "Result": "core.answer",
    "Span": "core.span",
    "Step": "core.answer",
    "WhereinError": "core.errors",
}

__all__ = [
    "Answer",
    "Block",
    "BlockKind",
    "Box",
    "Dates",
    "Document",
    "Engine",
    "Found",
    "Given",
    "Hit",
    "Outcome",
    "Page",
    "Passage",
    "Read",
    "Result",
    "Span",
    "Step",
    "WhereinError",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
