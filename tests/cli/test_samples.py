"""`wherein samples` writes what the guides speak of, and overwrites nothing."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from wherein.cli.main import invoke


def test_the_samples_are_written_and_nothing_of_a_person_is_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "neuer Ordner ü"
    folder.mkdir()
    (folder / "bread.txt").write_text("mine")
    assert invoke(["samples", str(folder)]) == 0
    assert "files written to" in (said := capsys.readouterr().out)
    assert "1 left as they were." in said
    assert (folder / "bread.txt").read_text() == "mine"
    assert {"tides.pdf", "lighthouses.html", "lease.html", "contracts", "ada.html"} <= {path.name for path in folder.iterdir()}  # fmt: skip
    assert invoke(["samples", str(folder), "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["written"] == []
    assert str(folder / "contracts" / "north.html") in form["kept"]


def test_a_folder_that_can_not_be_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert invoke(["samples", str(tmp_path / "file" / "folder")]) == 1
    assert "Name another folder." in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_without_rights_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tmp_path.chmod(0o500)
    assert invoke(["samples", str(tmp_path / "new")]) == 1
    assert "Permission denied" in capsys.readouterr().err
