"""Keeps a sentence from filling the list of what is perhaps an answer. Compares the answers' own words."""

from __future__ import annotations

from collections.abc import Iterable

from wherein.core.answer import Answer


def each_sentence_once(answers: Iterable[Answer], perhaps: Iterable[Answer]) -> list[Answer]:
    """`perhaps`, in its order, without those whose sentence an answer has, or one before them.

    Sentences are equal when their words are, wherever they stand: two copies of a page say nothing twice.
    """
    seen = {_sentence(answer) for answer in answers}
    kept: list[Answer] = []
    for answer in perhaps:
        if _sentence(answer) not in seen:
            seen.add(_sentence(answer))
            kept.append(answer)
    return kept


def _sentence(answer: Answer) -> str:
    return " ".join(answer.quote.split())
