"""What linking brings back: a stretch of the question and the article it names. Values only."""

from __future__ import annotations

from dataclasses import dataclass

from wherein.core.span import Span


@dataclass(frozen=True, slots=True)
class LinkCandidate:
    """An article that a stretch of the question may name.

    `id` names the article across bases ("BASE:TITLE"). `score` is the probability that this one is
    meant, `prior` the share of it among the articles of the same name before anything else is known.
    """

    id: str
    title: str
    score: float
    prior: float


@dataclass(frozen=True, slots=True)
class Link:
    """A name in the question with the article it was linked to.

    `span` counts code points of the question and `surface` is exactly that stretch. `candidates`
    are the articles considered for it, best first; the first is the one linked.
    """

    span: Span
    surface: str
    candidates: tuple[LinkCandidate, ...]

    def __post_init__(self) -> None:
        if not self.candidates:
            raise ValueError("a link leads somewhere; a name that means nothing here is no link")

    @property
    def id(self) -> str:
        return self.candidates[0].id

    @property
    def title(self) -> str:
        return self.candidates[0].title

    @property
    def score(self) -> float:
        return self.candidates[0].score
