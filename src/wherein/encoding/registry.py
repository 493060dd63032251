"""The encoders by the names that settings use. Knows how each is loaded; fetches nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from wherein.encoding.encoder import Encoder

Load: TypeAlias = Callable[[Path, Path], Encoder]
"""Loads an encoder from its asset's folder and a `tokenizer.json`. Raises AssetDamaged."""


def _static(folder: Path, tokenizer: Path) -> Encoder:
    from wherein.encoding.static import StaticEncoder

    return StaticEncoder.load(folder, tokenizer)


def _transformer(folder: Path, tokenizer: Path) -> Encoder:
    from wherein.encoding.transformer import TransformerEncoder

    return TransformerEncoder.load(folder, tokenizer)


STATIC = "static"
TRANSFORMER = "minilm-l6"
ENCODERS: Mapping[str, Load] = {STATIC: _static, TRANSFORMER: _transformer}
"""The key is the name of the asset with the encoder's files."""
