"""Locates assets on this machine and verifies them. Fetches nothing itself.

The manifest that comes with wherein describes each model's files. A home may have its own list beside its models,
for models made or tuned there; its entries come first.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from pathlib import Path

from wherein.assets.manifest import Asset, read_manifest, sha256_of, write_manifest
from wherein.core.errors import AssetDamaged, AssetMissing


def shipped_folder() -> Path:
    """The folder of the models that come with wherein, in the package or in a checkout."""
    return Path(str(resources.files("wherein_models")))


class AssetStore:
    """Assets by name: the shipped ones, and those in `folder`."""

    def __init__(self, folder: Path, shipped: Path | None = None) -> None:
        self._folder = folder
        self._shipped = shipped or shipped_folder()
        self._listed = read_manifest(self._shipped / "manifest.json")
        own = folder / "manifest.json"
        self._own = read_manifest(own) if own.is_file() else {}

    @property
    def _assets(self) -> dict[str, Asset]:
        return {**self._listed, **self._own}

    @property
    def assets(self) -> tuple[Asset, ...]:
        return tuple(self._assets.values())

    def asset(self, name: str) -> Asset:
        """The asset of this name. Raises AssetMissing for a name that is in no list."""
        try:
            return self._assets[name]
        except KeyError:
            raise AssetMissing(
                f"There is no model called {name!r}.", "See which there are: wherein models list"
            ) from None

    def folder_of(self, name: str) -> Path:
        """The folder of the asset's files, whether or not they exist. A shipped asset is never read from a copy."""
        return (self._shipped if self.asset(name).shipped else self._folder) / name

    def is_here(self, name: str) -> bool:
        """Whether every file of the asset exists with its size; hashes are not checked."""
        folder = self.folder_of(name)
        return all(
            (folder / file.path).is_file() and (folder / file.path).stat().st_size == file.bytes
            for file in self.asset(name).files
        )

    def identity(self, name: str) -> str:
        """The name with the first digits of its files' hashes; another model has another identity."""
        hashes = "".join(file.sha256 for file in self.asset(name).files)
        return f"{name}@{hashlib.sha256(hashes.encode()).hexdigest()[:12]}"

    def verified(self, name: str) -> Path:
        """The asset's folder, after checking the hash of every file. Raises AssetMissing or AssetDamaged."""
        asset, folder = self.asset(name), self.folder_of(name)
        for file in asset.files:
            path = folder / file.path
            if not path.is_file():
                raise AssetMissing(
                    f"The model {name!r} is not here ({path} is missing).",
                    _how_to_get(asset),
                )
            if path.stat().st_size != file.bytes or sha256_of(path) != file.sha256:
                raise AssetDamaged(
                    f"The model file {path} is not the expected one (wrong SHA-256).",
                    _how_to_get(asset),
                )
        return folder

    def install(self, name: str, fill: Callable[[Path], None]) -> Path:
        """Let `fill` put the asset's files into an empty folder, verify them, then move them into place.

        An interrupted or wrong download leaves the earlier files in place. A shipped asset is here already: it is only
        verified.
        """
        if self.asset(name).shipped:
            return self.verified(name)
        incoming = self._verified_incoming(self.asset(name), fill)
        final = self._folder / name
        shutil.rmtree(final, ignore_errors=True)
        return incoming.rename(final)

    def adopt(self, asset: Asset, fill: Callable[[Path], None]) -> Path:
        """As `install`, for a model that this home describes itself; `go_back` undoes it.

        The earlier model of the name, shipped or adopted, is kept for `go_back`.
        """
        incoming = self._verified_incoming(asset, fill)
        before, final = self._before(asset.name), self._folder / asset.name
        shutil.rmtree(before, ignore_errors=True)
        before.mkdir(parents=True)
        if final.is_dir():
            old = self._own.get(asset.name)
            write_manifest(before / "manifest.json", [old] if old else [])
            final.rename(before / "files")
        incoming.rename(final)
        self._write_own({**self._own, asset.name: replace(asset, shipped=False)})
        return final

    def go_back(self, name: str) -> bool:
        """Restore the model that `adopt` replaced; True where that is the shipped model.

        Raises AssetMissing when no model was adopted under the name, or when it was already undone.
        """
        before = self._before(name)
        if not before.is_dir():
            raise AssetMissing(
                f"There is no earlier {name!r} to go back to.",
                "See the installed models: wherein models list",
            )
        others = {key: asset for key, asset in self._own.items() if key != name}
        shutil.rmtree(self._folder / name, ignore_errors=True)
        earlier = before / "files"
        shipped = not earlier.is_dir()
        if not shipped:
            earlier.rename(self._folder / name)
            others.update(read_manifest(before / "manifest.json"))
        self._write_own(others)
        shutil.rmtree(before)
        return shipped

    def _before(self, name: str) -> Path:
        return self._folder / ".before" / name

    def _write_own(self, own: dict[str, Asset]) -> None:
        write_manifest(self._folder / "manifest.json", own.values())
        self._own = own

    def _verified_incoming(self, asset: Asset, fill: Callable[[Path], None]) -> Path:
        """A new folder beside the others, with the verified files of the asset; removed after an error."""
        incoming = self._folder / f".{asset.name}.incoming"
        shutil.rmtree(incoming, ignore_errors=True)
        incoming.mkdir(parents=True)
        try:
            fill(incoming)
            for file in asset.files:
                path = incoming / file.path
                if not path.is_file() or sha256_of(path) != file.sha256:
                    raise AssetDamaged(
                        f"The files for {asset.name!r} are not the expected ones ({file.path} is"
                        " missing or has the wrong SHA-256).",
                        "Try again, or get it from another place with --from.",
                    )
        except BaseException:
            shutil.rmtree(incoming, ignore_errors=True)
            raise
        return incoming

    def remove(self, name: str) -> None:
        """Remove the fetched files of this name; shipped files stay. Raises AssetMissing when there are none."""
        self.asset(name)
        folder = self._folder / name
        if not folder.is_dir():
            raise AssetMissing(
                f"The model {name!r} is not installed, so there is nothing to remove.",
                "See the installed ones: wherein models list",
            )
        shutil.rmtree(folder)
        if name in self._own:
            self._write_own({key: asset for key, asset in self._own.items() if key != name})


def _how_to_get(asset: Asset) -> str:
    """The next step where a file of the asset is missing or wrong."""
    if asset.shipped:
        return "Install wherein again, or restore the file from the repository."
    return f"Get it: wherein models get {asset.name}"
