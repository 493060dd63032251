"""The start of a recipe's training: an encoder's two files in the recipe's folder, or a packed reader."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from wherein.core.errors import AssetDamaged, AssetMissing
from wherein_lab.training.runs.recipe import Recipe

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from wherein_lab.training.network.weights import AnyReader

BASE_HINT = "Get the base as docs/training.md says and copy its two files there."


def base_file(root: Path, recipe: Recipe) -> Path:
    """The weights that training starts from, with the checksum verified. Raises AssetMissing, AssetDamaged."""
    from wherein_lab.training.network.export import PACKED

    if recipe.packed_base is not None:
        return verified(recipe.packed_base / PACKED, recipe.base_sha256)
    return verified(root / recipe.folder / "base" / "model.safetensors", recipe.base_sha256)


def base_reader(root: Path, recipe: Recipe) -> AnyReader:
    """The reader at the start of training; a bare encoder's answer head is initialised from the global generator."""
    from wherein_lab.training.network.unpacking import read_packed
    from wherein_lab.training.network.weights import load_weights

    path = base_file(root, recipe)
    if recipe.packed_base is not None:
        return read_packed(path, recipe.shape)
    return load_weights(path, recipe.shape)


def base_tokenizer(root: Path, recipe: Recipe) -> Tokenizer:
    """The base's tokenizer, without truncation and padding."""
    from tokenizers import Tokenizer

    folder = recipe.packed_base or root / recipe.folder / "base"
    tokenizer = Tokenizer.from_file(str(verified(folder / "tokenizer.json", None)))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def verified(path: Path, sha256: str | None) -> Path:
    """The path, if the file exists and has the checksum, where one is given."""
    if not path.is_file():
        raise AssetMissing(f"There is no {path.name} in {path.parent}.", BASE_HINT)
    if sha256 and hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
        raise AssetDamaged(f"{path.name} is not the base the recipe names.", BASE_HINT)
    return path
