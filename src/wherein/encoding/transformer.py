"""A sentence transformer in onnxruntime: mean of its last hidden states. Fetches nothing.

The model is an asset by name (`minilm-l6`): `model.onnx` with inputs input_ids, attention_mask and
token_type_ids and output last_hidden_state, float32 or quantised.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from wherein.core.errors import AssetDamaged
from wherein.core.lifetime.cancellation import checkpoint
from wherein.encoding.tokenising import parts_of

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

LONGEST_TOKENS = 256
"""Most tokens read of a text, as all-MiniLM-L6-v2 was trained."""


class TransformerEncoder:
    """An `Encoder` that reads whole sentences."""

    def __init__(
        self, name: str, dimensions: int, session: InferenceSession, tokenizer: Tokenizer
    ) -> None:
        self.name = name
        self._dimensions = dimensions
        self._session = session
        self._tokenizer = tokenizer

    @classmethod
    def load(cls, folder: Path, tokenizer: Path, threads: int = 1) -> Self:
        """The encoder in `folder`, with the tokenizer of a `tokenizer.json`.

        The asset store verifies checksums. Raises AssetDamaged for a file that can't be loaded.
        """
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        try:
            cut = Tokenizer.from_file(str(tokenizer))
            session = onnxruntime.InferenceSession(
                str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # both libraries raise bare Exceptions of their own
            raise AssetDamaged(
                f"The encoder in {folder} can't be loaded.",
                f"Get it again: wherein models get {folder.name}",
            ) from error
        dimensions = int(session.get_outputs()[0].shape[-1])
        weight_bytes = sum(file.stat().st_size for file in folder.glob("model.onnx*"))
        cut.no_padding()
        cut.enable_truncation(LONGEST_TOKENS)
        # The size distinguishes the vectors of the float32 file from those of the quantised one.
        return cls(f"{folder.name} {weight_bytes}", dimensions, session, cut)

    @property
    def dimensions(self) -> int:
        return self._dimensions

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), self._dimensions), dtype=np.float32)
        # Far more than the tokens that are read, so that a long text takes no longer than its beginning.
        beginnings = [next(parts_of(text)) for text in texts]
        cut = self._tokenizer.encode_batch_fast(beginnings)
        # One text at a time: the quantised layers take their scale from the whole batch, so a
        # neighbour would change a text's vector (by up to 0.01 in cosine).
        for row, encoding in zip(vectors, cut, strict=True):
            checkpoint()
            if len(encoding.ids) > len(("[CLS]", "[SEP]")):
                row[:] = self._vector(np.array([encoding.ids], dtype=np.int64))
        return vectors

    def _vector(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """(1, tokens) to (dimensions,)."""
        (hidden,) = self._session.run(
            ["last_hidden_state"],
            {
                "input_ids": ids,
                "attention_mask": np.ones_like(ids),
                "token_type_ids": np.zeros_like(ids),
            },
        )
        pooled = np.asarray(hidden, dtype=np.float32)[0].mean(axis=0)
        unit: NDArray[np.float32] = pooled / max(float(np.linalg.norm(pooled)), 1e-12)
        return unit
