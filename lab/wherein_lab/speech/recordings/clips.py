"""Recordings of the spoken questions, made once and kept in the cache folder; none is part of the repository."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from platformdirs import user_cache_path

from wherein.core.document import BlockKind
from wherein.speech.expected import expected_names
from wherein.speech.recogniser import RATE, Samples
from wherein.speech.saying.said import as_said
from wherein_lab.data.shared_data import shared_path
from wherein_lab.pages.asking import document_of
from wherein_lab.pages.questions import PageQuestion, read_questions, saved_pages
from wherein_lab.speech.recordings.noise import LEVELS, noisy
from wherein_lab.speech.recordings.questions import Spoken
from wherein_lab.speech.recordings.voices import VOICES, Voice

_QUESTIONS = "data/pagequestions/questions.jsonl"
_PAGES = "data/pagequestions/pages.tar.xz"
_PAUSE = RATE // 4
"""Silence before and after the words, as of a person who presses a button."""

OnProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Page:
    """A page's text, and the names to expect when it is read."""

    text: str
    names: tuple[str, ...]


def cache_folder() -> Path:
    return user_cache_path("wherein") / "speech-eval"


def page_questions() -> tuple[PageQuestion, ...]:
    """Raises DataMissing."""
    return read_questions(shared_path(_QUESTIONS))


def pages(names: Sequence[str], on_progress: OnProgress = lambda done, of: None) -> dict[str, Page]:
    """The pages by their names, some eight in a second. Raises DataMissing."""
    saved = saved_pages(shared_path(_PAGES), names)
    read = {}
    for at, name in enumerate(names):
        document = document_of(name, saved[name])
        headings = [
            block.span.of(document.text)
            for block in document.blocks
            if block.kind is BlockKind.HEADING
        ]
        expected = expected_names(document.text, [document.title or "", *headings])
        read[name] = Page(document.text, tuple(expected))
        on_progress(at + 1, len(names))
    return read


def recording(row: Spoken, questions: Mapping[str, PageQuestion]) -> Samples:
    """The question as its voice says it, over its noise."""
    clean = spoken(questions[row.id].question, row.voice)
    seed = int(hashlib.sha256(row.id.encode()).hexdigest()[:8], 16)
    return noisy(clean, LEVELS[row.noise], seed)


def spoken(text: str, voice: str) -> Samples:
    """A text as a voice says it, from the cache or made now."""
    name = hashlib.sha256(f"{voice}\n{text}".encode()).hexdigest()[:24]
    kept = cache_folder() / voice / f"{name}.npy"
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.save(kept, (said(text, VOICES[voice]) * 32767).astype(np.int16))
    made: Samples = np.load(kept).astype(np.float32) / 32767
    return made


def said(text: str, voice: Voice) -> Samples:
    """A text as it is said, half as loud as can be, between two pauses."""
    samples = voice(as_said(text))
    loudest = float(np.abs(samples).max(initial=1e-6))
    pause = np.zeros(_PAUSE, np.float32)
    whole: Samples = np.concatenate([pause, 0.5 * samples / loudest, pause])
    return whole
