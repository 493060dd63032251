"""The Protocol of a language model, with its request and reply values: text in, text out, with token counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

# The papers' own: as good as greedy, and legal where a server insists on more than 0.
TEMPERATURE = 1e-6


class Grounding(StrEnum):
    """The means to restrict a model's reply to the text, strictest first."""

    GRAMMAR = "grammar"
    """A GBNF grammar: nothing else can be sampled."""
    SCHEMA = "schema"
    """A JSON schema, which many servers keep; what comes back is checked."""
    PLAIN = "plain"
    """Nothing but the prompt; what comes back is checked."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to a model. At most one of `grammar` and `schema` is set."""

    prompt: str
    most_tokens: int
    grammar: str | None = None
    schema: Mapping[str, Any] | None = None
    temperature: float = TEMPERATURE


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply with its cost.

    Token counts are None where the server did not report them. `first` has the log-probabilities of the likeliest
    first tokens, before any grammar; it is empty where the server gives none.
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
    """The model's server does not support this grounding; the caller tries the next one."""


class LanguageModel(Protocol):
    """A model that continues a prompt. Safe to call from several threads."""

    @property
    def name(self) -> str:
        """The model's name, for people."""
        ...

    @property
    def groundings(self) -> tuple[Grounding, ...]:
        """The supported groundings, in the order in which to try them; the last one always works."""
        ...

    def load(self) -> None:
        """Load everything that `reply` needs; a second call does nothing. Raises as `reply` does."""
        ...

    def reply(self, request: Request) -> Reply:
        """The model's continuation of the prompt.

        Raises LanguageModelError, AssetError or ExtraMissing when the model can't reply, and GroundingNotTaken when its
        server refuses the grammar or schema.
        """
        ...
