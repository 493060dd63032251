"""What can answer a question that names an article: in the article itself, and in the others. Reads nothing.

A reader marks what is nearest to an answer, and where the article does not say, that is something
else: the place where a height is asked for, the victims of another flood.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wherein.core.answer import Candidate, Result
from wherein.core.link import Link
from wherein.knowledge.names import bare_title
from wherein.passages.sentences import sentence_around
from wherein.reading.asked_for import has_what_is_asked, is_of_the_kind
from wherein.reading.calibration import text_of


def names_of(links: Sequence[Link]) -> list[str]:
    """The names of the linked articles: as the question says them, and as the base does."""
    return [name for link in links for name in (link.surface, bare_title(link.title))]


def not_said(links: Sequence[Link], result: Result) -> tuple[str, ...]:
    """The note that no linked article answers; none where one does, or nothing is linked."""
    ids = {link.id for link in links}
    if not links or any(answer.document in ids for answer in result.answers):
        return ()
    titles = [link.title for link in links]
    if len(titles) == 1:
        return (f"The article on {titles[0]} does not say.",)
    return (f"The articles on {', '.join(titles[:-1])} and {titles[-1]} do not say.",)


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
