"""Every block of the guides runs as it stands, in order, and prints what the guide says (`make soak`).

A guide's blocks run in one shell, in an empty folder: what they need they make themselves. Each line of a `text` block stands in what the
block before it printed. In `make test` every command of a guide is only parsed.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import click
import pytest

from tests.speech.model import CLIPS, model_folder
from wherein.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
MARK = "=== block "
STORE = "postgresql://wherein@db.example.org/wherein"


def _voice(folder: Path) -> None:
    """The recogniser and a recording, in the folder of the guide. Skips where the recogniser is not on this machine."""
    found = model_folder("moonshine-tiny")
    if found is None:
        pytest.skip("The recogniser is not here: make speech-model")
    (folder / "try").mkdir()
    shutil.copytree(found, folder / "try" / "voice-model")
    shutil.copy(CLIPS / "when-did-ada-lovelace.wav", folder / "try" / "question.wav")


BROUGHT: dict[str, Callable[[Path], None]] = {"voice": _voice}
"""What a person has of their own; all other files are written by the guides' own commands."""


def blocks(guide: Path) -> list[tuple[str, str]]:
    """The language and the text of each block."""
    return BLOCK.findall(guide.read_text("utf-8"))


def lines_of(guide: Path) -> list[str]:
    """The command lines of `wherein` in a guide: those of its blocks and those in its sentences."""
    text = guide.read_text("utf-8").replace("\\\n", " ")
    typed = [
        line for kind, block in BLOCK.findall(text) if kind == "sh" for line in block.splitlines()
    ]
    said = re.findall(r"`(wherein [^`]+)`", BLOCK.sub("", text))
    return [
        part.strip()
        for line in [*typed, *said]
        for part in line.split("|")
        if part.strip().startswith("wherein ")
    ]


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_a_guide_says_first_what_one_has_in_the_end_and_what_it_needs(guide: Path) -> None:
    beginning = guide.read_text("utf-8").split("\n```", 1)[0]
    assert "\n**In the end** " in beginning
    assert "\n**Before you begin**: [install wherein](../install.md)" in beginning


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_each_command_of_a_guide_is_one(guide: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(BROUGHT) <= {each.stem for each in GUIDES}
    assert lines_of(guide) or guide.stem == "notebook"
    # The files that a command names are made when the guide runs.
    monkeypatch.setattr(click.Path, "convert", lambda self, value, param, ctx: value)
    for line in lines_of(guide):
        if line == "wherein --version":
            continue
        words = shlex.split(re.sub(r"\s+(>|2>|&).*", "", line))[1:]
        monkeypatch.setenv("WHEREIN_STORE", "")
        parsed(main, "wherein", words)


def parsed(
    command: click.Command, name: str, words: list[str], parent: click.Context | None = None
) -> None:
    """Parse a command line as far as its last command, without running it."""
    context = command.make_context(name, words, parent=parent)
    if isinstance(command, click.Group):
        rest = [*context._protected_args, *context.args]
        if rest:
            found, child, arguments = command.resolve_command(context, rest)
            assert child is not None, rest
            parsed(child, found or "", arguments, context)


@pytest.mark.soak
@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_a_guide_does_what_it_says(
    guide: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = tmp_path / "somebody"
    folder.mkdir()
    if guide.stem in BROUGHT:
        BROUGHT[guide.stem](folder)
    script = ["set -eu"]
    for kind, numbered in groupby(enumerate(blocks(guide)), lambda each: each[1][0] == "sh"):
        if kind:
            for number, (_, block) in numbered:
                script += [f"printf '\\n{MARK}{number}\\n'", block]
        else:
            script.append(f"python3 - <<'END'\n{as_cells(list(numbered))}\nEND\n")
    text = "\n".join(script).replace("127.0.0.1:8599", f"127.0.0.1:{(port := free_port())}")
    text = text.replace("--port 8599", f"--port {port}")
    if STORE in text:
        text = text.replace(STORE, request.getfixturevalue("store_url"))
    done = subprocess.run(
        ["bash", "-c", text], cwd=folder, capture_output=True, text=True, check=False, timeout=600,
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(folder), "LANG": os.environ.get("LANG", "C.UTF-8")},
    )  # fmt: skip
    assert done.returncode == 0, (done.stdout[-2000:], done.stderr[-2000:])
    printed = re.split(rf"^{MARK}\d+\n", done.stdout, flags=re.M)[1:]
    for number, (kind, block) in enumerate(blocks(guide)):
        if kind == "text":
            before = " ".join(re.sub("[><] ?", "", printed[number - 1]).split())
            for line in block.splitlines():
                line = re.sub("[><] ?", "", line)
                assert line in before, (line, printed[number - 1])


def as_cells(numbered: list[tuple[int, tuple[str, str]]]) -> str:
    """A script that runs Python blocks as cells of one notebook, printing the value of a cell's last line; of a text, only its number."""
    cells = []
    for number, (kind, block) in numbered:
        assert kind in ("python", "text"), kind
        cells.append((number, block if kind == "python" else ""))
    return f"""import ast, re
names = {{}}
for number, cell in {cells!r}:
    print("\\n{MARK}" + str(number), flush=True)
    body = ast.parse(cell).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
    if value is not None:
        html = getattr(value, "_repr_html_", None)
        print(re.sub("<[^>]+>", " ", html()) if html else value, flush=True)"""


def free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])
