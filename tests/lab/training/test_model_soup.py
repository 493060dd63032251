"""The mean of several readers' weights, and what cannot be averaged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from wherein_lab.training.network.model_soup import model_soup

from wherein.core.errors import AssetDamaged, UsageError

safetensors = pytest.importorskip("safetensors.numpy", reason="the train extra is not installed")


def weights(path: Path, value: float, size: int = 3) -> Path:
    safetensors.save_file(
        {"a": np.full(size, value, np.float16), "b": np.eye(2, dtype=np.float32)}, path
    )
    return path


def test_the_mean_is_weighed_and_kept_in_full_precision(tmp_path: Path) -> None:
    model_soup(
        [(weights(tmp_path / "one", 1.0), 3.0), (weights(tmp_path / "two", 2.0), 1.0)],
        tmp_path / "out",
    )
    found = safetensors.load_file(tmp_path / "out")
    assert found["a"].dtype == np.float32
    np.testing.assert_allclose(found["a"], 1.25)
    np.testing.assert_allclose(found["b"], np.eye(2))


def test_readers_of_other_shapes_are_refused(tmp_path: Path) -> None:
    one, two = weights(tmp_path / "one", 1.0), weights(tmp_path / "two", 1.0, size=4)
    with pytest.raises(AssetDamaged, match="another shape"):
        model_soup([(one, 0.5), (two, 0.5)], tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("shares", [(0.0, 0.0), (-1.0, 2.0)])
def test_shares_that_make_no_mean_are_refused(tmp_path: Path, shares: tuple[float, float]) -> None:
    one = weights(tmp_path / "one", 1.0)
    with pytest.raises(UsageError, match="mean"):
        model_soup([(one, shares[0]), (one, shares[1])], tmp_path / "out")
