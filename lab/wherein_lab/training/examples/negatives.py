"""Selects hard negatives: the question or paragraph most easily mistaken for the right one. Text in, indexes out."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

BM25_K1 = 1.2  # Robertson & Zaragoza (2009), the usual values
BM25_B = 0.75
NEGATIVES = 4  # the nearest few: enough that epochs differ, near enough to mislead


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


# Sum in sorted order: a set's order differs between runs and would change the last bit, and with it ties.


def twins(unanswerable: Sequence[str], answerable: Sequence[str]) -> list[int | None]:
    """For each unanswerable question the index of the answerable question that shares the most rare words.

    A word weighs 1 / (number of the paragraph's questions with it). None when no word is shared or there is no
    answerable question; ties go to the earlier one.
    """
    bags = [set(words(question)) for question in answerable]
    lone = [set(words(question)) for question in unanswerable]
    spread = Counter(word for bag in (*bags, *lone) for word in bag)
    found: list[int | None] = []
    for asked in lone:
        scores = [sum(1 / spread[word] for word in sorted(asked & bag)) for bag in bags]
        best = max(range(len(scores)), key=scores.__getitem__, default=None)
        found.append(best if best is not None and scores[best] > 0 else None)
    return found


def nearest_without_answer(
    paragraphs: Sequence[str],
    asked: Sequence[tuple[str, Sequence[str]]],
    most: int = NEGATIVES,
) -> list[list[int]]:
    """For each (question, answers) the indexes of the nearest paragraphs that contain none of the answers.

    Nearest by BM25 among the given paragraphs (one article), best first, at most `most`. Paragraphs that
    share no word with the question are left out. Answers match regardless of case, so the question's own
    paragraph is never returned.
    """
    counts = [Counter(words(text)) for text in paragraphs]
    lengths = [sum(count.values()) for count in counts]
    mean = sum(lengths) / max(len(lengths), 1) or 1.0
    postings: dict[str, list[tuple[int, float]]] = {}
    for place, count in enumerate(counts):
        norm = BM25_K1 * (1 - BM25_B + BM25_B * lengths[place] / mean)
        for word, times in count.items():
            postings.setdefault(word, []).append((place, times * (BM25_K1 + 1) / (times + norm)))
    folded = [text.casefold() for text in paragraphs]
    found = []
    for question, answers in asked:
        scores: dict[int, float] = {}
        for word in sorted(set(words(question))):
            has = postings.get(word, [])
            rarity = math.log(1 + (len(paragraphs) - len(has) + 0.5) / (len(has) + 0.5))
            for place, weight in has:
                scores[place] = scores.get(place, 0.0) + rarity * weight
        ranked = sorted(scores, key=lambda place: (-scores[place], place))
        near = [answer.casefold() for answer in answers]
        free = [
            place
            for place in ranked[: most + 8]
            if not any(answer in folded[place] for answer in near)
        ]
        found.append(free[:most])
    return found
