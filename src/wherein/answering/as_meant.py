"""A word seems misspelt: searched for once more as it may have been meant, the surer answer first. Reads nothing itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from wherein.answering.events import Found
from wherein.core.answer import Answer, Outcome, Result, Step
from wherein.core.document import Document
from wherein.memory.dictionary import english
from wherein.memory.likely_reading import likely_reading
from wherein.memory.recall import FOUND_BY
from wherein.memory.spelling import Speller, words_of

LONGEST_TEXT = 5_000_000
"""Code points whose words are gathered to correct from; of more, the dictionary alone corrects."""


def as_meant(
    ask: Callable[[str], Iterator[Found | Result]],
    question: str,
    documents: Sequence[Document],
    otherwise: Callable[[str], str | None] | None = None,
) -> Iterator[Found | Result]:
    """What `ask` tells of a question and, where a word of it seems misspelt, of its likeliest other reading.

    The question of the result stays what was asked. Where the other reading has the surer answer,
    or neither has any, `meant` says what was searched for as well; what was answered before from
    memory is not searched for again. `otherwise` puts a question that is spelt right and was not
    answered in other words.
    """
    first: Result | None = None
    for event in ask(question):
        if isinstance(event, Result):
            first = event
        else:
            yield event
    assert first is not None
    meant = None if _is_remembered(first) else likeliest(first.question, documents)
    if meant is None and otherwise is not None and not first.answered:
        meant = otherwise(first.question)
    if meant is None:
        yield first
        return
    second: Result | None = None
    for event in ask(meant):
        if isinstance(event, Result):
            second = event
        elif _is_surer(event.answers, first.answers):
            yield event
    assert second is not None
    better = _is_surer(second.answers, first.answers)
    outcome = Outcome.ANSWERED if better else Outcome.REFUSED
    step = Step("meant", outcome, second.milliseconds, f"Searched for {meant!r} too.")
    yield replace(
        second if better else first,
        question=first.question,
        meant=meant if better or not first.answered else None,
        steps=(*first.steps, step, *second.steps),
        milliseconds=round(first.milliseconds + second.milliseconds, 1),
    )


def _is_remembered(result: Result) -> bool:
    return bool(result.answers) and result.answers[0].found_by == FOUND_BY


def _is_surer(answers: Sequence[Answer], others: Sequence[Answer]) -> bool:
    """Whether a reading's best answer stands before the best of the question as it was typed."""
    if not answers or not others:
        return bool(answers)
    return answers[0].confidence >= others[0].confidence


def likeliest(question: str, documents: Sequence[Document]) -> str | None:
    """What was probably meant, by the words of the documents first; None where nothing seems wrong.

    None for documents in other languages too: the dictionary has no words of theirs.
    """
    if any(document.language not in (None, "en") for document in documents):
        return None
    length = sum(len(document.text) for document in documents)
    text = "\n".join(document.text for document in documents) if length <= LONGEST_TEXT else ""
    if all(_is_in_a_list(word, text) for word in words_of(question)):
        return None  # before the text's words are gathered, which takes longer than this
    return likely_reading(question, Speller(english(), text))


def _is_in_a_list(word: str, text: str) -> bool:
    plain = word.lower().replace("\u2019", "'").removesuffix("'s")
    if plain in english():
        return True
    found = re.search(rf"(?<![\w'\u2019]){re.escape(plain)}(?!\w)", text, re.IGNORECASE)
    return found is not None
