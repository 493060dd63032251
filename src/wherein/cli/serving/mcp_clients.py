"""Finds the configuration files of MCP clients, and adds or removes wherein's entry. Asks for no confirmation."""

from __future__ import annotations

import difflib
import json
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wherein.core.errors import UsageError
from wherein.core.text.reason import reason_of

NAME = "wherein"


@dataclass(frozen=True, slots=True)
class Client:
    """A program that starts MCP servers. `table` is the configuration key that lists them."""

    name: str
    file: Path
    table: str
    typed: bool = False

    def entry(self, arguments: list[str]) -> dict[str, Any]:
        """The entry that starts wherein there."""
        kind = {"type": "stdio"} if self.typed else {}
        return {**kind, "command": sys.executable, "args": arguments}


@dataclass(frozen=True, slots=True)
class Change:
    """A file's text before and after a change; None where the file does not exist."""

    file: Path
    before: str | None
    after: str | None

    @property
    def shown(self) -> str:
        """The difference as `diff -u` shows it; "" where there is none."""
        lines = difflib.unified_diff(
            (self.before or "").splitlines(),
            (self.after or "").splitlines(),
            str(self.file) if self.before is not None else "/dev/null",
            str(self.file) if self.after is not None else "/dev/null",
            lineterm="",
        )
        return "\n".join(lines)

    def write(self) -> None:
        """Write the changed file. Raises OSError."""
        if self.after is None:
            self.file.unlink(missing_ok=True)
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        # Beside it first: a client that reads meanwhile sees the whole of one or the other.
        new = self.file.with_name(f"{self.file.name}.wherein-new")
        new.write_text(self.after, "utf-8")
        if self.file.exists():
            new.chmod(self.file.stat().st_mode & 0o777)
        new.replace(self.file)


def clients() -> dict[str, Client]:
    """The known clients, with their configuration files on this platform."""
    settings = _settings_folder()
    return {
        "claude": Client(
            "claude", settings / "Claude" / "claude_desktop_config.json", "mcpServers"
        ),
        "cursor": Client("cursor", Path.home() / ".cursor" / "mcp.json", "mcpServers"),
        "vscode": Client("vscode", settings / "Code" / "User" / "mcp.json", "servers", typed=True),
    }


def _settings_folder() -> Path:
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


def with_entry(client: Client, arguments: list[str]) -> Change:
    """The change that adds wherein's entry. Raises UsageError for a file that is not JSON."""
    before, configured = _read(client, arguments)
    table = configured.get(client.table, {})
    after = {**configured, client.table: {**table, NAME: client.entry(arguments)}}
    return _change(client, before, configured, after)


def without_entry(client: Client) -> Change:
    """The change that removes wherein's entry, and tables that this would leave empty."""
    before, configured = _read(client, [])
    table = {
        name: value for name, value in configured.get(client.table, {}).items() if name != NAME
    }
    after = {name: value for name, value in configured.items() if name != client.table}
    if table or NAME not in configured.get(client.table, {}):
        after = {**configured, client.table: table} if client.table in configured else configured
    return _change(client, before, configured, after)


def _read(client: Client, arguments: list[str]) -> tuple[str | None, dict[str, Any]]:
    try:
        before = client.file.read_text("utf-8")
    except FileNotFoundError:
        return None, {}
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{client.file} cannot be read ({reason_of(error)}).", "Correct the file first."
        ) from error
    try:
        configured = json.loads(before) if before.strip() else {}
        if not isinstance(configured, dict) or not isinstance(
            configured.get(client.table, {}), dict
        ):
            raise KeyError(client.table)
    except (ValueError, KeyError, RecursionError) as error:
        by_hand = json.dumps({NAME: client.entry(arguments)})
        raise UsageError(
            f"{client.file} is not plain JSON ({reason_of(error)}), so it is left as it is.",
            f"Edit it by hand: below {client.table} stands {by_hand}",
        ) from error
    return before, configured


def _change(
    client: Client, before: str | None, configured: dict[str, Any], after: dict[str, Any]
) -> Change:
    if after == configured:
        return Change(client.file, before, before)
    if not after:
        return Change(client.file, before, None)
    indent = re.search(r"\n([ \t]+)\S", before or "")
    text = json.dumps(after, indent=indent.group(1) if indent else 2, ensure_ascii=False)
    ending = "\n" if before is None or before.endswith("\n") else ""
    return Change(client.file, before, text + ending)
