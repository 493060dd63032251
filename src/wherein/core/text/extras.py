"""How an optional part is installed, in the words of the place that wherein runs from. Installs nothing."""

from __future__ import annotations

from pathlib import Path

_ABOVE_SOURCE = Path(__file__).resolve().parents[4]
_FROM_WHEELS = "pip install --no-index --find-links WHEELS"
"""With the folder named, since a registry may have another's package of our name."""


def again_command(above: Path = _ABOVE_SOURCE) -> str:
    """The command that installs wherein with its libraries again."""
    in_checkout = (above / "pyproject.toml").is_file()
    return "make setup" if in_checkout else from_wheels("wherein")


def lab_command(above: Path = _ABOVE_SOURCE) -> str:
    """The command that installs wherein-lab: of the checkout where wherein runs from one, else from the folder of wheels."""
    in_checkout = (above / "pyproject.toml").is_file()
    return "make testing" if in_checkout else f"{_FROM_WHEELS} wherein-lab"


def from_wheels(distribution: str) -> str:
    """The command that installs a distribution of ours again from the folder of wheels."""
    return (
        _FROM_WHEELS.replace("install", "install --force-reinstall --no-deps") + f" {distribution}"
    )


def extra_command(extra: str, above: Path = _ABOVE_SOURCE) -> str:
    """The command that installs an extra: of the checkout where wherein runs from one, else of the package.

    `above` is the folder that holds the folder of the source, or of the installed packages.
    """
    if (above / "pyproject.toml").is_file():
        return f".venv/bin/pip install -e '.[{extra}]'"
    return f"pip install 'wherein[{extra}]'"
