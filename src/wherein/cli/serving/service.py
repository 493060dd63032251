"""`wherein service`: has the system start the server when its user signs in. Changes nothing but the one file it names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click

from wherein.cli.options import as_json
from wherein.cli.serving.service_files import NAME, launchd_list, systemd_unit, windows_task
from wherein.cli.terminal.printing import print_json, say
from wherein.core.errors import UsageError
from wherein.home.folder import Home

_UNIT = f"{NAME}.service"


@click.group("service")
def service_command() -> None:
    """Start the server whenever you sign in; nothing does so unless you install it."""


@service_command.command("install")
@click.option("--port", type=click.IntRange(1, 65535), default=8484, show_default=True)
@click.option("--print", "only_print", is_flag=True, help="Print the description; install nothing.")
@as_json
def install(port: int, only_print: bool, as_json: bool) -> None:
    """Write the unit of your systemd that serves this home, and start it.

    On macOS and Windows use --print, and give the file to launchctl or schtasks.
    """
    command = _serving(port)
    if only_print:
        text = _description(command)
        print_json({"description": text}) if as_json else say(text)
        return
    _refuse_elsewhere()
    path = _unit_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.partial")
    partial.write_text(systemd_unit(command), "utf-8")
    partial.replace(path)
    problem = _systemctl("daemon-reload") or _systemctl("enable", "--now", _UNIT)
    if as_json:
        print_json({"file": str(path), "running": problem is None, "problem": problem})
        return
    say(f"{path} is written.")
    if problem:
        say(f"It could not be started ({problem}). Start it: systemctl --user enable --now {NAME}")
    else:
        say(f"The server runs: wherein serve --link --port {port}")


@service_command.command("status")
@as_json
def status(as_json: bool) -> None:
    """Say whether the service is installed and whether it runs."""
    _refuse_elsewhere()
    path = _unit_path()
    installed = path.is_file()
    running = installed and _systemctl("is-active", "--quiet", _UNIT) is None
    if as_json:
        print_json({"installed": installed, "running": running, "file": str(path)})
    elif not installed:
        say("The service is not installed. Install it: wherein service install")
    else:
        say(f"{path} is installed and {'runs' if running else 'does not run'}.")


@service_command.command("remove")
@as_json
def remove(as_json: bool) -> None:
    """Stop the service and remove its file. Documents and memory stay."""
    _refuse_elsewhere()
    path = _unit_path()
    if not path.is_file():
        raise UsageError("The service is not installed.", "See: wherein service status")
    _systemctl("disable", "--now", _UNIT)
    path.unlink()
    _systemctl("daemon-reload")
    if as_json:
        print_json({"removed": str(path)})
    else:
        say(f"{path} is removed.")


def _serving(port: int) -> list[str]:
    """The command that serves this home; absolute, since a service has no folder of its own."""
    home = Home.choose()
    store = ["--store", os.environ["WHEREIN_STORE"]] if home.store else []
    if store and "@" in store[1] and ":" in store[1].partition("://")[2].partition("@")[0]:
        raise UsageError(
            "The address of the store holds a password, which would stand in the service's file.",
            "Put the password into ~/.pgpass, and leave it out of the address.",
        )
    start = [sys.executable, "-m", "wherein", "--home", str(home.folder), *store]
    return [*start, "serve", "--no-browser", "--port", str(port)]


def _description(command: list[str]) -> str:
    """The description in the form of the system that wherein runs on."""
    if sys.platform == "darwin":
        return launchd_list(command)
    return windows_task(command) if sys.platform == "win32" else systemd_unit(command)


def _refuse_elsewhere() -> None:
    if sys.platform in ("darwin", "win32"):
        how = (
            "launchctl load FILE" if sys.platform == "darwin" else "schtasks /Create /TN wherein /XML FILE"
        )  # fmt: skip
        raise UsageError(
            "wherein installs itself as a service only with systemd.",
            f"Run: wherein service install --print > FILE, then: {how}",
        )


def _unit_path() -> Path:
    settings = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(settings) / "systemd" / "user" / _UNIT


def _systemctl(*arguments: str) -> str | None:
    """Run systemctl for the user; None, or why it did not work."""
    program = shutil.which("systemctl")
    if program is None:
        return "systemctl is not installed"
    done = subprocess.run(
        [program, "--user", *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return None
    lines = done.stderr.strip().splitlines()
    return lines[-1] if lines else f"status {done.returncode}"
