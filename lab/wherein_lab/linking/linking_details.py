"""Measures linking by spelling, capitals, ambiguity, and names outside of all bases. Fits nothing."""

from __future__ import annotations

import gzip
import json
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from wherein.knowledge.base import KnowledgeBase
from wherein.knowledge.names import key_of, names_of_title, norms, partial_words
from wherein.linking.linker import Linker
from wherein_lab.data.perturbation import typo
from wherein_lab.linking.linking import Judged, LinkingQuestion, judge
from wherein_lab.metrics.uncertainty import interval

RARE = 24
"""A word is rare, and identifies a title in a question, when at most this many titles contain it."""


def is_named(asked: LinkingQuestion, base: KnowledgeBase) -> bool:
    """Whether a gold title occurs in the question: without its bracket, as an alias, or through a rare word."""
    words = norms(asked.question)
    text = f" {' '.join(words)} "
    for given in asked.titles:
        number = base.number(given)
        if number is None:
            continue
        for title in {given, base.title(number)}:
            keys = [key for key, _ in names_of_title(title)]
            if any(f" {key}" in text for key in keys if key):
                return True
            for word in partial_words(title):
                if word in words and base.names.word(word).titles <= RARE:
                    return True
    return False


def accuracy(judged: Sequence[Judged]) -> dict[str, Any]:
    """Share of these questions whose first link is right, with its 95 % interval."""
    right = [float(one.right) for one in judged]
    low, high = interval(right)
    return {
        "n": len(right),
        "accuracy": round(sum(right) / max(1, len(right)), 4),
        "interval": [round(low, 4), round(high, 4)],
    }


def details(
    asked: Sequence[LinkingQuestion],
    linker: Linker,
    base: KnowledgeBase,
    absent_titles: Sequence[str] = (),
    seed: int = 0,
) -> dict[str, Any]:
    """The fields that `eval linking --details` adds."""
    noise = np.random.default_rng(seed)
    judged = list(judge(asked, linker, [base]))
    within = [one for one in judged if one.in_base]
    named = [one for one in within if is_named(one.asked, base)]
    lower = [replace(one.asked, question=one.asked.question.lower()) for one in within]
    slipped = [replace(one.asked, question=typo(one.asked.question, noise)) for one in within]
    row: dict[str, Any] = {
        "in_base": accuracy(within),
        "named": accuracy(named),
        "lower_case": accuracy(list(judge(lower, linker, [base]))),
        "one_slip": accuracy(list(judge(slipped, linker, [base]))),
        "by_candidates": by_candidates(within, base),
    }
    if absent_titles:
        made = with_absent_names(asked, base, absent_titles, seed)
        linked = sum(bool(linker.link(question)) for question in made)
        row["made_absent"] = {"n": len(made), "false_links": round(linked / max(1, len(made)), 4)}
    return row


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judgement of a link by a person: whether the question names that entity there."""

    question: str
    title: str
    right: bool


def read_verdicts(path: Path) -> list[Verdict]:
    """JSON lines with `question`, `title` and `right`."""
    rows = (json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip())
    return [Verdict(row["question"], row["title"], bool(row["right"])) for row in rows]


def judged_precision(verdicts: Sequence[Verdict], linker: Linker) -> dict[str, Any]:
    """The share of right links among those made for the judged questions, with its 95 % interval.

    For questions with several entities, of which the gold annotation names only one. Links without a
    judgement are counted and left out; they appear when the linker changes.
    """
    known = {(one.question, one.title): one.right for one in verdicts}
    made = [
        known.get((question, link.title))
        for question in dict.fromkeys(one.question for one in verdicts)
        for link in linker.link(question)
    ]
    right = [float(one) for one in made if one is not None]
    low, high = interval(right)
    return {
        "judged": len(right),
        "precision": round(sum(right) / max(1, len(right)), 4),
        "interval": [round(low, 4), round(high, 4)],
        "unjudged": len(made) - len(right),
    }


def by_candidates(judged: Sequence[Judged], base: KnowledgeBase) -> dict[str, Any]:
    """Accuracy by the number of articles that share the name in the question, where the question has a full name."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        text = f" {' '.join(norms(one.asked.question))} "
        sharing = 0
        for title in one.asked.titles:
            for name, _ in names_of_title(title):
                if name and f" {name}" in text:
                    key = base.names.key(name)
                    sharing = max(sharing, 0 if key is None else len(base.names.postings(key)))
        if sharing:
            groups["1" if sharing == 1 else "2-3" if sharing < 4 else "4-9" if sharing < 10 else "10+"].append(one)  # fmt: skip
    return {name: accuracy(groups[name]) for name in ("1", "2-3", "4-9", "10+") if groups[name]}


def with_absent_names(
    asked: Sequence[LinkingQuestion], base: KnowledgeBase, titles: Sequence[str], seed: int
) -> list[str]:
    """The questions with the entity's name replaced by a title that is not in the base."""
    draw = random.Random(seed)
    made = []
    for one in asked:
        for title in one.titles:
            name = title.split(" (")[0]
            if name in one.question:
                while True:
                    other = draw.choice(titles).split(" (")[0]
                    if base.names.key(key_of(other)) is None:
                        break
                made.append(one.question.replace(name, other))
                break
    return made


def read_titles(path: Path) -> list[str]:
    """The titles of a file, one per line, compressed or not."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:  # fmt: skip
        return [line.strip() for line in lines if line.strip()]
