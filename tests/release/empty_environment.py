"""An environment that has Python and what a wheel declares, and nothing else: no checkout, no index, no network."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from email.parser import BytesParser
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

LEFT_OUT = {"huggingface-hub"}  # requirements/overrides.txt says why


class EmptyEnvironment:
    """A new environment in `folder`, with nothing in it."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False)
        self.folder = folder
        self._elsewhere = folder.parent / f"{folder.name} elsewhere"
        self._elsewhere.mkdir()

    @property
    def site(self) -> Path:
        """Where its packages are."""
        (site,) = self.folder.glob("lib/python*/site-packages")
        return site

    def link_dependencies(self, wheel: Path) -> set[str]:
        """Make what the wheel declares, and what that declares, importable; returns the names.

        They are links to the files of the environment that the tests run in, so that no index is asked.
        """
        with zipfile.ZipFile(wheel) as archive:
            (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
            stated = BytesParser().parsebytes(archive.read(name))
        linked: set[str] = set()
        open_ones = [Requirement(line) for line in stated.get_all("Requires-Dist") or []]
        while open_ones:
            needed = open_ones.pop()
            marker = needed.marker
            if needed.name in linked | LEFT_OUT or (marker and not marker.evaluate({"extra": ""})):
                continue
            linked.add(needed.name)
            open_ones += [Requirement(line) for line in self._link(needed)]
        return linked

    def _link(self, needed: Requirement) -> list[str]:
        """Link one distribution; returns what it declares."""
        try:
            found = distribution(needed.name)
        except PackageNotFoundError:
            raise AssertionError(f"{needed.name} is declared and not installed") from None
        assert needed.specifier.contains(found.version, prereleases=True), needed
        for top in {path.parts[0] for path in found.files or [] if path.parts[0] != ".."}:
            source, target = Path(str(found.locate_file(top))), self.site / top
            if source.exists() and top != "__pycache__" and not target.is_symlink():
                target.symlink_to(source)
        return found.requires or []

    def install(self, *wheels: Path) -> None:
        """Install wheels with pip and without an index."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.folder / "bin" / "python")]
        done = subprocess.run(
            [*pip, "install", "--quiet", "--no-index", "--no-deps", "--no-compile", *map(str, wheels)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment, in a folder of its own and with nothing of ours in its variables."""
        kept = {name: os.environ[name] for name in ("LANG", "TMPDIR") if name in os.environ}
        return subprocess.run(
            [str(self.folder / "bin" / command[0]), *command[1:]],
            cwd=self._elsewhere,
            capture_output=True,
            text=True,
            check=False,
            env={**kept, "PATH": "/usr/bin:/bin", "HOME": str(self._elsewhere)},
        )  # fmt: skip
