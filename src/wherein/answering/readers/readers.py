"""Loads each reader of one home once, and orders them as a cascade. Names no implementation of a reader."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from wherein.answering.readers.reader_registry import (
    GENERATIVE,
    LARGE,
    SENTENCE,
    ReaderParts,
    make_reader,
)
from wherein.answering.stages.calibrated_reader import CalibratedReader
from wherein.assets.store import AssetStore
from wherein.core.errors import UsageError, WhereinError
from wherein.encoding.registry import ENCODERS, STATIC, TRANSFORMER
from wherein.home.generative_settings import GenerativeSettings

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder
    from wherein.reading.generative.language_model import LanguageModel
    from wherein.reading.selector import Selector

Through: TypeAlias = Callable[[CalibratedReader], CalibratedReader]


class Readers:
    """The reader stages by name. Threads may share it."""

    def __init__(
        self,
        assets: AssetStore,
        title: Callable[[str], str],
        date: Callable[[str], str | None],
        generative: GenerativeSettings | None = None,
        through: Through = lambda stage: stage,
        like: Readers | None = None,
    ) -> None:
        """`title` and `date` return those of a document id; readers put them before the passage.

        `through` wraps each stage once when it is made: measurements change constants there or record what
        was read. `like` has the models, which are held once for all who ask.
        """
        self._assets = assets
        self._through = through
        self._like = like
        self._parts = ReaderParts(
            assets, title, date, self.static, self.stage, generative, self.language_model,
            (lambda name: None) if like is None else lambda name: like.stage(name).reader,
        )  # fmt: skip
        self._lock = threading.RLock()
        self._stages: dict[str, CalibratedReader] = {}
        self._encoders: dict[str, Encoder] = {}
        self._language_model: LanguageModel | None = None

    def language_model(self) -> LanguageModel:
        """The language model that the settings name, not loaded yet. Raises UsageError where they name none."""
        from wherein.reading.generative.language_models import language_model

        if self._like is not None:
            return self._like.language_model()
        settings = self._parts.generative
        if settings is None:
            raise UsageError(
                "No language model is set up.",
                "Add [generative] with a model to config.toml; see wherein models list",
            )
        with self._lock:
            if self._language_model is None:
                self._language_model = language_model(settings, self._assets)
            return self._language_model

    def stage(self, name: str) -> CalibratedReader:
        """A reader with its calibration. Raises AssetMissing or AssetDamaged."""
        with self._lock:
            if name not in self._stages:
                self._stages[name] = self._through(make_reader(name, self._parts))
            return self._stages[name]

    def cascade(self, first: str) -> list[CalibratedReader]:
        """The stages in order: the first reader, the large one where installed, the generative one where turned
        on, then whole sentences.

        Raises AssetMissing or AssetDamaged.
        """
        large = [LARGE] if self._is_here(LARGE) else []
        generative = [] if self._parts.generative is None else [GENERATIVE]
        names = (first, *large, *generative, SENTENCE)
        return [self.stage(name) for name in dict.fromkeys(names)]

    def _is_here(self, name: str) -> bool:
        return name in {asset.name for asset in self._assets.assets} and self._assets.is_here(name)

    def selector(self) -> Selector:
        """The selector that answers topic requests."""
        from wherein.reading.topic_sentences import TopicSentences

        return TopicSentences(self.static)

    def warm(self, name: str) -> None:
        """Load a reader ahead of the question. Errors are left to the question that needs it."""
        with suppress(WhereinError):
            self.stage(name).reader.load()

    def static(self) -> Encoder:
        """The encoder that comes with the package."""
        return self.encoder(STATIC)

    def encoder(self, name: str) -> Encoder:
        """The encoder that the settings name. Raises UsageError, AssetMissing or AssetDamaged."""
        if self._like is not None:
            return self._like.encoder(name)
        if name not in ENCODERS:
            raise UsageError(
                f"There is no encoder called {name!r}.", f"Choose one of: {', '.join(ENCODERS)}."
            )
        with self._lock:
            if name not in self._encoders:
                folder = self._assets.verified(name)  # says how it is got, when it is not here
                tokenizer = self._assets.verified("wordpiece") / "tokenizer.json"
                self._encoders[name] = ENCODERS[name](folder, tokenizer)
            return self._encoders[name]

    def transformer(self) -> Encoder | None:
        """The better and slower encoder; None where it is not installed. Raises AssetDamaged."""
        return self.encoder(TRANSFORMER) if self._assets.is_here(TRANSFORMER) else None
