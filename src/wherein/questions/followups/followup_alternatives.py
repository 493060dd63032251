"""Finds what the last turns name side by side: the parts of a listed answer, "A or B", the two things of two parallel questions.

`alternatives` and `left_over` are the public functions. They know the turns and no new question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from wherein.questions.phrases.followup_forms import AUXILIARY, PREPOSITIONS, YES_NO
from wherein.questions.phrases.followup_phrases import END
from wherein.questions.phrases.followup_terms import is_silent, words_of
from wherein.questions.words.function_words import FUNCTION_WORDS

_LONGEST_LIST = 40
"""The most words of an answer that is read as a list."""
_LONGEST_ITEM = 7
_MOST_TURNS_BACK = 3
_BETWEEN = re.compile(
    r"\s*(?:(?<!\d),|,(?!\d)|[;/])\s*(?:and |or |then |and then |and finally )?|\s+(?:and|or|&)(?: then| later| finally| also)?\s+|,?\s+then\s+",
    re.I,
)
_LEAD = re.compile(rf"^(?:(?:{PREPOSITIONS}|first|either|both|then|finally)\s+)+", re.I)
_OR = re.compile(
    rf"\b(?P<one>(?:(?:the|an?|my|our|by|in|at|on) )?(?!(?:{AUXILIARY})\b)[\w'’-]+(?: [\w'’-]+)?) or (?P<other>(?:(?:the|an?|my|our|by|in|at|on) )?[\w'’-]+(?: [\w'’-]+)?)",
    re.I,
)
_LONGEST_DIFFERENCE = 5


def alternatives(turns: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Two or more things that stand side by side in the newest turn that has such; () without any."""
    for back in range(1, min(_MOST_TURNS_BACK, len(turns)) + 1):
        asked, answer = turns[-back]
        found = (
            listed(answer)
            or _parallel(turns[: len(turns) - back + 1])
            or _either(END.sub("", asked))
        )
        if found:
            return found
    return ()


def left_over(items: Sequence[str], turns: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Those of the items that no question after they were named speaks of; () where it is none or all of them."""
    asked = {word for question, _ in turns[-_MOST_TURNS_BACK:] for word in words_of(question)}
    shared = set.intersection(*(set(words_of(item)) for item in items)) if items else set()
    rest = tuple(
        item for item in items if not (set(words_of(item)) - FUNCTION_WORDS - shared) & asked
    )
    return rest if len(rest) < len(items) else ()


def listed(answer: str) -> tuple[str, ...]:
    """The parts of an answer that is a list: "the tray, the grille and the sensor"; () for any other answer."""
    text = YES_NO.sub("", END.sub("", answer.strip()))
    if is_silent(text) or len(text.split()) > _LONGEST_LIST:
        return ()
    text = re.sub(r"\([^()]*\)", "", text)
    parts = [_LEAD.sub("", part.strip()) for part in _BETWEEN.split(text)]
    parts = [part for part in parts if part]
    if len(parts) < 2 or any(len(part.split()) > _LONGEST_ITEM for part in parts):
        return ()
    if any(_is_clause(part) for part in parts):
        return ()
    return tuple(parts)


def _is_clause(part: str) -> bool:
    words = part.lower().split()
    return (
        re.search(rf"\b(?:{AUXILIARY})\b", part, re.I) is not None
        or words[0] in FUNCTION_WORDS - {"the", "a", "an", "one", "two", "three", "my", "your", "our", "his", "her"}
    )  # fmt: skip


def _either(asked: str) -> tuple[str, ...]:
    found = _OR.search(asked)
    return (found["one"], found["other"]) if found else ()


def _parallel(turns: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """What differs in the last questions, which are otherwise the same: "Mount Orsk" and "Mount Vell"."""
    things: list[str] = []
    for (before, _), (after, _) in zip(reversed(turns[:-1]), reversed(turns[1:]), strict=True):
        pair = _difference(END.sub("", before), END.sub("", after))
        if pair is None:
            break
        things[:0] = [pair[0]] if things else list(pair)
    return tuple(dict.fromkeys(things)) if len(set(things)) > 1 else ()


def _difference(one: str, other: str) -> tuple[str, str] | None:
    first, second = one.split(), other.split()
    if len(first) < 3 or len(second) < 3:
        return None
    low, low_too = [word.lower() for word in first], [word.lower() for word in second]
    start = 0
    while start < min(len(low), len(low_too)) and low[start] == low_too[start]:
        start += 1
    behind = 0
    while behind < min(len(low), len(low_too)) - start and low[-1 - behind] == low_too[-1 - behind]:
        behind += 1
    if start + behind < 2 or start < 1 or (start == len(low) and start == len(low_too)):
        return None
    return _widened(first, start, behind), _widened(second, start, behind)


def _widened(words: list[str], start: int, behind: int) -> str:
    """The words that differ with the article or capital before them and the noun behind them."""
    end = len(words) - behind
    while (
        start > 1
        and words[start - 1][0].isupper()
        and words[start - 1].lower() not in FUNCTION_WORDS
    ):
        start -= 1
    if start > 0 and words[start - 1].lower() in ("the", "a", "an", "my", "our"):
        start -= 1
        if end < len(words) and words[end].lower() not in FUNCTION_WORDS:
            end += 1
    return " ".join(words[start : min(end, start + _LONGEST_DIFFERENCE + 1)])
