"""The examples of docs/doors.md run as they stand, against a server with the sample documents."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import TOKEN, serving
from wherein import Engine
from wherein.cli.main import invoke
from wherein.samples import sample_files
from wherein.server.wire.wire import WireAnswer

DOORS = (Path(__file__).resolve().parents[2] / "docs" / "doors.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", DOORS, re.MULTILINE | re.DOTALL))


def examples_of(section: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", SECTIONS[section], re.DOTALL)


@pytest.fixture
def port(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    engine.add(*sample_files())
    monkeypatch.setenv("WHEREIN_TOKEN", TOKEN)
    with serving(engine) as port:
        yield port


def run(code: str, port: int, names: dict[str, Any] | None = None) -> None:
    assert "8484" in code
    exec(compile(code.replace("8484", str(port)), "doors.md", "exec"), names or {})


def test_the_examples_of_openais_form_run(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    whole, streamed = examples_of("OpenAI's form")
    names: dict[str, Any] = {}
    exec(compile(whole.replace("8484", str(port)), "doors.md", "exec"), names)
    printed = capsys.readouterr().out
    assert "Bay of Fundy" in printed.splitlines()[0]
    assert re.search(r"^.*Bay of Fundy.* from .* file:///.*tides\.pdf$", printed, re.MULTILINE)
    exec(compile(streamed, "doors.md", "exec"), names)
    names["client"].close()
    printed = capsys.readouterr().out
    assert "Bay of Fundy" in printed.splitlines()[0]
    assert re.search(r"^ Tides The largest tides in the world are", printed, re.MULTILINE)


def test_the_example_of_http_runs(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = examples_of("HTTP")
    run(code, port)
    best, *events, error = capsys.readouterr().out.splitlines()
    assert "Bay of Fundy" in best
    assert best.endswith("tides.pdf")
    assert events[-1].startswith("result ")
    assert error.startswith("404 {'code': 'unknown_document'")


def test_the_examples_of_the_model_context_protocol_run(
    port: int, home: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    local, over_http = examples_of("Model Context Protocol")
    run(over_http, port)
    assert "12 to 18 hours" in capfd.readouterr().out
    # Started by its name, over the library of this test.
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    assert 'args=["mcp"]' in local
    with_home = f'args=["--home", {str(home)!r}, "mcp"]'
    exec(compile(local.replace('args=["mcp"]', with_home), "doors.md", "exec"), {})
    tools, found = capfd.readouterr().out.splitlines()
    assert "'ask'" in tools
    assert "Tides" in found


def test_the_examples_of_python_and_the_command_line_run(
    engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    engine.add(*sample_files())
    (code,) = examples_of("Python")
    exec(compile(code, "doors.md", "exec"), {})
    assert capsys.readouterr().out.startswith("the Bay of Fundy in Canada 0.")
    (line,) = re.findall(r"```sh\nwherein (.*?)\n```", SECTIONS["Command line"])
    assert invoke(shlex.split(line)) == 0
    (best, *_) = json.loads(capsys.readouterr().out)["answers"]
    stated = re.findall(
        r"`([a-z_]+)`", "".join(re.findall(r"^\| (.*?) \|", SECTIONS["An answer"], re.M))
    )
    assert set(best) <= set(stated)
    assert set(stated) == set(WireAnswer.model_fields)
