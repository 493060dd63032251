"""Measures a language model's answers without passages and with those of each method: the paper's tables 2 and 4.
Retrieves nothing."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wherein.core.passage import Hit
from wherein.reading.generative.language_model import Request
from wherein.reading.generative.prompts import PROMPTS, SPAN_TOKENS, YES_NO_TOKENS, Shown
from wherein_lab.linking.entity import Answering, Posed, recorded_rows
from wherein_lab.linking.repliers import Replier
from wherein_lab.metrics.squad_measures import exact_match, normalised, token_f1
from wherein_lab.metrics.uncertainty import mean_within, wilson

CLOSED_BOOK = "closed-book"
LEVEL = 0.99
Z = 2.575829
"""Standard deviations of a 99 % interval."""


def asked_of(posed: Sequence[Posed], decide: bool, limit: int, seed: int) -> list[Posed]:
    """A sample of the questions whose answer is a span, or of the yes/no questions.

    A larger sample with the same seed contains the smaller one.
    """
    asked = [one for one in posed if one.answers and one.yes_no == decide]
    random.Random(seed).shuffle(asked)
    return asked[:limit]


def generate(
    model: Replier,
    methods: Mapping[str, Answering],
    samples: Mapping[int, Sequence[Posed]],
    decide: bool,
    passages: int,
    kept: Path | None = None,
    on_progress: Callable[[int, int | None, str], None] = lambda done, of, what: None,
) -> dict[str, Any]:
    """By method, closed book first: EM and F1 of the replies, or with `decide` accuracy and invalid replies.

    `samples` are by seed; "all" is the union of all samples. Each figure is [mean, low, high] with 99 %
    intervals. A method without passages prompts the model with the question alone. Equal prompts are sent
    once; replies are appended to the file `kept` as they come.
    """
    every: dict[str, Answering] = {CLOSED_BOOK: _nothing, **methods}
    pooled = {one.id: one for asked in samples.values() for one in asked}
    requests = {
        name: {
            one.id: _request(one.question, answering(one)[:passages], decide)
            for one in pooled.values()
        }
        for name, answering in every.items()
    }
    known = _known(kept)
    wanted = {_key(model, one): one for by_id in requests.values() for one in by_id.values()}
    unknown = [key for key in wanted if key not in known]
    replies = model.replies([wanted[key] for key in unknown])
    for done, (at, text) in enumerate(replies, 1):
        known[unknown[at]] = text
        if kept is not None:
            with kept.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps([unknown[at], text], ensure_ascii=False) + "\n")
        on_progress(done, len(unknown), "")
    said = {
        name: {which: known[_key(model, request)] for which, request in by_id.items()}
        for name, by_id in requests.items()
    }
    rows = {}
    for label, asked in [(str(seed), asked) for seed, asked in samples.items()] + [
        ("all", list(pooled.values()))
    ]:
        measured = decided if decide else answered
        rows[label] = {
            "n": len(asked),
            "methods": {
                name: measured(asked, [by_id[one.id] for one in asked])
                for name, by_id in said.items()
            },
        }
    return {"passages": passages, "model": model.name, "samples": rows}


def _nothing(_: Posed) -> list[Hit]:
    return []


def _known(kept: Path | None) -> dict[str, str]:
    if kept is None or not kept.exists():
        return {}
    return dict(json.loads(line) for line in kept.read_text("utf-8").splitlines())


def _request(question: str, hits: Sequence[Hit], decide: bool) -> Request:
    context = "\n\n".join(hit.passage.text for hit in hits)
    prompt = PROMPTS["retrieval-augmented" if context else "closed-book"]
    tokens = YES_NO_TOKENS if decide else SPAN_TOKENS
    return Request(prompt(Shown(context, question.strip())), tokens)


def _key(model: Replier, request: Request) -> str:
    asked = f"{model.name}\n{request.most_tokens}\n{request.prompt}"
    return hashlib.sha256(asked.encode()).hexdigest()[:24]


def said_first(reply: str) -> str:
    """A reply up to the point where the model invents a next question."""
    return re.split(r"\n|\bQ:", reply.strip(), maxsplit=1)[0].strip()


def _share(right: Sequence[float]) -> list[float]:
    """[share, low, high] by Wilson's interval, which does not collapse when all of a few replies are wrong."""
    return [round(sum(right) / max(1, len(right)), 4), *wilson(int(sum(right)), len(right), Z)]


def answered(asked: Sequence[Posed], said: Sequence[str]) -> dict[str, Any]:
    """EM and F1 of replies to questions with spans."""
    replies = [said_first(reply) for reply in said]
    pairs = list(zip(replies, asked, strict=True))
    return {
        "EM": _share([exact_match(reply, one.answers) for reply, one in pairs]),
        "F1": mean_within([token_f1(reply, one.answers) for reply, one in pairs], LEVEL),
    }


def decided(asked: Sequence[Posed], said: Sequence[str]) -> dict[str, Any]:
    """Accuracy of yes/no replies, and how many were neither (these count as wrong)."""
    words = [(normalised(reply).split() or [""])[0] for reply in said]
    gold = [(normalised(one.answers[0]).split() or [""])[0] for one in asked]
    right = [float(word == wanted) for word, wanted in zip(words, gold, strict=True)]
    return {
        "accuracy": _share(right),
        "invalid": sum(word not in ("yes", "no") for word in words),
    }


def recorded_replies(
    folder: Path, name: str, asked: Sequence[Posed], decide: bool
) -> dict[str, Any]:
    """The same figures of the paper's LLaMA 3 8B on these questions, by the paper's method.

    Not measured here: recorded replies of up to ten tokens (one token for StrategyQA).
    """
    found: dict[str, tuple[list[Posed], list[str]]] = {}
    rows = recorded_rows(folder, name)
    for one in asked:
        for method, reply in rows.get(one.id, {}).get("llama3_8b", {}).items():
            posed, said = found.setdefault(method, ([], []))
            posed.append(one)
            said.append(reply or "")
    measured = decided if decide else answered
    return {
        method: {"n": len(posed), **measured(posed, said)}
        for method, (posed, said) in found.items()
    }
