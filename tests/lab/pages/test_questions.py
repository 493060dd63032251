"""The set is read whole, by split or by whole pages; a file of another form is an error."""

from __future__ import annotations

import io
import json
import tarfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from wherein_lab.pages.questions import (
    PageQuestion,
    read_questions,
    sampled_pages,
    saved_pages,
)

from wherein.core.errors import DataMissing, UsageError


def written(path: Path, *rows: Mapping[str, object]) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\n", "utf-8")
    return path


ROW = {
    "id": "a-1", "page": "a.html", "kind": "plain", "question": "Who?", "accepted": ["Ada"],
    "context": "Ada did.", "split": "tune",
}  # fmt: skip
ABSENT = {
    **ROW,
    "id": "b-1",
    "page": "b.html",
    "kind": "absent",
    "accepted": [],
    "context": "",
    "split": "train",
}


def test_one_split_or_all(tmp_path: Path) -> None:
    path = written(tmp_path / "set.jsonl", ROW, ABSENT)
    (only,) = read_questions(path, "tune")
    assert only == PageQuestion("a-1", "a.html", "plain", "Who?", ("Ada",), "Ada did.")
    assert [one.answerable for one in read_questions(path)] == [True, False]


def test_what_is_no_set_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no questions of the split 'test'"):
        read_questions(written(tmp_path / "set.jsonl", ROW), "test")
    for text in ("{}", "[1]", "not JSON"):
        (tmp_path / "other").write_text(text)
        with pytest.raises(UsageError, match="not a set of questions"):
            read_questions(tmp_path / "other")


def test_drawn_pages_are_whole_and_keep_the_mixture() -> None:
    questions = [
        PageQuestion(f"{page}-{n}", f"{page:02}", kind, "?", ("x",))
        for page in range(40)
        for n, kind in enumerate(["plain"] * (2 + page % 3) + ["hard"] * (1 + page % 4))
    ]
    drawn = sampled_pages(questions, 60, seed=1)
    pages = {one.page for one in drawn}
    assert 60 <= len(drawn) < 70
    assert drawn == tuple(one for one in questions if one.page in pages)
    shares = [Counter(q.kind for q in some)["hard"] / len(some) for some in (drawn, questions)]
    assert shares[0] == pytest.approx(shares[1], abs=0.03)
    assert sampled_pages(questions, 60, seed=1) == drawn != sampled_pages(questions, 60, seed=2)
    assert set(drawn) <= set(sampled_pages(questions, 90, seed=1))
    assert sampled_pages(questions, None, seed=1) == tuple(questions)


def test_pages_of_a_folder_and_of_an_archive(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.html").write_bytes(b"<p>A")
    with tarfile.open(tmp_path / "pages.tar.xz", "w:xz") as archive:
        member = tarfile.TarInfo("pages/a.html")
        member.size = 4
        archive.addfile(member, io.BytesIO(b"<p>A"))
    for source in (tmp_path / "folder", tmp_path / "pages.tar.xz"):
        assert saved_pages(source, {"a.html"}) == {"a.html": b"<p>A"}
        with pytest.raises(DataMissing, match=r"b\.html is not in"):
            saved_pages(source, {"a.html", "b.html"})
    (tmp_path / "text").write_text("no archive")
    with pytest.raises(UsageError, match="not a folder or archive"):
        saved_pages(tmp_path / "text", {"a.html"})
