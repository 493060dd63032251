"""The values of entity linking: a mention in the question and the article it is linked to. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.core.span import Span


@dataclass(frozen=True, slots=True)
class LinkCandidate:
    """A candidate article of a mention.

    id: the article's name across bases ("BASE:TITLE").
    score: the probability that the mention means this article.
    prior: the article's share among all uses of the same name, without looking at the question.
    """

    id: str
    title: str
    score: float
    prior: float


@dataclass(frozen=True, slots=True)
class Link:
    """A mention in the question with the article it is linked to.

    `span` counts code points of the question, and `surface` is exactly that text. `candidates` are best first;
    the first one is the linked article.
    """

    span: Span
    surface: str
    candidates: tuple[LinkCandidate, ...]

    def __post_init__(self) -> None:
        if not self.candidates:
            raise ValueError("a link has at least one candidate")

    @property
    def id(self) -> str:
        return self.candidates[0].id

    @property
    def title(self) -> str:
        return self.candidates[0].title

    @property
    def score(self) -> float:
        return self.candidates[0].score
