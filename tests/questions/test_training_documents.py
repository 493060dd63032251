"""The questions to documents that a reader is trained on have the form that their notice states, and answers that stand there."""

from __future__ import annotations

import hashlib
import json
import tarfile
from pathlib import Path

import pytest
from wherein_lab.answering.strangers import Asked, read_asked, words_of

from wherein.documents.parse import parse
from wherein.documents.source import Source

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks" / "questions" / "training-documents"


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("training-documents")
    with tarfile.open(FOLDER / "documents.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    return folder


def asked(folder: Path) -> dict[str, tuple[Asked, ...]]:
    return {path.name: read_asked(path) for path in sorted(folder.iterdir())}


def test_the_notice_counts_what_is_there(unpacked: Path) -> None:
    notice = (FOLDER / "SOURCES.md").read_text("utf-8")
    for name, rows in asked(unpacked).items():
        absent = sum(not row.answers for row in rows)
        documents = len({row.file for row in rows})
        assert f"| {documents} | {len(rows):,} | {absent} |" in notice, name


def test_each_document_is_there_or_is_named_with_its_origin(unpacked: Path) -> None:
    lines = (FOLDER / "real-documents.jsonl").read_text("utf-8").splitlines()
    real = {row["file"]: row for row in map(json.loads, lines)}
    assert all(row["origin"] and row["licence"] for row in real.values())
    assert all(len(row["sha256"]) == 2 * hashlib.sha256().digest_size for row in real.values())
    for name, rows in asked(unpacked).items():
        for row in rows:
            is_real = f"{name}/{row.file}" in real
            assert (unpacked / name / row.file).exists() != is_real, (name, row.file)


def plain(text: str) -> str:
    return f" {' '.join(words_of(text))} "


def test_every_answer_stands_in_its_document(unpacked: Path) -> None:
    texts: dict[Path, str] = {}
    lacking = []
    for name, rows in asked(unpacked).items():
        for row in rows:
            path = unpacked / name / row.file
            if not path.exists():
                continue
            if path not in texts:
                texts[path] = plain(parse(Source(path.read_bytes(), str(path), path.name)).text)
            lacking += [(row.name, one) for one in row.answers if plain(one) not in texts[path]]
    assert len(texts) == len(list(unpacked.glob("*/*.*"))) - len(list(unpacked.glob("*/*.jsonl")))
    assert not lacking
