"""Rules for a question that names an article: which candidates can answer it, and which notes it gets. Runs no reader.

A reader marks the span that is nearest to an answer. Where the article does not hold the answer, that span is
something else: a place although a height was asked for, or the victims of another flood.
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
    """The names of the linked articles, as the question writes them and as the base writes them."""
    return [name for link in links for name in (link.surface, bare_title(link.title))]


COULD_BE = 0.05
"""The least probability at which another article is mentioned beside the linked one."""
COULD_BE_BY_NAME = 0.15
"""The least share of a name's mentions at which another article is mentioned too."""


def others(link: Link) -> list[LinkCandidate]:
    """Other articles that the name may stand for and that the result should mention."""
    return [
        candidate
        for candidate in link.candidates[1:]
        if candidate.score >= COULD_BE or candidate.prior >= COULD_BE_BY_NAME
    ]


def linking_step(links: Sequence[Link], doubtful: Sequence[Link], milliseconds: float) -> Step:
    """The step that reports the articles a question names; `doubtful` are names without a sure article."""
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
    """The question with each name that its article does not contain replaced by the article's own name.

    `says(id, name)` is whether an article contains a name. No article contains "australa", so a search in
    other articles has to use "Australia".
    """
    for link in sorted(links, key=lambda link: -link.span.start):
        if not says(link.id, link.surface):
            question = (
                question[: link.span.start] + bare_title(link.title) + question[link.span.end :]
            )
    return question


def credits_of(result: Result) -> list[str]:
    """The credits for what a result shows: its answers, or the passages shown where there is none."""
    shown = [answer.credit for answer in result.answers or result.perhaps]
    if not result.answers:
        shown += [result.labels[hit.passage.document].credit for hit in result.nearest]
    return list(dict.fromkeys(credit.said for credit in shown if credit is not None))


def not_said(links: Sequence[Link], result: Result) -> tuple[str, ...]:
    """The note that no linked article has the answer; empty where one answers or nothing is linked."""
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
    """Rejects a candidate, where no article is linked, whose text has no word of a name of several words.

    In an encyclopedia without the person asked about, the reader finds another person's birthday. A name of one
    word is not checked, because the text may inflect it ("French" for "France").
    """
    passage = candidate.passage
    said = {word[:_SAME] for text in (*passage.section, passage.text) for word in words(text)}
    return admits_in_article(question, candidate) and all(
        any(word[:_SAME] in said for word in words(name)) for name in _NAME.findall(question)
    )


def admits_in_article(question: str, candidate: Candidate) -> bool:
    """Admits a candidate of the named article unless the question asks for a number and it has none."""
    return is_of_the_kind(question, text_of(candidate))


def admits_elsewhere(names: Sequence[str]) -> Callable[[str, Candidate], bool]:
    """Admits a candidate of another article only if its sentence also has the question's names and other words."""

    def admits(question: str, candidate: Candidate) -> bool:
        passage = candidate.passage
        place = candidate.span.shifted(-passage.span.start)
        sentence = sentence_around(passage.text, place).of(passage.text)
        return admits_in_article(question, candidate) and has_what_is_asked(
            question, sentence, (*names, *passage.section)
        )

    return admits
