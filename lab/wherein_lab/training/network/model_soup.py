"""Makes one reader of several: the mean of their weights (model soups, Wortsman et al., 2022)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from wherein.core.errors import AssetDamaged, UsageError
from wherein_lab.training.network.weight_delta import read_weights


def model_soup(shares: Sequence[tuple[Path, float]], out: Path) -> None:
    """Write the weighted mean of safetensors files of one shape; weights need not sum to 1.

    Useful for branches of one trunk, whose noise differs, but not for readers with different starts. Raises
    AssetDamaged where files differ in names or shapes, UsageError for weights that are negative or all 0.
    """
    from safetensors.numpy import save_file

    total = sum(share for _, share in shares)
    if total <= 0 or any(share < 0 for _, share in shares):
        raise UsageError("The weights of the mean are negative or all 0.", "Give numbers above 0.")
    mean: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = {}
    for path, share in shares:
        found = read_weights(path)
        like = {name: tensor.shape for name, tensor in found.items()}
        if mean and like != {name: tensor.shape for name, tensor in mean.items()}:
            raise AssetDamaged(
                f"{path} has weights of another shape.", "Give readers made with one recipe."
            )
        for name, tensor in found.items():
            part = tensor * np.float32(share / total)
            mean[name] = mean[name] + part if name in mean else part
    save_file(mean, out)
