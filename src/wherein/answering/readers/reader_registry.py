"""The readers by the names that settings use, and how each is made. Loads nothing until a reader is asked for.

A new reader is one module of `reading` and one entry here. A name that is not in the table is that of an asset
with an extractive reader (`wherein models list`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeAlias

from wherein.answering.grading.stopping import shipped_rule
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.assets.store import AssetStore
from wherein.home.generative_settings import GenerativeSettings
from wherein.questions.question import Kind, parse_question
from wherein.reading.together import Together

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder
    from wherein.reading.generative.language_model import LanguageModel
    from wherein.reading.reader import Reader

SMALL = "small"
LARGE = "large"
SENTENCE = "sentence"
GENERATIVE = "generative"

_CELLS = {SMALL: "read_cell", LARGE: "read_cell_large"}


@dataclass(frozen=True, slots=True)
class ReaderParts:
    """The inputs of the makers of readers.

    title, date: of a document by its id; readers put them before its passages.
    static: the encoder that comes with the package.
    stage: returns another reader by name.
    generative: the settings of the language model; None where none is set up.
    language_model: returns the model that these settings name, made once.
    like: returns a reader of the same name that has loaded its model, to share it; None without one.
    """

    assets: AssetStore
    title: Callable[[str], str]
    date: Callable[[str], str | None]
    static: Callable[[], Encoder]
    stage: Callable[[str], CalibratedReader]
    generative: GenerativeSettings | None
    language_model: Callable[[], LanguageModel]
    like: Callable[[str], Reader | None] = lambda name: None


Make: TypeAlias = Callable[[str, ReaderParts], CalibratedReader]
"""Makes the reader of a name. Raises AssetMissing, AssetDamaged or UsageError."""


def make_reader(name: str, parts: ReaderParts) -> CalibratedReader:
    """The reader of this name with its calibration. Raises AssetMissing, AssetDamaged or UsageError."""
    return READERS.get(name, _extractive)(name, parts)


def _extractive(name: str, parts: ReaderParts) -> CalibratedReader:
    from wherein.reading.calibration import Calibration
    from wherein.reading.extractive import ExtractiveReader, ReaderFiles

    folder = parts.assets.verified(name)
    tokenizer = parts.assets.verified("wordpiece") / "tokenizer.json"
    files = ReaderFiles.of(folder, tokenizer)
    settings = json.loads((folder / "reader.json").read_text("utf-8"))
    return CalibratedReader(
        ExtractiveReader(files, parts.title, like=parts.like(name)),
        Calibration.of(settings),
        parts.assets.identity(name),
        rerank_depth=int(settings.get("rerank_depth", 0)),
        escalation_threshold=float(settings.get("escalation_threshold", 0.0)),
        stop=shipped_rule(),
        graded=True,
        cells=_CELLS.get(name),
        together=Together.of(settings),
    )


def _sentence(name: str, parts: ReaderParts) -> CalibratedReader:
    from wherein.reading.sentence import SentenceConfidence, SentenceReader

    return CalibratedReader(
        SentenceReader(parts.static),
        SentenceConfidence(parts.title),
        parts.assets.identity("static"),
    )


def _generative(name: str, parts: ReaderParts) -> CalibratedReader:
    from wherein.reading.generative.choices import headed
    from wherein.reading.generative.gate import Gate
    from wherein.reading.generative.generative import (
        GENERATIVE_CONFIDENCE,
        GenerativeReader,
        Manner,
    )

    settings = parts.generative
    model = parts.language_model()
    assert settings is not None  # else there is no model
    reader = GenerativeReader(
        model,
        parts.stage(SENTENCE).reader,
        headed(parts.title, parts.date if settings.dates else lambda document: None),
        Manner(
            prompt=settings.prompt,
            most_words=settings.words,
            several=_wants_sentences if settings.whole_sentences else lambda question: False,
            written=settings.written,
            today=lambda: datetime.now(UTC).date().isoformat() if settings.dates else None,
        ),
        Gate(parts.stage(SMALL).reader) if settings.gated else None,
    )
    return CalibratedReader(
        reader, GENERATIVE_CONFIDENCE, f"generative:{settings.url}#{settings.model}"
    )


def _wants_sentences(question: str) -> bool:
    return parse_question(question).kind is not Kind.FACT


READERS: Mapping[str, Make] = {
    SMALL: _extractive,
    LARGE: _extractive,
    SENTENCE: _sentence,
    GENERATIVE: _generative,
}
