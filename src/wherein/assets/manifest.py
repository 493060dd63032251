"""What a model or data file should be: name, source, licence, size, SHA-256. Values and their file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from wherein.core.errors import AssetDamaged


@dataclass(frozen=True, slots=True)
class AssetFile:
    """One file of an asset; `path` is relative to the asset's folder."""

    path: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Package:
    """Where an asset's file comes from when it is not shipped: a member of a published package."""

    requirement: str
    member: str
    path: str


@dataclass(frozen=True, slots=True)
class Asset:
    """A model or data file by name.

    `shipped` assets lie in the repository and the package. Others are got by name, from the
    packages in `packages` (or a folder or address the person gives), and kept in the home folder.
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
        return {
            row["name"]: Asset(
                row["name"],
                row["what"],
                row["licence"],
                row["origin"],
                tuple(AssetFile(**file) for file in row["files"]),
                row["shipped"],
                tuple(Package(**package) for package in row.get("packages", ())),
            )
            for row in rows
        }
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise AssetDamaged(
            f"The list of models at {path} cannot be read ({error}).",
            "Install wherein again.",
        ) from error
