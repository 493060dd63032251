"""The versions of an installation: the product, its models, and the forms of what is kept and exchanged. Opens no store."""

from __future__ import annotations

import importlib.metadata
from dataclasses import dataclass

from wherein.assets.store import AssetStore
from wherein.home.folder import Home

HTTP = 1
"""The number in the paths of the server's routes (`/v1/ask`)."""


@dataclass(frozen=True, slots=True)
class Versions:
    """The product's version; each model that is here with the first digits of its hash; each form with its number."""

    wherein: str
    models: dict[str, str]
    schemas: dict[str, int]


def versions(home: Home) -> Versions:
    """The versions of what a home runs with. Raises AssetDamaged where the list of models can't be read."""
    from wherein.answering.moving.backup import VERSION as BACKUP
    from wherein.knowledge.store import MIGRATIONS as BASE
    from wherein.library.migrations import MIGRATIONS as LIBRARY
    from wherein.memory.store.migrations import MIGRATIONS as MEMORY

    store = AssetStore(home.assets)
    here = [asset.name for asset in store.assets if store.is_here(asset.name)]
    return Versions(
        importlib.metadata.version("wherein"),
        {name: store.identity(name).removeprefix(f"{name}@") for name in here},
        {
            "library": len(LIBRARY),
            "memory": len(MEMORY),
            "knowledge base": len(BASE),
            "backup": BACKUP,
            "http": HTTP,
        },
    )
