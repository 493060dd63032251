"""The descriptions from which a system starts the server: a systemd unit, a launchd list, a Windows task. Texts only."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

NAME = "wherein"
LABEL = "wherein.serve"


def systemd_unit(command: Sequence[str]) -> str:
    """The unit of a user's systemd that runs the command."""
    return f"""[Unit]
Description=wherein: answers about your documents, on this machine only
After=network.target

[Service]
ExecStart={" ".join(map(_systemd_word, command))}
Restart=on-failure
RestartSec=5
NoNewPrivileges=yes

[Install]
WantedBy=default.target
"""


def _systemd_word(word: str) -> str:
    """A word of a command as systemd reads it: in quotes, without its specifiers and variables."""
    for plain, written in (("\\", "\\\\"), ('"', '\\"'), ("%", "%%"), ("$", "$$"), ("\n", "\\n")):
        word = word.replace(plain, written)
    return f'"{word}"'


def launchd_list(command: Sequence[str]) -> str:
    """The property list with which macOS starts the command when its user signs in."""
    words = "\n".join(f"    <string>{escape(word)}</string>" for word in command)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>{LABEL}</string>
  <key>ProgramArguments</key>
  <array>
{words}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
</dict>
</plist>
"""


def windows_task(command: Sequence[str]) -> str:
    """The task with which Windows starts the command when its user signs in, as `schtasks /XML` takes it."""
    program, *arguments = command
    return f"""<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers>
    <LogonTrigger>
      <Enabled>true</Enabled>
    </LogonTrigger>
  </Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
  </Settings>
  <Actions>
    <Exec>
      <Command>{escape(program)}</Command>
      <Arguments>{escape(" ".join(map(_windows_word, arguments)))}</Arguments>
    </Exec>
  </Actions>
</Task>
"""


def _windows_word(word: str) -> str:
    """A word as Windows programs take their command line apart: backslashes count only before a quote."""
    if word and not set(word) & set(' \t"'):
        return word
    written, slashes = "", 0
    for letter in word:
        if letter == "\\":
            slashes += 1
            continue
        written += "\\" * (2 * slashes + 1 if letter == '"' else slashes) + letter
        slashes = 0
    return f'"{written}{chr(92) * 2 * slashes}"'
