"""Ask a page, a file or a library a question; get the answer marked in its place, or an honest "not here".

Importing the package loads no model and opens no file. Each name is imported at its first use, because the
parser's process and every command import this package and pay for what it loads.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

# Newer releases of onnxruntime send usage data to their maker unless this variable is set before they
# are loaded. Child processes inherit it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

if TYPE_CHECKING:
    from wherein.answering.conversation import Conversation
    from wherein.answering.engine import Engine
    from wherein.answering.options import Options
    from wherein.answering.progress import Progress
    from wherein.answering.sources import InlineText
    from wherein.answering.stream import AnswerStream
    from wherein.core.answer import Answer, Box, Coverage, Outcome, Result, Step
    from wherein.core.document import Block, BlockKind, Dates, Document, Page
    from wherein.core.errors import WhereinError
    from wherein.core.passage import Hit, Passage
    from wherein.core.span import Span
    from wherein.core.turn import Turn

_HOMES = {
    "Answer": "core.answer",
    "AnswerStream": "answering.stream",
    "Block": "core.document",
    "BlockKind": "core.document",
    "Box": "core.answer",
    "Conversation": "answering.conversation",
    "Dates": "core.document",
    "Document": "core.document",
    "Engine": "answering.engine",
    "InlineText": "answering.sources",
    "Hit": "core.passage",
    "Options": "answering.options",
    "Outcome": "core.answer",
    "Page": "core.document",
    "Passage": "core.passage",
    "Progress": "answering.progress",
    "Coverage": "core.answer",
    "Result": "core.answer",
    "Span": "core.span",
    "Step": "core.answer",
    "Turn": "core.turn",
    "WhereinError": "core.errors",
}

__all__ = [
    "Answer",
    "AnswerStream",
    "Block",
    "BlockKind",
    "Box",
    "Conversation",
    "Coverage",
    "Dates",
    "Document",
    "Engine",
    "Hit",
    "InlineText",
    "Options",
    "Outcome",
    "Page",
    "Passage",
    "Progress",
    "Result",
    "Span",
    "Step",
    "Turn",
    "WhereinError",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
