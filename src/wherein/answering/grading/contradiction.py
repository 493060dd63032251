"""Finds answers of different documents that contradict each other, and puts the newer first. Compares words and dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date as Day  # noqa: N812

from wherein.core.agreement import plain_words
from wherein.core.answer import Answer
from wherein.questions.date_range import last_day

ALIKE = 0.5
"""Least share of the shorter sentence's words, outside of the answer, that both sentences have."""
_WORD = re.compile(r"\w+")


def contradict(one: Answer, other: Answer) -> bool:
    """Whether two documents have the same sentence with different answers in it.

    Three cases are no contradiction: one answer contains the other, one answer's words also are in the other's
    sentence, or an answer has no sentence around it (a table's cell).
    """
    if one.document == other.document or one.evidence or other.evidence:
        return False
    said, also = _words(one.text), _words(other.text)
    if not said or not also or said <= also or also <= said:
        return False
    here, there = _around(one), _around(other)
    if not here or not there or said <= there or also <= here:
        return False
    return len(here & there) >= max(2.0, ALIKE * min(len(here), len(there)))


def newer_first(
    answers: Sequence[Answer], weak: Sequence[Answer]
) -> tuple[list[Answer], list[Answer]]:
    """Answers and less likely ones, the newer of each contradicting pair first.

    A less likely answer that contradicts a shown one is shown beside it: both have the same sentence, so the
    reader found the right place. Undated answers keep their order.
    """
    strong, rest = list(answers), list(weak)
    for one in answers:
        for other in (*answers, *weak):
            is_newer = _is_newer(other, one)
            if not (is_newer or _is_newer(one, other)) or not contradict(one, other):
                continue
            if other in rest:
                rest.remove(other)
                strong.insert(strong.index(one) + (not is_newer), other)
            elif is_newer and strong.index(other) > strong.index(one):
                strong.remove(other)
                strong.insert(strong.index(one), other)
    return strong, rest


def each_that_answers(found: Sequence[Answer], bound: float) -> tuple[Answer, ...]:
    """From each document's best answer, likeliest first: those that are about the same thing as the first.

    These say the same, contradict it, or are above the bound and give another number of the same unit ("30 days",
    "14 days"). Empty where the first is not above the bound, or no other belongs to it.
    """
    if not found or found[0].confidence < bound:
        return ()
    counted, rest = [found[0]], list(found[1:])
    while more := [a for a in rest if any(_of_the_same_thing(a, c, bound) for c in counted)]:
        counted += more
        rest = [answer for answer in rest if answer not in more]
    return tuple(answer for answer in found if answer in counted) if len(counted) > 1 else ()


def _of_the_same_thing(one: Answer, other: Answer, bound: float) -> bool:
    said, also = plain_words(one.text), plain_words(other.text)
    if said == also or contradict(one, other):
        return True
    return one.confidence >= bound and bool(unit := _unit(said)) and unit == _unit(also)


def _unit(words: Sequence[str]) -> tuple[str, ...]:
    """The unit: the words beside a single number; () without a number or with several."""
    numbers = [word for word in words if word[0].isdigit()]
    return tuple(word for word in words if word not in numbers) if len(numbers) == 1 else ()


def differences(answers: Sequence[Answer]) -> list[str]:
    """A sentence on each pair of answers that contradict, both dated."""
    return [
        f"Two documents differ: “{newer.text}” ({(newer.date or '')[:10]}) and"
        f" “{older.text}” ({(older.date or '')[:10]}); the newer comes first."
        for at, newer in enumerate(answers)
        for older in answers[at + 1 :]
        if _is_newer(newer, older) and contradict(newer, older)
    ]


def _is_newer(one: Answer, other: Answer) -> bool:
    if one.date is None or other.date is None:
        return False
    return Day.fromisoformat(last_day(one.date)) > Day.fromisoformat(last_day(other.date))


def _around(answer: Answer) -> set[str]:
    """The sentence's words without the answer's."""
    start = answer.span.start - answer.quote_span.start
    end = answer.span.end - answer.quote_span.start
    return _words(answer.quote[:start] + " " + answer.quote[end:])


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
