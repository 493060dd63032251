"""What goes wrong on other people's machines: an old Python, no compiler, two versions on one home folder, a proxy."""

from __future__ import annotations

import functools
import json
import shutil
import sqlite3
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import closing
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.release.conftest import WHEN
from tests.release.test_installer import Quiet
from tools.release.archives import rewrite_wheel
from tools.release.distributions import ROOT
from tools.release.offline import write_offline
from wherein import Engine
from wherein.cli.main import invoke
from wherein.core.errors import NewerLibrary
from wherein.samples import sample_file


def test_an_older_python_is_named_and_nothing_is_installed(lab_wheel: Path, tmp_path: Path) -> None:
    """By what the wheel says of itself; its libraries are left out, since none is looked for."""
    with zipfile.ZipFile(lab_wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        lines = archive.read(name).decode().splitlines(keepends=True)
    alone = "".join(line for line in lines if not line.startswith("Requires-Dist"))
    wheel = tmp_path / lab_wheel.name
    rewrite_wheel(lab_wheel, wheel, WHEN, {"{info}/METADATA": alone.encode()})
    pip = [sys.executable, "-m", "pip", "download", "--no-index", "--python-version", "3.10"]  # fmt: skip
    done = subprocess.run(
        [*pip, "--only-binary", ":all:", "--dest", str(tmp_path / "to"), str(wheel)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "requires a different Python" in done.stderr
    assert ">=3.11" in done.stderr
    assert not list((tmp_path / "to").glob("*"))


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_names_the_python_that_is_needed(tmp_path: Path) -> None:
    old = tmp_path / "python3.10"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "web").mkdir()
    shutil.copy(ROOT / "web" / "web.mk", tmp_path / "web" / "web.mk")
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "run.txt").touch()
    done = subprocess.run(
        ["make", "--no-print-directory", f"PYTHON={old}", ".venv/.setup"], cwd=tmp_path, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode != 0
    assert "wherein needs Python 3.11 or newer" in done.stdout
    assert not (tmp_path / ".venv").exists()


def test_no_part_of_the_zip_needs_a_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pip is asked for wheels alone, so that a library without one stops the build of the zip and not an installation."""
    asked: list[list[str]] = []

    def pip(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    wheel = tmp_path / "wherein-0.1.0-py3-none-any.whl"
    wheel.write_bytes(b"")
    monkeypatch.setattr("tools.release.offline.subprocess.run", pip)
    write_offline([wheel], tmp_path, ["mcp", "zim"])
    (command,) = asked
    assert command[command.index("--only-binary") + 1] == ":all:"
    assert command[-2:] == [f"{wheel}[mcp,zim]", "pip"]


def test_two_versions_on_one_home_lose_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A newer version changes the form while an older one has the folder open: what is open works on, and opening it again is refused."""
    home = tmp_path / "home"
    with Engine.open(home) as older:
        older.add(sample_file("bread.txt"))
        with closing(sqlite3.connect(home / "library.sqlite")) as newer:
            (form,) = newer.execute("PRAGMA user_version").fetchone()
            newer.execute("CREATE TABLE of_the_future (id INTEGER PRIMARY KEY)")
            newer.execute(f"PRAGMA user_version = {form + 1}")
            newer.commit()
        assert len(older.documents()) == 1
        older.add(sample_file("tides.pdf"))
    with Engine.open(home) as again, pytest.raises(NewerLibrary, match=f"format {form + 1}"):
        again.documents()
    assert invoke(["--home", str(home), "list"]) == 1
    assert "was made by a newer wherein" in capsys.readouterr().err
    with closing(sqlite3.connect(home / "library.sqlite")) as kept:
        assert kept.execute("PRAGMA user_version").fetchone() == (form + 1,)
        assert kept.execute("SELECT COUNT(*) FROM documents").fetchone() == (2,)


@pytest.fixture
def feed(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "release.json").write_text(json.dumps({"product": "wherein", "version": "99.0.0", "notes": ""}))  # fmt: skip
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(tmp_path)))  # fmt: skip
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/release.json"
    server.shutdown()
    server.server_close()


def test_a_proxy_of_the_environment_is_not_taken(
    feed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):  # fmt: skip
        monkeypatch.setenv(name, "http://127.0.0.1:9")  # nobody listens there
    assert invoke(["update", "--check", "--from", feed]) == 0
    assert "wherein 99.0.0 is there" in capsys.readouterr().out
