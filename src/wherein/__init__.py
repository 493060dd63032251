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
    from wherein.answering.articles.bases import MadeBase
    from wherein.answering.attempts.stream import AnswerStream
    from wherein.answering.conversation.conversation import Conversation
    from wherein.answering.doctor.diagnosis import Check, checks
    from wherein.answering.doctor.report import report
    from wherein.answering.engine import Engine
    from wherein.answering.library.adding import Summary
    from wherein.answering.library.sources import InlineText
    from wherein.answering.options import Options
    from wherein.answering.readers.models import Model
    from wherein.answering.stages.progress import Progress
    from wherein.answering.tables.grid import Cell, Journal, Row, read_questions
    from wherein.answering.tables.grid_tables import grid_csv, grid_json, grid_xlsx
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
    "AnswerStream": "answering.attempts.stream",
    "Block": "core.document",
    "BlockKind": "core.document",
    "Box": "core.answer",
    "Cell": "answering.tables.grid",
    "Check": "answering.doctor.diagnosis",
    "Conversation": "answering.conversation.conversation",
    "Coverage": "core.answer",
    "Dates": "core.document",
    "Document": "core.document",
    "Engine": "answering.engine",
    "Entry": "library.store",
    "Hit": "core.passage",
    "InlineText": "answering.library.sources",
    "Journal": "answering.tables.grid",
    "Link": "core.link",
    "MadeBase": "answering.articles.bases",
    "Model": "answering.readers.models",
    "Options": "answering.options",
    "Outcome": "core.answer",
    "Page": "core.document",
    "Passage": "core.passage",
    "Progress": "answering.stages.progress",
    "Result": "core.answer",
    "Row": "answering.tables.grid",
    "Span": "core.span",
    "Step": "core.answer",
    "Summary": "answering.library.adding",
    "Turn": "core.turn",
    "WhereinError": "core.errors",
    "checks": "answering.doctor.diagnosis",
    "grid_csv": "answering.tables.grid_tables",
    "grid_json": "answering.tables.grid_tables",
    "grid_xlsx": "answering.tables.grid_tables",
    "read_questions": "answering.tables.grid",
    "report": "answering.doctor.report",
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
    "checks",
    "grid_csv",
    "grid_json",
    "grid_xlsx",
    "read_questions",
    "report",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
