"""What a language model says from nothing, or from what a method found: the paper's tables 2 and 4. Retrieves nothing."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wherein.core.passage import Hit
from wherein.reading.language_model import LanguageModel, Request
from wherein.reading.prompts import PROMPTS, SPAN_TOKENS, YES_NO_TOKENS, Shown
from wherein_lab.linking.entity import Answering, Posed, recorded_rows
from wherein_lab.metrics.squad_measures import exact_match, normalised, token_f1
from wherein_lab.metrics.uncertainty import mean_within, wilson

CLOSED_BOOK = "closed-book"
LEVEL = 0.99
Z = 2.575829
"""Standard deviations of a 99 % interval."""


def asked_of(posed: Sequence[Posed], decide: bool, limit: int, seed: int) -> list[Posed]:
    """A sample of the questions that have a span for an answer, or of those of yes and no.

    A larger sample of the same seed holds the smaller one.
    """
    asked = [one for one in posed if one.answers and one.yes_no == decide]
    random.Random(seed).shuffle(asked)
    return asked[:limit]


def generate(
    model: LanguageModel,
    methods: Mapping[str, Answering],
    samples: Mapping[int, Sequence[Posed]],
    decide: bool,
    passages: int,
    kept: Path | None = None,
    on_progress: Callable[[int, int | None, str], None] = lambda done, of, what: None,
) -> dict[str, Any]:
    """By method, closed book first: EM and F1 of the replies, or with `decide` accuracy and invalid ones.

    `samples` by seed; "all" is of the questions of every seed, each once. Each figure is
    [mean, low, high] with 99 % intervals. A method that finds nothing is asked with nothing to
    read. The same prompt is asked once; replies are added to the file `kept` as they come.
    """
    known = _known(kept)
    every: dict[str, Answering] = {CLOSED_BOOK: _nothing, **methods}
    pooled = {one.id: one for asked in samples.values() for one in asked}
    said: dict[str, dict[str, str]] = {name: {} for name in every}
    for done, one in enumerate(pooled.values()):
        on_progress(done, len(pooled), one.question)
        for name, answering in every.items():
            request = _request(one.question, answering(one)[:passages], decide)
            key = _key(model, request)
            if key not in known:
                known[key] = model.reply(request).text
                if kept is not None:
                    with kept.open("a", encoding="utf-8") as lines:
                        lines.write(json.dumps([key, known[key]], ensure_ascii=False) + "\n")
            said[name][one.id] = known[key]
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


def _key(model: LanguageModel, request: Request) -> str:
    asked = f"{model.name}\n{request.most_tokens}\n{request.prompt}"
    return hashlib.sha256(asked.encode()).hexdigest()[:24]


def said_first(reply: str) -> str:
    """A reply up to where the model goes on to ask itself the next question."""
    return re.split(r"\n|\bQ:", reply.strip(), maxsplit=1)[0].strip()


def _share(right: Sequence[float]) -> list[float]:
    """[share, low, high] by Wilson's interval, which does not vanish where all of a few are wrong."""
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
    """Accuracy of yes and no, and how many replies were neither (which are wrong)."""
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
    """The same figures of what the paper's LLaMA 3 8B said of these questions, by the paper's method.

    Not measured here: replies as recorded, of up to ten tokens (one for StrategyQA).
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
