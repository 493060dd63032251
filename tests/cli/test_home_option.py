"""`--home` stands before a command or after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_commands import run, run_json
from wherein.cli.main import invoke

NOTE = "The ferry to Bergen costs 240 kroner.\n"


@pytest.mark.parametrize("joined", [False, True], ids=["apart", "with ="])
def test_the_home_is_that_which_is_named_after_the_command(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    joined: bool,
) -> None:
    monkeypatch.setenv("WHEREIN_HOME", str(tmp_path / "other"))
    note = tmp_path / "note.txt"
    note.write_text(NOTE)
    folder = str(tmp_path / "here")
    home = [f"--home={folder}"] if joined else ["--home", folder]
    assert run(capsys, "add", note, *home)[0] == 0
    assert (tmp_path / "here" / "library.sqlite").is_file()
    assert not (tmp_path / "other").exists()
    for command in (
        ("ask", *home, "How much does the ferry cost?"),
        ("ask", "How much does the ferry cost?", *home),
    ):
        assert run_json(capsys, *command)["answers"][0]["text"] == "240 kroner"
    assert len(run_json(capsys, "list", *home)["documents"]) == 1
    assert run(capsys, "memory", "stats", *home)[0] == 0  # of a group of commands


def test_after_two_dashes_it_is_a_word_of_the_question(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHEREIN_HOME", str(tmp_path / "other"))
    note = tmp_path / "note.txt"
    note.write_text("The option --home names the folder of the library.\n")
    assert run(capsys, "ask", note, "--", "--home")[0] == 0
    assert not (tmp_path / "other").joinpath("library.sqlite").exists()


def test_without_a_folder_one_sentence_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["list", "--home"]) == 2
    said = capsys.readouterr().err
    assert "--home has no folder" in said
    assert said.count("\n") == 1
