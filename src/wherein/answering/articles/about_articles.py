"""Rules for a question that names an article: which candidates can answer it, and which notes it gets. Runs no reader.

A reader marks the span that is nearest to an answer. Where the article does not hold the answer, that span is
something else: a place although a height was asked for, or the victims of another flood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from wherein.answering.articles.named_subject import (
    names_of_the_subject,
    numbers_of_the_subject,
    owners_of_the_subject,
    says_all,
)
from wherein.core.answer import Candidate, Outcome, Result, Step
from wherein.core.document import Document
from wherein.core.file_paths import name_of
from wherein.core.link import Link, LinkCandidate
from wherein.knowledge.names import bare_title
from wherein.passages.sentences import sentence_around
from wherein.reading.asked_for import has_what_is_asked, words
from wherein.reading.calibration import text_of
from wherein.reading.value_kind import is_of_the_kind


def names_of(links: Sequence[Link]) -> list[str]:
    """The names of the linked articles, as the question writes them and as the base writes them."""
    return [name for link in links for name in (link.surface, bare_title(link.title))]


COULD_BE = 0.05
"""The least probability at which another article is mentioned beside the linked one."""
COULD_BE_BY_NAME = 0.15
"""The least share of a name's mentions at which another article is mentioned too."""


COULD_BE_HOMONYM = 0.05
"""The same share for an article whose title is the same but for what tells it apart: "Tobias Merrow (sailor)"."""
_QUALIFIER = re.compile(r"\s*\(.*\)$|,.*$")


def without_qualifier(title: str) -> str:
    """A title without what tells it from its homonyms: a bracket or what follows a comma."""
    return _QUALIFIER.sub("", title).casefold()


def others(link: Link) -> list[LinkCandidate]:
    """Other articles that the name may stand for and that the result should mention."""
    name = without_qualifier(link.title)
    return [
        candidate
        for candidate in link.candidates[1:]
        if candidate.score >= COULD_BE
        or candidate.prior >= COULD_BE_BY_NAME
        or (candidate.prior >= COULD_BE_HOMONYM and without_qualifier(candidate.title) == name)
    ]


def which_one(question: str, links: Sequence[Link], result: Result) -> tuple[str, ...]:
    """For each name that several articles have and of which one answered, or none did, a note that names the others.

    None where the question itself says which one is meant.
    """
    notes = []
    answering = {answer.document for answer in (*result.answers, *result.perhaps)}
    for link in links:
        name = without_qualifier(link.title)
        same = [other for other in others(link) if without_qualifier(other.title) == name]
        rest = question[: link.span.start] + question[link.span.end :]
        told = set(words(link.title[len(name) :])) & set(words(rest))
        if same and not told and (not answering or link.id in answering):
            could = " or ".join(candidate.title for candidate in same)
            notes.append(
                f"Which one? “{link.surface}” is read as {link.title}; it could be {could}."
            )
    return tuple(notes)


def linking_step(links: Sequence[Link], uncertain: Sequence[Link], milliseconds: float) -> Step:
    """The step that reports the articles a question names; `uncertain` are names without a sure article."""
    if links:
        return Step("linking", Outcome.ANSWERED, milliseconds, " ".join(map(_link_sentence, links)))
    reason = "The question names no article."
    if uncertain:
        could = [c for link in uncertain for c in (link.candidates[0], *others(link))]
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
    """Rejects a candidate, where no article is linked, whose text has no word of a name of several words, or lacks a
    name of one word.

    In an encyclopedia without the person or town asked about, the reader finds another's birthday or mayor.
    """
    passage = candidate.passage
    wanted = (*names_of_the_subject(question), *numbers_of_the_subject(question))
    if not says_all(wanted, passage.text, *passage.section):
        return False
    said = {word[:_SAME] for text in (*passage.section, passage.text) for word in words(text)}
    return admits_in_article(question, candidate) and all(
        any(word[:_SAME] in said for word in words(name)) for name in _NAME.findall(question)
    )


def admits_by_names(names: Sequence[str]) -> Callable[[str, Candidate], bool]:
    """As `admits_by_words`, and rejects a candidate whose text lacks one of these `names`, which have no article."""

    def admits(question: str, candidate: Candidate) -> bool:
        passage = candidate.passage
        return admits_by_words(question, candidate) and all(
            says_all(name.casefold().split(), passage.text, *passage.section) for name in names
        )

    return admits


def admits_about_its_subject(
    document: Callable[[str], Document],
) -> Callable[[str, Candidate], bool]:
    """Rejects a candidate of a library whose document lacks the name or number that the question is about.

    The mayor of another town, the rope of another boat. A document has it in its text, title or path.
    """

    def admits(question: str, candidate: Candidate) -> bool:
        owners, numbers = owners_of_the_subject(question), numbers_of_the_subject(question)
        if not owners and not numbers:
            return True
        passage = candidate.passage
        if says_all((*owners, *numbers), passage.text, *passage.section):
            return True
        of = document(passage.document)
        beside = (of.title, name_of(of.source))
        return says_all(owners, of.text, *beside) and says_all(
            numbers, passage.text, *passage.section, *beside
        )

    return admits


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
