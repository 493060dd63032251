"""`wherein doctor --report` prints what a maintainer needs, and nothing else of a home full of secrets."""

from __future__ import annotations

import getpass
import json
import platform
from pathlib import Path

import pytest

from wherein import Engine, Options
from wherein.cli.main import invoke

SECRET = "zanzibar"
"""In every name, path, text, question and setting that a person could have."""


@pytest.fixture
def secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / f"home-of-{SECRET}"
    home.mkdir()
    monkeypatch.setenv("WHEREIN_HOME", str(home))
    monkeypatch.setenv("WHEREIN_ENDPOINT_KEY", f"sk-{SECRET}")
    (home / "config.toml").write_text(
        f'retriever = "bm25"\nmemory_sites = ["{SECRET}.example"]\nadd_folders = ["/{SECRET}"]\n'
        f'memory_topics = ["{SECRET}"]\n[generative]\nmodel = "{SECRET}"\nurl = "https://{SECRET}.example/v1"\n'
        f'key_variable = "{SECRET.upper()}_KEY"\n'
    )
    (home / "token").write_text(f"{SECRET}-token\n")
    note = tmp_path / f"{SECRET}.md"
    note.write_text(f"# The {SECRET} plan\n\nThe {SECRET} ferry costs 240 kroner.\n")
    articles = tmp_path / "articles.jsonl"
    articles.write_text(
        json.dumps({"title": f"{SECRET} One", "text": f"{SECRET} One is a spy."}) + "\n"
    )
    assert invoke(["kb", "add", SECRET, str(articles)]) == 0
    return home


def printed(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    capsys.readouterr()
    assert invoke(["doctor", "--report", *more]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


def no_secret(text: str, home: Path) -> None:
    private = [SECRET, str(home), str(home.parent), platform.node(), "240 kroner"]
    if len(getpass.getuser()) > 4:  # else it may be part of any word
        private.append(getpass.getuser())
    for one in private:
        assert one.lower() not in text.lower()


def test_a_home_full_of_secrets(secrets: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Without the language model, which would be asked: the report is made with it all the same.
    config = (secrets / "config.toml").read_text()
    (secrets / "config.toml").write_text(config.partition("[generative]")[0])
    with Engine.open(secrets) as engine:
        engine.add(secrets.parent / f"{SECRET}.md")
        engine.ask(f"How much does the {SECRET} ferry cost?", options=Options(limit=1))
    (secrets / "config.toml").write_text(config)
    for form in ((), ("--json",)):
        text = printed(capsys, *form)
        no_secret(text, secrets)
    found = json.loads(text)
    assert found["settings"]["retriever"] == "bm25"
    assert found["settings"]["memory_sites"] == "1 given"
    assert found["settings"]["generative"] == "given"
    assert found["library"]["documents"] == 1
    assert found["library"]["kinds"] == {"markdown": 1}
    assert found["knowledge"] == [{"articles": 1}]
    assert found["indexes"] == "caught up"
    assert found["packages"]["numpy"]
    assert found["models"]["small"] is True


@pytest.mark.parametrize("name", ["library.sqlite", "memory.sqlite"])
def test_a_damaged_store_is_reported_by_its_error_code(
    secrets: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (secrets / name).write_text(SECRET * 1000)
    text = printed(capsys, "--json")
    no_secret(text, secrets)
    assert json.loads(text)[name.split(".")[0]] == {"error": "store_damaged"}


def test_settings_that_mean_nothing_are_not_repeated(
    secrets: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (secrets / "config.toml").write_text(f'reader = "{SECRET}"\n')
    text = printed(capsys, "--json")
    no_secret(text, secrets)
    assert json.loads(text)["settings"]["reader"] == "(another value)"
    (secrets / "config.toml").write_text(f'{SECRET} = "{SECRET}"\n')
    text = printed(capsys, "--json")
    no_secret(text, secrets)
    assert json.loads(text)["settings"] == {"error": "usage"}
