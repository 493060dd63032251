"""Ask a page, a file or a library a question; get the answer marked in its place, or an honest "not here".

Importing the package loads no model and opens no file. Each name is imported at its first use, because every command
and the parser's process import this package and would wait for its modules to load.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

# Newer releases of onnxruntime send usage data to their maker unless this variable is set before they
# are loaded. Child processes inherit it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

if TYPE_CHECKING:
    from wherein.answering.adding import Summary
    from wherein.answering.bases import MadeBase
    from wherein.answering.conversation import Conversation
    from wherein.answering.diagnosis import Check
    from wherein.answering.engine import Engine
    from wherein.answering.grid import Cell, Journal, Row, read_questions
    from wherein.answering.grid_tables import grid_csv, grid_json, grid_xlsx
    from wherein.answering.models import Model
    from wherein.answering.options import Options
    from wherein.answering.progress import Progress
    from wherein.answering.sources import InlineText
    from wherein.answering.stream import AnswerStream
    from wherein.core.answer import Answer, Box, Coverage, Outcome, Result, Step
    from wherein.core.document import Block, BlockKind, Dates, Document, Page
    from wherein.core.errors import WhereinError
    from wherein.core.link import Link
    from wherein.core.passage import Hit, Passage
    from wherein.core.span import Span
    from wherein.core.turn import Turn
    from wherein.library.store import Entry

_HOMES = {
    "Answer": "core.answer",
    "AnswerStream": "answering.stream",
    "Block": "core.document",
    "BlockKind": "core.document",
    "Box": "core.answer",
    "Cell": "answering.grid",
    "Check": "answering.diagnosis",
    "Conversation": "answering.conversation",
    "Coverage": "core.answer",
    "Dates": "core.document",
    "Document": "core.document",
    "Engine": "answering.engine",
    "Entry": "library.store",
    "Hit": "core.passage",
    "InlineText": "answering.sources",
    "Journal": "answering.grid",
    "Link": "core.link",
    "MadeBase": "answering.bases",
    "Model": "answering.models",
    "Options": "answering.options",
    "Outcome": "core.answer",
    "Page": "core.document",
    "Passage": "core.passage",
    "Progress": "answering.progress",
    "Result": "core.answer",
    "Row": "answering.grid",
    "Span": "core.span",
    "Step": "core.answer",
    "Summary": "answering.adding",
    "Turn": "core.turn",
    "WhereinError": "core.errors",
    "grid_csv": "answering.grid_tables",
    "grid_json": "answering.grid_tables",
    "grid_xlsx": "answering.grid_tables",
    "read_questions": "answering.grid",
}

__all__ = [
    "Answer",
    "AnswerStream",
    "Block",
    "BlockKind",
    "Box",
    "Cell",
    "Check",
    "Conversation",
    "Coverage",
    "Dates",
    "Document",
    "Engine",
    "Entry",
    "Hit",
    "InlineText",
    "Journal",
    "Link",
    "MadeBase",
    "Model",
    "Options",
    "Outcome",
    "Page",
    "Passage",
    "Progress",
    "Result",
    "Row",
    "Span",
    "Step",
    "Summary",
    "Turn",
    "WhereinError",
    "grid_csv",
    "grid_json",
    "grid_xlsx",
    "read_questions",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
