"""Puts the site's sources together: the pages of docs/, the reference, and links that hold there. Builds nothing."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from tools.documentation.figures import unmarked
from tools.documentation.reference import pages

ROOT = Path(__file__).resolve().parents[2]
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_COPIED = (".png", ".svg", ".js")
_OTHERS = {
    "architecture.md": "ARCHITECTURE.md",
    "security.md": "SECURITY.md",
    "changelog.md": "CHANGELOG.md",
    "notices.md": "NOTICE.md",
    **{
        f"cards/{name}.md": f"models/{name}/NOTICE.md"
        for name in ("small", "large", "static", "wordpiece")
    },
}
"""Pages of the site that lie elsewhere in the checkout; the cards of the models among them."""


def assemble(target: Path) -> None:
    """Fill the empty folder `target` with the site's Markdown and pictures."""
    for path in sorted((ROOT / "docs").rglob("*")):
        if path.is_file():
            copy = target / path.relative_to(ROOT / "docs")
            copy.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".md":
                copy.write_text(_relinked(path, copy, target), "utf-8")
            elif path.suffix in _COPIED:
                shutil.copyfile(path, copy)
    for name, origin in _OTHERS.items():
        (target / name).parent.mkdir(exist_ok=True)
        (target / name).write_text(_relinked(ROOT / origin, target / name, target), "utf-8")
    for name, text in pages().items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def _relinked(origin: Path, copy: Path, target: Path) -> str:
    """The text with each link into docs/ kept, and each that leads elsewhere in the checkout as the name of the file."""

    def link(found: re.Match[str]) -> str:
        picture, words, address = found.groups()
        path, _, anchor = address.partition("#")
        if not path or "://" in address or address.startswith("mailto:"):
            return found.group(0)
        file = (origin.parent / path).resolve()
        place = _place(file)
        if place is None:
            name = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else path
            return f"{words} (`{name}`)" if words.strip("`") not in name else f"`{name}`"
        way = Path(os.path.relpath(target / place, copy.parent)).as_posix()
        return f"{picture}[{words}]({way}{'#' + anchor if anchor else ''})"

    return _LINK.sub(link, unmarked(origin.read_text("utf-8")))


def _place(file: Path) -> str | None:
    """The path of a file of the checkout in the site; None where it is not part of it."""
    for name, origin in _OTHERS.items():
        if file == ROOT / origin:
            return name
    carried = file.suffix in (".md", *_COPIED)
    if carried and file.is_file() and file.is_relative_to(ROOT / "docs"):
        return file.relative_to(ROOT / "docs").as_posix()
    return None
