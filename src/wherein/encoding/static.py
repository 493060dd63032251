"""The static encoder: the sum of one vector for each token. It has no neural network and ignores word order.

A text's vector is the sum of its tokens' rows, scaled to length 1. The rows are distilled from a transformer
(model2vec's method), weighted by rarity, and trained on questions with the paragraphs that answer them
(`wherein_lab.training.encoders.static_encoder`); the weights are part of the rows. Rows are stored as int8 with a
scale for each row, and read directly from the file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from wherein.core.errors import AssetDamaged
from wherein.encoding.tokenising import tokenised

if TYPE_CHECKING:
    from tokenizers import Tokenizer

TOKENS_AT_ONCE = 1 << 15
"""Rows gathered at a time; limits memory to 32 MB for 256 dimensions."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The files of a saved static encoder."""

    manifest: str = "encoder.json"
    rows: str = "rows.int8.npy"
    scales: str = "scales.float32.npy"


LAYOUT = Layout()


class StaticEncoder:
    """An `Encoder` that looks up one row for each token."""

    def __init__(
        self,
        name: str,
        rows: NDArray[np.int8],
        scales: NDArray[np.float32],
        tokenizer: Tokenizer,
    ) -> None:
        """`rows`: int8 (vocabulary, dimensions); `scales`: (vocabulary,), 0 for tokens without meaning."""
        self.name = name
        self._rows = rows
        self._scales = scales
        self._tokenizer = tokenizer

    @classmethod
    def load(cls, folder: Path, tokenizer: Path) -> Self:
        """The encoder saved in `folder`, with the tokenizer of a `tokenizer.json`.

        The asset store verifies checksums. Raises AssetDamaged for missing files or shapes that do not fit.
        """
        from tokenizers import Tokenizer

        try:
            manifest = json.loads((folder / LAYOUT.manifest).read_bytes())
            # A plain view of the mapped file: numpy's memmap class makes each look-up slower.
            rows = np.asarray(np.load(folder / LAYOUT.rows, mmap_mode="r"))
            scales = np.load(folder / LAYOUT.scales)
            cut = Tokenizer.from_file(str(tokenizer))
            name, shape = str(manifest["name"]), (cut.get_vocab_size(), manifest["dimensions"])
        except Exception as error:  # tokenizers raises bare Exception
            raise _damaged(folder) from error
        if rows.shape != shape or scales.shape != shape[:1]:
            raise _damaged(folder)
        cut.no_padding()
        cut.no_truncation()
        return cls(name, rows, scales, cut)

    @property
    def dimensions(self) -> int:
        return int(self._rows.shape[1])

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for number, encoding in tokenised(self._tokenizer, texts):
            ids = np.array(encoding.ids, dtype=np.int64)
            for start in range(0, len(ids), TOKENS_AT_ONCE):
                some = ids[start : start + TOKENS_AT_ONCE]
                # (tokens,) @ (tokens, dimensions): one text at a time, so that no text's sum
                # depends on its neighbours.
                vectors[number] += self._scales[some] @ self._rows[some].astype(np.float32)
        for vector in vectors:
            length = float(np.linalg.norm(vector))
            if length > 0:
                vector /= length
        return vectors


def _damaged(folder: Path) -> AssetDamaged:
    return AssetDamaged(
        f"The encoder in {folder} is not the shipped one.", "Install wherein again."
    )
