"""Measures the completion of follow-up questions: the added terms, the questions left unchanged, and the effect on
answers.

The definitions are those of `wherein eval followups` in docs/training.md. A dialogue is processed turn by turn: each
question's history has the earlier questions as understood, as in a conversation.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from random import Random
from typing import Any

import numpy as np

from wherein.core.document import Block, BlockKind, Document
from wherein.core.span import Span
from wherein.passages.split import split
from wherein.questions.followups.followup import FollowUp, complete
from wherein.questions.phrases.followup_terms import PRONOUNS, History, Weights, words_of
from wherein_lab.data.conversations import ConversationQuestion
from wherein_lab.metrics.squad_measures import token_f1
from wherein_lab.metrics.uncertainty import interval, wilson
from wherein_lab.registry.readers import OpenReader

SAMPLES = 2_000


@dataclass(frozen=True, slots=True)
class Completed:
    """A question after completion, with the terms that were added and those that should have been."""

    asked: ConversationQuestion
    follow_up: FollowUp
    added: frozenset[str]
    wanted: frozenset[str]


def completed(
    questions: Iterable[ConversationQuestion], weights: Weights | None = None
) -> Iterator[Completed]:
    """Complete each question with the history as understood. Questions are sorted by dialogue and turn."""
    for asked, history in as_understood(questions, weights):
        follow_up = complete(asked.typed, history, weights)
        yield Completed(
            asked,
            follow_up,
            frozenset(asked.terms(follow_up.understood)),
            frozenset(asked.terms(asked.rewrite)),
        )


def as_understood(
    questions: Iterable[ConversationQuestion], weights: Weights | None = None
) -> Iterator[tuple[ConversationQuestion, History]]:
    """Each question with its history, in which earlier questions are replaced by their completed form."""
    for _, dialogue in groupby(questions, lambda asked: asked.dialog):
        understood: list[str] = []
        for asked in dialogue:
            turns = tuple(
                (understood[number] if number < len(understood) else typed, answer)
                for number, (typed, answer) in enumerate(asked.history.turns)
            )
            history = replace(asked.history, turns=turns)
            yield asked, history
            understood.append(complete(asked.typed, history, weights).understood)


def term_figures(items: Sequence[Completed]) -> dict[str, Any]:
    """Micro-averaged precision, recall and F1 of the added terms, and the share of complete questions that stay unchanged."""
    counts = np.array(
        [(len(i.added & i.wanted), len(i.added), len(i.wanted)) for i in items], np.float64
    )
    precision, recall, f1 = _micro(counts.sum(0))
    draw = np.random.default_rng(0)
    drawn = [
        _micro(counts[draw.integers(0, len(counts), len(counts))].sum(0)) for _ in range(SAMPLES)
    ]
    bounds = np.percentile(np.array(drawn), [2.5, 97.5], axis=0)
    alone = [float(not item.follow_up.changed) for item in items if not item.wanted]
    names = ("terms_precision", "terms_recall", "terms_f1")
    return {
        "n": len(items),
        **dict(zip(names, (_rounded(v) for v in (precision, recall, f1)), strict=True)),
        "unchanged_right": _rounded(np.mean(alone)) if alone else None,
        "n_unchanged": len(alone),
        "intervals": {
            **{name: [_rounded(v) for v in bounds[:, n]] for n, name in enumerate(names)},
            "unchanged_right": list(wilson(int(sum(alone)), len(alone))),
        },
    }


def _micro(sums: Any) -> tuple[float, float, float]:
    both, added, wanted = (float(value) for value in sums)
    precision, recall = both / added if added else 0.0, both / wanted if wanted else 0.0
    return precision, recall, 2 * both / (added + wanted) if added + wanted else 0.0


def answer_figures(
    items: Sequence[Completed],
    opened: OpenReader,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> dict[str, Any]:
    """Word F1 of the reader's first span, never refused, for the question as typed, completed and rewritten.

    The document is all known answers of the dialogue, in order, under its title. Questions without a known
    answer are left out. Equal questions on one document are read once.
    """
    known: dict[str, list[str]] = defaultdict(list)
    for item in items:
        if item.asked.answer:
            known[item.asked.dialog].append(item.asked.answer)
    answered = [item for item in items if item.asked.answer]
    scores: dict[str, list[float]] = {"typed": [], "completed": [], "rewritten": []}
    readings: dict[tuple[str, str], str] = {}
    for number, item in enumerate(answered):
        document = _document(item.asked.history.title, known[item.asked.dialog], item.asked.dialog)
        texts = (item.asked.typed, item.follow_up.understood, item.asked.rewrite)
        for name, text in zip(scores, texts, strict=True):
            key = (document.id, " ".join(text.split()))
            if key not in readings:
                readings[key] = _first_span(opened, key[1], document)
            scores[name].append(token_f1(readings[key], (item.asked.answer,)))
        on_progress(number + 1, len(answered))
    figures: dict[str, Any] = {"n_answered": len(answered)}
    intervals: dict[str, Any] = {}
    for name, column in scores.items():
        key_name = f"answer_f1_{'as_typed' if name == 'typed' else name}"
        figures[key_name] = _rounded(np.mean(column)) if column else None
        intervals[key_name] = [_rounded(value) for value in interval(column)] if column else None
    return {**figures, "intervals": intervals}


def _document(title: str, answers: Sequence[str], name: str) -> Document:
    text, blocks = title, [Block(BlockKind.HEADING, Span(0, len(title)), level=1)]
    for answer in answers:
        start = len(text) + 2
        text += f"\n\n{answer}"
        blocks.append(Block(BlockKind.PARAGRAPH, Span(start, len(text))))
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Document(name, name, title, "text", text, digest, tuple(blocks))


def _first_span(opened: OpenReader, question: str, document: Document) -> str:
    opened.titles[document.id] = document.title
    found = [
        candidate
        for reading in opened.reader.read(question, split(document))
        for candidate in reading.candidates
    ]
    best = min(found, key=lambda candidate: (-candidate.margin, candidate.span), default=None)
    return best.span.of(document.text) if best is not None else ""


def measure(
    questions: Sequence[ConversationQuestion],
    opened: OpenReader | None,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
) -> dict[str, Any]:
    """The JSON object of `wherein eval followups`. Without a reader, answers are not measured."""
    items = list(completed(questions))
    figures = term_figures(items)
    if opened is None:
        return figures
    answers = answer_figures(items, opened, on_progress)
    intervals = {**figures.pop("intervals"), **answers.pop("intervals")}
    return {**figures, **answers, "intervals": intervals}


def foreign_turns(
    conversations: Sequence[ConversationQuestion], questions: Sequence[str], seed: int
) -> Iterator[tuple[str, History]]:
    """Each question as a later turn of an unrelated conversation, which is drawn with the seed."""
    later = [asked for asked in conversations if asked.history.turns]
    random = Random(seed)
    for question in questions:
        yield question, random.choice(later).history


def understandable_alone(question: str) -> bool:
    """Whether a full question is free of third-person pronouns, which may refer to something on the page."""
    return not PRONOUNS.intersection(words_of(question))


def measure_foreign(
    conversations: Sequence[ConversationQuestion], questions: Sequence[str], seed: int = 0
) -> dict[str, Any]:
    """The share of complete questions that completion changes when they follow unrelated conversations."""
    changed = [
        follow_up
        for question, history in foreign_turns(conversations, questions, seed)
        if (follow_up := complete(question, history)).changed
    ]
    return {
        "n": len(questions),
        "changed": len(changed),
        "share_changed": _rounded(len(changed) / max(1, len(questions))),
        "interval": list(wilson(len(changed), len(questions))),
        "examples": [[f.typed, f.understood] for f in changed[:10]],
    }


def _rounded(value: Any) -> float:
    return round(float(value), 4)
