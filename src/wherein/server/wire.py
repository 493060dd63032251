"""The wire format: what requests and responses look like over HTTP. Checks shapes; knows no logic."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from wherein.core.document import Block, BlockKind
from wherein.core.errors import UsageError
from wherein.core.span import Span


class _Request(BaseModel):
    # A misspelt key must not be taken for silence.
    model_config = ConfigDict(extra="forbid", strict=True)


class WireBlock(_Request):
    kind: Literal["heading", "paragraph", "list_item", "cell", "caption", "code"]
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]
    level: Annotated[int, Field(ge=1, le=6)] | None = None
    row: str | None = None
    column: str | None = None

    def block(self) -> Block:
        """Raises UsageError when the parts contradict each other."""
        try:
            return Block(
                BlockKind(self.kind), Span(self.start, self.end), self.level, self.row, self.column
            )
        except ValueError as error:
            raise UsageError(f"A block is not right ({error}).", "Correct it.") from error


class AskRequest(_Request):
    """A question to a kept document, to a text that is sent along, or to the whole library."""

    question: str
    document: str | None = None
    text: str | None = None
    blocks: list[WireBlock] | None = None
    title: str = ""
    url: str = ""
    limit: Annotated[int, Field(ge=1, le=100)] = 3
    memory: Literal["on", "off"] = "on"


class SearchRequest(_Request):
    query: str
    document: str | None = None
    limit: Annotated[int, Field(ge=1, le=1000)] = 10


class AddRequest(_Request):
    """Files and folders of this machine, and addresses where the settings allow them."""

    sources: Annotated[list[str], Field(min_length=1)]
    prune: bool = False


class WireAnswer(BaseModel):
    text: str
    document: str
    title: str
    start: int
    end: int
    quote: str
    quote_start: int
    section: list[str]
    confidence: float
    found_by: str
    page: int | None = None
    boxes: list[list[float]] | None = None
    evidence: bool | None = None


class WireHit(BaseModel):
    document: str
    title: str
    start: int
    end: int
    section: list[str]
    score: float
    text: str


class WireRead(BaseModel):
    fraction: float
    words: int


class WireStep(BaseModel):
    step: str
    outcome: Literal["answered", "refused", "skipped"]
    milliseconds: float
    reason: str | None = None


class AskResponse(BaseModel):
    question: str
    answers: list[WireAnswer]
    less_likely: list[WireAnswer]
    answered: bool
    nearest: list[WireHit]
    read: WireRead
    steps: list[WireStep]
    milliseconds: float


class SearchResponse(BaseModel):
    hits: list[WireHit]


class WireDocument(BaseModel):
    document: str
    title: str
    source: str
    words: int
    kind: str
    added: str


class DocumentsResponse(BaseModel):
    documents: list[WireDocument]


class WireFailure(BaseModel):
    source: str
    reason: str


class AddResponse(BaseModel):
    added: list[WireDocument]
    unchanged: list[str]
    failed: list[WireFailure]
    removed: list[str]
    milliseconds: float


class RemoveResponse(BaseModel):
    removed: WireDocument


class HealthResponse(BaseModel):
    status: Literal["ok"]
    version: str


class WireError(BaseModel):
    code: str
    what: str
    next_step: str


class ErrorResponse(BaseModel):
    error: WireError
