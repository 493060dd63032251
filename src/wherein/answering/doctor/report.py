"""Makes the report on an installation for a maintainer: numbers, versions and error codes, nothing private. Prints
nothing.

It never contains paths, questions, texts, addresses, keys, names of the person, the machine, documents, bases or sites,
or error messages, which name such things. It has the value of a setting only where that is a number, true/false or one
of a fixed set; for a list, it has the length.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import fields
from typing import Any

from wherein.answering.doctor.diagnosis import packages
from wherein.answering.engine import Engine
from wherein.answering.grading.grades import Caution
from wherein.answering.library.indexes import RETRIEVERS
from wherein.core.errors import WhereinError
from wherein.encoding.registry import ENCODERS
from wherein.home.folder import Home, Settings

_PRINTED = {
    "retriever": frozenset(RETRIEVERS),
    "encoder": frozenset(ENCODERS),
    "reader": frozenset({"small", "large"}),
    "caution": frozenset(Caution),
    "openai_form": frozenset({"standard", "open-webui"}),
    "ocr": frozenset({"", "eng", "deu", "deu+eng", "eng+deu"}),
}
_OTHER = "(another value)"


def report(home: Home) -> dict[str, Any]:
    """The report on a home. Where a part fails, the report has the code of its error instead."""
    found: dict[str, Any] = {
        "wherein": importlib.metadata.version("wherein"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "packages": {name: _version(name) for name in packages()},
        "settings": _tried(lambda: _settings(home.settings())),
    }
    try:
        engine = Engine(home)
    except WhereinError as error:
        return {**found, "engine": {"error": error.code}}
    with closing(engine):
        found["models"] = {
            asset.name: _tried(lambda name=asset.name: bool(engine.assets.verified(name)))  # type: ignore[misc]
            for asset in engine.assets.assets
        }
        found["library"] = _tried(lambda: _library(engine))
        found["indexes"] = _tried(lambda: _indexes(engine))
        found["memory"] = _tried(lambda: _memory(engine))
        found["knowledge"] = _tried(lambda: _knowledge(home))
    return found


def _tried(found: Callable[[], Any]) -> Any:
    try:
        return found()
    except WhereinError as error:
        return {"error": error.code}
    except Exception as error:
        return {"error": type(error).__name__}


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _settings(settings: Settings) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in fields(settings):
        value = getattr(settings, field.name)
        if isinstance(value, bool | int):
            found[field.name] = value
        elif isinstance(value, tuple):
            found[field.name] = f"{len(value)} given"
        elif isinstance(value, str):
            found[field.name] = value if value in _PRINTED.get(field.name, ()) else _OTHER
        else:
            found[field.name] = "absent" if value is None else "given"
    return found


def _library(engine: Engine) -> dict[str, Any]:
    engine.check()
    entries = engine.documents()
    return {
        "documents": len(entries),
        "words": sum(entry.words for entry in entries),
        "kinds": dict(sorted(Counter(entry.kind for entry in entries).items())),
    }


def _indexes(engine: Engine) -> str:
    engine.warm()
    return "being brought up to date" if engine.search_notes() else "caught up"


def _memory(engine: Engine) -> dict[str, int]:
    from wherein.answering.remembering.remembering import Turn
    from wherein.memory.opening import check_memory

    check_memory(engine.home)
    with engine.memory.use(Turn.LOOK) as memory:
        stats = memory.store.stats()
    return {"questions": stats.questions, "answers": stats.answers, "bytes": stats.bytes}


def _knowledge(home: Home) -> list[Any]:
    from wherein.knowledge.building import installed_bases
    from wherein.knowledge.store import InstalledBase

    def base(name: str) -> dict[str, int]:
        with closing(InstalledBase(home.knowledge / name)) as opened:
            opened.check()
            return {"articles": opened.info.articles}

    return [_tried(lambda name=name: base(name)) for name in installed_bases(home.knowledge)]  # type: ignore[misc]
