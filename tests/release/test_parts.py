"""What stands in a wheel beside its code: the list of its parts, the manual, the completions; and that archives repeat."""

from __future__ import annotations

import io
import json
import random
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.release.conftest import WHEN
from tools.commands import commands
from tools.release.archives import rewrite_sdist, rewrite_wheel
from tools.release.bom import CARRIED_SCRIPTS, locked, product_bom
from tools.release.building import epoch
from tools.release.distributions import DISTRIBUTIONS, ROOT
from tools.release.manual import manual, shared_files

MANIFEST = json.loads((ROOT / "models" / "manifest.json").read_text("utf-8"))["assets"]


@pytest.fixture(scope="module")
def bom() -> dict[str, Any]:
    form: dict[str, Any] = json.loads(product_bom("1.2.3", WHEN))
    return form


def test_the_list_of_parts_has_each_model_with_its_hashes(bom: dict[str, Any]) -> None:
    models = {
        each["name"]: {file["name"]: file["hashes"][0]["content"] for file in each["components"]}
        for each in bom["components"]
        if each["type"] == "machine-learning-model"
    }
    assert models == {
        asset["name"]: {file["path"]: file["sha256"] for file in asset["files"]}
        for asset in MANIFEST
        if asset["shipped"]
    }


def test_the_list_of_parts_has_each_library_and_says_where_it_is(bom: dict[str, Any]) -> None:
    libraries = {
        (each["name"], each["version"]): each["properties"][0]["value"]
        for each in bom["components"]
        if each["type"] == "library"
    }
    beside = {key for key, place in libraries.items() if place == "installed beside it"}
    assert beside == {(each.name, each.version) for each in locked()}
    assert {name for name, _ in set(libraries) - beside} == set(CARRIED_SCRIPTS)
    assert "huggingface-hub" not in {each.name for each in locked()}
    assert all(each.get("licenses") for each in bom["components"] if each["name"] in ("numpy", "react"))  # fmt: skip
    refs = [each["bom-ref"] for each in bom["components"]]
    assert len(refs) == len(set(refs))


def test_the_scripts_that_the_app_carries_are_the_locks() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    found: set[str] = set()
    open_ones = ["app"]
    while open_ones:
        for name in lock[open_ones.pop()].get("dependencies", {}):
            own = name.startswith("@wherein/")
            # The app asks a server, so that of the reader's dependencies it has none.
            if name not in found and name != "onnxruntime-web":
                found.add(name)
                open_ones.append(name.removeprefix("@wherein/") if own else f"node_modules/{name}")
    assert {name for name in found if not name.startswith("@wherein/")} == set(CARRIED_SCRIPTS)


def test_the_licences_of_those_scripts_are_in_the_wheel(product_wheel: Path) -> None:
    with zipfile.ZipFile(product_wheel) as archive:
        for name in CARRIED_SCRIPTS:
            (path,) = [n for n in archive.namelist() if n.endswith(f"licenses/webapp/{name}.txt")]
            assert b"Copyright" in archive.read(path)
        (path,) = [n for n in archive.namelist() if n.endswith("sboms/wherein.cdx.json")]
        assert json.loads(archive.read(path))["bomFormat"] == "CycloneDX"


def test_a_wheel_of_the_same_content_has_the_same_bytes(tmp_path: Path) -> None:
    files = {f"a/{n}.py": f"x = {n}\n".encode() * n for n in range(20)} | {
        "b-1.dist-info/RECORD": b""
    }
    for number in range(2):
        shuffled = random.Random(number).sample(sorted(files), len(files))
        with zipfile.ZipFile(tmp_path / f"{number}.zip", "w") as made:
            for name in shuffled:
                made.writestr(zipfile.ZipInfo(name, (1999 + number, 1, 1, 0, 0, 0)), files[name])
        further = {"{info}/sboms/x.json": b"{}", "{data}/data/share/y": b"y"}
        rewrite_wheel(tmp_path / f"{number}.zip", tmp_path / f"{number}.whl", 0, further)
    assert (tmp_path / "0.whl").read_bytes() == (tmp_path / "1.whl").read_bytes()
    with zipfile.ZipFile(tmp_path / "0.whl") as wheel:
        assert wheel.namelist()[-1] == "b-1.dist-info/RECORD"
        assert {"b-1.dist-info/sboms/x.json", "b-1.data/data/share/y"} <= set(wheel.namelist())
        assert wheel.read("a/7.py") == files["a/7.py"]


def test_a_source_archive_of_the_same_content_has_the_same_bytes(tmp_path: Path) -> None:
    for number in range(2):
        with tarfile.open(tmp_path / f"{number}.tar.gz", "w:gz") as made:
            for name in random.Random(number).sample("abcdef", 6):
                entry = tarfile.TarInfo(f"x/{name}")
                entry.size, entry.mtime, entry.uid, entry.uname = 3, number, number, str(number)
                made.addfile(entry, io.BytesIO(f"{name}{name}\n".encode()))
        rewrite_sdist(tmp_path / f"{number}.tar.gz", tmp_path / f"{number}.out", WHEN)
    assert (tmp_path / "0.out").read_bytes() == (tmp_path / "1.out").read_bytes()
    with tarfile.open(tmp_path / "0.out") as archive:
        assert archive.getnames() == [f"x/{name}" for name in "abcdef"]


def test_the_time_of_the_entries_can_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1234567890")
    assert epoch() == 1234567890
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert epoch() > 1_600_000_000


def test_the_manual_has_every_command_and_option() -> None:
    text = manual("1.2.3", WHEN).replace("\\-", "-")
    assert len(list(commands())) > 30
    for command in commands():
        assert f'.SS "{command.words}"' in text
        for form, _ in command.options:
            assert f"\\fB{form}\\fR".replace('"', "\\(dq") in text, (command.words, form)
    assert text.isascii()


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff to look at the manual")
def test_the_manual_is_set_without_a_warning() -> None:
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8"], input=manual("1.2.3", WHEN), capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.stderr == ""
    assert "wherein completion bash" in done.stdout


def test_manual_and_completions_lie_where_they_are_looked_for() -> None:
    assert set(shared_files("1", WHEN)) == {
        "share/man/man1/wherein.1",
        "share/bash-completion/completions/wherein",
        "share/zsh/site-functions/_wherein",
        "share/fish/vendor_completions.d/wherein.fish",
    }


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_each_distribution_has_the_products_version_and_a_readme(name: str) -> None:
    assert DISTRIBUTIONS[name].version == DISTRIBUTIONS["wherein"].version
    assert (DISTRIBUTIONS[name].project / "pyproject.toml").is_file()
