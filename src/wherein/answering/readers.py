"""The readers of one home with their calibrations, each loaded once. Names implementations of readers."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TypeAlias

from wherein.answering.stages.read import CalibratedReader
from wherein.answering.stopping import shipped_rule
from wherein.assets.store import AssetStore
from wherein.core.errors import UsageError, WhereinError
from wherein.encoding.registry import ENCODERS, STATIC, TRANSFORMER
from wherein.home.generative_settings import GenerativeSettings
from wherein.questions.question import Kind, parse_question
from wherein.reading.together import Together

if TYPE_CHECKING:
    from wherein.encoding.encoder import Encoder
    from wherein.reading.selector import Selector

LARGE = "large"

Through: TypeAlias = Callable[[CalibratedReader], CalibratedReader]


class Readers:
    """Stages of the cascade by name. Safe to share between threads."""

    def __init__(
        self,
        assets: AssetStore,
        title: Callable[[str], str],
        date: Callable[[str], str | None],
        generative: GenerativeSettings | None = None,
        through: Through = lambda stage: stage,
    ) -> None:
        """`title` and `date` give a document's by its id: what is read has them in front.

        Every reader passes `through` once when it is made: measuring puts other constants or a
        record of what was read in its place.
        """
        self._assets = assets
        self._title = title
        self._date = date
        self._generative = generative
        self._through = through
        self._lock = threading.RLock()
        self._stages: dict[str, CalibratedReader] = {}
        self._encoders: dict[str, Encoder] = {}

    def stage(self, name: str) -> CalibratedReader:
        """A reader with its calibration. Raises AssetMissing or AssetDamaged."""
        with self._lock:
            if name not in self._stages:
                self._stages[name] = self._through(self._make(name))
            return self._stages[name]

    def cascade(self, first: str) -> list[CalibratedReader]:
        """The stages in their order: the first reader, the large one where it was got, the
        generative one where it is turned on, sentences.

        Raises AssetMissing or AssetDamaged.
        """
        large = [LARGE] if self._is_here(LARGE) else []
        generative = [] if self._generative is None else ["generative"]
        names = (first, *large, *generative, "sentence")
        return [self.stage(name) for name in dict.fromkeys(names)]

    def _is_here(self, name: str) -> bool:
        return name in {asset.name for asset in self._assets.assets} and self._assets.is_here(name)

    def selector(self) -> Selector:
        """What answers a question that asks for several things."""
        from wherein.reading.topic_sentences import TopicSentences

        return TopicSentences(self.static)

    def warm(self, name: str) -> None:
        """Load a reader ahead of the question. What is wrong with it is told when one comes."""
        with suppress(WhereinError):
            self.stage(name).reader.load()

    def static(self) -> Encoder:
        """The encoder that comes with the package."""
        return self.encoder(STATIC)

    def encoder(self, name: str) -> Encoder:
        """The encoder that the settings name. Raises UsageError, AssetMissing or AssetDamaged."""
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
        """The better and slower encoder, where it was got; None elsewhere. Raises AssetDamaged."""
        return self.encoder(TRANSFORMER) if self._assets.is_here(TRANSFORMER) else None

    def _make(self, name: str) -> CalibratedReader:
        from wherein.reading.calibration import Calibration
        from wherein.reading.extractive import ExtractiveReader, ReaderFiles
        from wherein.reading.sentence import SentenceConfidence, SentenceReader

        if name == "sentence":
            return CalibratedReader(
                SentenceReader(self.static),
                SentenceConfidence(self._title),
                self._assets.identity("static"),
            )
        if name == "generative":
            return self._made_generative()
        folder = self._assets.verified(name)
        tokenizer = self._assets.verified("wordpiece") / "tokenizer.json"
        files = ReaderFiles.of(folder, tokenizer)
        settings = json.loads((folder / "reader.json").read_text("utf-8"))
        return CalibratedReader(
            ExtractiveReader(files, self._title),
            Calibration.of(settings),
            self._assets.identity(name),
            rerank_depth=int(settings.get("rereads", 0)),
            escalation_threshold=float(settings.get("hand_over", 0.0)),
            stop=shipped_rule(),
            graded=True,
            together=Together.of(settings),
        )

    def _made_generative(self) -> CalibratedReader:
        from wherein.reading.choices import headed
        from wherein.reading.gate import Gate
        from wherein.reading.generative import GENERATIVE_CONFIDENCE, GenerativeReader, Manner
        from wherein.reading.language_models import language_model

        settings = self._generative
        if settings is None:
            raise UsageError(
                "No language model is set up.",
                "Add [generative] with a model to config.toml; see wherein models list",
            )
        reader = GenerativeReader(
            language_model(settings, self._assets),
            self.stage("sentence").reader,
            headed(self._title, self._date if settings.dates else lambda document: None),
            Manner(
                prompt=settings.prompt,
                most_words=settings.words,
                several=_wants_sentences if settings.whole_sentences else lambda question: False,
                written=settings.written,
                today=lambda: datetime.now(UTC).date().isoformat() if settings.dates else None,
            ),
            Gate(self.stage("small").reader) if settings.gated else None,
        )
        return CalibratedReader(
            reader, GENERATIVE_CONFIDENCE, f"generative:{settings.url}#{settings.model}"
        )


def _wants_sentences(question: str) -> bool:
    return parse_question(question).kind is not Kind.FACT
