"""The list of a wheel's parts as CycloneDX 1.6 in JSON: models with their hashes, libraries with version and licence.

What the wheel carries is marked apart from what is installed beside it, in the property `wherein:place`.
"""

from __future__ import annotations

import base64
import json
import re
import time
import tomllib
import uuid
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any, NamedTuple

from packaging.requirements import Requirement

from tools.release.distributions import ROOT

CARRIED_SCRIPTS = ("pdfjs-dist", "react", "react-dom", "scheduler", "valibot")
"""The packages of JavaScript that the built web app holds."""
_CARRIED = [{"name": "wherein:place", "value": "in the wheel"}]
_PACKED = [{"name": "wherein:place", "value": "in the package"}]
_BESIDE = [{"name": "wherein:place", "value": "installed beside it"}]


def product_bom(version: str, epoch: int) -> bytes:
    """The parts of the wheel `wherein`: models, scripts of the app, and the libraries that it was tested with."""
    models = [_model(row) for row in _manifest() if row["shipped"]]
    components = [*models, *_scripts(), *_libraries()]
    return _bom("wherein", version, epoch, components)


def lab_bom(version: str, epoch: int) -> bytes:
    """The parts of the wheel `wherein-lab`, which carries nothing of others: the distributions that it declares."""
    form = tomllib.loads((ROOT / "lab" / "pyproject.toml").read_text("utf-8"))
    names = sorted({Requirement(each).name for each in form["project"]["dependencies"]})
    pinned = {library.name: library.version for library in locked()} | {"wherein": version}
    return _bom("wherein-lab", version, epoch, [_library(name, pinned.get(name)) for name in names])


def extension_bom(version: str, epoch: int) -> bytes:
    """The parts of the browser extension: models and scripts, all of them carried."""
    models = [_model(row) for row in _manifest() if row["shipped"]]
    name, place = "wherein-extension", f"pkg:generic/wherein-extension@{version}"
    return _bom(name, version, epoch, [*models, *_scripts(extension_scripts())], place)


def model_bom(name: str, version: str, epoch: int, model: str) -> bytes:
    """The parts of a wheel that only carries a model."""
    (row,) = [row for row in _manifest() if row["name"] == model]
    return _bom(name, version, epoch, [_model(row)])


def _bom(
    name: str, version: str, epoch: int, components: list[dict[str, Any]], place: str = ""
) -> bytes:
    root = place or f"pkg:pypi/{name}@{version}"
    listed = sorted(components, key=lambda each: str(each["bom-ref"]))
    form: dict[str, Any] = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)),
            "component": {
                "type": "application",
                "bom-ref": root,
                "name": name,
                "version": version,
                "purl": root,
            },
        },
        "components": listed,
        "dependencies": [
            {"ref": root, "dependsOn": [each["bom-ref"] for each in listed]},
            *({"ref": each["bom-ref"]} for each in listed),
        ],
    }
    content = json.dumps(form, sort_keys=True)
    form["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, content)}"
    return (json.dumps(form, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def _manifest() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((ROOT / "models" / "manifest.json").read_text("utf-8"))[
        "assets"
    ]
    return rows


def _model(row: dict[str, Any]) -> dict[str, Any]:
    files = [
        {
            "type": "file",
            "bom-ref": f"model:{row['name']}/{file['path']}",
            "name": file["path"],
            "hashes": [{"alg": "SHA-256", "content": file["sha256"]}],
            "properties": _CARRIED,
        }
        for file in row["files"]
    ]
    return {
        "type": "machine-learning-model",
        "bom-ref": f"model:{row['name']}",
        "name": row["name"],
        "description": f"{row['what']}; {row['origin']}",
        "licenses": [{"license": {"id": row["licence"]}}],
        "components": files,
        "properties": _CARRIED,
    }


def extension_scripts() -> list[str]:
    """The packages of JavaScript that the extension and its parts ask for, and what those ask for, by the lock."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    found: set[str] = set()
    open_ones = ["extension"]
    while open_ones:
        for name in lock[open_ones.pop()].get("dependencies", {}):
            # Packages of types are no part of what is built.
            if name not in found and not name.startswith("@types/"):
                found.add(name)
                ours = name.startswith("@wherein/")
                open_ones.append(name.removeprefix("@wherein/") if ours else f"node_modules/{name}")
    return sorted(name for name in found if not name.startswith("@wherein/"))


def _scripts(names: Sequence[str] = CARRIED_SCRIPTS) -> Iterator[dict[str, Any]]:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    place = _CARRIED if names is CARRIED_SCRIPTS else _PACKED
    for name in names:
        row = lock[f"node_modules/{name}"]
        purl = f"pkg:npm/{name.replace('@', '%40')}@{row['version']}"
        _, _, digest = row["integrity"].partition("sha512-")
        yield {
            "type": "library", "bom-ref": purl, "purl": purl, "name": name, "version": row["version"],
            "licenses": [{"license": {"id": row["license"]}}],
            "hashes": [{"alg": "SHA-512", "content": base64.b64decode(digest).hex()}],
            "properties": place,
        }  # fmt: skip


class Locked(NamedTuple):
    """A library of the lock; one with a `marker` is for some Pythons or systems alone."""

    name: str
    version: str
    marker: str


def locked() -> list[Locked]:
    """The libraries that a default installation is tested with; for some Pythons one is another version."""
    text = (ROOT / "requirements" / "run.txt").read_text("utf-8")
    rows = re.findall(r"^([\w.-]+)==(\S+)((?: ;[^\\\n]*)?)", text, re.M)
    return [Locked(*row) for row in rows if "'never'" not in row[2]]


def _libraries() -> Iterator[dict[str, Any]]:
    for name, version, _ in locked():
        yield _library(name, version)


def _library(name: str, version: str | None) -> dict[str, Any]:
    """A library that is installed beside a wheel; without a version where no lock pins it."""
    purl = f"pkg:pypi/{name}@{version}" if version else f"pkg:pypi/{name}"
    library: dict[str, Any] = {
        "type": "library", "bom-ref": purl, "purl": purl, "name": name, "properties": _BESIDE,
    }  # fmt: skip
    if version:
        library["version"] = version
    if licence := _licence(name):
        library["licenses"] = [licence]
    return library


def _licence(name: str) -> dict[str, Any] | None:
    """The licence that an installed library states: an expression, else a name; None where it is not installed."""
    try:
        stated = metadata(name)
    except PackageNotFoundError:
        return None
    form = stated.json
    if expression := str(form.get("license_expression", "")):
        return {"expression": expression} if " " in expression else {"license": {"id": expression}}
    classified = [
        value.rsplit(" :: ", 1)[-1]
        for value in form.get("classifier", ())
        if value.startswith("License :: ")
    ]
    text = (classified or [str(form.get("license", "")).strip().split("\n")[0]])[0]
    return {"license": {"name": text}} if text else None
