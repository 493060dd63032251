"""`make check` runs this after format and lint: the tests that a change needs, in both languages.

python -m tools.checks [BASE]            # what differs from BASE, a commit; by default what is not committed
python -m tools.checks [BASE] --list     # only print the tests

The rules of the choice: CONTRIBUTING.md, "Which tests a change needs".
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.checks import web_code
from tools.checks.choice import Choice, choice, with_folders
from tools.checks.python_code import ROOT, python_tests
from tools.checks.tests_map import kept


def changed(base: str) -> list[str]:
    """Files that differ from `base`, gone ones and both names of moved ones too, and new ones."""
    commands = (
        ["git", "diff", "--name-only", "--no-renames", base],
        ["git", "ls-files", "--others", "--exclude-standard"],
    )
    listed = [
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for command in commands
    ]
    return sorted({name for text in listed for name in text.splitlines()})


def commands(made: Choice) -> list[list[str]]:
    npm = ["npm", "--prefix", "web", "run", "--silent"]
    commands = []
    if made.python:
        commands.append([sys.executable, "-m", "pytest", *with_folders(made.python)])
    if made.checks_web:
        commands += [["make", "--no-print-directory", "web-setup"], [*npm, "check"]]
    if any(web_code.needs_build(test) for test in made.web):
        commands.append(["make", "--no-print-directory", "web-build"])
    if made.web:
        files = [test.removeprefix("web/") for test in sorted(made.web)]
        commands.append([*npm, "test", "--", *files])
    return commands


def _notes(made: Choice) -> list[str]:
    notes = []
    if made.unreached:
        notes.append(f"No test reaches {', '.join(sorted(made.unreached))}. Write one.")
    if made.in_browser:
        few = sorted(made.in_browser)[:3]
        more = f" and {len(made.in_browser) - 3} more" if len(made.in_browser) > 3 else ""
        notes.append(
            f"Only tests in a browser load {', '.join(few)}{more}. Run them: make web-test"
        )
    return notes


def _is_commit(name: str) -> bool:
    command = ["git", "rev-parse", "--quiet", "--verify", "--end-of-options", f"{name}^{{commit}}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


def main(words: Sequence[str] | None = None) -> int:
    arguments = argparse.ArgumentParser(
        prog="python -m tools.checks",
        description="Run the tests that a change needs, in both languages.",
        epilog="How they are chosen: CONTRIBUTING.md, “Which tests a change needs”.",
    )
    arguments.add_argument(
        "base",
        nargs="?",
        default="HEAD",
        metavar="BASE",
        help="the commit from which the change is counted; by default the last one, so what is not committed",
    )
    arguments.add_argument("--list", action="store_true", help="only print the tests")
    asked = arguments.parse_args(words)
    if not _is_commit(asked.base):
        arguments.error(
            f"{asked.base} is not a commit. Name one, as in: python -m tools.checks main"
        )
    recorded = kept()
    made = choice(changed(asked.base), recorded)
    tests = with_folders(made.python)
    if asked.list:
        print("\n".join([*tests, *sorted(made.web)]))
        return 0
    files = [test for test in tests if not Path(ROOT / test).is_dir()]
    print(
        f"The change needs {len(files)} of {len(python_tests())} test files of Python and {len(made.web)} of TypeScript."
    )
    failed = [
        command
        for command in commands(made)
        if subprocess.run(command, cwd=ROOT, check=False).returncode
    ]
    for note in [recorded.why_old(), *_notes(made)]:
        if note:
            print(note)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
