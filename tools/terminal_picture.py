"""Makes docs/pictures/terminal.svg: the README's commands, really run, as a terminal shows them."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = "src/wherein/samples"
COMMANDS = (
    ["ask", f"{SAMPLES}/tides.pdf", "Where are the largest tides in the world?"],
    ["add", SAMPLES, "--exclude", "LICENSE*", "--exclude", "*.py*", "--exclude", "encyclopedia*"],
    ["ask", "How many people may be in the dome at a time?"],
    ["ask", "Does the dome stay open in strong wind?"],
    ["ask", "Which vitamins are in kale?"],
)


def run(command: list[str], home: str) -> str:
    """What the command prints to a terminal 88 columns wide."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "wherein", *command],
        stdout=follower,
        stderr=follower,
        cwd=ROOT,
        env={**os.environ, "WHEREIN_HOME": home, "COLUMNS": "88", "TERM": "xterm-256color"},
    )
    os.close(follower)
    said = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:
            break
        if not part:
            break
        said += part
    process.wait()
    os.close(leader)
    return painted(said.decode("utf-8")).rstrip()


def painted(said: str) -> str:
    """What is left on the screen: early answers are painted over by later ones (up n lines, clear)."""
    lines: list[str] = []
    for part in re.split(r"(\x1b\[\d+F\x1b\[J)", said.replace("\r\n", "\n")):
        if part.startswith("\x1b[") and part.endswith("F\x1b[J"):
            del lines[len(lines) - int(part[2:-4]) :]
        else:
            lines += part.splitlines()
    return "\n".join(lines)


def main() -> None:
    # The recording goes nowhere else, least of all to the terminal this runs in.
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=92, file=nowhere, force_terminal=True)
        with tempfile.TemporaryDirectory() as home:
            for command in COMMANDS:
                shown = " ".join(f'"{a}"' if " " in a else a for a in command)
                if command[0] == "add":
                    shown = f"add {SAMPLES}"
                console.print(Text(f"$ wherein {shown}", style="bold cyan"))
                console.print(Text.from_ansi(run(command, home)))
                console.print()
        target = ROOT / "docs" / "pictures" / "terminal.svg"
        # Rich's pictures fetch their font from the web; the reader's own monospace font will do.
        picture = re.sub(
            r"@font-face \{.*?\}\s*",
            "",
            console.export_svg(title="wherein", theme=MONOKAI),
            flags=re.S,
        )
        target.write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
