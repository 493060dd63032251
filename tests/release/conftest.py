"""The wheels, built once for a run."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools.release.building import build
from tools.release.distributions import DISTRIBUTIONS, ROOT

WHEN = 1_770_000_000
"""The time of their entries, in seconds."""


@pytest.fixture(scope="session")
def product_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel `wherein`; builds the web app where `make` has not."""
    if not (ROOT / "src" / "wherein" / "server" / "webapp" / "index.html").is_file():
        subprocess.run(["npm", "--prefix", "web", "run", "--silent", "build:app"], cwd=ROOT, check=True)  # fmt: skip
    return build(DISTRIBUTIONS["wherein"], tmp_path_factory.mktemp("product"), WHEN).wheel


@pytest.fixture(scope="session")
def lab_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel `wherein-lab`."""
    return build(DISTRIBUTIONS["wherein-lab"], tmp_path_factory.mktemp("lab"), WHEN).wheel
