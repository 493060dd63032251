"""The encoders that measurements compare, by name. Trains and converts nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wherein.encoding.encoder import Encoder


def static_encoder() -> Encoder:
    """The static encoder that ships with the package."""
    from wherein.assets.store import shipped_folder
    from wherein.encoding.static import StaticEncoder

    shipped = shipped_folder()
    return StaticEncoder.load(shipped / "static", shipped / "wordpiece" / "tokenizer.json")


def transformer_encoder() -> Encoder:
    """all-MiniLM-L6-v2. Raises AssetMissing, which says how to get it."""
    from wherein.assets.store import AssetStore, shipped_folder
    from wherein.encoding.transformer import TransformerEncoder
    from wherein.home.folder import Home

    folder = AssetStore(Home.choose(None).assets).verified("minilm-l6")
    return TransformerEncoder.load(folder, shipped_folder() / "wordpiece" / "tokenizer.json")


ENCODERS: Mapping[str, Callable[[], Encoder]] = {
    "static": static_encoder,
    "minilm-l6": transformer_encoder,
}
