"""`make docs`: builds the documentation site into `build/docs/site`, which opens from the disk and asks nothing of the network."""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tools.documentation.sources import ROOT, assemble
from wherein.server.help_site import STYLES

MOST_BYTES = 10_000_000
_SHIM = "https://unpkg.com/iframe-worker/shim"
"""What the generator's offline mode would load from the network; docs/assets has the same script."""
_INLINE = "assets/inline"
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.S)
_ALIGNED = re.compile(r'style="text-align: (left|right|center);"')
_STYLED = re.compile(r"<[a-z][^<>]*?\sstyle=[\"']|<style\b")
_STYLE_LITERAL = re.compile(r"'(\.[\w-]+\{[^'\\]{1000,})'")
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
    (site / STYLES).write_text(json.dumps(sorted(_styles(site))) + "\n", "utf-8")
    if wrong := faults(site):
        raise NotBuilt("The site is not right: " + "; ".join(wrong[:10]))
    return site


def _styles(site: Path) -> set[str]:
    """The hashes of the styles that the generator's script puts into a page (its search's), as a content policy names them. Raises NotBuilt."""
    found = set()
    for script in site.glob("assets/javascripts/*.js"):
        for text in _STYLE_LITERAL.findall(script.read_text("utf-8")):
            digest = hashlib.sha256(text.encode()).digest()
            found.add(f"sha256-{base64.b64encode(digest).decode()}")
    if not found:
        raise NotBuilt("The style of the search was not found in the generator's script. Look how this release of Zensical adds it.")  # fmt: skip
    return found


def _make_local(page: Path, site: Path) -> None:
    """Have a page load nothing from the network, and hold no script and no style of its own, which the app's policy forbids."""
    way = "../" * (len(page.relative_to(site).parts) - 1)
    if page.name == "404.html":  # for a server: its ways are from the root
        way = "/"

    def moved(found: re.Match[str]) -> str:
        digest = hashlib.sha256(found[1].encode()).hexdigest()[:12]
        (site / _INLINE / f"{digest}.js").write_text(found[1], "utf-8")
        return f'<script src="{way}{_INLINE}/{digest}.js"></script>'

    (site / _INLINE).mkdir(exist_ok=True)
    text = page.read_text("utf-8").replace(_SHIM, f"{way}assets/iframe-worker.js")
    text = _ALIGNED.sub(r'align="\1"', text)
    page.write_text(_SCRIPT.sub(moved, text), "utf-8")


def faults(site: Path) -> list[str]:
    """What is wrong with a site: scripts and styles within a page, links that lead nowhere, what a page loads from the network, too many bytes."""
    found = []
    for page in sorted(site.rglob("*.html")):
        name, text = page.relative_to(site).as_posix(), page.read_text("utf-8")
        found += [f"{name} loads {address}" for address in _LOADED.findall(text) if "canonical" not in address]  # fmt: skip
        if _SCRIPT.search(text) or _STYLED.search(text):
            found.append(f"{name} has a script or a style within it")
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
    parser.add_argument(
        "--into", type=Path, help="also copy the site to this folder, which is replaced"
    )
    asked = parser.parse_args(argv)
    try:
        site = build(asked.folder, asked.zensical.absolute())
    except NotBuilt as reason:
        print(reason, file=sys.stderr)
        return 1
    if asked.into:
        shutil.rmtree(asked.into, ignore_errors=True)
        shutil.copytree(site, asked.into)
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    print(f"{size / 1e6:.1f} MB in {site}: open {site / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
