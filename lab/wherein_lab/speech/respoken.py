"""Sentences that synthesisers speak, recognised again: whether they can be understood."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from typing import Any

from wherein.passages.sentences import sentence_spans
from wherein.speech.recogniser import Recogniser
from wherein_lab.speech.recordings.clips import page_questions, pages, said
from wherein_lab.speech.recordings.voices import Voice
from wherein_lab.speech.word_errors import total, word_errors

_SENTENCE = re.compile(r"[A-Z][a-z ,'-]+(?: [A-Za-z][a-z,'-]*)+[.!?]")
_FEWEST, _MOST = 6, 20
"""Words of a sentence."""


def sentences(count: int, seed: int) -> list[str]:
    """Sentences without numbers from different pages of the page questions, unchanged. Raises DataMissing."""
    names = sorted({one.page for one in page_questions()})
    chance = random.Random(seed)
    chance.shuffle(names)
    texts = pages(names)
    drawn: list[str] = []
    for name in names:
        some = [
            written
            for span in sentence_spans(texts[name].text)
            if _SENTENCE.fullmatch(written := " ".join(span.of(texts[name].text).split()))
            and _FEWEST <= len(written.split()) <= _MOST
        ]
        if some:
            drawn.append(chance.choice(some))
        if len(drawn) == count:
            break
    return drawn


def measure(
    recogniser: Recogniser, voices: Mapping[str, Voice], count: int, seed: int,
    on_progress: Callable[[int, int], None],
) -> dict[str, Any]:  # fmt: skip
    """The word error rate of each voice, after Whisper's normaliser."""
    texts = sentences(count, seed)
    found: dict[str, Any] = {}
    done = 0
    for voice, say in voices.items():
        errors = []
        worst: list[tuple[int, str, str]] = []
        for text in texts:
            heard = recogniser.recognise(said(text, say)).text
            errors.append(word_errors(text, heard))
            worst.append((errors[-1].errors, text, heard))
            done += 1
            on_progress(done, len(texts) * len(voices))
        found[voice] = {
            "sentences": len(texts),
            "words": total(errors).words,
            "word_errors": round(total(errors).rate, 4),
            "without_an_error": sum(one.errors == 0 for one in errors),
            "worst": [[text, heard] for _, text, heard in sorted(worst, reverse=True)[:3]],
        }
    return {"recogniser": recogniser.name, "voices": found}
