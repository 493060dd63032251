"""What the disk index does beyond the contract: damage, formats, two writers; and its twin."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from tests.retrieval.makers import passages
from wherein.core.errors import IndexDamaged, LibraryError
from wherein.retrieval.by_words import bm25
from wherein.retrieval.by_words.bm25 import Bm25Index
from wherein.retrieval.by_words.page import PageIndex
from wherein.retrieval.passage_source import PassageTable

GROUP = passages(
    "alps", "The Matterhorn was climbed in 1865.", "Zermatt lies below.", section=("A",)
)


def written(folder: Path) -> Bm25Index:
    index = Bm25Index.open(folder, PassageTable(GROUP))
    index.replace("alps", GROUP)
    index.commit(1)
    return index


def test_a_folder_that_holds_something_else_is_damage(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(IndexDamaged):
        Bm25Index.open(tmp_path, PassageTable())


@pytest.mark.parametrize("damage", ["meta", "truncate", "delete"])
def test_damage_is_reported_on_opening_and_rebuilding_repairs_it(
    tmp_path: Path, damage: str
) -> None:
    written(tmp_path).close()
    if damage == "meta":
        (tmp_path / "meta.json").write_bytes(b"\x00\x01 not json")
    else:
        segments = sorted(p for p in tmp_path.iterdir() if p.suffix in {".store", ".idx", ".term"})
        assert segments
        for file in segments:
            if damage == "truncate":
                file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
            else:
                file.unlink()
    with pytest.raises(IndexDamaged):
        Bm25Index.open(tmp_path, PassageTable())
    shutil.rmtree(tmp_path)
    assert written(tmp_path).search("Matterhorn", 1)[0].passage == GROUP[0]


def test_an_index_of_another_format_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path).close()
    monkeypatch.setattr(bm25, "FORMAT", 0)
    with pytest.raises(IndexDamaged, match="another version"):
        Bm25Index.open(tmp_path, PassageTable())


def test_a_second_writer_waits_and_then_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = written(tmp_path)
    second = Bm25Index.open(tmp_path, PassageTable(GROUP))
    monkeypatch.setattr(bm25, "LOCK_PATIENCE_SECONDS", 0.1)
    first.replace("alps", GROUP)
    with pytest.raises(LibraryError, match="Another process"):
        second.replace("alps", GROUP)
    first.commit(2)
    second.replace("alps", [])
    second.commit(3)
    assert first.generation == 3
    assert first.search("Matterhorn", 1) == []


def test_page_and_disk_give_one_ranking(tmp_path: Path) -> None:
    draw = random.Random(5)
    vocabulary = [f"w{number}" for number in range(60) for _ in range(60 - number)]
    group = passages(
        "d",
        *(" ".join(draw.choices(vocabulary, k=draw.choice([8, 16, 24]))) for _ in range(300)),
        section=("w7 w8",),
    )
    disk = Bm25Index.open(tmp_path, PassageTable(group))
    disk.replace("d", group)
    disk.commit(1)
    page = PageIndex.of(group)
    for question in ("w1 w50", "w3 w7 w59 w58", "w40", "w20 w30 w55"):
        there, here = disk.search(question, 300), page.search(question, 300)
        assert [h.passage.index for h in there] == [h.passage.index for h in here]
        # The generation's own entry is one more document to Tantivy.
        assert [h.score for h in there] == pytest.approx(
            [h.score for h in here], rel=0.02, abs=0.01
        )
