"""Finds what a person marked as the answer when they ask for it in other words: by its place, which is shown anyway.

Reads no memory and no document that the result does not name. `web/ui` does the same for the panel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from wherein.core.answer import BY_PERSON, Result
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.memory.answers.judged_places import places_of
from wherein.memory.store.store import Feedback
from wherein.questions.spelling.spelling_retry import QUESTION_WORDS
from wherein.questions.wording import same_wording, wording_key

_MOST = 2
"""Notes on marked places that are shown; more would hide the answers."""


def marked_alike(
    result: Result,
    marked: Sequence[Feedback],
    document_of: Callable[[str], Document | None],
) -> tuple[str, ...]:
    """Notes that name marked words whose place the result shows, and the question they answer; newest first.

    A place counts where it is in the sentence of an answer or a perhaps. In a passage, which is much longer, it counts where
    the two questions have a word in common too.
    """
    if not marked or any(answer.found_by == BY_PERSON for answer in result.answers):
        return ()
    shown = list(_shown(result))
    notes: dict[str, None] = {}
    for one in marked:
        near = [
            (span, is_sentence) for identity, span, is_sentence in shown if identity == one.document
        ]
        if not near or same_wording(one.question, result.question):
            continue
        alike = have_words_in_common(one.question, result.question)
        document = document_of(one.document)
        places = () if document is None else tuple(places_of(document, one))
        if any(
            span.overlaps(place) and (is_sentence or alike)
            for span, is_sentence in near
            for place in places
        ):
            notes[f"You marked “{one.answer}” as the answer to “{one.question}”."] = None
        if len(notes) == _MOST:
            break
    return tuple(notes)


def have_words_in_common(one: str, other: str) -> bool:
    """Whether two questions share a word that is no question word, article or auxiliary."""
    return bool(_words(one) & _words(other))


def _words(question: str) -> frozenset[str]:
    words = wording_key(question).lower().split()
    return frozenset(word for word in words if len(word) > 2 and word not in QUESTION_WORDS)


def _shown(result: Result) -> Iterator[tuple[str, Span, bool]]:
    for answer in (*result.answers, *result.perhaps):
        yield answer.document, answer.quote_span, True
    if not result.answers:
        for passage in (hit.passage for hit in result.nearest):
            yield passage.document, passage.span, False
