"""`wherein mcp --install` and `--remove`: the change is shown first, and removing undoes it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from wherein.cli.main import invoke, main
from wherein.cli.serving.mcp_clients import clients

CLIENTS = ["claude", "cursor", "vscode"]


@pytest.fixture(autouse=True)
def nobodys_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)


def run(*arguments: str, said: str | None = None) -> str:
    done = CliRunner().invoke(main, ["mcp", *arguments], input=said)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("name", CLIENTS)
@pytest.mark.parametrize(
    "before",
    [
        None,
        "",
        '{"theme": "dark"}',
        '{\n    "%s": {\n        "other": {"command": "x"}\n    }\n}\n',
    ],
)
def test_what_is_installed_is_removed_again(name: str, before: str | None, home: Path) -> None:
    client = clients()[name]
    if before is not None:
        client.file.parent.mkdir(parents=True)
        before = before.replace("%s", client.table)
        client.file.write_text(before)
        client.file.chmod(0o600)
    shown = run("--install", name, said="y\n")
    assert f"+++ {client.file}" in shown
    assert "wherein" in shown
    configured: dict[str, Any] = json.loads(client.file.read_text())
    entry = configured[client.table]["wherein"]
    assert entry["command"] == sys.executable
    assert entry["args"] == ["-m", "wherein", "--home", str(home), "mcp"]
    assert (entry.get("type") == "stdio") is (name == "vscode")
    if before:
        assert client.file.stat().st_mode & 0o777 == 0o600
    assert "needs no change" in run("--install", name)
    run("--remove", name, said="y\n")
    if not before:
        assert not client.file.exists()
    else:
        assert json.loads(client.file.read_text()) == json.loads(before)
    assert "needs no change" in run("--remove", name)


def test_nothing_is_written_before_the_person_agrees() -> None:
    file = clients()["cursor"].file
    assert "Nothing was changed." in run("--install", "cursor", said="n\n")
    assert not file.exists()
    report = json.loads(run("--install", "cursor", "--json"))
    assert report["written"] is False
    assert "+++" in report["change"]
    assert not file.exists()
    assert json.loads(run("--install", "cursor", "--json", "--yes"))["written"] is True
    assert file.exists()


def test_a_file_with_comments_is_left_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    client = clients()["vscode"]
    client.file.parent.mkdir(parents=True)
    client.file.write_text('{\n  // mine\n  "servers": {}\n}')
    assert invoke(["mcp", "--install", "vscode", "--yes"]) == 2
    assert "Edit it by hand" in capsys.readouterr().err
    assert "// mine" in client.file.read_text()


@pytest.mark.parametrize(
    "arguments", [["--json"], ["--yes"], ["--install", "cursor", "--remove", "cursor"]]
)
def test_options_that_do_not_go_together(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["mcp", *arguments]) == 2
    assert capsys.readouterr().out == ""
