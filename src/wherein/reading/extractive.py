"""The extractive reader: a transformer with a start and an end head, run by ONNX Runtime.

The scheme is BERT's for SQuAD 2.0 (Devlin et al., 2019, section 4.3): the score of a span is its start logit plus
its end logit, and the score of "not in this window" is the same sum at [CLS].
"""

from __future__ import annotations

import json
import threading
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wherein.core.answer import Candidate
from wherein.core.errors import AssetDamaged
from wherein.core.lifetime.cancellation import checkpoint
from wherein.core.passage import Passage
from wherein.core.span import Span
from wherein.reading.evidence.sentence_scores import SentenceScores
from wherein.reading.marking import Extent, extended, extent
from wherein.reading.reader import Reader, Reading
from wherein.reading.spans import best_spans
from wherein.reading.windows import PAIRS, PairFormat, Window, WindowCutter, WindowShape

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

# How many passages are cut into windows at a time, the first ones fewer, so that the first answer is not kept
# waiting by the windows behind it.
_FIRST_CHUNK, _CHUNK = 2, 8
_SPANS_A_WINDOW = 3
MODEL = "reader.int8.onnx"  # where the settings name no other


def model_file(settings: dict[str, Any]) -> str:
    """The file name of the model beside a `reader.json` with these settings; never a path to another folder."""
    return Path(str(settings.get("model", MODEL))).name


@dataclass(frozen=True, slots=True)
class ReaderFiles:
    """The paths of a reader's files, and the settings it was trained with (`reader.json`)."""

    model: Path
    tokenizer: Path
    name: str
    shape: WindowShape
    longest_answer: int
    pair: PairFormat = PAIRS["bert"]

    @staticmethod
    def of(folder: Path, tokenizer: Path) -> ReaderFiles:
        """Read `folder/reader.json`; `tokenizer` is for a reader without one of its own.

        Raises AssetDamaged.
        """
        try:
            settings = json.loads((folder / "reader.json").read_text("utf-8"))
            return ReaderFiles(
                folder / model_file(settings),
                own if (own := folder / "tokenizer.json").is_file() else tokenizer,
                str(settings["name"]),
                WindowShape(
                    int(settings["window_tokens"]),
                    int(settings["stride_tokens"]),
                    int(settings["question_tokens"]),
                    int(settings["prefix_tokens"]),
                ),
                int(settings["max_answer_tokens"]),
                PAIRS[settings.get("pair", "bert")],
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise AssetDamaged(
                f"The settings of the reader in {folder} cannot be read.",
                f"Get it again: wherein models get {folder.name}",
            ) from error


class ExtractiveReader:
    """A `Reader` that marks spans. Loads its model at the first question."""

    def __init__(
        self,
        files: ReaderFiles,
        title_of: Callable[[str], str],
        threads: int | None = None,
        like: Reader | None = None,
    ) -> None:
        """`title_of` returns a document's title by id; `threads` None lets the runtime choose. The model of `like`, a reader
        of the same files, is used where it is given, so that it is held once."""
        self._files = files
        self._title_of = title_of
        self._threads = threads
        self._like = like if isinstance(like, ExtractiveReader) else None
        self._loading = threading.Lock()
        self._loaded: tuple[InferenceSession, WindowCutter] | None = None

    @property
    def name(self) -> str:
        return self._files.name

    @property
    def files(self) -> ReaderFiles:
        """The reader's files and training settings."""
        return self._files

    def load(self) -> None:
        self._parts()

    def read(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        if not question.strip():
            return
        at = 0
        while at < len(passages):
            chunk = passages[at : at + (_FIRST_CHUNK if at == 0 else _CHUNK)]
            at += len(chunk)
            yield from self._read_chunk(question, chunk)

    def _read_chunk(self, question: str, passages: Sequence[Passage]) -> Iterator[Reading]:
        session, cutter = self._parts()
        wanted = extent(question)
        titles = [self._title_of(passage.document) for passage in passages]
        windows: list[list[Window]] = [[] for _ in passages]
        place = {id(passage): number for number, passage in enumerate(passages)}
        for window in cutter.cut(question, passages, titles):
            windows[place[id(window.passage)]].append(window)
        for passage, own in zip(passages, windows, strict=True):
            candidates: list[Candidate] = []
            sentences = SentenceScores(passage)
            for window in own:
                checkpoint()
                start, end = _logits(session, window)
                null = float(start[0] + end[0])
                tokens = slice(window.first, window.first + len(window.offsets))
                start, end = start[tokens], end[tokens]
                candidates.extend(self._candidates(window, start, end, null, wanted))
                sentences.add(window.offsets, start, end, null)
            yield Reading(
                (passage,), tuple(_without_overlap(candidates)), sentences=sentences.scored()
            )

    def _candidates(
        self,
        window: Window,
        start: NDArray[np.float32],
        end: NDArray[np.float32],
        null: float,
        wanted: Extent,
    ) -> Iterator[Candidate]:
        """The best spans of one window; `start` and `end` are the logits of the passage's own tokens, (tokens,) each."""
        text, base = window.passage.text, window.passage.span.start
        for first, last, score in best_spans(
            start, end, self._files.longest_answer, _SPANS_A_WINDOW, _paragraphs(window)
        ):
            a, b = window.offsets[first][0], window.offsets[last][1]
            if text[a:b].strip():
                marked = extended(text, Span(a, b), wanted, score - null)
                yield Candidate(window.passage, marked.shifted(base), score, null)

    def _parts(self) -> tuple[InferenceSession, WindowCutter]:
        if self._like is not None:
            return self._like._parts()
        with self._loading:
            if self._loaded is None:
                self._loaded = self._load()
            return self._loaded

    def _load(self) -> tuple[InferenceSession, WindowCutter]:
        from onnxruntime import InferenceSession, SessionOptions
        from tokenizers import Tokenizer

        options = SessionOptions()
        options.intra_op_num_threads = self._threads or 0
        options.log_severity_level = 3
        # A thread that waits for another would keep its core busy: twice the processor time for the same numbers, and on
        # a machine with other work no shorter a wait.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            session = InferenceSession(
                self._files.model, options, providers=["CPUExecutionProvider"]
            )
            tokenizer = Tokenizer.from_file(str(self._files.tokenizer))
        except Exception as error:  # onnxruntime and tokenizers raise bare Exception
            raise AssetDamaged(
                f"The reader {self._files.name!r} cannot be loaded from {self._files.model}.",
                f"Get it again: wherein models get {self._files.name}",
            ) from error
        tokenizer.no_padding()
        tokenizer.no_truncation()
        return session, WindowCutter(tokenizer, self._files.shape, self._files.pair)


def _logits(
    session: InferenceSession, window: Window
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The start and end logits of a window, (tokens,) each.

    It is run by itself: the activations are rounded to 8 bits by the largest of all that run together, so a window's
    numbers would depend on its neighbours, and differ from the browser's by up to 0.04 of a probability.
    """
    ids = np.array([window.ids], np.int64)
    inputs: dict[str, Any] = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
    if any(given.name == "token_type_ids" for given in session.get_inputs()):
        types = np.ones_like(ids)
        types[0, : window.context] = 0
        inputs["token_type_ids"] = types
    starts, ends = session.run(["start_logits", "end_logits"], inputs)
    return starts[0], ends[0]


def _paragraphs(window: Window) -> list[int] | None:
    """The number of breaks before each token of the passage, (tokens,); None for a text without breaks."""
    breaks = window.breaks
    return [bisect(breaks, first) for first, _ in window.offsets] if breaks else None


def _without_overlap(candidates: list[Candidate]) -> list[Candidate]:
    """The candidates by falling margin; of overlapping spans of one document only the better one is kept."""
    kept: list[Candidate] = []
    for candidate in sorted(candidates, key=lambda c: (-c.margin, c.span)):
        if not any(
            candidate.span.overlaps(other.span)
            and candidate.passage.document == other.passage.document
            for other in kept
        ):
            kept.append(candidate)
    return kept
