"""The server as a service: the description is one that the system takes, and nothing else is touched."""

from __future__ import annotations

import json
import plistlib
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from wherein.cli.main import invoke
from wherein.cli.serving.service_files import launchd_list, systemd_unit, windows_task

COMMAND = ["/opt/my apps/python", "-m", "wherein", "--home", '/home/ü/100% "$HOME"\\x', "serve"]


@pytest.fixture
def systemctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A systemctl that only notes what it is told; returns its notes."""
    notes = tmp_path / "told"
    program = tmp_path / "bin" / "systemctl"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$*" >> {shlex.quote(str(notes))}\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return notes


def unit(tmp_path: Path) -> Path:
    return tmp_path / "config" / "systemd" / "user" / "wherein.service"


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is of Linux")
def test_it_is_installed_shown_and_removed(
    systemctl: Path, tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["service", "status"]) == 0
    assert "wherein service install" in capsys.readouterr().out
    assert invoke(["service", "install", "--port", "8500"]) == 0
    assert "--port 8500" in capsys.readouterr().out
    assert f'"--home" "{home}" "serve" "--no-browser" "--port" "8500"' in unit(tmp_path).read_text()
    assert invoke(["service", "status", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["running"] is True
    assert invoke(["service", "remove"]) == 0
    assert not unit(tmp_path).exists()
    told = systemctl.read_text().splitlines()
    assert told[:2] == ["--user daemon-reload", "--user enable --now wherein.service"]
    assert told[-2:] == ["--user disable --now wherein.service", "--user daemon-reload"]
    assert invoke(["service", "remove"]) == 2
    assert not home.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is of Linux")
def test_without_systemd_the_file_is_written_and_the_next_step_said(
    systemctl: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert invoke(["service", "install"]) == 0
    assert "systemctl --user enable --now wherein" in capsys.readouterr().out
    assert unit(tmp_path).is_file()


def test_printing_installs_nothing(
    systemctl: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert invoke(["service", "install", "--print"]) == 0
    assert "ExecStart=" in capsys.readouterr().out
    assert not unit(tmp_path).exists()
    assert not systemctl.exists()


@pytest.mark.parametrize(
    ("system", "how", "text"), [("darwin", "launchctl", "<plist"), ("win32", "schtasks", "<Task")]
)
def test_elsewhere_the_description_is_printed_and_the_way_said(
    system: str, how: str, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:  # fmt: skip
    monkeypatch.setattr("wherein.cli.serving.service.sys.platform", system)
    assert invoke(["service", "install"]) == 2
    assert how in capsys.readouterr().err
    assert invoke(["service", "install", "--print"]) == 0
    assert text in capsys.readouterr().out


def test_a_password_in_the_stores_address_is_not_written_into_a_file(
    systemctl: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WHEREIN_STORE", "postgresql://me:secret@db.example.org/wherein")
    assert invoke(["service", "install"]) == 2
    said = capsys.readouterr().err
    assert ".pgpass" in said
    assert "secret" not in said


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    path = tmp_path / "wherein.service"
    path.write_text(systemd_unit([sys.executable, *COMMAND[1:]]))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--user", str(path)], capture_output=True, text=True, check=False
    )  # fmt: skip
    assert "wherein.service" not in done.stderr, done.stderr


def test_each_word_of_the_command_arrives_as_it_is() -> None:
    (line,) = [line for line in systemd_unit(COMMAND).splitlines() if line.startswith("ExecStart=")]
    written = line.removeprefix("ExecStart=").replace("%%", "%").replace("$$", "$")
    # Of the escapes in a shell's double quotes systemd has the same two.
    assert shlex.split(written) == COMMAND
    assert plistlib.loads(launchd_list(COMMAND).encode())["ProgramArguments"] == COMMAND
    task = ElementTree.fromstring(windows_task(COMMAND).partition("\n")[2])
    arguments = task.findtext(".//{*}Arguments")
    assert arguments == subprocess.list2cmdline(COMMAND[1:])
    assert task.findtext(".//{*}Command") == COMMAND[0]
