"""Shells complete commands and options; `--version` says what is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from wherein.cli.completion import SHELLS, completion_script
from wherein.cli.main import main

WHEREIN = "from wherein.cli.main import run; import sys; sys.argv[0] = 'wherein'; run()"


def completed(words: str) -> list[str]:
    """What bash would offer for the last of these words."""
    done = subprocess.run(
        [sys.executable, "-c", WHEREIN],
        capture_output=True, text=True, check=False,
        env={**os.environ, "COMP_WORDS": words, "COMP_CWORD": str(words.count(" ")), "_WHEREIN_COMPLETE": "bash_complete"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def test_commands_and_options_are_completed() -> None:
    assert completed("wherein comp") == ["completion"]
    assert completed("wherein ask --ca") == ["--caution"]


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_has_its_script(shell: str) -> None:
    printed = CliRunner().invoke(main, ["completion", shell]).output
    assert printed.strip() == completion_script(shell, main)
    assert f"_WHEREIN_COMPLETE={shell}_complete" in printed
    form = json.loads(CliRunner().invoke(main, ["completion", shell, "--json"]).output)
    assert form["script"] == printed.strip()


@pytest.mark.parametrize("arguments", [["--json", "--version"], ["--version", "--json"]])
def test_the_versions_are_those_of_product_models_and_data(
    arguments: list[str], home: Path
) -> None:
    form = json.loads(CliRunner().invoke(main, arguments).output)
    assert {"small", "static", "wordpiece"} <= set(form["models"])
    assert set(form["schemas"]) == {"library", "memory", "knowledge base", "backup", "http"}
    assert all(number >= 1 for number in form["schemas"].values())
    printed = CliRunner().invoke(main, ["--version"]).output.splitlines()
    assert printed[0] == f"wherein {form['wherein']}"
    assert f"small {form['models']['small']}" in printed[1]
    assert f"library {form['schemas']['library']}" in printed[2]
    assert not home.exists()
