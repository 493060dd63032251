"""`wherein kb` as a person uses it: add, list, update, remove, and what it says when something is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import FAILING, bad_files
from tests.clock import without_progress
from wherein.cli.main import invoke
from wherein.knowledge.importers import importer_for
from wherein.knowledge.store import BaseStore

Printed = tuple[int, Any, str]


@pytest.fixture
def kb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Printed]:
    """Runs `wherein kb … --json` on a home of its own: exit status, what was printed, errors."""

    def run(*arguments: object) -> Printed:
        status = invoke(["--home", str(tmp_path / "home"), "kb", *map(str, arguments), "--json"])
        said = capsys.readouterr()
        return status, json.loads(said.out) if said.out else None, said.err

    return run


def write(path: Path, *titles: str) -> Path:
    rows = ({"title": title, "text": f"{title} is a city."} for title in titles)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def test_a_base_is_added_listed_updated_and_removed(
    kb: Callable[..., Printed], tmp_path: Path
) -> None:
    source = write(tmp_path / "towns.jsonl", "Ulm")
    status, added, _ = kb("add", "towns", source)
    assert (status, added["articles"]) == (0, 1)
    assert kb("list")[1]["bases"][0]["origins"][0]["source"] == str(source)
    assert kb("update", "towns")[1]["unchanged"] is True
    write(source, "Ulm", "Bonn")
    assert kb("update", "towns")[1]["articles"] == 2
    newer = write(tmp_path / "newer.jsonl", "Jena")
    assert kb("update", "towns", newer)[1]["articles"] == 1
    assert kb("remove", "towns")[0] == 0
    assert kb("list")[1]["bases"] == []


def test_the_sample_needs_no_other_name(kb: Callable[..., Printed]) -> None:
    status, added, _ = kb("add", "sample")
    assert status == 0
    assert added["articles"] > 100
    assert "CC BY-SA" in added["origins"][0]["licence"]


def test_unreadable_parts_are_reported_and_the_rest_is_kept(
    kb: Callable[..., Printed], tmp_path: Path
) -> None:
    folder = tmp_path / "terms"
    folder.mkdir()
    (folder / "fever.txt").write_text("Fever\n\nFever is a high temperature.", "utf-8")
    (folder / "broken.docx").write_bytes(b"PK\x03\x04 no archive")
    status, added, _ = kb("add", "terms", folder)
    assert (status, added["articles"]) == (1, 1)
    assert added["left_out"][0]["what"].endswith("broken.docx")


def test_empty_and_repeated_lines_are_reported_and_not_counted(
    kb: Callable[..., Printed], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "lakes.jsonl"
    rows = [
        {"title": "Lake Baz", "text": "Lake Baz is a lake of the north."},
        {"title": "Lake Void", "text": " "},
        {"title": "", "text": "A lake."},
        {"title": "Lake Baz", "text": "Lake Baz is small."},
    ]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    status, added, _ = kb("add", "lakes", source)
    assert (status, added["articles"]) == (1, 1)
    assert added["left_out"] == [
        {"what": "line 2 (Lake Void)", "reason": "It has no text."},
        {"what": "line 3", "reason": "It has no title."},
        {
            "what": "Lake Baz (line 4)",
            "reason": "Another article has this title; the longer text is kept.",
        },
    ]
    home = str(tmp_path / "home")
    assert invoke(["--home", home, "kb", "add", "lakes", str(source)]) == 1
    said = capsys.readouterr()
    assert said.out.startswith("lakes: 1 article, 0 other names")
    assert (
        without_progress(said.err).splitlines()[0] == "Left out line 2 (Lake Void): It has no text."
    )


def test_an_address_is_no_source(kb: Callable[..., Printed], tmp_path: Path) -> None:
    status, _, error = kb("add", "wiki", "https://dumps.example/xwiki-pages-articles.xml.bz2")
    assert status == 2
    assert "is an address" in error
    assert str(tmp_path) not in error


def test_whatever_a_file_of_a_folder_does_is_its_own_failure(
    kb: Callable[..., Printed], tmp_path: Path
) -> None:
    folder = bad_files(tmp_path / "terms")
    status, added, _ = kb("add", "terms", folder)
    assert (status, added["articles"]) == (1, 1)
    assert sorted(Path(left["what"]).name for left in added["left_out"]) == FAILING


def test_the_rest_of_a_killed_build_is_reported_resumed_or_removed(
    kb: Callable[..., Printed], tmp_path: Path
) -> None:
    source = write(tmp_path / "towns.jsonl", "Ulm", "Bonn")
    knowledge = tmp_path / "home" / "knowledge"

    def leave() -> None:
        # What a kill leaves: the articles read, and nothing made of them.
        (knowledge / "towns.building").mkdir(parents=True)
        importer = importer_for(source)
        store = BaseStore(knowledge / "towns.building")
        origins = json.dumps([asdict(importer.origin)])
        store.put(importer.records(), {"read 0": "2", "origins": origins})
        store.close()

    leave()
    assert kb("list")[1] == {"bases": [], "unfinished": ["towns"], "damaged": []}
    assert kb("add", "towns", source)[1]["articles"] == 2
    assert kb("list")[1]["unfinished"] == []
    leave()
    assert kb("remove", "towns")[0] == 0
    assert list(knowledge.iterdir()) == []
    leave()
    assert kb("remove", "towns")[0] == 0
    assert list(knowledge.iterdir()) == []
    leave()
    (knowledge / "towns.building" / "base.sqlite").write_bytes(b"\xff" * 9000)
    assert kb("add", "towns", source)[1]["articles"] == 2
    assert (tmp_path / "home").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("add", "x", "/absent.xml"), 1),
        (("add", "../x", "sample"), 2),
        (("update", "absent"), 2),
        (("remove", "absent"), 2),
    ],
)
def test_errors_say_what_to_do(
    kb: Callable[..., Printed], arguments: tuple[str, ...], status: int
) -> None:
    report, printed, error = kb(*arguments)
    assert report == status
    assert printed is None
    assert len(error.strip().splitlines()) == 1
