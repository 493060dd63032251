"""A folder with wherein and all its libraries, which runs wherever it lies: the portable zip and the Debian package are made of it."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from tools.release.distributions import NotBuilt
from tools.release.offline import INSTALLER

PYTHON = ".".join(map(str, sys.version_info[:2]))
"""The Python that the libraries are for."""
_FIND = """# Says what is missing where there is no Python {python}.
python=
for name in "${{WHEREIN_PYTHON:-}}" python{python} python3; do
    if [ -n "$name" ] && command -v "$name" > /dev/null \\
        && "$name" -c 'import sys; sys.exit("%d.%d" % sys.version_info[:2] != "{python}")'; then
        python=$name
        break
    fi
done
if [ -z "$python" ]; then
    echo "wherein: Python {python} is not installed. Install it, or name it in WHEREIN_PYTHON." >&2
    exit 1
fi
"""
_LAUNCHER = """#!/bin/sh
# Runs wherein from the libraries beside it, without those of the user. Compiled code goes to the user's cache.
here=$(dirname "$(readlink -f "$0")")
{find}export PYTHONPATH="$here/{lib}" PYTHONNOUSERSITE=1
export PYTHONPYCACHEPREFIX="${{XDG_CACHE_HOME:-${{HOME:-/nonexistent}}/.cache}}/wherein/pycache"
exec "$python" -m wherein {arguments}"$@"
"""


def launcher(lib: str, arguments: str = "") -> str:
    """The script that runs wherein from `lib`, relative to the script, with these arguments first."""
    return _LAUNCHER.format(find=_FIND.format(python=PYTHON), lib=lib, arguments=arguments)


def write_tree(offline: Path, lib: Path) -> None:
    """Unpack the libraries of a zip for use without a network into `lib`. Raises NotBuilt."""
    house = lib.with_name(f".{lib.name}.wheels")
    with zipfile.ZipFile(offline) as zipped:
        zipped.extractall(house)
    wheels = sorted(path for path in (house / "wheels").glob("*.whl") if not path.name.startswith(f"{INSTALLER}-"))  # fmt: skip
    done = subprocess.run(
        [
            sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps",
            "--no-compile", "--target", str(lib), *map(str, wheels),
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    for path in sorted(house.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    house.rmdir()
    if done.returncode:
        raise NotBuilt(f"pip can't unpack the wheels: {done.stderr.strip()[-500:]}")
