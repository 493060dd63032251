"""The packages of the extension: what each file is made from, what the stores forbid, and that the sources make the same bytes."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.release.conftest import WHEN
from tools.release.archives import sha256_of, write_zip
from tools.release.bom import extension_bom, extension_scripts
from tools.release.distributions import DISTRIBUTIONS, ROOT, NotBuilt
from tools.release.extension import (
    MOST_BYTES,
    SUFFIXES,
    origin,
    packed_files,
    source_files,
    write_extension,
    wrong,
)

VERSION = DISTRIBUTIONS["wherein"].version
DIST = ROOT / "web" / "extension" / "dist"
LIBRARIES = ROOT / "web" / "node_modules"
COPIED = {
    "icons": ROOT / "web" / "extension" / "icons",
    "ort": LIBRARIES / "onnxruntime-web" / "dist",
    "pdfjs": LIBRARIES / "pdfjs-dist",
}
"""The folders of a package whose files are copies."""
MANIFEST = {
    "version": VERSION,
    "icons": {"16": "icons/16.png"},
    "options_ui": {"page": "settings.html"},
    "browser_specific_settings": {"gecko": {"data_collection_permissions": {"required": ["none"]}}},
}


@pytest.fixture(scope="module")
def built() -> Path:
    """The built extension; builds it where `make` has not."""
    if not (DIST / "chromium" / "manifest.json").is_file():
        _build(ROOT)
    return DIST


def _build(root: Path) -> None:
    subprocess.run(["npm", "--prefix", str(root / "web"), "run", "--silent", "build"], check=True)


def small(**manifest: object) -> dict[str, bytes]:
    """A package with no more than its manifest names."""
    named = {"icons/16.png": b"", "settings.html": b""}
    return {"manifest.json": json.dumps(MANIFEST | manifest).encode(), **named}


@pytest.mark.parametrize("browser", SUFFIXES)
def test_it_is_known_where_each_file_of_a_package_is_from(built: Path, browser: str) -> None:
    files = packed_files(built / browser)
    assert list(wrong(browser, files, VERSION)) == []
    assert ("offscreen.js" in files) == (browser == "chromium")
    assert not [name for name in files if "moonshine" in name]
    copies = [name for name in files if name.split("/")[0] in COPIED]
    assert len(copies) > 150
    for name in copies:
        folder, _, rest = name.partition("/")
        assert (COPIED[folder] / rest).read_bytes() == files[name], name
    assert {"licenses/LICENSE", "licenses/react.txt"} <= set(files)


def test_what_is_wrong_with_a_package_is_found() -> None:
    assert list(wrong("firefox", small(), VERSION)) == []
    assert list(wrong("chromium", small(version="9"), VERSION)) == [f"its manifest says version 9, the product {VERSION}"]  # fmt: skip
    assert list(wrong("firefox", small(browser_specific_settings={}), VERSION)) == ["its manifest does not say that no data is collected"]  # fmt: skip
    assert list(wrong("chromium", small(icons={"48": "icons/48.png"}), VERSION)) == ["it names icons/48.png, which is not there"]  # fmt: skip
    strange = {**small(), "assets/tracker.wasm": b""}
    assert list(wrong("chromium", strange, VERSION)) == ["nobody knows where assets/tracker.wasm is from"]  # fmt: skip
    assert origin("ort/a.wasm")
    assert not origin("models/ort/a.wasm")


def test_the_extensions_list_of_parts_has_what_its_lock_has() -> None:
    form = json.loads(extension_bom(VERSION, WHEN))
    parts = {each["name"]: each for each in form["components"]}
    assert {"onnxruntime-web", "onnxruntime-common", "pdfjs-dist", "react-dom", "protobufjs", "small"} <= set(parts)  # fmt: skip
    assert not [name for name in parts if name.startswith("@types/")]
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    for name in extension_scripts():
        assert parts[name]["version"] == lock[f"node_modules/{name}"]["version"]
        assert parts[name]["licenses"]
        assert parts[name]["purl"].count("@") == 1
        assert parts[name]["properties"] == [{"name": "wherein:place", "value": "in the package"}]
    assert form["metadata"]["component"]["name"] == "wherein-extension"


def test_without_a_build_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NotBuilt, match="Build it first: make web-build"):
        packed_files(tmp_path)


def test_the_sources_have_no_built_nor_fetched_file() -> None:
    files = source_files()
    assert {"web/package-lock.json", "web/extension/build.mjs", "web/extension/manifest.json", "models/small/reader.int8.onnx", "contracts/lexicon/names.json", "LICENSE"} <= set(files)  # fmt: skip
    assert not [name for name in files if {"node_modules", "dist", "tests"} & set(name.split("/"))]


def test_a_zip_of_the_same_files_has_the_same_bytes(tmp_path: Path) -> None:
    files = {f"{n}.js": b"x" * n for n in range(9)}
    write_zip(files, tmp_path / "a", WHEN)
    write_zip(dict(reversed(files.items())), tmp_path / "b", WHEN)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    with zipfile.ZipFile(tmp_path / "a") as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == files


@pytest.mark.soak
def test_the_sources_make_the_same_files_and_packing_again_the_same_bytes(
    built: Path, tmp_path: Path
) -> None:
    """The sources are built elsewhere by the commands of their README, as a store's reviewer does; without a registry
    with the tools that are installed here."""
    packages = write_extension(tmp_path / "first", WHEN, VERSION)
    assert all(path.stat().st_size <= MOST_BYTES for path in packages)
    again = write_extension(tmp_path / "again", WHEN, VERSION)
    assert [sha256_of(path) for path in packages] == [sha256_of(path) for path in again]
    chromium, firefox, sources, _ = packages
    place = tmp_path / "sources ü"
    with zipfile.ZipFile(sources) as archive:
        archive.extractall(place)
    readme = (place / "README.md").read_text("utf-8")
    assert "npm --prefix web ci" in readme
    assert "{" not in readme
    (commands,) = re.findall(r"^```sh\n(npm --prefix web ci\n.*?)^```", readme, re.M | re.S)
    first, second = commands.splitlines()
    install = subprocess.run(shlex.split(first), cwd=place, capture_output=True, text=True, check=False)  # fmt: skip
    print("npm ci", "worked" if install.returncode == 0 else f"failed: {install.stderr[-300:]}")
    if install.returncode:
        _link_tools(place / "web" / "node_modules")
    subprocess.run(shlex.split(second), cwd=place, check=True)
    for package, browser in ((chromium, "chromium"), (firefox, "firefox")):
        with zipfile.ZipFile(package) as archive:
            held = {name: archive.read(name) for name in archive.namelist()}
        assert packed_files(place / "web" / "extension" / "dist" / browser) == held


def _link_tools(modules: Path) -> None:
    """What `npm ci` would install, but for the packages of the sources themselves, which are those of the archive."""
    shutil.rmtree(modules, ignore_errors=True)
    modules.mkdir()
    for found in LIBRARIES.iterdir():
        if found.name != "@wherein":
            (modules / found.name).symlink_to(found)
    (modules / "@wherein").mkdir()
    for found in (LIBRARIES / "@wherein").iterdir():
        (modules / "@wherein" / found.name).symlink_to(Path("../..") / found.readlink().name)
