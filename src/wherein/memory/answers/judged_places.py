"""Applies people's verdicts on one question: which places of a document are no answers, and which a person marked.

Pure: it knows verdicts and documents, no store. A place is known by its words and the identity of their block (see
`passages.block_place`), so that a verdict holds wherever the block is now, and no longer once its text has changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wherein.core.document import Document
from wherein.core.span import Span
from wherein.memory.store.store import Feedback, Verdict
from wherein.passages.block_place import find_block
from wherein.passages.text_hash import text_hash
from wherein.questions.wording import same_wording, wording_key

_HIDDEN = "hidden "
# Digits would look like a telephone or card number.
_AS_LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
_MOST_OCCURRENCES = 100
"""Most places of one context that are looked at."""


@dataclass(frozen=True, slots=True)
class Barred:
    """The places of one document that are no answers to a question; `everything` where it has no answer at all."""

    spans: tuple[Span, ...] = ()
    everything: bool = False

    def bars(self, span: Span) -> bool:
        return self.everything or any(span.overlaps(wrong) for wrong in self.spans)


def holds_for(feedback: Feedback, understood: Sequence[str], typed: str) -> bool:
    """Whether a verdict was given on this question, in this wording or one that asks the same.

    `understood` are the question as it is asked now and as it was understood; `typed` is what the person typed. Where
    two different questions were typed alike ("and the second?"), only what was understood counts.
    """
    asked = (*understood, typed)
    if any(_same(feedback.question, one) for one in asked):
        return True
    return bool(feedback.typed) and any(_same(feedback.typed, one) for one in understood)


def hidden(question: str) -> str:
    """The substitute for a question that may not be stored: a hash of its wording, in letters."""
    digest = hashlib.sha256(wording_key(question).lower().encode("utf-8", "surrogatepass"))
    return _HIDDEN + digest.hexdigest().translate(_AS_LETTERS)


def is_hidden(question: str) -> bool:
    return question.startswith(_HIDDEN)


def _same(stored: str, asked: str) -> bool:
    return stored == hidden(asked) if is_hidden(stored) else same_wording(stored, asked)


def is_same_person(one: str, other: str) -> bool:
    """Whether two askers are one person: the same name, or one of them is the person at this machine (the terminal, the
    app), whose browsers have names of their own."""
    return one == other or not one or not other


def barred_in(document: Document, verdicts: Sequence[Feedback], asker: str) -> Barred:
    """The places that these verdicts, all on one question and this document, bar for this asker.

    A place that the asker marked as the answer or called right is not barred by what others say.
    """
    own = [
        span
        for one in verdicts
        if is_same_person(one.asker, asker) and one.verdict in (Verdict.RIGHT, Verdict.SPAN)
        for span in places_of(document, one)
    ]
    wrong = [
        span
        for one in verdicts
        if one.verdict in (Verdict.WRONG, Verdict.NOT_HERE)
        for span in places_of(document, one)
        if not any(span.overlaps(mine) for mine in own)
    ]
    nothing = any(
        one.verdict is Verdict.NOT_HERE and one.block == text_hash(document) for one in verdicts
    )
    return Barred(tuple(wrong), nothing and not own)


def places_of(document: Document, feedback: Feedback) -> Iterator[Span]:
    """The current places of a judged answer: none where its block changed or is gone."""
    start = feedback.answer_start
    if start is None or not feedback.answer:
        return
    for context in _contexts(document, feedback):
        at = context.start + start
        yield Span(at, at + len(feedback.answer))


def _contexts(document: Document, feedback: Feedback) -> Iterator[Span]:
    if feedback.block and feedback.verdict is not Verdict.NOT_HERE:
        yield from find_block(document, feedback.block, feedback.context, 0)
        return
    at = -1
    for _ in range(_MOST_OCCURRENCES):
        at = document.text.find(feedback.context, at + 1)
        if at < 0:
            return
        yield Span(at, at + len(feedback.context))
