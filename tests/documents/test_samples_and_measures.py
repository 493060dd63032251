"""The documents that come with the package, and the two measurements over real files."""

from __future__ import annotations

import io
import json
import tarfile
from importlib.resources import files
from pathlib import Path

import pytest
from wherein_lab.reading.documents import INDEX, measure_documents
from wherein_lab.reading.main_text import ARCHIVE, measure_main_text, words_of

from tests.documents import made
from wherein.core.errors import DataMissing
from wherein.documents.formats import supported_suffixes
from wherein.documents.parse import parse
from wherein.documents.source import Source

SAMPLES = sorted(
    path
    for path in Path(str(files("wherein.samples"))).iterdir()
    if path.suffix in supported_suffixes()
    and path.name not in ("LICENSE.md", "encyclopedia.origin.json", "__init__.py")
)


def test_there_are_samples_of_five_kinds_and_all_are_licensed() -> None:
    assert len({path.suffix for path in SAMPLES}) == 5
    licence = (SAMPLES[0].parent / "LICENSE.md").read_text("utf-8")
    assert all(f"`{path.name}`" in licence for path in SAMPLES)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_are_read(path: Path) -> None:
    document = parse(Source(path.read_bytes(), path.name, str(path)))
    assert document.language == "en"
    assert document.words > 200
    assert sum(block.level is not None for block in document.blocks) >= 4
    assert path.stat().st_size < 100_000


def test_words_are_compared_as_a_multiset() -> None:
    assert words_of("The the ﬁne 2 ½") == words_of("fine THE the 2 1⁄2")


def test_main_text_measure(tmp_path: Path) -> None:
    archive = tmp_path / ARCHIVE
    archive.parent.mkdir(parents=True)
    pages = {
        "p/one/source.html": b"<body><p>alpha beta gamma</p></body>",
        "p/one/expected.html": b"<p>alpha beta gamma delta</p>",
        "p/two/source.html": b"<body><p>alpha beta</p></body>",
        "p/two/expected.html": b"<p>alpha</p>",
        "p/two/expected-metadata.json": b"{}",
    }
    with tarfile.open(archive, "w:xz") as tar:
        for name, data in pages.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    measured = measure_main_text(tmp_path)
    assert measured["n"] == 2
    assert measured["kept_mean"] == pytest.approx((0.75 + 1) / 2)
    assert measured["unexpected_mean"] == pytest.approx((0 + 0.5) / 2)


def test_documents_measure(tmp_path: Path) -> None:
    folder = (tmp_path / INDEX).parent
    folder.mkdir(parents=True)
    rows = []
    for name, data, has_text, words in [
        ("a.md", made.markdown(["One two three."]), True, 3),
        ("b.txt", b"", False, 0),
        ("c.md", b"Few.", True, 100),
        ("d.txt", b"", True, 0),
        ("e.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "unknown", 0),
    ]:
        (folder / name).write_bytes(data)
        row = {"file": name, "kind": name[-2:], "has_text": has_text, "checked": {"words": words}}
        rows.append(json.dumps(row))
    (tmp_path / INDEX).write_text("\n".join(rows), "utf-8")
    measured = measure_documents(tmp_path)
    differs = {row["file"]: row["got"] for row in measured.pop("differs")}
    assert measured == {
        "n": 5, "added": 2, "no_text_reported": 2, "refused": 1, "crashed": 0
    }  # fmt: skip
    assert differs == {"c.md": "few words", "d.txt": "no_text_reported"}


def test_absent_data_is_said(tmp_path: Path) -> None:
    for measure in (measure_documents, measure_main_text):
        with pytest.raises(DataMissing, match="WHEREIN_SHARED"):
            measure(tmp_path)
