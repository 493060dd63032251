"""One zip with every wheel that an installation needs, for a machine without a network."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from tools.release.archives import sha256_of
from tools.release.bom import locked
from tools.release.distributions import NotBuilt

EXTRAS = ("mcp",)
"""Those whose libraries go into the zip unless others are named. Not `team` and `zim`, whose licences ask more, nor `llm`, `speech` and `milvus`, which are large."""
INSTALLER = "pip"
"""It lies beside them, since pipx gets a newer one from the place that it is given; no installation has it."""
_FIRST_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
_README = """Install wherein without a network, in this folder:

    python3 -m venv wherein-env
    wherein-env/bin/python -m pip install --no-index --find-links wheels {names}
    wherein-env/bin/wherein doctor

The wheels are for Python {python} on {system}. SHA256SUMS has the hash of each.
The libraries of these extras are here too: {extras}. To install one, write wherein[NAME] in place of wherein.
"""


def write_offline(wheels: Sequence[Path], out: Path, extras: Sequence[str] = EXTRAS) -> Path:
    """Write the zip of these wheels and of all that they and the product's `extras` need here.

    Raises NotBuilt where pip can't get one.
    """
    with tempfile.TemporaryDirectory(prefix="wherein-offline-") as scratch:
        house = Path(scratch) / "wheels"
        house.mkdir()
        _download(wheels, house, Path(scratch) / "pins.txt", extras)
        for wheel in wheels:
            shutil.copyfile(wheel, house / wheel.name)
        found = sorted(house.iterdir())
        version = next(path for path in wheels if path.name.startswith("wherein-")).name.split("-")[
            1
        ]
        system = f"{sys.platform}-py{sys.version_info.major}{sys.version_info.minor}"
        target = out / f"wherein-{version}-offline-{system}.zip"
        names = " ".join(path.name.split("-")[0].replace("_", "-") for path in wheels)
        readme = _README.format(
            names=names,
            system=sys.platform,
            python=".".join(map(str, sys.version_info[:2])),
            extras=", ".join(extras) or "none",
        )
        sums = "".join(f"{sha256_of(path)}  wheels/{path.name}\n" for path in found)
        with zipfile.ZipFile(target, "w") as zipped:
            _put(zipped, "README.txt", readme.encode())
            _put(zipped, "SHA256SUMS", sums.encode())
            for path in found:
                _put(zipped, f"wheels/{path.name}", path.read_bytes())
    return target


def _put(zipped: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, _FIRST_ZIP_DATE)
    entry.create_system = 3
    entry.external_attr = 0o100644 << 16
    zipped.writestr(entry, data)  # stored: wheels are compressed


def _download(wheels: Sequence[Path], house: Path, pins: Path, extras: Sequence[str]) -> None:
    """Have pip get what the wheels need, in the versions that were tested."""
    pins.write_text(
        "".join(f"{name}=={version}{marker}\n" for name, version, marker in locked()), "utf-8"
    )
    named = f"[{','.join(extras)}]" if extras else ""
    wanted = [f"{path}{named}" if path.name.startswith("wherein-") else str(path) for path in wheels]  # fmt: skip
    done = subprocess.run(
        [
            sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:",
            "--constraint", str(pins), "--dest", str(house), *wanted, INSTALLER,
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise NotBuilt(f"pip can't get what the wheels need: {done.stderr.strip()[-500:]}")
