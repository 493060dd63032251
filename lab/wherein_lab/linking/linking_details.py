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
"""A title's word in no more titles than this names it, where it stands in a question."""


def is_named(asked: LinkingQuestion, base: KnowledgeBase) -> bool:
    """Whether a gold title stands in the question: without its bracket, as an alias, or by a rare word."""
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
    """Top 1 right with its 95 % interval, of these questions."""
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
    """What `eval linking --details` adds to its row."""
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
    """A link that was looked at: whether the question names that thing there."""

    question: str
    title: str
    right: bool


def read_verdicts(path: Path) -> list[Verdict]:
    """JSON lines with `question`, `title` and `right`."""
    rows = (json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip())
    return [Verdict(row["question"], row["title"], bool(row["right"])) for row in rows]


def judged_precision(verdicts: Sequence[Verdict], linker: Linker) -> dict[str, Any]:
    """The share of right links among those made in the judged questions, with its 95 % interval.

    For questions whose gold names one of several things. Links that nobody has judged are counted
    and left out; they come when the linker changes.
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
    """Accuracy by how many articles have the name that the question uses, where it uses one whole."""
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
    """As many questions, the name in each replaced by a title that the base has not."""
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
    """One title a line, compressed or not."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:  # fmt: skip
        return [line.strip() for line in lines if line.strip()]
