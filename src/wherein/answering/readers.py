"""The readers of one home with their calibrations, each loaded once. Names implementations of readers."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from wherein.answering.cascade import Stage
from wherein.assets.store import AssetStore
from wherein.core.errors import WhereinError

if TYPE_CHECKING:
    from wherein.encoding.static import StaticEncoder
    from wherein.encoding.transformer import TransformerEncoder

TRANSFORMER = "minilm-l6"

LARGE = "large"


class Readers:
    """Stages of the cascade by name. Safe to share between threads."""

    def __init__(self, assets: AssetStore, title: Callable[[str], str]) -> None:
        """`title` gives a document's title by its id: what is read has it in front."""
        self._assets = assets
        self._title = title
        self._lock = threading.RLock()
        self._stages: dict[str, Stage] = {}
        self._encoder: StaticEncoder | None = None
        self._transformer: TransformerEncoder | None = None

    def stage(self, name: str) -> Stage:
        """A reader with its calibration. Raises AssetMissing or AssetDamaged."""
        with self._lock:
            if name not in self._stages:
                self._stages[name] = self._make(name)
            return self._stages[name]

    def cascade(self, first: str) -> list[Stage]:
        """The stages in their order: the first reader, the large one where it was got, sentences.

        Raises AssetMissing or AssetDamaged for the first; a large one that is damaged is skipped
        with its reason when a question comes to it.
        """
        names = [first, *([LARGE] if first != LARGE and self._is_here(LARGE) else []), "sentence"]
        return [self.stage(name) for name in dict.fromkeys(names)]

    def _is_here(self, name: str) -> bool:
        return name in {asset.name for asset in self._assets.assets} and self._assets.is_here(name)

    def warm(self, name: str) -> None:
        """Load a reader ahead of the question. What is wrong with it is told when one comes."""
        with suppress(WhereinError):
            self.stage(name).reader.load()

    def static(self) -> StaticEncoder:
        """The encoder that comes with the package."""
        from wherein.encoding.static import StaticEncoder

        with self._lock:
            if self._encoder is None:
                tokenizer = self._assets.verified("wordpiece") / "tokenizer.json"
                self._encoder = StaticEncoder.load(self._assets.verified("static"), tokenizer)
            return self._encoder

    def transformer(self) -> TransformerEncoder | None:
        """The better and slower encoder, where it was got; None elsewhere. Raises AssetDamaged."""
        from wherein.encoding.transformer import TransformerEncoder

        with self._lock:
            if self._transformer is None and self._assets.is_here(TRANSFORMER):
                tokenizer = self._assets.verified("wordpiece") / "tokenizer.json"
                self._transformer = TransformerEncoder.load(
                    self._assets.verified(TRANSFORMER), tokenizer
                )
            return self._transformer

    def _make(self, name: str) -> Stage:
        from wherein.reading.calibration import Calibration
        from wherein.reading.extractive import ExtractiveReader, ReaderFiles
        from wherein.reading.sentence import SENTENCE_CALIBRATION, SentenceReader

        if name == "sentence":
            return Stage(
                SentenceReader(self.static), SENTENCE_CALIBRATION, self._assets.identity("static")
            )
        folder = self._assets.verified(name)
        tokenizer = self._assets.verified("wordpiece") / "tokenizer.json"
        files = ReaderFiles.of(folder, tokenizer)
        settings = json.loads((folder / "reader.json").read_text("utf-8"))
        return Stage(
            ExtractiveReader(files, self._title),
            Calibration.of(settings),
            self._assets.identity(name),
            rereads=int(settings.get("rereads", 0)),
            hand_over=float(settings.get("hand_over", 0.0)),
        )
