"""Lists, installs, restores and removes the models of a home. Loads none of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from wherein.assets.store import AssetStore
from wherein.core.errors import AssetDamaged
from wherein.core.text.extras import extra_command

if TYPE_CHECKING:
    from wherein.assets.manifest import Asset
    from wherein.home.folder import Home


@dataclass(frozen=True, slots=True)
class Model:
    """An entry of the list of models. `here`: its files are on this machine. `shipped`: they come with wherein."""

    name: str
    what: str
    here: bool
    shipped: bool
    bytes: int
    licence: str
    origin: str


@dataclass(frozen=True, slots=True)
class GotModel:
    """An installed, verified model with its folder; `needed` are the steps left before it can answer."""

    folder: Path
    needed: tuple[str, ...] = ()


class Models:
    """Only `get` fetches anything."""

    def __init__(self, home: Home, assets: AssetStore) -> None:
        self._home = home
        self._assets = assets

    def known(self) -> list[Model]:
        """Every known model."""
        return [
            Model(
                asset.name,
                asset.what,
                self._assets.is_here(asset.name),
                asset.shipped,
                asset.size_bytes,
                asset.licence,
                asset.origin,
            )
            for asset in self._assets.assets
        ]

    def get(
        self,
        name: str,
        source: str | None = None,
        sha256: str | None = None,
        on_progress: Callable[[int, int, str], None] = lambda done, of, what: None,
        on_start: Callable[[int], None] = lambda size: None,
    ) -> GotModel:
        """Get a model, verify it and install it.

        `source` is a folder, checkout or address that holds it; for a name that wherein does not list, it needs an
        asset.json. `sha256` is the expected hash of the largest file. `on_start(bytes)` is called before anything is
        fetched.

        Raises AssetMissing, AssetDamaged, or what fetching raises.
        """
        from wherein.assets.fetch import description, fetch

        store = self._assets
        listed = name in {asset.name for asset in store.assets}
        described = description(name, source) if source and not listed else None
        asset = described or store.asset(name)
        main = max(asset.files, key=lambda file: file.bytes)
        if sha256 and main.sha256 != sha256.lower():
            raise AssetDamaged(
                f"{main.path} of {name!r} has the SHA-256 {main.sha256}, not the one you gave.",
                "Get it from a place you trust.",
            )
        on_start(asset.size_bytes)

        def fill(target: Path) -> None:
            fetch(asset, target, source, on_progress)

        folder = store.adopt(asset, fill) if described else store.install(asset.name, fill)
        return GotModel(folder, tuple(self._still_needed(asset)))

    def undo(self, name: str) -> bool:
        """Restore the previous model of this name; True where that is the shipped one.

        Raises AssetMissing where there is no previous one.
        """
        return self._assets.go_back(name)

    def remove(self, name: str) -> None:
        """Remove an installed model. Raises AssetMissing where it is not installed."""
        self._assets.remove(name)

    def _still_needed(self, asset: Asset) -> list[str]:
        """The steps left before a language model can be asked; none for other models."""
        if not any(file.path.endswith(".gguf") for file in asset.files):
            return []
        needed = []
        if find_spec("xllamacpp") is None:
            needed.append(f"Install llama.cpp: {extra_command('llm')}")
        generative = self._home.settings().generative
        if generative is None or generative.model != asset.name:
            needed.append(
                f'Write these two lines into {self._home.config}: [generative] and model = "{asset.name}"'
            )
        return needed
