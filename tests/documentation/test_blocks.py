"""Every block of code in the documentation runs in a test, or stands here with the reason why it does not.

Of a page's `sh` blocks each `wherein` line is parsed in `make test`; those in RUN also run in one shell (`make soak`).
"""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from tests.guides.test_guides import free_port, parsed
from wherein.cli.main import main
from wherein.samples import sample_file

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "NOTICE.md", "SECURITY.md", "examples/README.md", "web/extension/store/sources.md"),
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")),
]  # fmt: skip
FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.M | re.S)
RUN_ELSEWHERE = {
    "docs/doors.md python": "tests/repo/test_doors.py",
    "docs/python.md python": "tests/repo/test_python_docs.py",
    "docs/tour.md python": "tests/repo/test_documents_of_the_repo.py",
    "docs/retrieval.md sh": "tests/lab/test_own_files.py",
    "docs/install.md sh": "tests/release/test_offline.py",
    "examples/README.md sh": "tests/repo/test_examples.py",
    "web/extension/store/sources.md sh": "tests/release/test_extension.py",
}
"""Blocks that run in a test of another file, some of them a command at a time."""
NOT_RUN = {
    "CONTRIBUTING.md sh": "it clones the repository, and builds what every test has built",
    "README.md sh": "`make run` builds what every test has built; what follows it is in docs/tour.md and docs/guides/page.md",
    "docs/doors.md sh": "it starts a server that has no end, and writes a client's configuration; docs/guides/chat.md does both, and runs",
    "docs/server.md sh": "it needs systemd of the user; tests/cli/test_service.py runs the commands with a systemctl of its own",
    "docs/team.md sh": "it makes a database on a server of PostgreSQL, and speaks of people; docs/guides/team.md runs, and tests/people, tests/postgres and tests/milvus run the commands",
    "docs/training.md sh": "it trains for hours; tests/lab/training runs each command on little",
    "docs/voice.md sh": "it needs the recogniser and a voice; docs/guides/voice.md runs where they are, and tests/speech the rest",
}
"""Blocks that are only parsed, with the reason."""


class Block(NamedTuple):
    page: str
    kind: str
    text: str

    @property
    def key(self) -> str:
        return f"{self.page} {self.kind}"


def blocks(page: str) -> list[Block]:
    found = FENCE.findall((ROOT / page).read_text("utf-8"))
    return [Block(page, kind, re.sub(rf"^{indent}", "", text, flags=re.M)) for indent, kind, text in found]  # fmt: skip


BLOCKS = [block for page in PAGES for block in blocks(page)]


def _tour(folder: Path) -> None:
    (folder / "papers").mkdir()
    shutil.copy(sample_file("tides.pdf"), folder / "papers" / "tides.pdf")
    shutil.copy(sample_file("tides.pdf"), folder / "paper.pdf")
    shutil.copy(sample_file("bread.txt"), folder / "letter.txt")


def _paper(folder: Path) -> None:
    shutil.copy(sample_file("tides.pdf"), folder / "paper.pdf")


RUN: dict[str, tuple[Callable[[Path], None], tuple[str, ...]]] = {
    "docs/tour.md": (_tour, ("Cordouan lighthouse", '"answered":', "the Bay of Fundy in Canada", "60 to 90 minutes", "Schaffhausen")),
    "docs/index.md": (_paper, ("the Bay of Fundy in Canada",)),
    "docs/entity.md": (lambda folder: None, ("Bobigny", "Schaffhausen", "311 articles")),
}  # fmt: skip
"""Pages whose `sh` blocks run, with what they need and what they print."""


def test_no_block_is_without_its_language() -> None:
    assert len(BLOCKS) > 80
    for page in PAGES:
        fences = re.findall(r"^ *```", (ROOT / page).read_text("utf-8"), re.M)
        assert len(fences) == 2 * len(blocks(page)), f"{page}: a fence is not closed, or is indented otherwise"  # fmt: skip
    assert {block.kind for block in BLOCKS} <= {"sh", "python", "json", "toml", "text"}


def test_each_block_of_code_runs_or_stands_here_with_its_reason() -> None:
    code = {block.key for block in BLOCKS if block.kind in ("sh", "python") and not block.page.startswith("docs/guides/")}  # fmt: skip
    run = {f"{page} sh" for page in RUN}
    assert code == run | set(RUN_ELSEWHERE) | set(NOT_RUN)
    assert not run & set(NOT_RUN)
    for test in RUN_ELSEWHERE.values():
        assert (ROOT / test).is_file()
    for reason in NOT_RUN.values():
        for named in re.findall(r"(?:tests|docs)/[\w/]+(?:\.\w+)?", reason):
            assert (ROOT / named).exists(), named


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.page}-{block.kind}")
def test_a_block_is_what_it_says(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    if block.kind == "json":
        for line in block.text.splitlines():
            json.loads(line)
    elif block.kind == "toml":
        tomllib.loads(block.text)
    elif block.kind == "python":
        ast.parse(block.text)
    elif block.kind == "sh":
        subprocess.run(["bash", "-n"], input=block.text.replace("…", "x"), text=True, check=True)
        for words in commands_in(block.text):
            # The files that a command names are somebody's.
            monkeypatch.setattr(click.Path, "convert", lambda self, value, param, ctx: value)
            monkeypatch.setattr(click.File, "convert", lambda self, value, param, ctx: value)
            parsed(main, "wherein", words)


def commands_in(text: str) -> list[list[str]]:
    """The words of each `wherein` command of a block, without the name and what the shell does with its output."""
    text = re.sub(r"\\\n", " ", text)
    found = []
    for line in text.splitlines():
        line = re.sub(r"(^|\s)#.*", "", line)
        for part in re.split(r"\s\|\|?\s|&&|\$\(", line):
            words = shlex.split(re.sub(r"\s(?:>|2>|&).*", "", part.replace("…", "x"))) if "wherein " in part else []  # fmt: skip
            if words and Path(words[0]).name == "wherein" and words[1:] != ["--version"]:
                found.append(words[1:])
    return found


@pytest.mark.parametrize("page", [*PAGES, "distributions/wherein-large/README.md", "distributions/wherein-voice/README.md"])  # fmt: skip
def test_no_page_has_a_package_of_our_name_got_from_elsewhere(page: str) -> None:
    """No registry has wherein: whoever took the name there would be installed."""
    for line in (ROOT / page).read_text("utf-8").splitlines():
        for command in re.findall(r"(?:pip|pipx|uv tool|uv pip) install [^`|]*", line):
            ours = re.search(r"\bwherein(?:-\w+)?(?:\[|\b)(?!-env)", command)
            assert not ours or "--find-links" in command or ".whl" in command, command


def test_a_command_that_is_none_is_found() -> None:
    with pytest.raises(click.UsageError):
        parsed(main, "wherein", commands_in("cat x | wherein ask --no-such - 'x?' > y")[0])
    assert commands_in("wherein ask a.pdf 'Which?' --json > b # and so on") == [["ask", "a.pdf", "Which?", "--json"]]  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("page", RUN)
def test_a_pages_commands_do_what_it_says(page: str, tmp_path: Path) -> None:
    prepare, printed = RUN[page]
    prepare(tmp_path)
    port = free_port()
    text = "\n".join(block.text for block in blocks(page) if block.kind == "sh")
    script = f"""set -eu
wherein add {shlex.quote(str(sample_file("lighthouses.html")))} > added
wherein serve --no-browser --port {port} > server.log 2>&1 &
until curl -s http://127.0.0.1:{port}/v1/health > health.json; do sleep 0.2; done
{text.replace("8484", str(port))}
kill %1
"""
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600,
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(tmp_path), "LANG": os.environ.get("LANG", "C.UTF-8")},
    )  # fmt: skip
    assert done.returncode == 0, (done.stdout[-2000:], done.stderr[-2000:])
    shown = " ".join(re.sub("[><] ?", "", done.stdout).split())
    for each in printed:
        assert each in shown, (each, shown[-3000:])
