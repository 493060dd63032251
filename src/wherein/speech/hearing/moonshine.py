"""Moonshine (Jeffries et al., 2024, arXiv 2410.15608) in onnxruntime: an encoder of samples and a decoder of tokens.

Its files are an asset by name (`moonshine-tiny`); they are not fetched here. The decoder keeps what it computed of
earlier tokens, so that each token is read once.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from wherein.core.errors import AssetDamaged
from wherein.speech.hearing.decoding import Decoded, Logits, decode_greedily
from wherein.speech.hearing.guards import loud_part
from wherein.speech.hearing.mending import Evidence, Mend, Mended, found_mends, mend, mends
from wherein.speech.hearing.name_search import NameTrie
from wherein.speech.hearing.rescoring import Rescored
from wherein.speech.hearing.vocabulary import Vocabulary
from wherein.speech.recogniser import LEAST_SAMPLES, RATE, Heard, Samples, Word

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
        self._last_trie: tuple[tuple[str, ...], NameTrie] | None = None

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
        """`meant` is the text with a name that is likely and not sure (`mending`)."""
        if len(samples) < LEAST_SAMPLES:
            return Heard("", 0.0)
        decoded, text = self._decoded(samples)
        if not text:
            return Heard("", 0.0, (), decoded.tokens, decoded.ended)
        mended = Mended(text)
        if names:
            rescored = Rescored(text, decoded, self._vocabulary)
            mended = mend(text, self._tried(text, names, rescored), rescored.evidence)
        words = tuple(Word(word) for word in mended.text.split())
        tokens, ended = decoded.tokens, decoded.ended
        return Heard(mended.text, decoded.confidence, words, tokens, ended, mended.meant)

    def candidates(
        self, samples: Samples, names: Sequence[str]
    ) -> tuple[str, list[tuple[Mend, Evidence]]]:
        """The text without names, and every mend that is tried with what the model says of it: for fitting."""
        if len(samples) < LEAST_SAMPLES:
            return "", []
        decoded, text = self._decoded(samples)
        if not text or not names:
            return text, []
        rescored = Rescored(text, decoded, self._vocabulary)
        tried = self._tried(text, names, rescored)
        return text, [(one, rescored.evidence(one)) for one in tried]

    def _decoded(self, samples: Samples) -> tuple[Decoded, str]:
        """The model at times ends at once where quiet comes first: then it is asked again without the quiet."""
        decoded = self._read(samples)
        loud = loud_part(samples)
        if not decoded.tokens and LEAST_SAMPLES <= len(loud) < len(samples):
            decoded = self._read(loud)
        return decoded, self._vocabulary.text(decoded.tokens).strip()

    def _read(self, samples: Samples) -> Decoded:
        steps = _Cached(self._decoder, self._encoded(samples))
        return decode_greedily(steps, START, END, int(len(samples) / RATE * TOKENS_A_SECOND))

    def _tried(self, text: str, names: Sequence[str], rescored: Rescored) -> tuple[Mend, ...]:
        """By sound and by search, each once."""
        found = rescored.found(names, self._trie(tuple(names)))
        both = dict.fromkeys((*mends(text, names), *found_mends(text, names, found)))
        return tuple(one for one in both if rescored.is_open(one))

    def _trie(self, names: tuple[str, ...]) -> NameTrie:
        """The trie of names; that of the last document is kept, since several questions are asked of it."""
        if self._last_trie is None or self._last_trie[0] != names:
            trie = NameTrie(self._vocabulary.tokens(name) if name.strip() else [] for name in names)
            self._last_trie = names, trie
        return self._last_trie[1]

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

    def all(self, tokens: Sequence[int]) -> Logits:
        """The logits after each of some further tokens, (tokens, vocabulary); this stays as it is."""
        logits: Logits = self._run(tokens, ["logits"])["logits"][0]
        return logits

    def fork(self) -> _Cached:
        other = copy(self)
        other._past = dict(self._past)
        return other

    def next(self, token: int) -> Logits:
        given = self._run([token])
        for name in self._past:
            # From the second call on, the model returns empty tensors for the audio.
            if not self._begun or ".decoder." in name:
                self._past[name] = given[name.replace("past_key_values", "present")]
        self._begun = True
        logits: Logits = given["logits"][0, -1]
        return logits

    def _run(self, tokens: Sequence[int], outputs: Sequence[str] = ()) -> dict[str, Any]:
        wanted = outputs or self._outputs
        values = self._session.run(
            wanted,
            {
                "input_ids": np.array([tokens], dtype=np.int64),
                "encoder_hidden_states": self._hidden,
                "use_cache_branch": np.array([self._begun]),
                **self._past,
            },
        )
        return dict(zip(wanted, values, strict=True))
