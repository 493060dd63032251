"""Revalidates stored answers in the current text, and makes stored answers of new ones. Knows no store and no policy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from wherein.core.answer import BY_PERSON, Answer
from wherein.core.document import Document
from wherein.core.span import Span
from wherein.documents.places.placed_answer import placed_answer
from wherein.memory.policies.subject import Subject
from wherein.memory.store.store import Standing, StoredAnswer, StoredQuestion
from wherein.passages.block_place import find_block, place_of, section_at
from wherein.passages.text_hash import text_hash

FOUND_BY = "memory"


@dataclass(slots=True)
class TextNow:
    """What answers depend on, as it is now: the texts of a subject, a library's generation, and the options."""

    subject: Subject
    options: str
    _hashes: dict[str, frozenset[str]] = field(default_factory=dict)

    def is_same(self, answer: StoredAnswer) -> bool:
        """Whether reading now would give this answer again, because nothing that it depends on has changed."""
        return (
            self.has_same_text(answer)
            and self.has_same_options(answer)
            and answer.generation == self.subject.generation
        )

    def has_same_text(self, answer: StoredAnswer) -> bool:
        if answer.document not in self._hashes:
            document = self.subject.document(answer.document)
            self._hashes[answer.document] = (
                frozenset()
                if document is None
                else frozenset((text_hash(document), text_hash(document, whole=True)))
            )
        return answer.text_hash in self._hashes[answer.document]

    def has_same_options(self, answer: StoredAnswer) -> bool:
        """Whether the answer was read with these options; a person's own answer depends on none."""
        return answer.model == BY_PERSON or answer.options == self.options


def answers_that_stand(
    document_of: Callable[[str], Document | None],
    stored: Iterable[StoredAnswer],
    admits: Callable[[StoredAnswer], bool] = lambda answer: True,
) -> tuple[list[Answer], dict[int, Standing]]:
    """The answers whose block is unchanged, localized in the current text, and changed standings by answer id.

    `document_of` returns the document that an answer names, None where it no longer exists. An answer stands while
    its block is unchanged word for word, wherever the block is now. Of those, the ones that `admits` are returned.
    """
    answers: list[Answer] = []
    changed: dict[int, Standing] = {}
    for answer in stored:
        if answer.standing is Standing.WRONG:
            continue
        document = document_of(answer.document)
        place = None
        if document is not None:
            place = next(find_block(document, answer.block, answer.quote, answer.quote_start), None)
        if document is None or place is None:
            if answer.standing is Standing.CURRENT:
                changed[answer.id] = Standing.STALE
            continue
        if answer.standing is Standing.STALE:
            changed[answer.id] = Standing.CURRENT  # the text is as it was again
        if admits(answer):
            answers.append(_placed(document, answer, place))
    return answers, changed


def to_store(
    document_of: Callable[[str], Document | None],
    answers: Sequence[Answer],
    model: str,
    when: float,
    generation: int = 0,
    options: str = "",
) -> list[StoredAnswer]:
    """The answers in stored form; answers whose sentence is in no block are left out. With a library's
    `generation` each has its document's id. Where one is beside the main text, all depend on the whole text."""
    kept = []
    whole = not all(answer.main for answer in answers)
    hashes: dict[str, str] = {}
    for answer in answers:
        document = document_of(answer.document)
        if document is not None and answer.document not in hashes:
            hashes[answer.document] = text_hash(document, whole=whole)
        place = None if document is None else place_of(document, answer.quote_span)
        if (
            document is None
            or place is None
            or not answer.quote_span.contains(answer.span)
            or not len(answer.span)
        ):
            continue
        kept.append(
            StoredAnswer(
                text=answer.span.of(document.text),
                quote=answer.quote_span.of(document.text),
                block=place.block,
                quote_start=place.quote_start,
                answer_start=answer.span.start - answer.quote_span.start,
                confidence=answer.confidence,
                found_by=answer.found_by,
                model=model,
                evidence=answer.evidence,
                stored=when,
                document=answer.document if generation else "",
                generation=generation,
                text_hash=hashes[answer.document],
                options=options,
            )
        )
    return kept


def why_not_served(found: StoredQuestion, now: TextNow) -> str:
    """A sentence on why no answer of the question is served."""
    if not found.answers:
        return "Its answers were forgotten."
    possible = [answer for answer in found.answers if answer.standing is not Standing.WRONG]
    if not possible:
        return "Its answer was judged wrong."
    if not any(answer.text_hash for answer in possible):
        return "It was answered by an earlier version, which did not store the text's hash."
    if not any(map(now.has_same_text, possible)):
        return "The text has changed since it was answered."
    if not any(answer.generation == now.subject.generation for answer in possible):
        return "The library has changed since it was answered."
    return "It was answered with other options or another model."


def _placed(document: Document, stored: StoredAnswer, quote: Span) -> Answer:
    start = quote.start + stored.answer_start
    span = Span(start, start + len(stored.text))
    return placed_answer(
        document,
        section_at(document, span.start),
        span,
        quote,
        stored.confidence,
        FOUND_BY,
        stored.evidence,
    )
