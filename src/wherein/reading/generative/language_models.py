"""The registry of language models, by kind: an address, a file or a name. Loads and contacts none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from wherein.assets.store import AssetStore
from wherein.core.errors import UsageError
from wherein.home.generative_settings import GenerativeSettings
from wherein.reading.generative.language_model import LanguageModel

Make: TypeAlias = Callable[[GenerativeSettings, AssetStore], LanguageModel]


def _endpoint(settings: GenerativeSettings, assets: AssetStore) -> LanguageModel:
    from wherein.reading.generative.endpoint import Endpoint

    return Endpoint(settings)


def _gguf(settings: GenerativeSettings, assets: AssetStore) -> LanguageModel:
    from wherein.reading.generative.gguf import LocalModel

    path = Path(settings.model).expanduser()
    return LocalModel(lambda: path, path.stem, settings.threads)


def _asset(settings: GenerativeSettings, assets: AssetStore) -> LanguageModel:
    from wherein.reading.generative.gguf import LocalModel

    asset = assets.asset(settings.model)
    files = [file.path for file in asset.files if file.path.endswith(".gguf")]
    if not files:
        raise UsageError(
            f"{settings.model!r} is not a language model.", "See which are: wherein models list"
        )
    return LocalModel(
        lambda: assets.verified(settings.model) / files[0], settings.model, settings.threads
    )


LANGUAGE_MODELS: Mapping[str, Make] = {"endpoint": _endpoint, "gguf": _gguf, "asset": _asset}
"""Makers of models: for an address, a file on this machine, or a name. The contract suite runs over these."""


def kind_of_model(settings: GenerativeSettings) -> str:
    """The key of LANGUAGE_MODELS for the settings: an address takes precedence over a file, a file over a name."""
    if settings.url:
        return "endpoint"
    return "gguf" if settings.model.endswith(".gguf") else "asset"


def language_model(settings: GenerativeSettings, assets: AssetStore) -> LanguageModel:
    """The model that the settings name. Raises UsageError for an unknown prompt or model."""
    from wherein.reading.generative.prompts import PROMPTS

    if settings.prompt not in PROMPTS:
        raise UsageError(
            f"There is no prompt {settings.prompt!r}.", "Choose among " + ", ".join(PROMPTS) + "."
        )
    return LANGUAGE_MODELS[kind_of_model(settings)](settings, assets)
