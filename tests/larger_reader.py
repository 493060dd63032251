"""The mark of tests that need the larger reader, which is in the checkout alone."""

from __future__ import annotations

import pytest

from wherein.assets.store import shipped_folder

needs_large = pytest.mark.skipif(
    not (shipped_folder() / "large" / "reader.packed.onnx").is_file(),
    reason="wherein is installed without the larger reader, which is in the checkout alone",
)
