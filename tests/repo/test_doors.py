"""The examples of docs/doors.md run as they stand, against a server with the sample documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server.serving import TOKEN, serving
from wherein import Engine
from wherein.samples import sample_files

DOORS = (Path(__file__).resolve().parents[2] / "docs" / "doors.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", DOORS, re.MULTILINE | re.DOTALL))


def python_of(section: str) -> str:
    (code,) = re.findall(r"```python\n(.*?)```", SECTIONS[section], re.DOTALL)
    return str(code)


def test_the_example_of_openais_form_runs(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine.add(*sample_files())
    monkeypatch.setenv("WHEREIN_TOKEN", TOKEN)
    names: dict = {}
    with serving(engine) as port:
        code = python_of("OpenAI's form")
        assert "127.0.0.1:8484" in code
        exec(compile(code.replace("8484", str(port)), "doors.md", "exec"), names)
        names["client"].close()
    printed = capsys.readouterr().out
    assert "Bay of Fundy" in printed.splitlines()[0]
    assert re.search(r"^.*Bay of Fundy.* from .* file:///.*tides\.pdf$", printed, re.MULTILINE)


def test_the_example_of_the_model_context_protocol_runs(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engine.add(*sample_files())
    monkeypatch.setenv("WHEREIN_TOKEN", TOKEN)
    with serving(engine) as port:
        code = python_of("Model Context Protocol")
        assert "127.0.0.1:8484" in code
        exec(compile(code.replace("8484", str(port)), "doors.md", "exec"), {})
    assert "12 to 18 hours" in capsys.readouterr().out
