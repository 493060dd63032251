"""What a language model says from nothing, or from what a method found: the paper's tables 2 and 4. Retrieves nothing."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wherein.core.passage import Hit
from wherein.evaluation.entity import Answering, Posed
from wherein.evaluation.squad_measures import exact_match, normalised, token_f1
from wherein.evaluation.uncertainty import mean_within
from wherein.reading.language_model import LanguageModel, Request
from wherein.reading.prompts import PROMPTS, SPAN_TOKENS, YES_NO_TOKENS, Shown

CLOSED_BOOK = "closed-book"
LEVEL = 0.99


def asked_of(posed: Sequence[Posed], decide: bool, limit: int, seed: int) -> list[Posed]:
    """A sample of the questions that have a span for an answer, or of those of yes and no."""
    asked = [one for one in posed if one.answers and one.yes_no == decide]
    if limit < len(asked):
        asked = [asked[at] for at in sorted(random.Random(seed).sample(range(len(asked)), limit))]
    return asked


def generate(
    model: LanguageModel,
    methods: Mapping[str, Answering],
    asked: Sequence[Posed],
    decide: bool,
    passages: int,
    kept: Path | None = None,
    told: Callable[[int, int | None, str], None] = lambda done, of, what: None,
) -> dict[str, Any]:
    """By method, closed book first: EM and F1 of the replies, or with `decide` accuracy and invalid ones.

    Each is [mean, low, high] with 99 % intervals. A method that finds nothing is asked with nothing
    to read. Replies are added to the file `kept` as they come, and what is there is not asked again.
    """
    known = _known(kept)
    every: dict[str, Answering] = {CLOSED_BOOK: _nothing, **methods}
    rows: dict[str, Any] = {}
    done = 0
    for name, answering in every.items():
        said = []
        for one in asked:
            key = f"{model.name} {name} {passages} {one.id}"
            if key not in known:
                hits = answering(one)[:passages]
                known[key] = _reply(model, one.question, hits, decide)
                if kept is not None:
                    with kept.open("a", encoding="utf-8") as lines:
                        lines.write(json.dumps([key, known[key]], ensure_ascii=False) + "\n")
            said.append(known[key])
            done += 1
            told(done, len(every) * len(asked), name)
        rows[name] = decided(asked, said) if decide else answered(asked, said)
    return {"n": len(asked), "passages": passages, "model": model.name, "methods": rows}


def _nothing(_: Posed) -> list[Hit]:
    return []


def _known(kept: Path | None) -> dict[str, str]:
    if kept is None or not kept.exists():
        return {}
    return dict(json.loads(line) for line in kept.read_text("utf-8").splitlines())


def _reply(model: LanguageModel, question: str, hits: Sequence[Hit], decide: bool) -> str:
    context = "\n\n".join(hit.passage.text for hit in hits)
    prompt = PROMPTS["retrieval-augmented" if context else "closed-book"]
    tokens = YES_NO_TOKENS if decide else SPAN_TOKENS
    return model.reply(Request(prompt(Shown(context, question.strip())), tokens)).text


def said_first(reply: str) -> str:
    """A reply up to where the model goes on to ask itself the next question."""
    return re.split(r"\n|\bQ:", reply.strip(), maxsplit=1)[0].strip()


def answered(asked: Sequence[Posed], said: Sequence[str]) -> dict[str, Any]:
    """EM and F1 of replies to questions with spans."""
    replies = [said_first(reply) for reply in said]
    pairs = list(zip(replies, asked, strict=True))
    return {
        "EM": mean_within([exact_match(reply, one.answers) for reply, one in pairs], LEVEL),
        "F1": mean_within([token_f1(reply, one.answers) for reply, one in pairs], LEVEL),
    }


def decided(asked: Sequence[Posed], said: Sequence[str]) -> dict[str, Any]:
    """Accuracy of yes and no, and how many replies were neither (which are wrong)."""
    words = [normalised(reply) for reply in said]
    gold = [(normalised(one.answers[0]).split() or [""])[0] for one in asked]
    right = [float(word == wanted) for word, wanted in zip(words, gold, strict=True)]
    return {
        "accuracy": mean_within(right, LEVEL),
        "invalid": sum(word not in ("yes", "no") for word in words),
    }
