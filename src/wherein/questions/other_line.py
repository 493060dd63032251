"""Tells whether a line of a log is about another event than a question: another line has more of the question's words. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter

from wherein.core.span import Span
from wherein.questions.words.function_words import FUNCTION_WORDS

LONGEST = 2_000_000
"""Code points of a log that are looked at; of a longer one no line is told from another."""
_WORD = re.compile(r"/?[^\W_]+(?:[_./-][^\W_]+)*")
_ENDINGS = ("ing", "ed", "es", "s")
_LEAST_STEM = 3


def is_of_another_event(question: str, text: str, span: Span) -> bool:
    """Whether a line without the lines around it lacks words of the question that one other line has together with all the
    words of this one. Linear in the text."""
    wanted = _stems(question) - FUNCTION_WORDS
    if len(text) > LONGEST or not wanted:
        return False
    low, high = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    own = _stems(text[low : high if high >= 0 else len(text)]) & wanted
    lines = [_stems(line) & wanted for line in text.split("\n") if line.strip()]
    count = Counter(word for line in lines for word in line)
    weight = {word: math.log(1 + len(lines) / number) for word, number in count.items()}
    best = max((sum(weight[word] for word in line) for line in lines), default=0.0)
    return sum(weight[word] for word in own) < best and any(own < line for line in lines)


def _stems(text: str) -> set[str]:
    return {_stem(word) for word in _WORD.findall(text.lower())}


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM:
            stem = word[: -len(ending)]
            return stem[:-1] if len(stem) > _LEAST_STEM and stem[-1] == stem[-2] else stem
    return word
