"""A few documents and articles to ask questions of before there is anything else. Data only."""

from __future__ import annotations

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
