"""A question that names an article: what can answer it there and elsewhere, and what is told of it. Reads nothing.

A reader marks what is nearest to an answer, and where the article does not say, that is something
else: the place where a height is asked for, the victims of another flood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from wherein.core.answer import Candidate, Outcome, Result, Step
from wherein.core.link import Link, LinkCandidate
from wherein.knowledge.names import bare_title
from wherein.passages.sentences import sentence_around
from wherein.reading.asked_for import has_what_is_asked, is_of_the_kind, words
from wherein.reading.calibration import text_of


def names_of(links: Sequence[Link]) -> list[str]:
    """The names of the linked articles: as the question says them, and as the base does."""
    return [name for link in links for name in (link.surface, bare_title(link.title))]


COULD_BE = 0.05
"""An article with this probability is told beside the one that is linked."""
COULD_BE_BY_NAME = 0.15
"""So is one with this share of the mentions of all that have the name."""


def others(link: Link) -> list[LinkCandidate]:
    """The other articles that the name could be, which a person should know."""
    return [
        candidate
        for candidate in link.candidates[1:]
        if candidate.score >= COULD_BE or candidate.prior >= COULD_BE_BY_NAME
    ]


def linking_step(links: Sequence[Link], doubtful: Sequence[Link], milliseconds: float) -> Step:
    """The step that tells which articles the question names; `doubtful` are names without a sure one."""
    if links:
        return Step("linking", Outcome.ANSWERED, milliseconds, " ".join(map(_link_sentence, links)))
    reason = "The question names no article."
    if doubtful:
        could = [c for link in doubtful for c in (link.candidates[0], *others(link))]
        reason += f" It could mean {_listed(could, 'or')}."
    return Step("linking", Outcome.REFUSED, milliseconds, reason)


def _link_sentence(link: Link) -> str:
    sentence = f"{link.surface!r} is the article {_listed(link.candidates[:1], 'or')}"
    could = others(link)
    return f"{sentence}; it could be {_listed(could, 'or')}." if could else f"{sentence}."


def _listed(candidates: Sequence[LinkCandidate], by: str) -> str:
    named = [f"{candidate.title} ({_rounded(candidate.score)})" for candidate in candidates]
    return f" {by} ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)


def _rounded(probability: float) -> str:
    return f"{probability:.2f}" if probability >= 0.005 else "under 0.01"


def by_its_names(question: str, links: Sequence[Link], says: Callable[[str, str], bool]) -> str:
    """The question with the articles' own names in the place of names that they do not say.

    `says(id, name)` tells whether an article says a name: "australa" is said nowhere, and who looks
    for Australia in other articles has to call it so.
    """
    for link in sorted(links, key=lambda link: -link.span.start):
        if not says(link.id, link.surface):
            question = (
                question[: link.span.start] + bare_title(link.title) + question[link.span.end :]
            )
    return question


def credits_of(result: Result) -> list[str]:
    """Whom to name beside what a result shows: its answers, or what is shown in their place."""
    shown = [answer.credit for answer in result.answers or result.perhaps]
    if not result.answers:
        shown += [result.labels[hit.passage.document].credit for hit in result.nearest]
    return list(dict.fromkeys(credit.said for credit in shown if credit is not None))


def not_said(links: Sequence[Link], result: Result) -> tuple[str, ...]:
    """The note that no linked article answers; none where one does, or nothing is linked."""
    ids = {link.id for link in links}
    if not links or any(answer.document in ids for answer in result.answers):
        return ()
    titles = [link.title for link in links]
    if len(titles) == 1:
        return (f"The article on {titles[0]} does not say.",)
    return (f"The articles on {', '.join(titles[:-1])} and {titles[-1]} do not say.",)


_NAME = re.compile(r"(?<=\s)[^\W\d_a-z][\w'’.-]*(?:\s+[^\W\d_a-z][\w'’.-]*)+")
_SAME = 4
"""Letters of a name's word that are compared: "Roman" for "Romans"."""


def admits_by_words(question: str, candidate: Candidate) -> bool:
    """Where no article is linked: not what says no word of a name of several words that is asked about.

    Of an encyclopedia without the person some other one's birthday is found. A name of one word may be
    said otherwise ("France" for "French").
    """
    passage = candidate.passage
    said = {word[:_SAME] for text in (*passage.section, passage.text) for word in words(text)}
    return admits_in_article(question, candidate) and all(
        any(word[:_SAME] in said for word in words(name)) for name in _NAME.findall(question)
    )


def admits_in_article(question: str, candidate: Candidate) -> bool:
    """In the article that the question names: a number where one is counted or measured."""
    return is_of_the_kind(question, text_of(candidate))


def admits_elsewhere(names: Sequence[str]) -> Callable[[str, Candidate], bool]:
    """In other articles, beside that: a sentence that says of the names what is asked."""

    def admits(question: str, candidate: Candidate) -> bool:
        passage = candidate.passage
        place = candidate.span.shifted(-passage.span.start)
        sentence = sentence_around(passage.text, place).of(passage.text)
        return admits_in_article(question, candidate) and has_what_is_asked(
            question, sentence, (*names, *passage.section)
        )

    return admits
