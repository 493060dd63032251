"""The results of the tools of the Model Context Protocol. Checks shapes; knows no logic."""

from __future__ import annotations

from pydantic import BaseModel

from wherein.server.doors.openai_wire import CitedAnswer
from wherein.server.wire.wire import AddResponse, WireLink


class Asked(BaseModel):
    """The answers to a question. `start` and `end` are code points of the document's text, which `fetch` gives."""

    answered: bool
    answers: list[CitedAnswer]
    perhaps: list[CitedAnswer]
    notes: list[str]
    meant: str | None = None


class FoundDocument(BaseModel):
    id: str
    title: str
    url: str


class Searched(BaseModel):
    results: list[FoundDocument]


class Fetched(BaseModel):
    id: str
    title: str
    text: str
    url: str
    metadata: dict[str, str]


class Added(AddResponse):
    pass


class Linked(BaseModel):
    """The articles that a text names; places are code points of the text."""

    links: list[WireLink]
