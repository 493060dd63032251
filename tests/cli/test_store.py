"""The commands over a library in PostgreSQL: what is added at one machine answers at another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clock import without_progress
from tests.postgres_server import PASSWORD, Server
from wherein.cli.main import invoke

LIGHTHOUSE = "The lighthouse of Rubjerg Knude was moved 70 metres inland in October 2019."


def test_what_one_machine_adds_another_answers(
    store_url: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    note = tmp_path / "note.txt"
    note.write_text(LIGHTHOUSE)
    monkeypatch.setenv("WHEREIN_STORE", store_url)
    assert invoke(["--home", str(tmp_path / "one"), "add", str(note)]) == 0
    capsys.readouterr()
    other = ["--home", str(tmp_path / "two")]
    assert invoke([*other, "ask", "When was the lighthouse moved?", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["answers"][0]["text"] == "October 2019"
    assert invoke([*other, "list", "--json"]) == 0
    (entry,) = json.loads(capsys.readouterr().out)["documents"]
    assert entry["source"] == str(note)
    for home in ("one", "two"):
        assert not (tmp_path / home / "library.sqlite").exists()
    assert invoke([*other, "remove", entry["document"]]) == 0
    assert (
        invoke(["--home", str(tmp_path / "one"), "ask", "When was the lighthouse moved?", "--json"])
        == 0
    )
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["answers"] == []


def test_the_option_may_follow_the_command_and_two_libraries_have_indexes_apart(
    store_url: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both have one change: an index of the one would otherwise be taken for one of the other."""
    monkeypatch.setenv("WHEREIN_STORE", "")
    home = ["--home", str(tmp_path / "home")]
    own, shared = tmp_path / "own.txt", tmp_path / "shared.txt"
    own.write_text("The ferry to Læsø takes 90 minutes.")
    shared.write_text(LIGHTHOUSE)
    assert invoke([*home, "add", str(own)]) == 0
    assert invoke([*home, "add", str(shared), "--store", store_url]) == 0
    capsys.readouterr()
    assert (
        invoke([*home, "ask", "When was the lighthouse moved?", "--json", f"--store={store_url}"])
        == 0
    )
    assert json.loads(capsys.readouterr().out)["answers"][0]["text"] == "October 2019"
    monkeypatch.setenv("WHEREIN_STORE", "")
    assert invoke([*home, "ask", "How long does the ferry take?", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["answers"][0]["text"] == "90 minutes"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda url: url.replace("s3cret", "wrong"), "refuses the name or the password"),
        (lambda url: url.rsplit("/", 1)[0] + "/nowhere", "no such database"),
        (lambda url: url.split("@")[0] + "@127.0.0.1:1/x", "nothing listens there"),
        (lambda url: url.split("@")[0] + "@no-such-host.invalid/x", "no such host"),
        (lambda url: url + "?sslmode=require", "does not encrypt"),
        (lambda url: url.replace("%40", "@"), "marks of a name or password"),
        (lambda url: url.replace("%2F", "/"), "marks of a name or password"),
        (lambda url: url.replace("%23", "#"), "marks of a name or password"),
        (lambda url: "mysql://root:s3cret@h/x", "not the address of a PostgreSQL database"),
        (lambda url: url.rsplit("/", 1)[0] + "x/y", "port of the store's address"),
    ],
)
def test_an_address_that_leads_nowhere_is_one_sentence_without_the_password(
    store_url: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    change,
    said: str,
) -> None:
    monkeypatch.setenv("WHEREIN_STORE", change(store_url))
    assert invoke(["list"]) in (1, 2)
    told = capsys.readouterr()
    assert said in told.err
    assert len(without_progress(told.err).splitlines()) == 1
    for secret in (PASSWORD, "s3cret", "p@ss", "w#rd", "p%40ss"):
        assert secret not in told.err + told.out


def test_doctor_names_the_database_without_the_password(
    store_url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHEREIN_STORE", store_url)
    invoke(["doctor", "--json"])
    checks = {row["check"]: row for row in json.loads(capsys.readouterr().out)["checks"]}
    assert store_url.rsplit("@", 1)[1] in checks["library"]["found"]
    assert "s3cret" not in json.dumps(checks)
    invoke(["doctor", "--report", "--json"])
    assert "s3cret" not in capsys.readouterr().out


def test_without_the_driver_the_next_step_is_said(tmp_path: Path, postgres: Server) -> None:
    blocked = tmp_path / "blocked"
    (blocked / "psycopg").mkdir(parents=True)
    (blocked / "psycopg" / "__init__.py").write_text(
        "raise ModuleNotFoundError('no psycopg', name='psycopg')"
    )
    done = subprocess.run(
        [sys.executable, "-m", "wherein", "list", "--store", postgres.url("postgres")],
        env={**os.environ, "PYTHONPATH": str(blocked)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "'.[team]'" in done.stderr
    assert "s3cret" not in done.stderr


def test_importing_the_engine_imports_no_driver() -> None:
    code = "import sys; import wherein.answering.engine; print('psycopg' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"
