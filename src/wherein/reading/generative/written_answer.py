"""An answer in a language model's own words, each sentence with the numbered sources that it cites.

A sentence that no source it cites bears out is kept and marked, unlike what the generative reader does with one: the person sees
the sources beside it. Knows no documents.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from wherein.reading.generative.citations import cited_sentences, holds
from wherein.reading.generative.grammar import is_refusal
from wherein.reading.generative.language_model import LanguageModel, Request
from wherein.reading.generative.prompts import PROMPTS, WRITTEN_TOKENS, Shown

# A model that is not made for conversations goes on with a question of its own.
_RUNS_ON = re.compile(r"\n\s*(?:Question|Context|Answer):")


@dataclass(frozen=True, slots=True)
class NumberedSource:
    """A sentence or passage that the model is shown, and the title and headings above it."""

    text: str
    heads: str = ""


@dataclass(frozen=True, slots=True)
class WrittenSentence:
    """A sentence of the model. `sources` are numbers from 1: those that support it, or where none does, those it cites."""

    text: str
    sources: tuple[int, ...]
    supported: bool


@dataclass(frozen=True, slots=True)
class WrittenAnswer:
    """What a model wrote. `unknown` is true where it says that the sources do not answer the question."""

    sentences: tuple[WrittenSentence, ...]
    unknown: bool
    model: str
    seconds: float


def write_answer(
    model: LanguageModel,
    question: str,
    sources: Sequence[NumberedSource],
    most_words: int,
    today: str | None = None,
) -> WrittenAnswer:
    """Let the model answer from the sources that together have at most `most_words`, and check each sentence.

    At least one source is shown, whatever its length; `today` is an ISO date for the prompt. The check is that of
    `citations`: it compares words, not meaning. Raises as `LanguageModel.reply` does.
    """
    context, shown = _context(sources, most_words)
    prompt = PROMPTS["written"](Shown(context, question.strip(), today))
    reply = model.reply(Request(prompt, WRITTEN_TOKENS))
    text = _RUNS_ON.split(reply.text.strip(), maxsplit=1)[0].strip()
    if is_refusal(text):
        return WrittenAnswer((), True, model.name, reply.seconds)
    sentences = tuple(
        _checked(said, cited, shown) for said, cited in cited_sentences(text) if said.strip()
    )
    return WrittenAnswer(sentences, False, model.name, reply.seconds)


def _context(
    sources: Sequence[NumberedSource], most_words: int
) -> tuple[str, dict[int, NumberedSource]]:
    """The numbered lines of the prompt below their headings, and the sources in them by number."""
    lines: list[str] = []
    shown: dict[int, NumberedSource] = {}
    words = 0
    for number, source in enumerate(sources, 1):
        text = " ".join(source.text.split())
        size = len(text.split())
        if source.heads not in lines:
            size += len(source.heads.split())
        if shown and words + size > most_words:
            continue
        if source.heads and source.heads not in lines:
            lines.append(source.heads)
        lines.append(f"[{number}] {text}")
        shown[number] = source
        words += size
    return "\n".join(lines), shown


def _checked(said: str, cited: Sequence[int], shown: dict[int, NumberedSource]) -> WrittenSentence:
    there = tuple(dict.fromkeys(number for number in cited if number in shown))
    support = tuple(
        number for number in there if holds(said, f"{shown[number].text} {shown[number].heads}")
    )
    # One number of a source that there is not, and the others are not to be trusted.
    supported = bool(support) and all(number in shown for number in cited)
    return WrittenSentence(said, support if supported else there, supported)
