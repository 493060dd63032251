"""`wherein doctor`: what is installed, which models and stores there are, what is missing and how to get it."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
from typing import Any

import click

from wherein.cli.options import as_json, engine
from wherein.cli.terminal import print_json
from wherein.core.errors import WhereinError

# Optional packages by the extra that brings them.
_EXTRAS = {
    "ann": ("usearch",),
    "llm": ("xllamacpp",),
    "train": ("torch", "onnx", "safetensors", "model2vec"),
}
_CORE = (
    "numpy",
    "onnxruntime",
    "tokenizers",
    "tantivy",
    "selectolax",
    "pypdfium2",
    "docx",
    "fastapi",
)


@click.command("doctor")
@as_json
def doctor_command(as_json: bool) -> int:
    """Check packages, models, the library and its indexes; say what to do about what is wrong."""
    checks: list[dict[str, Any]] = []

    def check(name: str, ok: bool, found: str, fix: str | None = None, needed: bool = True) -> None:
        row = {"check": name, "ok": ok, "needed": needed, "found": found}
        checks.append(row if ok or fix is None else {**row, "do": fix})

    check("python", True, f"{platform.python_version()} on {platform.platform()}")
    for module in _CORE:
        here = importlib.util.find_spec(module) is not None
        check(module, here, _version(module) if here else "not installed", "Run: make setup")
    for extra, modules in _EXTRAS.items():
        missing = [m for m in modules if importlib.util.find_spec(m) is None]
        found = f"missing {', '.join(missing)}" if missing else "installed"
        check(f"extra {extra}", not missing, found, f"pip install 'wherein[{extra}]'", needed=False)
    with engine() as kept:
        for asset in kept.assets.assets:
            try:
                check(f"model {asset.name}", True, str(kept.assets.verified(asset.name)))
            except WhereinError as error:
                check(f"model {asset.name}", False, error.what, error.next_step, asset.shipped)
        try:
            entries = kept.documents()
            kept.warm()
            check("library", True, f"{len(entries)} documents in {kept.home.library}")
        except WhereinError as error:
            check("library", False, error.what, error.next_step)
    good = all(row["ok"] or not row["needed"] for row in checks)
    if as_json:
        print_json({"ok": good, "checks": checks})
    else:
        for row in checks:
            sign = "ok     " if row["ok"] else "missing" if not row["needed"] else "WRONG  "
            click.echo(f"{sign}  {row['check']:<16} {row['found']}")
            if "do" in row:
                click.echo(f"{'':9}{'':16} {row['do']}")
    return 0 if good else 1


def _version(module: str) -> str:
    names = importlib.metadata.packages_distributions().get(module, [module])
    return importlib.metadata.version(names[0])
