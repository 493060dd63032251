"""`make docs`: builds the documentation site into `build/docs/site`, which opens from the disk and asks nothing of the network."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.documentation.sources import ROOT, assemble

MOST_BYTES = 10_000_000
_SHIM = "https://unpkg.com/iframe-worker/shim"
"""What the generator's offline mode would load from the network; docs/assets has the same script."""
_LOADED = re.compile(r"<(?:script|img|link|iframe)\b[^>]*?\b(?:src|href)=\"?(https?:[^\s\">]+)")
_LOCAL = re.compile(r"\b(?:src|href)=\"?([^\s\"#>?]+)")


class NotBuilt(Exception):
    """A sentence on why there is no site, and what to do."""


def build(folder: Path, zensical: Path) -> Path:
    """Build the site in the folder, which is emptied; returns its place. Raises NotBuilt."""
    shutil.rmtree(folder, ignore_errors=True)
    sources = folder / "sources"
    sources.mkdir(parents=True)
    assemble(sources)
    shutil.copyfile(ROOT / "docs" / "zensical.toml", folder / "zensical.toml")
    done = subprocess.run(
        [zensical, "build", "--strict"], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NotBuilt(f"Zensical failed: {(done.stdout + done.stderr).strip()[-3000:]}")
    site = folder / "site"
    for page in site.rglob("*.html"):
        _make_local(page, site)
    if wrong := faults(site):
        raise NotBuilt("The site is not right: " + "; ".join(wrong[:10]))
    return site


def _make_local(page: Path, site: Path) -> None:
    text = page.read_text("utf-8")
    way = "../" * (len(page.relative_to(site).parts) - 1)
    page.write_text(text.replace(_SHIM, f"{way}assets/iframe-worker.js"), "utf-8")


def faults(site: Path) -> list[str]:
    """What is wrong with a site: links that lead nowhere, what a page loads from the network, too many bytes."""
    found = []
    for page in sorted(site.rglob("*.html")):
        name, text = page.relative_to(site).as_posix(), page.read_text("utf-8")
        found += [f"{name} loads {address}" for address in _LOADED.findall(text) if "canonical" not in address]  # fmt: skip
        for way in set(_LOCAL.findall(text)):
            # The page of errors is for a server, and its ways are from the root.
            if ":" not in way and name != "404.html" and not (page.parent / way).exists():
                found.append(f"{name} leads to {way}, which is not there")
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    if size > MOST_BYTES:
        found.append(f"it has {size / 1e6:.1f} MB, more than {MOST_BYTES / 1e6:.0f}")
    return found


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.documentation", description=__doc__)
    parser.add_argument("--zensical", type=Path, default=Path(".venv-docs/bin/zensical"))
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "docs")
    asked = parser.parse_args(argv)
    try:
        site = build(asked.folder, asked.zensical.absolute())
    except NotBuilt as reason:
        print(reason, file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    print(f"{size / 1e6:.1f} MB in {site}: open {site / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
