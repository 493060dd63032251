"""Locates assets on this machine and verifies them. Fetches nothing itself.

The manifest that comes with wherein describes each model's files. A home may have its own list beside its models,
for models made or tuned there; its entries come first. A model may also be installed as a distribution of its own
(`wherein-large`), which names its package in the entry points `wherein.models`; files in the home come before it.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

from wherein.assets.manifest import Asset, read_manifest, sha256_of, write_manifest
from wherein.core.errors import AssetDamaged, AssetMissing
from wherein.core.text.extras import from_wheels

_GROUP = "wherein.models"


def shipped_folder() -> Path:
    """The folder of the models that come with wherein, in the package or in a checkout."""
    return Path(str(resources.files("wherein_models")))


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model that was installed as a distribution: the distribution's name, and the folder of the files."""

    distribution: str
    folder: Path


def installed_models() -> dict[str, InstalledModel]:
    """The models that installed distributions bring, by name. None of their code is run."""
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    found = {}
    for entry in entry_points(group=_GROUP):
        package = find_spec(entry.value)
        places = list(package.submodule_search_locations or ()) if package else []
        if places and entry.dist is not None:
            found[entry.name] = InstalledModel(entry.dist.name, Path(places[0]))
    return found


class AssetStore:
    """Assets by name: the shipped ones, those in `folder`, and those that were installed as a distribution."""

    def __init__(
        self,
        folder: Path,
        shipped: Path | None = None,
        installed: Callable[[], dict[str, InstalledModel]] = installed_models,
    ) -> None:
        self._folder = folder
        self._find_installed = installed
        self._installed: dict[str, InstalledModel] | None = None
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
        if self.asset(name).shipped:
            return self._shipped / name
        installed = self.installed(name)
        return installed.folder if installed else self._folder / name

    def installed(self, name: str) -> InstalledModel | None:
        """The distribution whose files of this model are used; None where they are the home's, or nowhere."""
        if name in self._own or (self._folder / name).is_dir():
            return None
        if self._installed is None:  # looked up once, and only where the home lacks a model
            self._installed = self._find_installed()
        return self._installed.get(name)

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
                    _how_to_replace(asset, self.installed(name)),
                )
        return folder

    def install(self, name: str, fill: Callable[[Path], None]) -> Path:
        """Let `fill` put the asset's files into an empty folder, verify them, then move them into place.

        An interrupted or wrong download leaves the earlier files in place. One that is shipped or that was installed as a distribution
        is here already: it is only verified.
        """
        if self.asset(name).shipped or (self.installed(name) and self.is_here(name)):
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
        if installed := self.installed(name):
            raise AssetMissing(
                f"The model {name!r} was installed as {installed.distribution}, so it is removed as that.",
                f"Run: pip uninstall {installed.distribution}",
            )
        if not folder.is_dir():
            raise AssetMissing(
                f"The model {name!r} is not installed, so there is nothing to remove.",
                "See the installed ones: wherein models list",
            )
        shutil.rmtree(folder)
        if name in self._own:
            self._write_own({key: asset for key, asset in self._own.items() if key != name})


def _how_to_replace(asset: Asset, installed: InstalledModel | None) -> str:
    """The next step where a file of the asset is not the expected one."""
    if installed:
        return f"Install the one that fits this wherein: {from_wheels(installed.distribution)}"
    return _how_to_get(asset)


def _how_to_get(asset: Asset) -> str:
    """The next step where a file of the asset is missing or wrong."""
    if asset.shipped:
        return "Install wherein again, or restore the file from the repository."
    return f"Get it: wherein models get {asset.name}"
