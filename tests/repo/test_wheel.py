"""What is installed: the product's wheel holds no measuring and no training, and the lab's holds nothing else."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"


def wheel(source: Path, out: Path) -> list[str]:
    """The names in the wheel that is built of a copy of the source."""
    built = subprocess.run(
        [sys.executable, "-c", BUILD, str(out)], cwd=source, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    (path,) = out.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    source = tmp_path_factory.mktemp("product")
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE.md"):
        shutil.copy(ROOT / name, source / name)
    for name in ("src", "models", "contracts/lexicon"):
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "*.packed.onnx")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    return wheel(source, tmp_path_factory.mktemp("wheel"))


def test_the_product_has_neither_measuring_nor_training(product: list[str]) -> None:
    folders = {name.split("/")[0] for name in product}
    assert {folder for folder in folders if not folder.endswith(".dist-info")} == {
        "wherein",
        "wherein_lexicon",
        "wherein_models",
    }
    assert not [name for name in product if "evaluation" in name or "training/" in name]


def test_the_product_has_every_file_that_it_reads(product: list[str]) -> None:
    for path in (ROOT / "src" / "wherein").rglob("*"):
        name = path.relative_to(ROOT / "src").as_posix()
        if path.is_file() and "__pycache__" not in name:
            assert name in product, name
    for path in (ROOT / "contracts" / "lexicon").glob("*.json"):
        assert f"wherein_lexicon/{path.name}" in product
    for name in ("small/reader.int8.onnx", "static/rows.int8.npy", "wordpiece/tokenizer.json"):
        assert f"wherein_models/{name}" in product
    assert not [name for name in product if name.startswith("wherein_models/large/")]


def test_the_lab_is_complete_and_brings_its_two_commands(tmp_path: Path) -> None:
    source = tmp_path / "lab"
    shutil.copytree(
        ROOT / "lab", source, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
    )
    names = wheel(source, tmp_path / "out")
    modules = {
        path.relative_to(ROOT / "lab").as_posix()
        for path in (ROOT / "lab" / "wherein_lab").rglob("*.py")
    }
    assert modules == {name for name in names if name.endswith(".py")}
    with zipfile.ZipFile(next((tmp_path / "out").glob("*.whl"))) as archive:
        (entries,) = [name for name in names if name.endswith("entry_points.txt")]
        report = archive.read(entries).decode()
    assert "[wherein.commands]" in report
    assert {line.split(" ")[0] for line in report.splitlines() if "=" in line} == {"eval", "train"}
