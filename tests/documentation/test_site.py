"""The documentation site: its reference names all there is, its links hold, and it asks nothing of the network."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
import venv
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import wherein
from tools.commands import commands
from tools.documentation.__main__ import MOST_BYTES, build, faults
from tools.documentation.dependencies import TOLD
from tools.documentation.reference import pages
from tools.documentation.sources import assemble
from tools.release.bom import CARRIED_SCRIPTS, locked
from wherein.documents.formats import FORMATS
from wherein.home.folder import Settings
from wherein.home.generative_settings import GenerativeSettings
from wherein.home.speech_settings import SpeechSettings

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def reference() -> dict[str, str]:
    return pages()


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    assemble(folder)
    return folder


def test_the_reference_has_every_command_and_option(reference: dict[str, str]) -> None:
    page = reference["reference/commands.md"]
    for command in commands():
        assert f"## `{command.words}`" in page
    assert page.count("<code>--json</code>") > 30
    assert "low&#124;normal&#124;high" in page


def test_the_reference_has_every_route_and_form(reference: dict[str, str]) -> None:
    page = reference["reference/http.md"]
    form: dict[str, Any] = json.loads((ROOT / "contracts" / "openapi.json").read_text("utf-8"))
    for path, methods in form["paths"].items():
        for method in methods:
            assert f"## `{method.upper()} {path}`" in page
    for name, schema in form["components"]["schemas"].items():
        assert f"## {name}\n" in page
        for key in schema.get("properties", {}):
            assert f"<code>{key}" in page


def test_the_reference_has_every_setting_and_public_name(reference: dict[str, str]) -> None:
    page = reference["reference/settings.md"]
    for kind in (Settings, GenerativeSettings, SpeechSettings):
        for each in fields(kind):
            assert f"<code>{each.name}" in page
    for name in wherein.__all__:
        assert f"## {name}\n" in reference["reference/python.md"]
    assert "### Engine.ask\n" in reference["reference/python.md"]


def test_the_reference_has_every_table_and_format(reference: dict[str, str]) -> None:
    page = reference["reference/files.md"]
    for table in ("documents", "passages", "questions", "answers", "articles"):
        assert f"| `{table}` |" in page
    for kind in FORMATS:
        assert re.search(rf"^\| {kind} \|", page, re.M), kind


def test_the_libraries_stand_with_all_that_is_said_of_them(reference: dict[str, str]) -> None:
    page = reference["dependencies.md"]
    row = r"^\| numpy \| [\d.]+ \| BSD\S*.* \| [\d.]+ \| installed beside it \| .*\bwherein\b.* \| numbers \| starts a thread.* \|$"
    assert re.search(row, page, re.M)
    assert re.search(r"^\| small \|  \| Apache-2.0 \|  \| in the wheel \|", page, re.M)
    assert re.search(r"^\| team \| pgvector, prometheus-client, psycopg \| LGPL-3.0", page, re.M)
    libraries, own = re.findall(r"\*\*Installed, all in all\*\*: (\d+) MB for \d+ libraries and (\d+) MB", page)[0]  # fmt: skip
    assert 100 < int(libraries) + int(own) <= 400
    told = tomllib.loads(TOLD.read_text("utf-8"))
    assert {library.name for library in locked()} <= set(told["libraries"])
    assert set(told["libraries"]) == {library.name for library in locked()} | set(CARRIED_SCRIPTS)


def test_every_link_of_the_pages_holds(sources: Path) -> None:
    for page in sources.rglob("*.md"):
        for way in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if "://" not in way and not way.startswith("mailto:"):
                assert (page.parent / way).exists(), (page.name, way)


def test_the_navigation_names_pages_that_are_there(sources: Path) -> None:
    nav = tomllib.loads((ROOT / "docs" / "zensical.toml").read_text("utf-8"))["project"]["nav"]
    named = [page for section in nav for each in section.values() for page in each]
    assert len(named) == len(set(named))
    for page in named:
        assert (sources / page).is_file(), page
    guides = {path.name for path in (ROOT / "docs" / "guides").glob("*.md")}
    assert guides == {page.removeprefix("guides/") for page in named if page.startswith("guides/")}


def test_what_is_wrong_with_a_site_is_found(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<a href="there.html">x</a><a href=gone.html>y</a><script src="https://example.org/x.js"></script>'
    )
    (tmp_path / "there.html").write_text('<a href="https://example.org">not loaded</a>')
    assert faults(tmp_path) == [
        "index.html loads https://example.org/x.js",
        "index.html leads to gone.html, which is not there",
    ]
    (tmp_path / "there.html").write_text("<p style='color:red'>x</p><script>x()</script>")
    assert "there.html has a script or a style within it" in faults(tmp_path)
    (tmp_path / "large").write_bytes(bytes(MOST_BYTES))
    assert "more than 10" in faults(tmp_path)[-1]


@pytest.mark.soak
def test_the_site_is_built_and_can_be_searched_from_the_disk(tmp_path: Path) -> None:
    """With Zensical as it is locked, from the index of the machine that tests."""
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    locked = ["--require-hashes", "--no-deps", "-r", str(ROOT / "requirements" / "docs.txt")]
    subprocess.run([python, "-m", "pip", "install", "--quiet", *locked], check=True)
    site = build(tmp_path / "docs", tmp_path / "venv" / "bin" / "zensical")
    assert faults(site) == []
    for path in ("index.html", "guides/contract.html", "reference/http.html", "published.html"):
        assert (site / path).is_file()
    found = json.loads((site / "search.json").read_text("utf-8"))["items"]
    assert any("Zotero" in each["text"] for each in found)
    assert "unpkg" not in "".join(page.read_text("utf-8") for page in site.rglob("*.html"))


def test_the_privacy_text_of_the_extension_is_a_page(sources: Path) -> None:
    page = (sources / "privacy.md").read_text("utf-8")
    packed = (ROOT / "web" / "extension" / "privacy.html").read_text("utf-8")
    for words in re.findall(r"<(?:p|dd)>([^<]+)<", packed):
        assert words in page
    assert "**storage**: To keep" in page
