"""Ask a page, a file or a library a question; get the answer marked in its place, or an honest "not here".

Importing this loads no model and opens no file.
"""

from wherein.answering.engine import Engine
from wherein.answering.events import Found
from wherein.answering.sources import Given
from wherein.core.answer import Answer, Box, Outcome, Read, Result, Step
from wherein.core.document import Block, BlockKind, Dates, Document, Page
from wherein.core.errors import WhereinError
from wherein.core.passage import Hit, Passage
from wherein.core.span import Span

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
