"""Every artefact, in an environment of its own that no index is asked for (`make soak`)."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from tests.release.test_wheel import QUESTION
from tools.release.__main__ import main
from tools.release.archives import sha256_of
from tools.release.distributions import DISTRIBUTIONS, ROOT

pytestmark = pytest.mark.soak
TIDES = ROOT / "src" / "wherein" / "samples" / "tides.pdf"
MOST_INSTALLED_BYTES = 500_000_000
"""With the larger reader and the recogniser; the product alone: MOST_ALONE_BYTES."""
MOST_ALONE_BYTES = 400_000_000


def done(*command: str | Path, folder: Path, **variables: str) -> str:
    """What a command prints, run without the variables of the tests' own environment."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("WHEREIN", "PIP", "UV", "VIRTUAL"))}  # fmt: skip
    ran = subprocess.run(
        list(map(str, command)), cwd=folder, capture_output=True, text=True, check=False, env={**kept, **variables}
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-3000:]
    return ran.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All that `make dist OFFLINE=1` makes; without the recogniser where its model is not in the checkout."""
    out = tmp_path_factory.mktemp("dist")
    voice = (ROOT / "models" / "moonshine-tiny").is_dir()
    names = [name for name in DISTRIBUTIONS if voice or name != "wherein-voice"]
    assert main([*names, "--out", str(out), "--offline"]) == 0
    return out


@pytest.fixture(scope="module")
def unpacked(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zip, unpacked in a folder with a space and an umlaut in its name."""
    (zipped,) = built.glob("*-offline-*.zip")
    folder = tmp_path_factory.mktemp("ohne Netz ü")
    with zipfile.ZipFile(zipped) as archive:
        archive.extractall(folder)
    return folder


def size_of(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())


def test_each_archive_is_as_small_as_promised_and_has_its_checksum(built: Path) -> None:
    lines = (built / "SHA256SUMS").read_text().splitlines()
    sums = {line.split("  ")[1]: line.split("  ")[0] for line in lines}
    assert set(sums) == {path.name for path in built.iterdir() if path.name != "SHA256SUMS"}
    for name, digest in sums.items():
        assert sha256_of(built / name) == digest
    for path in built.glob("*.whl"):
        name = path.name.split("-")[0].replace("_", "-")
        assert path.stat().st_size <= DISTRIBUTIONS[name].most_bytes


def test_the_steps_of_its_readme_install_all_without_an_index(unpacked: Path) -> None:
    steps = re.findall(r"^    (\S.*)", (unpacked / "README.txt").read_text(), re.M)
    assert len(steps) == 3
    assert done("sh", "-c", " && ".join(steps), folder=unpacked, WHEREIN_HOME=str(unpacked / "home"))  # fmt: skip
    wherein = unpacked / "wherein" / "bin" / "wherein"
    models = json.loads(done(wherein, "--version", "--json", folder=unpacked))["models"]
    assert {"small", "static", "large"} <= set(models)
    larger = ("--reader", "large", "--no-memory")
    for chosen in ((), larger):
        form = json.loads(done(wherein, "ask", TIDES, QUESTION, "--json", *chosen, folder=unpacked))
        assert "Bay of Fundy" in form["answers"][0]["text"]
    assert "Usage: wherein eval" in done(wherein, "eval", "--help", folder=unpacked)
    assert size_of(unpacked / "wherein") <= MOST_INSTALLED_BYTES


def test_the_checksums_of_its_wheels_hold(unpacked: Path) -> None:
    assert "FAILED" not in done("sha256sum", "--check", "SHA256SUMS", folder=unpacked)


def test_uv_installs_it_as_a_tool_and_runs_it_once(unpacked: Path, tmp_path: Path) -> None:
    """With a folder as the only index. uv itself comes from the index of the machine that tests."""
    venv.create(tmp_path / "uv", with_pip=True)
    got = subprocess.run(
        [tmp_path / "uv" / "bin" / "python", "-m", "pip", "install", "--quiet", "uv"], check=False
    )
    if got.returncode:
        pytest.skip("uv can't be got here")
    uv = tmp_path / "uv" / "bin" / "uv"
    only = ("--offline", "--no-index", "--find-links", unpacked / "wheels", "--python", sys.executable)  # fmt: skip
    places = {"UV_TOOL_DIR": str(tmp_path / "tools"), "UV_TOOL_BIN_DIR": str(tmp_path / "bin"), "UV_CACHE_DIR": str(tmp_path / "cache"), "WHEREIN_HOME": str(tmp_path / "home")}  # fmt: skip
    done(uv, "tool", "install", *only, "wherein", folder=tmp_path, **places)
    assert size_of(tmp_path / "tools") <= MOST_ALONE_BYTES
    printed = done(tmp_path / "bin" / "wherein", "ask", TIDES, QUESTION, folder=tmp_path, **places)
    assert "Bay of Fundy" in printed
    once = done(uv, "tool", "run", *only, "--from", "wherein", "wherein", "ask", TIDES, QUESTION, folder=tmp_path, **places)  # fmt: skip
    assert "Bay of Fundy" in once


def test_the_wheel_of_the_source_archive_answers_too(
    built: Path, unpacked: Path, tmp_path: Path
) -> None:
    """Whoever builds from source needs setuptools, and neither Node nor git."""
    (source,) = built.glob("wherein-*.tar.gz")
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = [path for path in tmp_path.iterdir() if path.is_dir()]
    build = "from setuptools.build_meta import build_wheel; build_wheel('../made')"
    (tmp_path / "made").mkdir()
    done(sys.executable, "-c", build, folder=folder)
    (wheel,) = (tmp_path / "made").glob("*.whl")
    (ours,) = built.glob("wherein-*.whl")
    with zipfile.ZipFile(wheel) as theirs, zipfile.ZipFile(ours) as archive:
        code = {name for name in archive.namelist() if not re.search(r"\.(dist-info|data)/", name)}
        assert {name for name in theirs.namelist() if ".dist-info/" not in name} == code
        assert all(theirs.read(name) == archive.read(name) for name in code)


def test_the_lists_of_parts_are_cyclonedx(built: Path, tmp_path: Path) -> None:
    """By the validator of CycloneDX, which is got from the index of the machine that tests."""
    venv.create(tmp_path / "cdx", with_pip=True)
    python = tmp_path / "cdx" / "bin" / "python"
    got = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "cyclonedx-python-lib[json-validation]==11.12.0"],
        check=False,
    )  # fmt: skip
    if got.returncode:
        pytest.skip("the validator can't be got here")
    code = (
        "import sys; from cyclonedx.validation.json import JsonStrictValidator as V; from cyclonedx.schema import"
        " SchemaVersion as S; error = V(S.V1_6).validate_str(open(sys.argv[1]).read()); sys.exit(str(error) if error else 0)"
    )
    for wheel in built.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.endswith(".cdx.json"):
                    done(python, "-c", code, archive.extract(name, tmp_path), folder=tmp_path)
