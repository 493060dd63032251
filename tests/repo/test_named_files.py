"""Every file that a document names exists: a renamed or deleted file fails here, with the document that still names it.

It looks at names in code marks, in code blocks and in links. It does not look at names without a folder and with a suffix of
data (`watched.json`), which are mostly files of a person's home.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = r"(?:py|pyi|ts|tsx|mjs|yaml|toml|md|sh|css|svg)"
DATA = r"(?:json|jsonl|html|tsv|csv|txt|gz|npy|onnx|safetensors|png|ipynb)"
PATH = r"[\w.][\w.-]*(?:/[\w.-]+)*"
NAMES = (
    rf"(?<![\w./~$*{{-])({PATH}\.{CODE})(?![\w/*-])",
    rf"(?<![\w./~$*{{-])({PATH}/[\w.-]+\.{DATA})(?![\w/*-])",
)
"""Names of code with or without a folder, and names of data with one."""
# Placeholders, and files that a reader of the document makes or already has.
EXAMPLE = re.compile(r"NAME|PAGE|WEIGHTS")
MADE = {"config.toml", "report.md", "talk.md", "alps.md", "sea.md", "policy.md"}
MADE_BELOW = ("data/", "shared/", "work/", "branches/", "all-mpnet-base-v2/")


def _tracked() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


TRACKED = _tracked()
ENDINGS = {
    "/".join(parts[at:])
    for parts in (name.split("/") for name in TRACKED)
    for at in range(len(parts))
}
DOCUMENTS = [
    name for name in TRACKED if name.endswith(".md") and not name.startswith("src/wherein/samples/")
]


def missing(text: str) -> Iterator[str]:
    """The names of files in the code marks, code blocks and links of a Markdown text that are not in the repository."""
    code = re.findall(r"```.*?```|`[^`\n]+`|\]\([^)\s]+\)", text, re.S)
    for piece in code:
        if piece.startswith("](http"):
            continue
        for pattern in NAMES:
            for name in re.findall(pattern, piece):
                plain = re.sub(r"^(?:\.\.?/)+", "", name)
                is_here = plain in ENDINGS or plain in MADE or plain.startswith(MADE_BELOW)
                if not (is_here or "/dist/" in plain or EXAMPLE.search(plain)):
                    yield name


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_files_it_names_exist(name: str) -> None:
    assert not list(missing((ROOT / name).read_text("utf-8")))


def test_a_file_that_is_not_there_is_found() -> None:
    text = "See `answering/no_such_stage.py`, [it](docs/nowhere.md) and `wherein.answering`.\n```sh\ncat web/gone.ts\n```"
    assert list(missing(text)) == ["answering/no_such_stage.py", "docs/nowhere.md", "web/gone.ts"]
    assert not list(missing("`answering/engine.py`, `stages/read.py`, https://example.org/a.md"))
