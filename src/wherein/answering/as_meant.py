"""Nothing found, and a word seems misspelt: searched for once more as it may have been meant. Reads nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from wherein.answering.events import Found
from wherein.core.answer import Outcome, Result, Step
from wherein.core.document import Document
from wherein.memory.dictionary import english
from wherein.memory.likely_reading import likely_reading
from wherein.memory.spelling import Speller

LONGEST_TEXT = 5_000_000
"""Code points whose words are gathered to correct from; of more, the dictionary alone corrects."""


def as_meant(
    ask: Callable[[str], Iterator[Found | Result]], question: str, documents: Sequence[Document]
) -> Iterator[Found | Result]:
    """What `ask` tells of a question and, where that finds nothing, of its likeliest other reading.

    The question of the result stays what was asked; `meant` is the reading that was searched for as
    well. What neither finds is told as the question itself found it.
    """
    first: Result | None = None
    for event in ask(question):
        if isinstance(event, Result) and not event.answered:
            first = event
        else:
            yield event
    if first is None:
        return
    meant = likeliest(first.question, documents)
    if meant is None:
        yield first
        return
    for event in ask(meant):
        if isinstance(event, Found):
            if event.answers:
                yield event
            continue
        outcome = Outcome.ANSWERED if event.answered else Outcome.REFUSED
        step = Step("meant", outcome, event.milliseconds, f"Searched for {meant!r} too.")
        told = event if event.answered else first
        yield replace(
            told,
            question=first.question,
            meant=meant,
            steps=(*first.steps, step, *event.steps),
            milliseconds=round(first.milliseconds + event.milliseconds, 1),
        )


def likeliest(question: str, documents: Sequence[Document]) -> str | None:
    """What was probably meant, by the words of the documents first; None where nothing seems wrong.

    None for documents in other languages too: the dictionary has no words of theirs.
    """
    if any(document.language not in (None, "en") for document in documents):
        return None
    length = sum(len(document.text) for document in documents)
    text = "\n".join(document.text for document in documents) if length <= LONGEST_TEXT else ""
    return likely_reading(question, Speller(english(), text))
