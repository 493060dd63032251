"""The list of a wheel's parts as CycloneDX 1.6 in JSON: models with their hashes, libraries with version and licence.

What the wheel carries is marked apart from what is installed beside it, in the property `wherein:place`.
"""

from __future__ import annotations

import base64
import json
import re
import time
import uuid
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any, NamedTuple

from tools.release.distributions import ROOT

CARRIED_SCRIPTS = ("pdfjs-dist", "react", "react-dom", "scheduler", "valibot")
"""The packages of JavaScript that the built web app holds."""
_CARRIED = [{"name": "wherein:place", "value": "in the wheel"}]
_BESIDE = [{"name": "wherein:place", "value": "installed beside it"}]


def product_bom(version: str, epoch: int) -> bytes:
    """The parts of the wheel `wherein`: models, scripts of the app, and the libraries that it was tested with."""
    models = [_model(row) for row in _manifest() if row["shipped"]]
    components = [*models, *_scripts(), *_libraries()]
    return _bom("wherein", version, epoch, components)


def model_bom(name: str, version: str, epoch: int, model: str) -> bytes:
    """The parts of a wheel that only carries a model."""
    (row,) = [row for row in _manifest() if row["name"] == model]
    return _bom(name, version, epoch, [_model(row)])


def _bom(name: str, version: str, epoch: int, components: list[dict[str, Any]]) -> bytes:
    root = f"pkg:pypi/{name}@{version}"
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


def _scripts() -> Iterator[dict[str, Any]]:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    for name in CARRIED_SCRIPTS:
        row = lock[f"node_modules/{name}"]
        purl = f"pkg:npm/{name}@{row['version']}"
        _, _, digest = row["integrity"].partition("sha512-")
        yield {
            "type": "library", "bom-ref": purl, "purl": purl, "name": name, "version": row["version"],
            "licenses": [{"license": {"id": row["license"]}}],
            "hashes": [{"alg": "SHA-512", "content": base64.b64decode(digest).hex()}],
            "properties": _CARRIED,
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
        purl = f"pkg:pypi/{name}@{version}"
        library: dict[str, Any] = {
            "type": "library", "bom-ref": purl, "purl": purl, "name": name, "version": version,
            "properties": _BESIDE,
        }  # fmt: skip
        if licence := _licence(name):
            library["licenses"] = [licence]
        yield library


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
