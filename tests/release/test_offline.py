"""Every artefact, in an environment of its own that no index is asked for (`make soak`)."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import time
import venv
import zipfile
from pathlib import Path

import pytest

from tests.release.test_wheel import QUESTION
from tools.release.__main__ import main
from tools.release.archives import sha256_of
from tools.release.bom import extension_bom
from tools.release.distributions import DISTRIBUTIONS, ROOT

pytestmark = pytest.mark.soak
TIDES = ROOT / "src" / "wherein" / "samples" / "tides.pdf"
MOST_INSTALLED_BYTES = 500_000_000
"""With the larger reader and the recogniser; the product alone: MOST_ALONE_BYTES."""
MOST_ALONE_BYTES = 400_000_000
EXTRAS = ("mcp", "zim")
INSTALL = (ROOT / "docs" / "install.md").read_text("utf-8")


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
    assert main([*names, "--out", str(out), "--offline", "--extras", ",".join(EXTRAS)]) == 0
    return out


@pytest.fixture(scope="module")
def unpacked(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zip, unpacked in a folder with a space and an umlaut in its name."""
    (zipped,) = built.glob("*-offline-*.zip")
    folder = tmp_path_factory.mktemp("ohne Netz ü")
    with zipfile.ZipFile(zipped) as archive:
        archive.extractall(folder)
    return folder


MOST_SECONDS, MOST_OWN_SECONDS, MOST_UVX_SECONDS = 60, 25, 15
"""Of a processor: from the wheels to the first answer, of that wherein alone, and by uvx."""


def children_seconds() -> float:
    """Seconds that a processor has worked for the processes that this one started."""
    times = os.times()
    return times.children_user + times.children_system


def largest(folder: Path) -> list[tuple[str, int]]:
    """The packages of an environment with their sizes, the largest ten first, and all of it last."""
    (site,) = folder.glob("lib/python*/site-packages")
    sizes = {path.name: size_of(path) if path.is_dir() else path.stat().st_size for path in site.iterdir()}  # fmt: skip
    rows = sorted(sizes.items(), key=lambda row: -row[1])[:10]
    return [*rows, ("all of it", size_of(folder))]


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
    wherein = unpacked / "wherein-env" / "bin" / "wherein"
    models = json.loads(done(wherein, "--version", "--json", folder=unpacked))["models"]
    assert {"small", "static", "large"} <= set(models)
    larger = ("--reader", "large", "--no-memory")
    for chosen in ((), larger):
        form = json.loads(done(wherein, "ask", TIDES, QUESTION, "--json", *chosen, folder=unpacked))
        assert "Bay of Fundy" in form["answers"][0]["text"]
    assert "Usage: wherein eval" in done(wherein, "eval", "--help", folder=unpacked)
    assert size_of(unpacked / "wherein-env") <= MOST_INSTALLED_BYTES


def test_the_lines_of_the_page_on_installing_do_so(unpacked: Path, tmp_path: Path) -> None:
    """From the wheels to the first answer, as docs/install.md and the first guide have it; the seconds are printed."""
    (block,) = re.findall(r"^```sh\n(python3 -m venv wherein-env\n.*?)^```", INSTALL, re.M | re.S)
    (tmp_path / "wheels").symlink_to(unpacked / "wheels")
    began, worked = time.monotonic(), children_seconds()
    block = block.replace("python3", sys.executable)
    done("bash", "-ec", block, folder=tmp_path)
    installed, installing = time.monotonic(), children_seconds()
    asked = f'. wherein-env/bin/activate && wherein samples try && cd try && wherein ask tides.pdf "{QUESTION}"'
    assert "Bay of Fundy" in done("bash", "-ec", asked, folder=tmp_path, WHEREIN_HOME=str(tmp_path / "home"))  # fmt: skip
    print(f"\ninstalling {installed - began:.1f} s ({installing - worked:.1f} of a processor), samples and first answer {time.monotonic() - installed:.1f} s ({children_seconds() - installing:.1f})")  # fmt: skip
    # A processor's time, which does not depend on who else is at work.
    assert children_seconds() - installing <= MOST_OWN_SECONDS
    assert children_seconds() - worked <= MOST_SECONDS
    for name, size in largest(tmp_path / "wherein-env"):
        print(f"{size / 1e6:6.1f} MB  {name}")


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_that_was_named_resolves_without_an_index(
    unpacked: Path, tmp_path: Path, extra: str
) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    line = f"python -m pip install --dry-run --no-index --find-links wheels 'wherein[{extra}]'"
    assert line.replace(" --dry-run", "").replace(extra, "mcp") in INSTALL
    told = done("bash", "-ec", f". {tmp_path / 'env'}/bin/activate && {line}", folder=unpacked)
    assert {"mcp": "mcp-", "zim": "libzim-"}[extra] in told.rpartition("Would install")[2]


def test_an_extra_that_was_not_named_is_an_error_and_not_another_package(
    unpacked: Path, tmp_path: Path
) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    pip = (tmp_path / "env" / "bin" / "python", "-m", "pip", "install", "--dry-run", "--no-index", "--find-links", "wheels")  # fmt: skip
    ran = subprocess.run([*map(str, pip), "wherein[team]"], cwd=unpacked, capture_output=True, text=True, check=False)  # fmt: skip
    assert ran.returncode
    assert "No matching distribution found for p" in ran.stderr


def test_pipx_installs_it_as_a_command(unpacked: Path, tmp_path: Path) -> None:
    """By the line of docs/install.md. pipx itself comes from the index of the machine that tests."""
    (line,) = re.findall(r"`(pipx install [^`]+)`", INSTALL)
    venv.create(tmp_path / "pipx", with_pip=True)
    python = tmp_path / "pipx" / "bin" / "python"
    got = subprocess.run([python, "-m", "pip", "install", "--quiet", "pipx"], check=False)
    if got.returncode:
        pytest.skip("pipx can't be got here")
    places = {"PIPX_HOME": str(tmp_path / "home"), "PIPX_BIN_DIR": str(tmp_path / "bin"), "WHEREIN_HOME": str(tmp_path / "own"), "PATH": f"{python.parent}:/usr/bin:/bin"}  # fmt: skip
    # pipx's own pip comes with Python, so that nothing but the folder is asked.
    done("bash", "-ec", f"{line} --python {sys.executable}", folder=unpacked, **places)
    printed = done(tmp_path / "bin" / "wherein", "ask", TIDES, QUESTION, folder=tmp_path, **places)
    assert "Bay of Fundy" in printed


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
    # Once more with a cache of its own, as for somebody who has nothing yet: uvx is `uv tool run`.
    began, worked = time.monotonic(), children_seconds()
    places |= {"UV_CACHE_DIR": str(tmp_path / "new"), "UV_TOOL_DIR": str(tmp_path / "none")}
    once = done(uv, "tool", "run", *only, "wherein", "ask", TIDES, QUESTION, folder=tmp_path, **places)  # fmt: skip
    assert "Bay of Fundy" in once
    print(f"\nuvx: {time.monotonic() - began:.1f} s, {children_seconds() - worked:.1f} of a processor")  # fmt: skip
    assert children_seconds() - worked <= MOST_UVX_SECONDS


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
    (tmp_path / "extension.json").write_bytes(extension_bom("1.2.3", 0))
    done(python, "-c", code, tmp_path / "extension.json", folder=tmp_path)
    for wheel in built.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            lists = [name for name in archive.namelist() if name.endswith(".cdx.json")]
            assert len(lists) == 1, wheel.name
            done(python, "-c", code, archive.extract(lists[0], tmp_path), folder=tmp_path)
