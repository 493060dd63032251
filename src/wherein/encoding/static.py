"""The static encoder: a vector per token, weighted and added. No network, no order of words.

A text's vector is the sum of its tokens' rows, scaled to length 1. The rows were distilled from a
transformer (model2vec's method), weighted by rarity and trained on questions and the paragraphs that
answer them (`wherein_lab.training.encoders.static_encoder`); weights are part of the rows. They are kept as int8
with a scale per row and read straight from the file.
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

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

FEW_CHARACTERS = 20_000
"""Texts of together so few are tokenised one by one."""
TOKENS_AT_ONCE = 1 << 15
"""Rows gathered at a time: bounds memory at 32 MB for 256 dimensions, whatever the batch."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The files of a saved static encoder."""

    manifest: str = "encoder.json"
    rows: str = "rows.int8.npy"
    scales: str = "scales.float32.npy"


LAYOUT = Layout()


class StaticEncoder:
    """An `Encoder` that only looks tokens up."""

    def __init__(
        self,
        name: str,
        rows: NDArray[np.int8],
        scales: NDArray[np.float32],
        tokenizer: Tokenizer,
    ) -> None:
        """`rows`: (vocabulary, dimensions); `scales`: (vocabulary,), 0 for tokens that tell nothing."""
        self.name = name
        self._rows = rows
        self._scales = scales
        self._tokenizer = tokenizer

    @classmethod
    def load(cls, folder: Path, tokenizer: Path) -> Self:
        """The encoder saved in `folder`, its tokens cut by the `tokenizer.json` given.

        Checksums are the asset store's affair; raises AssetDamaged when files are missing or their
        shapes do not fit each other.
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

    def _cut(self, texts: Sequence[str]) -> list[Encoding]:
        if sum(map(len, texts)) > FEW_CHARACTERS:
            return self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        # Waking the tokenizer's threads takes longer than these do.
        return [self._tokenizer.encode(text, add_special_tokens=False) for text in texts]

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        cut = self._cut(texts)
        for vector, encoding in zip(vectors, cut, strict=True):
            ids = np.array(encoding.ids, dtype=np.int64)
            for start in range(0, len(ids), TOKENS_AT_ONCE):
                some = ids[start : start + TOKENS_AT_ONCE]
                # (tokens,) @ (tokens, dimensions): one text at a time, so that no text's sum
                # depends on its neighbours.
                vector += self._scales[some] @ self._rows[some].astype(np.float32)
            length = float(np.linalg.norm(vector))
            if length > 0:
                vector /= length
        return vectors


def _damaged(folder: Path) -> AssetDamaged:
    return AssetDamaged(
        f"The encoder in {folder} is not what was shipped.", "Install wherein again."
    )
