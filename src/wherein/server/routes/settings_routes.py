"""The routes of the app's settings page: versions and stored data, and changes to the settings."""

from __future__ import annotations

from dataclasses import fields
from importlib.metadata import version
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from starlette.responses import Response

from wherein.answering.engine import Engine
from wherein.answering.grading.grades import Caution
from wherein.core.errors import NotPermitted
from wherein.home.config_file import Value, change_settings
from wherein.home.folder import Settings
from wherein.server.guards.gate import SESSION
from wherein.server.wire import wire


def settings_routes(engine: Engine) -> APIRouter:
    """The routes over the settings of one engine's home."""
    router = APIRouter()

    @router.patch("/v1/settings", response_model=wire.AboutResponse, operation_id="changeSettings")
    def change(request: Request, wanted: wire.SettingsRequest) -> Response:
        """Change settings in `config.toml`; the server applies them when it starts again.

        Only the app may do so: otherwise, a holder of the token could send documents to a remote language model.
        """
        if not request.scope.get(SESSION, False):
            raise NotPermitted(
                "Settings are changed in the web app alone.", f"Or change {engine.home.config}."
            )
        changes: dict[str, Value] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in wanted.model_dump(exclude={"language_model"}).items()
            if value is not None
        }
        model = wanted.language_model
        table = None if model is None else _language_model(model, engine.home.settings())
        change_settings(engine.home, changes, table)
        return about()

    @router.get("/v1/about", response_model=wire.AboutResponse, operation_id="about")
    def about() -> Response:
        """Versions, the places of stored data, and the settings. A member of a team is told no places, and of the stored
        bytes those of their own files."""
        shown = _about(engine)
        if engine.is_limited:
            shown = shown.model_copy(update={"home": "", "config": "", "restart": False})
        return JSONResponse(shown.model_dump(exclude_none=True))

    return router


def _about(engine: Engine) -> wire.AboutResponse:
    settings = engine.home.settings()
    entries = engine.documents() if engine.home.has_library else []
    model, running = settings.generative, engine.settings.generative
    return wire.AboutResponse(
        version=version("wherein"),
        home=str(engine.home.folder),
        config=str(engine.home.config),
        documents=len(entries),
        words=sum(entry.words for entry in entries),
        bytes_kept=_bytes_below(engine.home.files if engine.is_limited else engine.home.folder),
        reader=settings.reader,
        larger_reader=engine.assets.is_here("large"),
        larger_reader_bytes=next(
            model.bytes for model in engine.models.known() if model.name == "large"
        ),
        caution=Caution(settings.caution),
        memory=settings.memory,
        memory_sites=list(settings.memory_sites),
        memory_days=settings.memory_days,
        fetch_urls=settings.fetch_urls,
        restart=settings != engine.settings,
        language_model=None if model is None else model.model,
        language_model_url=(model.url or None) if model is not None else None,
        writer=None if running is None else running.model,
        writer_url=(running.url or None) if running is not None else None,
    )


def _language_model(wanted: wire.WireLanguageModel, settings: Settings) -> dict[str, Value]:
    """The settings table of the language model; empty for none. Other settings of the same model stay."""
    if not wanted.model.strip():
        return {}
    before = settings.generative
    kept: dict[str, Value] = {}
    if before is not None:
        kept = {
            field.name: getattr(before, field.name)
            for field in fields(before)
            if field.name not in ("model", "url") and getattr(before, field.name) != field.default
        }
    address = {"url": wanted.url.strip()} if wanted.url.strip() else {}
    return {"model": wanted.model.strip(), **address, **kept}


def _bytes_below(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
