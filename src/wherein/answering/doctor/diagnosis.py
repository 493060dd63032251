"""Checks an installation: packages, models, the library and its indexes, each with the next step where something is wrong.

Prints nothing.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from wherein.core.errors import WhereinError
from wherein.core.text.extras import again_command, extra_command
from wherein.documents.page_lines.recognition import how_to_install, program
from wherein.home.folder import library_place, memory_place

if TYPE_CHECKING:
    from wherein.answering.engine import Engine

# Packages by what they are for; the last two groups are extras.
_NEEDED = {
    "reading": ("numpy", "onnxruntime", "tokenizers"),
    "searching": ("tantivy", "rapidfuzz"),
    "web pages and Markdown": ("selectolax", "markdown_it", "httpx2", "idna"),
    "PDF": ("pypdfium2",),
    "Office files": ("docx", "pptx", "openpyxl", "striprtf", "lxml"),
    "the server": ("fastapi", "uvicorn"),
}
_EXTRAS = {
    "zim": ("libzim",),
    "llm": ("xllamacpp",),
    "mcp": ("mcp",),
    "speech": ("av", "faster_whisper", "hibari", "sounddevice"),
    "team": ("psycopg", "pgvector"),
    "milvus": ("pymilvus",),
    "train": ("torch", "onnx", "safetensors", "transformers"),
}
_LEAST_FREE_BYTES = 500_000_000


@dataclass(frozen=True, slots=True)
class Check:
    """One check and its finding. `needed` is False for an optional part; `do` is the next step where `ok` is False."""

    check: str
    ok: bool
    needed: bool
    found: str
    do: str | None = None


@dataclass(slots=True)
class _Checks:
    rows: list[Check] = field(default_factory=list)

    def add(
        self, name: str, ok: bool, found: str, do: str | None = None, needed: bool = True
    ) -> None:
        self.rows.append(Check(name, ok, needed, found, None if ok else do))

    def attempt(self, name: str, found: Callable[[], str], needed: bool = True) -> None:
        """One check: `found` returns the finding, or raises the problem."""
        try:
            self.add(name, True, found())
        except WhereinError as error:
            self.add(name, False, error.what, error.next_step, needed)


def checks(engine: Engine) -> list[Check]:
    """Every check of an engine's home and of the packages it runs on."""
    made = _Checks()
    python = f"{platform.python_version()} on {platform.platform()}"
    made.add("wherein", True, f"{importlib.metadata.version('wherein')}, Python {python}")
    _packages(made)
    for asset in engine.assets.assets:
        made.attempt(
            f"model {asset.name}",
            lambda name=asset.name: str(engine.assets.verified(name)),  # type: ignore[misc]
            asset.shipped,
        )
    _stores(made, engine)
    return made.rows


def packages() -> tuple[str, ...]:
    """The packages to check, extras included, by the names under which they are installed."""
    modules = [name for group in (_NEEDED, _EXTRAS) for names in group.values() for name in names]
    known = importlib.metadata.packages_distributions()
    return tuple(dict.fromkeys(known.get(module, [module])[0] for module in modules))


def _packages(checks: _Checks) -> None:
    for purpose, modules in _NEEDED.items():
        missing = [module for module in modules if importlib.util.find_spec(module) is None]
        if missing:
            checks.add(purpose, False, f"missing {', '.join(missing)}", f"Run: {again_command()}")
        else:
            checks.add(purpose, True, ", ".join(_versioned(module) for module in modules))
    for extra, modules in _EXTRAS.items():
        missing = [module for module in modules if importlib.util.find_spec(module) is None]
        found = f"missing {', '.join(missing)}" if missing else "installed"
        do = f"Get it: {extra_command(extra)}"
        checks.add(f"extra {extra}", not missing, found, do, needed=False)
    tesseract = program()
    found = "missing tesseract: scans are refused" if tesseract is None else tesseract
    do = f"Get it: {how_to_install()}"
    checks.add("text recognition", tesseract is not None, found, do, needed=False)


def _stores(checks: _Checks, kept: Engine) -> None:
    """Checks the folder, the integrity of its stores, the indexes, and the free disk space."""
    from wherein.answering.remembering.remembering import Turn
    from wherein.knowledge.building import installed_bases
    from wherein.knowledge.store import InstalledBase
    from wherein.memory.opening import check_memory

    home = kept.home

    def library() -> str:
        kept.check()
        entries = kept.documents()
        outdated = sum(entry.outdated for entry in entries)
        older = f", {outdated:,} read by an earlier version (add them again)" if outdated else ""
        return f"{len(entries):,} documents in {library_place(home)}{older}"

    def indexes() -> str:
        kept.warm()
        state = "being brought up to date" if kept.search_notes() else "caught up"
        return f"{home.settings().retriever}, {state}, in {home.indexes}"

    def memory() -> str:
        check_memory(home)
        with kept.memory.use(Turn.LOOK) as memory:
            return f"{memory.store.stats().questions:,} questions in {memory_place(home)}"

    def base(name: str) -> str:
        with closing(InstalledBase(home.knowledge / name)) as opened:
            opened.check()
            return f"{opened.info.articles:,} articles in {opened.folder}"

    checks.add("settings", True, f"{home.config}{'' if home.config.exists() else ' (defaults)'}")
    checks.attempt("library", library)
    checks.attempt("indexes", indexes)
    checks.attempt("memory", memory)
    bases = installed_bases(home.knowledge)
    for name in bases:
        checks.attempt(f"knowledge base {name}", partial(base, name))
    if not bases:
        checks.add("knowledge", True, "no base installed")
    if home.folder.exists():
        free = shutil.disk_usage(home.folder).free
        checks.add(
            "room on the disk",
            free >= _LEAST_FREE_BYTES,
            f"{free / 1e9:.1f} GB free at {home.folder}",
            f"Free some space; less than {_LEAST_FREE_BYTES // 1_000_000} MB fills up soon.",
        )


def _versioned(module: str) -> str:
    names = importlib.metadata.packages_distributions().get(module, [module])
    return f"{names[0]} {importlib.metadata.version(names[0])}"
