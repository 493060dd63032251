"""Moonshine (Jeffries et al., 2024, arXiv 2410.15608) in onnxruntime: an encoder of samples and a decoder of tokens.

Its files are an asset by name (`moonshine-tiny`); they are not fetched here. The decoder keeps what it computed of
earlier tokens, so that each token is read once.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from wherein.core.errors import AssetDamaged
from wherein.speech.decoding import decode_greedily
from wherein.speech.recogniser import RATE, Heard, Samples, Word
from wherein.speech.vocabulary import Vocabulary

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

ENCODER, DECODER, VOCABULARY = (
    "encoder_model.onnx",
    "decoder_model_merged.onnx",
    "llama-tokenizer.js",
)
START, END = 1, 2
"""The tokens before and after every sentence."""
TOKENS_A_SECOND = 6
"""The most tokens of a second of speech, from the makers' own loop; more is repetition."""
LEAST_SAMPLES = RATE // 10
"""The encoder's convolutions need some 60 ms."""


class Moonshine:
    """A `Recogniser` of English."""

    def __init__(
        self,
        name: str,
        encoder: InferenceSession,
        decoder: InferenceSession,
        vocabulary: Vocabulary,
    ) -> None:
        self.name = name
        self._encoder = encoder
        self._decoder = decoder
        self._vocabulary = vocabulary

    @classmethod
    def load(cls, folder: Path, threads: int = 1) -> Self:
        """The model in `folder`, which the asset store has verified. Raises AssetDamaged for what can't be loaded."""
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        try:
            encoder, decoder = (
                onnxruntime.InferenceSession(
                    str(folder / name), options, providers=["CPUExecutionProvider"]
                )
                for name in (ENCODER, DECODER)
            )
            vocabulary = Vocabulary.of_script((folder / VOCABULARY).read_text("utf-8"))
        except Exception as error:  # onnxruntime raises bare Exceptions of its own
            raise AssetDamaged(
                f"The recogniser in {folder} can't be loaded.",
                f"Get it again: wherein models get {folder.name}",
            ) from error
        return cls(folder.name, encoder, decoder, vocabulary)

    def recognise(self, samples: Samples, names: Sequence[str] = ()) -> Heard:
        if len(samples) < LEAST_SAMPLES:
            return Heard("", 0.0)
        decoded = decode_greedily(
            _Cached(self._decoder, self._encoded(samples)),
            START,
            END,
            int(len(samples) / RATE * TOKENS_A_SECOND),
        )
        text = self._vocabulary.text(decoded.tokens).strip()
        words = tuple(Word(word) for word in text.split())
        confidence = decoded.confidence if text else 0.0
        return Heard(text, confidence, words, decoded.tokens, decoded.ended)

    def _encoded(self, samples: Samples) -> NDArray[np.float32]:
        """(samples,) to (1, frames, width)."""
        given = {"input_values": np.asarray(samples, dtype=np.float32)[None, :]}
        (hidden,) = self._encoder.run(["last_hidden_state"], given)
        return np.asarray(hidden, dtype=np.float32)


class _Cached:
    """`Steps` of the merged decoder, whose first call computes the keys and values of the audio."""

    def __init__(self, session: InferenceSession, hidden: NDArray[np.float32]) -> None:
        self._session = session
        self._hidden = hidden
        inputs = session.get_inputs()
        self._past: dict[str, Any] = {
            item.name: np.zeros((0, item.shape[1], 1, item.shape[3]), dtype=np.float32)
            for item in inputs
            if item.name.startswith("past_key_values.")
        }
        self._outputs = [item.name for item in session.get_outputs()]
        self._begun = False

    def next(self, token: int) -> NDArray[np.float32]:
        values = self._session.run(
            self._outputs,
            {
                "input_ids": np.array([[token]], dtype=np.int64),
                "encoder_hidden_states": self._hidden,
                "use_cache_branch": np.array([self._begun]),
                **self._past,
            },
        )
        given = dict(zip(self._outputs, values, strict=True))
        for name in self._past:
            # What was computed of the audio comes back empty from the second call on.
            if not self._begun or ".decoder." in name:
                self._past[name] = given[name.replace("past_key_values", "present")]
        self._begun = True
        logits: NDArray[np.float32] = given["logits"][0, -1]
        return logits
