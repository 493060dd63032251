"""The static encoder: a vector per token, weighted and added. No network, no order of words.

A text's vector is the sum of its tokens' rows, scaled to length 1. The rows were distilled from a
transformer (model2vec's method), weighted by rarity and trained on questions and the paragraphs that
answer them (`wherein.training.static_encoder`); weights are part of the rows. They are kept as int8
with a scale per row and read straight from the file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from wherein.core.errors import AssetDamaged, AssetMissing

if TYPE_CHECKING:
    from tokenizers import Tokenizer

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
    def open(cls, folder: Path, tokenizer: Path) -> Self:
        """The encoder saved in `folder`, its tokens cut by the `tokenizer.json` given.

        Raises AssetMissing or AssetDamaged (wrong checksum, shapes that do not fit).
        """
        from tokenizers import Tokenizer

        manifest = _manifest(folder)
        for name, sha256 in manifest["files"].items():
            _check(folder / name, sha256)
        _check(tokenizer, manifest["tokenizer"])
        cut = Tokenizer.from_file(str(tokenizer))
        cut.no_padding()
        cut.no_truncation()
        rows = np.load(folder / LAYOUT.rows, mmap_mode="r")
        scales = np.load(folder / LAYOUT.scales)
        if rows.shape != (cut.get_vocab_size(), manifest["dimensions"]) or len(scales) != len(rows):
            raise _damaged(folder / LAYOUT.rows)
        return cls(str(manifest["name"]), rows, scales, cut)

    @property
    def dimensions(self) -> int:
        return int(self._rows.shape[1])

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        cut = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
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


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / LAYOUT.manifest
    try:
        manifest: dict[str, Any] = json.loads(path.read_bytes())
    except FileNotFoundError as error:
        raise AssetMissing(
            f"There is no encoder in {folder}.", "Run `wherein doctor` to see what is missing."
        ) from error
    except ValueError as error:
        raise _damaged(path) from error
    return manifest


def _check(path: Path, sha256: str) -> None:
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError as error:
        raise AssetMissing(
            f"The model file {path} is missing.", "Run `wherein doctor` to see what is missing."
        ) from error
    if found != sha256:
        raise _damaged(path)


def _damaged(path: Path) -> AssetDamaged:
    return AssetDamaged(f"The model file {path} is not what was shipped.", "Install wherein again.")
