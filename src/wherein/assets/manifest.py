"""What a model or data file should be: name, source, licence, size, SHA-256. Values and their file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.core.errors import AssetDamaged


@dataclass(frozen=True, slots=True)
class AssetFile:
    """One file of an asset; `path` is relative to the asset's folder."""

    path: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Package:
    """Where an asset's file comes from when it is not shipped: a member of a published package.

    `part` counts from 1 when several packages hold a file's parts, to be joined in that order; 0
    when one holds it whole.
    """

    requirement: str
    member: str
    path: str
    part: int = 0


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
                tuple(Package(**package) for package in row.get("packages", ())) + _parts(row),
            )
            for row in rows
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise AssetDamaged(
            f"The list of models at {path} cannot be read ({error}).",
            "Install wherein again.",
        ) from error


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
