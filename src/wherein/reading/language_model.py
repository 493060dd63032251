"""What a language model is to a reader: text in, text out, counted. The Protocol and its values; no model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

# The papers' own: as good as greedy, and legal where a server insists on more than 0.
TEMPERATURE = 1e-6


class Grounding(StrEnum):
    """How what a model may say is held to the text, strictest first."""

    GRAMMAR = "grammar"
    """A GBNF grammar: nothing else can be sampled."""
    SCHEMA = "schema"
    """A JSON schema, which many servers keep; what comes back is checked."""
    PLAIN = "plain"
    """Nothing but the prompt; what comes back is checked."""


@dataclass(frozen=True, slots=True)
class Request:
    """One thing asked of a model. At most one of `grammar` and `schema` is set."""

    prompt: str
    most_tokens: int
    grammar: str | None = None
    schema: Mapping[str, Any] | None = None
    temperature: float = TEMPERATURE


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, and what it took.

    Token counts are None where the server did not tell them. `first` has the log-probabilities of
    the likeliest first tokens, before any grammar; empty where they can't be had.
    """

    text: str
    seconds: float
    first_token_seconds: float
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_cached: int = 0
    cost: float = 0.0
    first: Mapping[str, float] = field(default_factory=dict)


class GroundingNotTaken(Exception):
    """The model's server does not know this way of being held to the text; try the next."""


class LanguageModel(Protocol):
    """A model that continues a prompt. Safe to call from several threads."""

    @property
    def name(self) -> str:
        """What reads, for people: a model's name."""
        ...

    @property
    def groundings(self) -> tuple[Grounding, ...]:
        """The ways it may be held to a text, in the order to try them; the last always works."""
        ...

    def load(self) -> None:
        """Load what replying needs now; again does nothing. Raises as `reply` does."""
        ...

    def reply(self, request: Request) -> Reply:
        """The model's continuation of the prompt.

        Raises LanguageModelError, AssetError or ExtraMissing when there is none to be had, and
        GroundingNotTaken when its server refuses the grammar or schema.
        """
        ...
