"""`wherein eval` and `wherein train` without wherein-lab: one sentence that says how to get them."""

from __future__ import annotations

from importlib import metadata

import pytest

from wherein.cli.main import invoke


@pytest.mark.parametrize("arguments", [["eval"], ["eval", "pages", "--json"], ["train", "--help"]])
def test_without_the_lab_they_say_how_to_get_it(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(metadata, "entry_points", lambda **chosen: metadata.EntryPoints())
    assert invoke(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert f"`wherein {arguments[0]}` belongs to wherein-lab" in printed.err
    assert "Get it: make testing" in printed.err


def test_help_lists_them_either_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["--help"]) == 0
    listed = capsys.readouterr().out
    assert "eval" in listed
    assert "train" in listed
