"""`make check` runs this after format and lint: the tests that a change needs, in both languages.

python -m tools.checks [BASE]            # what differs from BASE, a commit; by default what is not committed
python -m tools.checks [BASE] --list     # only print the tests
"""

from __future__ import annotations

import subprocess
import sys
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


def main() -> int:
    words = [word for word in sys.argv[1:] if word != "--list"]
    recorded = kept()
    made = choice(changed(words[0] if words else "HEAD"), recorded)
    tests = with_folders(made.python)
    if "--list" in sys.argv:
        print("\n".join([*tests, *sorted(made.web)]))
        return 0
    files = [test for test in tests if not Path(ROOT / test).is_dir()]
    print(
        f"The change needs {len(files)} of {len(python_tests())} test files of Python"
        f" (about {recorded.seconds_of(files)} s of processor time) and {len(made.web)} of TypeScript."
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
