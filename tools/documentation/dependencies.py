"""The page of every dependency: version, licence, size, who asks for it, what it is for, and what it does on its own."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, requires, version
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

from tools.release.bom import CARRIED_SCRIPTS, locked, product_bom

ROOT = Path(__file__).resolve().parents[2]
TOLD = Path(__file__).with_suffix(".toml")


def dependencies_page() -> Iterator[str]:
    """The page's Markdown. Raises KeyError where dependencies.toml does not name a library."""
    told = tomllib.loads(TOLD.read_text("utf-8"))
    yield (
        "# What it is made of\n\nEvery library of a default installation in the version that is tested, and what the wheel carries. Sizes are of this"
        " machine's files. None of them sends anything or fetches anything by itself in the way that wherein uses it"
        " ([how that was looked at](decisions/0008-nothing-reports-home.md)).\n"
    )
    yield "| | version | licence | MB | | asked for by | what for | what it does on its own |\n| --- | --- | --- | ---: | --- | --- | --- | --- |"
    asked = _asked_by()
    form = json.loads(product_bom(version("wherein"), 0))
    for part in sorted(form["components"], key=lambda each: str(each["name"]).lower()):
        name, place = part["name"], part["properties"][0]["value"]
        size = _installed_megabytes(name) if place != "in the wheel" else ""
        what, own = told["libraries"][name] if part["type"] == "library" else (part["description"].partition(";")[0], "nothing")  # fmt: skip
        who = ", ".join(
            sorted(asked.get(name, {"the web app"} if name in CARRIED_SCRIPTS else set()))
        )
        yield f"| {name} | {part.get('version', '')} | {_licences(part)} | {size} | {place} | {who} | {what} | {own} |"
    beside = [
        size
        for name in sorted({library.name for library in locked()})
        if (size := _installed_megabytes(name))
    ]
    yield (
        f"\n**Installed, all in all**: {sum(map(float, beside)):.0f} MB for {len(beside)} libraries and"
        f" {_own_megabytes():.0f} MB for wherein itself, of which the models are {_shipped_megabytes():.0f}; at most 400 MB are promised, and a test holds that."
    )
    yield (
        "\nInstalled from wheels, `huggingface-hub` and what it asks for come with them, since `tokenizers` declares it. wherein never loads it, and answers"
        " without it (`tests/release/empty_environment.py`): `pip uninstall huggingface-hub hf-xet fsspec` takes it away. The checkout's own installation does without it."
    )
    yield "\n## Extras\n\nInstalled only by name (`pip install 'wherein[NAME]'`); their sizes are not counted above.\n"
    yield "| | packages | licence | what for | what it does on its own |\n| --- | --- | --- | --- | --- |"
    for name, packages in _extras().items():
        what, licence, own = told["extras"][name]
        yield f"| {name} | {', '.join(packages)} | {licence} | {what} | {own} |"


def _licences(part: dict[str, Any]) -> str:
    return ", ".join(each.get("expression") or each["license"].get("id") or each["license"]["name"] for each in part.get("licenses", ()))  # fmt: skip


def _asked_by() -> dict[str, set[str]]:
    """Which library, or wherein itself, asks for each library of the lock on this system."""
    found: dict[str, set[str]] = {}
    for asking in ("wherein", *{library.name for library in locked()}):
        try:
            wanted = requires(asking) or []
        except PackageNotFoundError:
            continue
        for requirement in map(Requirement, wanted):
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                found.setdefault(requirement.name.lower().replace("_", "-"), set()).add(asking)
    return found


def _extras() -> dict[str, list[str]]:
    """The packages of each extra of the product, but for `dev`."""
    form = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    rows = form["project"]["optional-dependencies"]
    return {name: [Requirement(each).name for each in packages] for name, packages in rows.items() if name != "dev"}  # fmt: skip


def _own_megabytes() -> float:
    """What the product's wheel has unpacked: code with the app and Help, word lists, and the models that ship."""
    folders = (ROOT / "src" / "wherein", ROOT / "contracts" / "lexicon")
    paths = (path for folder in folders for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)  # fmt: skip
    return sum(path.stat().st_size for path in paths) / 1e6 + _shipped_megabytes()


def _shipped_megabytes() -> float:
    manifest = json.loads((ROOT / "models" / "manifest.json").read_text("utf-8"))["assets"]
    return sum(int(file["bytes"]) for asset in manifest if asset["shipped"] for file in asset["files"]) / 1e6  # fmt: skip


def _installed_megabytes(name: str) -> str:
    """The size of a library's files; "" where it is not installed on this system."""
    try:
        files = distribution(name).files or []
    except PackageNotFoundError:
        return ""
    paths = (Path(str(file.locate())) for file in files)
    return f"{sum(path.stat().st_size for path in paths if path.is_file()) / 1e6:.1f}"
