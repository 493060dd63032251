"""What is installed: the product's wheel holds no measuring and no training, and answers without a checkout."""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import zipfile
from pathlib import Path

import pytest

from tests.release.conftest import WHEN
from tests.release.empty_environment import EmptyEnvironment
from tools.release.building import build
from tools.release.distributions import DISTRIBUTIONS, ROOT

QUESTION = "Where are the largest tides in the world?"


def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


@pytest.fixture(scope="module")
def environment(product_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> EmptyEnvironment:
    """An empty environment, in a folder with a space and an umlaut in its name, with the product installed."""
    made = EmptyEnvironment(tmp_path_factory.mktemp("leere Umgebung ü") / "env")
    made.link_dependencies(product_wheel)
    made.install(product_wheel)
    return made


def test_the_product_has_neither_measuring_nor_training(product_wheel: Path) -> None:
    folders = {name.split("/")[0] for name in names(product_wheel)}
    assert {folder for folder in folders if not folder.endswith((".dist-info", ".data"))} == {
        "wherein",
        "wherein_lexicon",
        "wherein_models",
    }
    held = names(product_wheel)
    assert not [name for name in held if "evaluation" in name or "training/" in name]


def test_the_product_has_every_file_that_it_reads(product_wheel: Path) -> None:
    held = set(names(product_wheel))
    for path in (ROOT / "src" / "wherein").rglob("*"):
        name = path.relative_to(ROOT / "src").as_posix()
        if path.is_file() and "__pycache__" not in name:
            assert name in held, name
    for path in (ROOT / "contracts" / "lexicon").glob("*.json"):
        assert f"wherein_lexicon/{path.name}" in held
    for asset in json.loads((ROOT / "models" / "manifest.json").read_text())["assets"]:
        files = [f"wherein_models/{asset['name']}/{file['path']}" for file in asset["files"]]
        assert all((name in held) == asset["shipped"] for name in files), asset["name"]
    assert "wherein/server/webapp/index.html" in held


def test_the_product_is_no_larger_than_promised(product_wheel: Path) -> None:
    assert product_wheel.stat().st_size <= 45_000_000
    with zipfile.ZipFile(product_wheel) as archive:
        unpacked = sum(entry.file_size for entry in archive.infolist())
    assert unpacked <= 60_000_000


def test_its_record_names_every_file_with_its_hash(product_wheel: Path) -> None:
    with zipfile.ZipFile(product_wheel) as archive:
        (record,) = [name for name in archive.namelist() if name.endswith("/RECORD")]
        rows = {row[0]: row for row in csv.reader(archive.read(record).decode().splitlines())}
        assert set(rows) == set(archive.namelist())
        for name, digest, size in rows.values():
            if name != record:
                data = archive.read(name)
                expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode()
                assert (digest, size) == (f"sha256={expected.rstrip('=')}", str(len(data)))


def test_it_answers_from_an_empty_environment(environment: EmptyEnvironment) -> None:
    question = environment.folder.parent / "Gezeiten ü.pdf"
    question.write_bytes((ROOT / "src" / "wherein" / "samples" / "tides.pdf").read_bytes())
    done = environment.run("wherein", "ask", str(question), QUESTION, "--json")
    assert done.returncode == 0, done.stderr
    best = json.loads(done.stdout)["answers"][0]
    assert "Bay of Fundy" in best["text"]


def test_it_has_its_models_its_page_and_its_manual_there(environment: EmptyEnvironment) -> None:
    done = environment.run("wherein", "--version", "--json")
    assert set(json.loads(done.stdout)["models"]) == {"small", "static", "wordpiece"}
    code = "from wherein.server.routes.app_routes import BUILT as b; print(b / 'index.html')"
    page = Path(environment.run("python", "-c", code).stdout.strip())
    assert page.is_relative_to(environment.folder)
    assert '<script type="module"' in page.read_text("utf-8")
    assert (environment.folder / "share" / "man" / "man1" / "wherein.1").is_file()


def test_what_it_lacks_is_got_without_a_checkout(environment: EmptyEnvironment) -> None:
    checks = json.loads(environment.run("wherein", "doctor", "--json").stdout)["checks"]
    steps = {check["check"]: check["do"] for check in checks if not check["ok"]}
    assert steps["extra llm"] == "Get it: pip install 'wherein[llm]'"
    assert not [step for step in steps.values() if "make " in step or ".venv" in step]
    assert all(check["ok"] for check in checks if check["needed"])


def test_a_command_of_the_lab_says_what_it_lacks_until_it_is_installed(
    environment: EmptyEnvironment, lab_wheel: Path
) -> None:
    done = environment.run("wherein", "eval", "conditions")
    assert (done.returncode, "wherein-lab, which is not installed" in done.stderr) == (2, True)
    environment.install(lab_wheel)
    assert "Usage: wherein eval" in environment.run("wherein", "eval", "--help").stdout


def test_the_lab_is_complete_and_brings_its_two_commands(lab_wheel: Path) -> None:
    held = names(lab_wheel)
    modules = {
        path.relative_to(ROOT / "lab").as_posix()
        for path in (ROOT / "lab" / "wherein_lab").rglob("*.py")
    }
    assert modules == {name for name in held if name.endswith(".py")}
    with zipfile.ZipFile(lab_wheel) as archive:
        (entries,) = [name for name in held if name.endswith("entry_points.txt")]
        report = archive.read(entries).decode()
    assert "[wherein.commands]" in report
    assert {line.split(" ")[0] for line in report.splitlines() if "=" in line} == {"eval", "train"}


def test_the_same_source_gives_the_same_bytes(product_wheel: Path, tmp_path: Path) -> None:
    again = build(DISTRIBUTIONS["wherein"], tmp_path, WHEN).wheel
    assert again.read_bytes() == product_wheel.read_bytes()
