"""Models by name: what is shipped is what it should be, and what is not is told and never used."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from wherein.assets.fetch import fetch
from wherein.assets.store import AssetStore, sha256_of, shipped_folder
from wherein.core.errors import AssetDamaged, AssetMissing


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    """A folder of models with one shipped and one to be got."""
    folder = tmp_path / "models"
    (folder / "here").mkdir(parents=True)
    (folder / "here" / "file").write_bytes(b"right")
    row = {
        "what": "a test", "licence": "CC0-1.0", "origin": "here",
        "files": [{"path": "file", "bytes": 5, "sha256": sha256_of(folder / "here" / "file")}],
    }  # fmt: skip
    rows = [{"name": "here", "shipped": True, **row}, {"name": "away", "shipped": False, **row}]
    (folder / "manifest.json").write_text(json.dumps({"assets": rows}))
    return folder


def test_every_shipped_file_is_what_the_manifest_says() -> None:
    store = AssetStore(Path("/nonexistent"))
    for asset in store.assets:
        if asset.shipped:
            assert store.verified(asset.name) == shipped_folder() / asset.name
            assert store.is_here(asset.name)
            assert asset.licence
            assert (shipped_folder() / asset.name / "NOTICE.md").is_file()


@pytest.mark.parametrize("content", [b"wrong", b"right but longer", b""])
def test_a_wrong_file_is_never_used(shipped: Path, tmp_path: Path, content: bytes) -> None:
    (shipped / "here" / "file").write_bytes(content)
    with pytest.raises(AssetDamaged, match="SHA-256"):
        AssetStore(tmp_path, shipped).verified("here")


def test_a_missing_file_says_how_to_get_it(shipped: Path, tmp_path: Path) -> None:
    store = AssetStore(tmp_path / "kept", shipped)
    with pytest.raises(AssetMissing, match="wherein models get away"):
        store.verified("away")
    with pytest.raises(AssetMissing, match="models list"):
        store.verified("nobody")
    with pytest.raises(AssetMissing, match="--from FOLDER"):
        store.install("away", lambda target: fetch(store.asset("away"), target))


def test_getting_from_a_folder_and_removing(shipped: Path, tmp_path: Path) -> None:
    store = AssetStore(tmp_path / "kept", shipped)
    checkout = tmp_path / "checkout"
    shutil.copytree(shipped / "here", checkout / "models" / "away")
    store.install("away", lambda target: fetch(store.asset("away"), target, str(checkout)))
    assert store.verified("away").is_dir()
    store.remove("away")
    assert not store.is_here("away")


def test_a_bad_copy_leaves_the_good_one(shipped: Path, tmp_path: Path) -> None:
    store = AssetStore(tmp_path / "kept", shipped)
    store.install("away", lambda target: fetch(store.asset("away"), target, str(shipped / "here")))

    def bad(target: Path) -> None:
        (target / "file").write_bytes(b"wrong")

    with pytest.raises(AssetDamaged):
        store.install("away", bad)
    assert store.verified("away").is_dir()
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["away"]


def test_a_damaged_manifest(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(AssetDamaged, match="Install wherein again"):
        AssetStore(tmp_path, tmp_path)
