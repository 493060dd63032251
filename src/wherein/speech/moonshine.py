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
from wherein.speech.decoding import decode_greedily, log_probability
from wherein.speech.mending import mend
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
        """`meant` is the text with names that the recording supports less surely (`mending`)."""
        if len(samples) < LEAST_SAMPLES:
            return Heard("", 0.0)
        hidden = self._encoded(samples)
        most = int(len(samples) / RATE * TOKENS_A_SECOND)
        decoded = decode_greedily(_Cached(self._decoder, hidden), START, END, most)
        text = self._vocabulary.text(decoded.tokens).strip()
        if not text:
            return Heard("", 0.0, (), decoded.tokens, decoded.ended)
        mended = mend(text, names, lambda words: self._log_likelihood(hidden, words))
        words = tuple(Word(word) for word in mended.text.split())
        tokens, ended = decoded.tokens, decoded.ended
        return Heard(mended.text, decoded.confidence, words, tokens, ended, mended.meant)

    def _log_likelihood(self, hidden: NDArray[np.float32], text: str) -> float:
        """The natural logarithm of the probability of a text, given the recording: its tokens and the end."""
        tokens = [START, *self._vocabulary.tokens(text)]
        logits = _Cached(self._decoder, hidden).all(tokens)
        wanted = [*tokens[1:], END]
        return sum(log_probability(row, token) for row, token in zip(logits, wanted, strict=True))

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

    def all(self, tokens: Sequence[int]) -> NDArray[np.float32]:
        """The logits after each of the tokens, in one run from the beginning, (tokens, vocabulary)."""
        logits: NDArray[np.float32] = self._run(tokens)["logits"][0]
        return logits

    def next(self, token: int) -> NDArray[np.float32]:
        given = self._run([token])
        for name in self._past:
            # What was computed of the audio comes back empty from the second call on.
            if not self._begun or ".decoder." in name:
                self._past[name] = given[name.replace("past_key_values", "present")]
        self._begun = True
        logits: NDArray[np.float32] = given["logits"][0, -1]
        return logits

    def _run(self, tokens: Sequence[int]) -> dict[str, Any]:
        values = self._session.run(
            self._outputs,
            {
                "input_ids": np.array([tokens], dtype=np.int64),
                "encoder_hidden_states": self._hidden,
                "use_cache_branch": np.array([self._begun]),
                **self._past,
            },
        )
        return dict(zip(self._outputs, values, strict=True))
