"""A few documents and articles to ask questions of before there is anything else, and a copy of them in a folder."""

from __future__ import annotations

import shutil
from importlib import resources
from pathlib import Path

QUESTION = "How many people may be in the dome at a time?"
"""The question that the first start asks, so that the app shows an answer before a person has typed one."""

SUFFIXES = (".md", ".html", ".txt", ".pdf", ".docx")


def sample_encyclopedia() -> Path:
    """A few hundred openings of Wikipedia, for `wherein kb add NAME sample`."""
    return Path(str(resources.files("wherein.samples"))) / "encyclopedia.jsonl.gz"


def sample_file(name: str) -> Path:
    """One of the sample documents by its file name."""
    return Path(str(resources.files("wherein.samples"))) / name


def sample_files() -> list[Path]:
    """The sample documents, one of each everyday format."""
    folder = Path(str(resources.files("wherein.samples")))
    return sorted(
        path for path in folder.iterdir() if path.suffix in SUFFIXES and path.stem != "LICENSE"
    )


def write_samples(folder: Path) -> tuple[list[Path], list[Path]]:
    """Copy the sample documents and the files of the guides into the folder, which is made where it is not there.

    Returns what was written, and what was there already and was left as it is. Raises OSError.
    """
    guides = Path(str(resources.files("wherein.samples"))) / "guides"
    named = {path.name: path for path in sample_files()}
    named |= {
        path.relative_to(guides).as_posix(): path for path in guides.rglob("*") if path.is_file()
    }
    written, kept = [], []
    for name, path in sorted(named.items()):
        target = folder / name
        if target.exists():
            kept.append(target)
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        written.append(target)
    return written, kept
