"""Opens a reader by name or folder for measurements. Measures nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wherein.answering.grading.confidence import Confidence
from wherein.assets.store import AssetStore, shipped_folder
from wherein.core.errors import AssetMissing
from wherein.core.passage import Passage
from wherein.core.text.word_count import word_count
from wherein.reading.calibration import FEATURES, Calibration
from wherein.reading.generative.gate import LEAST, SLOPE
from wherein.reading.reader import Reader

if TYPE_CHECKING:
    from wherein.answering.stages.calibrated_reader import CalibratedReader
    from wherein.encoding.static import StaticEncoder

# Used while the calibration is being fitted: the margin alone.
UNCALIBRATED = Calibration((1.0, *[0.0] * (len(FEATURES) - 1)), 0.0, 0.5, 0.25)


@dataclass(frozen=True, slots=True)
class OpenReader:
    """A reader with its calibration. Callers that make documents put their titles into `titles`, by id; `tokens`
    counts the tokens the reader reads of some passages for a question.
    """

    reader: Reader
    calibration: Confidence
    titles: dict[str, str]
    name: str
    model_sha256: str
    tokens: Callable[[str, Sequence[Passage]], int]


def open_reader(
    name: str, threads: int | None = None, calibrated: bool = True, variant: str | None = None
) -> OpenReader:
    """Open `sentence`, a shipped reader by its name, or any folder with a `reader.json`.

    Raises AssetMissing, AssetDamaged. `calibrated=False` is for fitting the calibration; `variant` is another of
    an exported reader's files than the one in its settings.
    """
    from tokenizers import Tokenizer

    from wherein.reading.extractive import ExtractiveReader, ReaderFiles
    from wherein.reading.windows import WindowCutter

    if name == "sentence":
        return _sentence()
    folder = Path(name)
    if not (folder / "reader.json").is_file():
        folder = AssetStore(shipped_folder()).verified(name)
    files = ReaderFiles.of(folder, shipped_folder() / "wordpiece" / "tokenizer.json")
    if variant is not None:
        files = replace(files, model=files.model.with_name(f"reader.{variant}.onnx"))
    if not files.model.is_file():
        raise AssetMissing(f"There is no model at {files.model}.", "Run wherein train export.")
    settings: dict[str, Any] = json.loads((folder / "reader.json").read_text("utf-8"))
    tokenizer = Tokenizer.from_file(str(files.tokenizer))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    cutter = WindowCutter(tokenizer, files.shape, files.pair)
    titles: dict[str, str] = {}

    def tokens(question: str, passages: Sequence[Passage]) -> int:
        names = [titles[passage.document] for passage in passages]
        return sum(len(window.ids) for window in cutter.cut(question, passages, names))

    return OpenReader(
        ExtractiveReader(files, titles.__getitem__, threads),
        Calibration.of(settings) if calibrated else UNCALIBRATED,
        titles,
        files.name,
        hashlib.sha256(files.model.read_bytes()).hexdigest(),
        tokens,
    )


def by_margin(stage: CalibratedReader) -> CalibratedReader:
    """The stage with the calibration replaced by the fixed bound on the margin that a `Gate` uses."""
    weights = (SLOPE, *[0.0] * (len(FEATURES) - 1))
    return replace(stage, confidence=Calibration(weights, -SLOPE * LEAST, 0.5, 0.25))


def _sentence() -> OpenReader:
    from wherein.encoding.static import StaticEncoder
    from wherein.reading.sentence import SENTENCE_CALIBRATION, SentenceReader

    store = AssetStore(shipped_folder())
    folder = store.verified("static")
    rows = next(file for file in store.asset("static").files if "rows" in file.path)

    def encoder() -> StaticEncoder:
        return StaticEncoder.load(folder, store.verified("wordpiece") / "tokenizer.json")

    def tokens(question: str, passages: Sequence[Passage]) -> int:
        return sum(word_count(passage.text) for passage in passages)

    return OpenReader(
        SentenceReader(encoder), SENTENCE_CALIBRATION, {}, "sentence", rows.sha256, tokens
    )
