"""Makes batches of questions with the paragraphs that answer them; the other paragraphs of a batch are hard negatives."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

QUESTIONS_PER_PARAGRAPH = 6
"""Sampled again each epoch, so that paragraphs with forty questions do not dominate."""
RUN = 8
"""Consecutive paragraphs of one article in a batch: negatives on the same subject."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, its article, the questions it answers, and similar ones that it does not answer."""

    group: str
    title: str
    text: str
    questions: tuple[str, ...]
    unanswerable: tuple[str, ...] = ()


def read_paragraphs(paths: Sequence[Path]) -> list[Paragraph]:
    """All paragraphs with a question of SQuAD-format files."""
    paragraphs = []
    for path in paths:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            articles = json.load(file)["data"]
        for article in articles:
            title = str(article["title"]).replace("_", " ")
            for row in article["paragraphs"]:
                answerable = tuple(q["question"] for q in row["qas"] if q.get("answers"))
                other = tuple(q["question"] for q in row["qas"] if not q.get("answers"))
                if answerable or other:
                    paragraphs.append(
                        Paragraph(f"{path.name} {title}", title, row["context"], answerable, other)
                    )
    return paragraphs


def batches(
    paragraphs: Sequence[Paragraph], size: int, draw: np.random.Generator
) -> Iterator[list[tuple[int, int]]]:
    """(paragraph, question) indexes; no paragraph twice in a batch. One epoch."""
    rounds: list[dict[str, list[tuple[int, int]]]] = [{} for _ in range(QUESTIONS_PER_PARAGRAPH)]
    for place, paragraph in enumerate(paragraphs):
        asked = draw.permutation(len(paragraph.questions))[:QUESTIONS_PER_PARAGRAPH]
        for one_round, question in zip(rounds, asked, strict=False):
            one_round.setdefault(paragraph.group, []).append((place, int(question)))
    for one_round in rounds:
        runs = []
        for pairs in one_round.values():
            shuffled = [pairs[at] for at in draw.permutation(len(pairs))]
            runs += [shuffled[at : at + RUN] for at in range(0, len(shuffled), RUN)]
        flat = [pair for at in draw.permutation(len(runs)) for pair in runs[at]]
        for start in range(0, len(flat) - size // 2, size):
            yield flat[start : start + size]
