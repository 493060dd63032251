"""What people install who have no pip: a Debian package, and a folder that is unpacked and run."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tempfile
import zipfile
from pathlib import Path

from tools.release.distributions import ROOT, NotBuilt
from tools.release.tree import PYTHON, launcher, write_tree

_ICON = ROOT / "web" / "extension" / "icons" / "128.png"
_CONTROL = """Package: wherein
Version: {version}
Architecture: {architecture}
Maintainer: The authors of wherein <wherein@localhost>
Installed-Size: {kilobytes}
Depends: python{python}
Section: text
Priority: optional
Description: answers marked in their place, or an honest "not here"
 Ask a page, a file, a library or an encyclopedia a question. It runs on this
 machine alone, with small models that come with it.
"""
_DESKTOP = """[Desktop Entry]
Type=Application
Name=wherein
Comment=Ask your documents a question
Exec=wherein serve --sample
Icon=wherein
Terminal=true
Categories=Office;Utility;
"""
_README = """wherein needs no installation here: it needs Python {python}, and nothing else.

Linux:    ./wherein.sh        opens the app (Ctrl-C in its window ends it)
          ./bin/wherein ask paper.pdf "What did they measure?"
macOS:    wherein.command     (double-click)
Windows:  wherein.cmd         (double-click)

The libraries in this folder are for {system}: on another one, make the folder there (make dist OFFLINE=1).
Launchers for macOS and Windows are written and have not been run.
"""
_CMD = """@echo off\r
rem Opens the app of wherein from the libraries beside this file.\r
set PYTHONPATH=%~dp0lib\r
set PYTHONNOUSERSITE=1\r
py -{python} -m wherein serve --sample %*\r
if errorlevel 1 pause\r
"""


def write_debian(offline: Path, version: str, out: Path, when: int) -> Path:
    """Write the Debian package of the wheels in the zip. Raises NotBuilt where there is no dpkg-deb."""
    if shutil.which("dpkg-deb") is None:
        raise NotBuilt("dpkg-deb is not installed. Install it: apt install dpkg")
    architecture = _said("dpkg", "--print-architecture")
    target = out / f"wherein_{version}_{architecture}.deb"
    with tempfile.TemporaryDirectory(prefix="wherein-deb-") as scratch:
        root = Path(scratch) / "root"
        lib = root / "usr" / "lib" / "wherein" / "lib"
        lib.parent.mkdir(parents=True)
        write_tree(offline, lib)
        for shared in ("man", "bash-completion", "zsh", "fish"):
            if (found := lib / "share" / shared).is_dir():
                shutil.copytree(found, root / "usr" / "share" / shared)
        shutil.rmtree(lib / "bin", ignore_errors=True)
        _write(root / "usr" / "lib" / "wherein" / "wherein", launcher("lib"), runs=True)
        (root / "usr" / "bin").mkdir()
        (root / "usr" / "bin" / "wherein").symlink_to("../lib/wherein/wherein")
        _write(root / "usr" / "share" / "applications" / "wherein.desktop", _DESKTOP)
        _copy(_ICON, root / "usr/share/icons/hicolor/128x128/apps/wherein.png")
        for name in ("LICENSE", "NOTICE.md"):
            _copy(ROOT / name, root / "usr" / "share" / "doc" / "wherein" / name)
        size = sum(path.lstat().st_size for path in root.rglob("*") if path.is_file())
        control = _CONTROL.format(
            version=version, architecture=architecture, kilobytes=size // 1024, python=PYTHON
        )
        _write(root / "DEBIAN" / "control", control)
        for path in [root, *root.rglob("*")]:
            if not path.is_symlink():
                path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
        done = subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", str(root), str(target)],
            capture_output=True, text=True, check=False, env={**os.environ, "SOURCE_DATE_EPOCH": str(when)},
        )  # fmt: skip
        if done.returncode:
            raise NotBuilt(f"dpkg-deb failed: {done.stderr.strip()[-500:]}")
    return target


def write_portable(offline: Path, version: str, out: Path) -> Path:
    """Write the zip of a folder that runs where it is unpacked. Raises NotBuilt."""
    system = offline.stem.partition("-offline-")[2]
    name = f"wherein-{version}-portable-{system}"
    with tempfile.TemporaryDirectory(prefix="wherein-portable-") as scratch:
        root = Path(scratch) / name
        root.mkdir()
        write_tree(offline, root / "lib")
        shutil.rmtree(root / "lib" / "bin", ignore_errors=True)
        _write(root / "bin" / "wherein", launcher("../lib"), runs=True)
        for script in ("wherein.sh", "wherein.command"):
            _write(root / script, launcher("lib", "serve --sample "), runs=True)
        _write(root / "wherein.cmd", _CMD.format(python=PYTHON))
        _write(root / "README.txt", _README.format(python=PYTHON, system=system))
        target = out / f"{name}.zip"
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as zipped:
            for path in sorted(each for each in root.rglob("*") if each.is_file()):
                entry = zipfile.ZipInfo(f"{name}/{path.relative_to(root).as_posix()}")
                entry.create_system = 3
                entry.external_attr = (0o100755 if path.stat().st_mode & stat.S_IXUSR else 0o100644) << 16  # fmt: skip
                entry.compress_type = zipfile.ZIP_DEFLATED
                zipped.writestr(entry, path.read_bytes(), compresslevel=6)
    return target


def _write(path: Path, text: str, runs: bool = False) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="")
    path.chmod(0o755 if runs else 0o644)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
