"""What the dense index does beyond the contract: other encoders, damage, compaction, the graph."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.retrieval.makers import HashEncoder, passages
from wherein.core.errors import IndexDamaged, LibraryError
from wherein.core.passage import Passage
from wherein.retrieval.by_vectors import dense, folder_lock, vector_store
from wherein.retrieval.by_vectors.dense import DenseIndex
from wherein.retrieval.passage_source import PassageTable

GROUP = passages("alps", "The Matterhorn was climbed in 1865.", "Zermatt lies below.")


def written(folder: Path) -> DenseIndex:
    index = DenseIndex.open(folder, PassageTable(GROUP), HashEncoder())
    index.replace("alps", GROUP)
    index.commit(1)
    return index


class OtherEncoder(HashEncoder):
    name = "other-64"


def test_another_encoders_vectors_are_no_use(tmp_path: Path) -> None:
    written(tmp_path).close()
    with pytest.raises(IndexDamaged, match="hash-64's, not other-64's"):
        DenseIndex.open(tmp_path, PassageTable(GROUP), OtherEncoder())


@pytest.mark.parametrize("damage", ["commit", "log", "vectors", "no commit", "garbled log"])
def test_damage_is_reported_on_opening(tmp_path: Path, damage: str) -> None:
    written(tmp_path).close()
    if damage == "commit":
        (tmp_path / "commit.json").write_bytes(b"\x00{")
    elif damage == "no commit":
        (tmp_path / "commit.json").unlink()
    elif damage == "garbled log":
        log = tmp_path / "log-0.jsonl"
        log.write_bytes(b"x" * log.stat().st_size)
    else:
        (file,) = tmp_path.glob(f"{damage}-*")
        file.write_bytes(file.read_bytes()[:-3])
    with pytest.raises(IndexDamaged):
        DenseIndex.open(tmp_path, PassageTable(GROUP), HashEncoder())


def test_a_second_writer_waits_and_then_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = written(tmp_path)
    second = DenseIndex.open(tmp_path, PassageTable(GROUP), HashEncoder())
    monkeypatch.setattr(folder_lock, "PATIENCE_SECONDS", 0.1)
    first.replace("alps", GROUP)
    with pytest.raises(LibraryError, match="Another process"):
        second.replace("alps", GROUP)
    first.commit(2)
    second.replace("alps", [])
    second.commit(3)
    assert first.search("Matterhorn", 1) == []


def test_buried_rows_are_cleared_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_store, "COMPACT_ABOVE", 5)
    index = written(tmp_path)
    reader = DenseIndex.open(tmp_path, PassageTable(GROUP), HashEncoder())
    other = passages("sea", "The Baltic freezes.")
    index.replace("sea", other)
    for generation in range(2, 9):
        index.replace("alps", GROUP)
        index.commit(generation)
    (vectors,) = tmp_path.glob("vectors-*")
    assert vectors.stat().st_size < 10 * 64 * 2
    for opened in (index, reader, DenseIndex.open(tmp_path, PassageTable(GROUP), HashEncoder())):
        assert opened.search("who climbed the Matterhorn", 1)[0].passage == GROUP[0]
        assert opened.generation == 8


def test_a_text_without_a_known_word_matches_nothing(tmp_path: Path) -> None:
    group = passages("d", "?!", "Words.")
    index = DenseIndex.open(tmp_path, PassageTable(group), HashEncoder())
    index.replace("d", group)
    index.commit(1)
    assert [hit.passage.index for hit in index.search("words", 5)] == [1]
    assert index.search("?", 5) == []


class PointEncoder:
    """Texts that are numbers, to points that many random draws on."""

    name = "points-32"
    dimensions = 32

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = [np.random.default_rng(int(t)).standard_normal(32) for t in texts]
        vectors = np.array(rows, dtype=np.float32).reshape(-1, 32)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_a_crash_before_the_first_commit_leaves_an_empty_index(tmp_path: Path) -> None:
    index = DenseIndex.open(tmp_path, PassageTable(GROUP), HashEncoder())
    index.replace("alps", GROUP)
    index.close()
    again = DenseIndex.open(tmp_path, PassageTable(GROUP), HashEncoder())
    assert again.generation == 0
    assert again.search("Matterhorn", 5) == []


def test_a_long_document_is_encoded_as_it_is_read(tmp_path: Path) -> None:
    taken: list[int] = []
    at_encoding: list[tuple[int, int]] = []

    class Watching(PointEncoder):
        def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
            at_encoding.append((len(texts), len(taken)))
            return super().encode(texts)

    group = passages("long", *(str(number) for number in range(700)))

    def read() -> Iterator[Passage]:
        for one in group:
            taken.append(one.index)
            yield one

    index = DenseIndex.open(tmp_path, PassageTable(group), Watching())
    index.replace("long", read())
    index.commit(1)
    most = dense.PASSAGES_AT_ONCE
    assert at_encoding == [(most, most), (most, 2 * most), (700 - 2 * most, 700)]
    assert index.search("650", 1)[0].passage.index == 650


def test_a_document_that_breaks_off_leaves_nothing_behind(tmp_path: Path) -> None:
    group = passages("late", *(str(number) for number in range(3)))
    index = DenseIndex.open(tmp_path, PassageTable(group), PointEncoder())

    def broken() -> Iterator[Passage]:
        yield from passages("cut", *(str(number) for number in range(900, 900 + 600)))
        raise LibraryError("The library cannot be read.", "Put a backup in its place.")

    with pytest.raises(LibraryError, match="cannot be read"):
        index.replace("cut", broken())
    index.replace("late", group)
    index.commit(1)
    for opened in (index, DenseIndex.open(tmp_path, PassageTable(group), PointEncoder())):
        hits = opened.search("2", 10)
        assert hits[0].passage == group[2]
        assert {hit.passage.document for hit in hits} == {"late"}
