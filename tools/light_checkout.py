"""Leaves almost nothing in the working tree while a tool takes it to another machine, and brings it back afterwards.

    python tools/light_checkout.py on [--exclude FOLDER]     # FOLDER may then lie in the checkout, unseen by git
    python tools/light_checkout.py off

`on` refuses while something is uncommitted, since it would be in the way or left behind. Files that git ignores stay as
they are. `off` brings every tracked file back and forgets the folder (the folder itself stays).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

KEPT = (".gitignore", "/README.md", "/LICENSE", "/tools/light_checkout.py")
MOST_BYTES = 2_000_000


class Refused(Exception):
    """A sentence on why nothing was changed, and what to do."""


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Refused(f"git {arguments[0]} failed: {done.stderr.strip()}")
    return done.stdout


def exclude_file(root: Path) -> Path:
    """The file of patterns that this clone ignores; worktrees share it."""
    return root / git(root, "rev-parse", "--git-path", "info/exclude").strip()


def travelling(root: Path) -> int:
    """The bytes of all files in the working tree that git does not ignore."""
    listed = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    paths = [root / name for name in listed if name]
    return sum(path.stat().st_size for path in paths if path.is_file())


def turn_on(root: Path, folder: str | None) -> int:
    """Leave only the kept files; returns the bytes that remain. Raises Refused, with nothing changed."""
    if git(root, "config", "--get", "--default", "false", "core.sparseCheckout").strip() == "true":
        raise Refused("The checkout is sparse already: `off` brings it back.")
    if folder:
        _exclude(root, folder)
    changed = git(root, "status", "--porcelain").splitlines()
    if changed:
        _include(root)
        raise Refused(
            f"{changed[0][3:]} is not committed (of {len(changed)} such files): commit first."
        )
    git(root, "sparse-checkout", "set", "--no-cone", *KEPT)
    left = travelling(root)
    if left > MOST_BYTES:
        turn_off(root)
        raise Refused(f"{left:,} bytes would be left, more than {MOST_BYTES:,}: keep less in KEPT.")
    return left


def turn_off(root: Path) -> None:
    """Bring every tracked file back, and no longer exclude the folder. Raises Refused."""
    git(root, "sparse-checkout", "disable")
    _include(root)


_MARK = "# tools/light_checkout.py"


def _exclude(root: Path, folder: str) -> None:
    _include(root)
    path = exclude_file(root)
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text("utf-8") if path.is_file() else ""
    gap = "" if not before or before.endswith("\n") else "\n"
    path.write_text(f"{before}{gap}/{folder.strip('/')}/\n{_MARK}\n", encoding="utf-8")


def _include(root: Path) -> None:
    path = exclude_file(root)
    if not path.is_file():
        return
    lines = path.read_text("utf-8").splitlines()
    kept = [
        line for n, line in enumerate(lines)
        if line != _MARK and (n + 1 >= len(lines) or lines[n + 1] != _MARK)
    ]  # fmt: skip
    path.write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")


def main(argv: list[str] | None = None, root: Path | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("turn", choices=["on", "off"])
    parser.add_argument(
        "--exclude", metavar="FOLDER", help="a folder of the checkout that git is to leave alone"
    )
    asked = parser.parse_args(argv)
    root = root or Path(__file__).resolve().parents[1]
    try:
        if asked.turn == "on":
            print(f"{turn_on(root, asked.exclude):,} bytes are left in the working tree.")
        else:
            turn_off(root)
            print(f"{travelling(root):,} bytes are in the working tree again.")
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
