"""The Protocol of a knowledge base, with its values. Holds no implementation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from wherein.knowledge.name_index import NameIndex
from wherein.knowledge.record import Cell, Origin, Section


@dataclass(frozen=True, slots=True)
class BaseInfo:
    """An entry of the list of bases: name, origin and content.

    `bytes` is the size on disk. `words` is the number of words in the word index; None where a base has only names.
    """

    name: str
    origins: tuple[Origin, ...]
    articles: int
    aliases: int
    built: str
    bytes: int
    words: int | None


@dataclass(frozen=True, slots=True)
class Article:
    """One article: `number` counts from 0 within the base and changes when it is built again."""

    number: int
    title: str
    text: str
    sections: tuple[Section, ...]
    source: str
    cells: tuple[Cell, ...] = ()


class KnowledgeBase(Protocol):
    """Articles by number and the names that lead to them."""

    @property
    def name(self) -> str: ...

    @property
    def info(self) -> BaseInfo: ...

    @property
    def names(self) -> NameIndex: ...

    def title(self, number: int) -> str:
        """The article with this number. Raises UnknownDocument, as do the next two."""
        ...

    def opening(self, number: int) -> str:
        """The first 1,000 characters of the text or a little less, cut at a space."""
        ...

    def article(self, number: int) -> Article: ...

    def number(self, title: str) -> int | None:
        """The number of the article with exactly this title, or that it redirects to; else None."""
        ...

    def close(self) -> None: ...
