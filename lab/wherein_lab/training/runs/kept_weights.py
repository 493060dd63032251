"""Gets weights that trainings start from out of the history of the clone: git, a list of files and a folder. No network.

`recipes/kept-weights.toml` names the commit and the SHA-256 of each file. A clone without its history lacks them.
"""

from __future__ import annotations

import hashlib
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from wherein.assets.manifest import sha256_of
from wherein.core.errors import AssetDamaged, AssetMissing, UsageError
from wherein_lab.checkout import CHECKOUT

LIST = Path("recipes") / "kept-weights.toml"  # in the checkout
FOLDER = "weights"  # in the root of the trainings

_BLOCK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class KeptWeights:
    """A file of the history: `path` at `commit`, to be kept as `file`; a difference names its `base`, another entry."""

    name: str
    file: str
    path: str
    commit: str
    sha256: str
    bytes: int
    base: str | None = None


def read_list(checkout: Path | None = None) -> dict[str, KeptWeights]:
    """The files that a checkout (default: this one) lists, by name. Raises AssetDamaged when the list is missing or malformed."""
    path = (checkout or CHECKOUT) / LIST
    try:
        rows = tomllib.loads(path.read_text("utf-8"))
        listed = {name: KeptWeights(name, **row) for name, row in rows.items()}
    except (OSError, ValueError, TypeError) as error:
        raise AssetDamaged(
            f"The list of kept weights at {path} cannot be read: {error}.",
            "Bring it back with git checkout.",
        ) from error
    for one in listed.values():
        if one.base is not None and one.base not in listed:
            raise AssetDamaged(
                f"{path.name} has no weights {one.base}, the base of {one.name}.",
                "Add them to the list.",
            )
    return listed


def weights_file(given: Path, root: Path) -> Path:
    """The file that was given, or the listed weights of that name, fetched into `root` unless they are there.

    Raises AssetMissing where it is neither, and what `fetch` raises.
    """
    if given.exists():
        return given
    listed = read_list()
    if str(given) not in listed:
        raise AssetMissing(
            f"There are no weights at {given}.", f"Name a file, or one of {', '.join(listed)}."
        )
    return fetch(str(given), root / FOLDER, listed)


def fetch(
    name: str, folder: Path, listed: dict[str, KeptWeights], clone: Path | None = None
) -> Path:
    """Write the weights of this name, and their base, from the history of `clone` into `folder`; returns the file.

    The clone is by default the checkout that the lab runs from. A file that is there with its SHA-256 stays; another one of its name is replaced. Raises UsageError (no such name),
    AssetMissing (the clone lacks the commit, or is none) and AssetDamaged (the history holds something else).
    """
    if name not in listed:
        raise UsageError(f"There are no kept weights {name}.", f"Name one of {', '.join(listed)}.")
    wanted = listed[name]
    if wanted.base is not None:
        fetch(wanted.base, folder, listed, clone)
    target = folder / wanted.file
    if target.is_file() and sha256_of(target) == wanted.sha256:
        return target
    clone = clone or CHECKOUT
    _look_for(wanted, clone)
    folder.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.partial")
    try:
        with partial.open("wb") as out:
            found = _copy(wanted, clone, out)
        if found != wanted.sha256:
            raise AssetDamaged(
                f"{wanted.path} at commit {wanted.commit[:12]} is not the listed file: its SHA-256 is {found[:12]}….",
                "Run git fsck in the clone, or clone the repository again.",
            )
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return target


def _look_for(wanted: KeptWeights, clone: Path) -> None:
    """Raises AssetMissing, with the next step, where the history of the clone has no such file."""
    what = f"The weights {wanted.name} are in the history of the repository"
    if not (clone / ".git").exists():
        raise AssetMissing(
            f"{what}, and {clone} is no clone of it.",
            "Clone the repository with its history and run the command there.",
        )
    if _git(clone, "cat-file", "-e", f"{wanted.commit}:{wanted.path}").returncode == 0:
        return
    asked = _git(clone, "rev-parse", "--is-shallow-repository")
    if asked.returncode:
        why = asked.stderr.decode("utf-8", "replace").strip().partition("\n")[0].rstrip(".")
        raise AssetMissing(
            f"git cannot read the clone at {clone}: {why}.",
            "Repair it as git says, then try again.",
        )
    if asked.stdout.strip() == b"true":
        raise AssetMissing(
            f"{what}, and this clone was made without it.",
            "Get the history: git fetch --unshallow",
        )
    raise AssetMissing(
        f"{what}, and this clone lacks commit {wanted.commit[:12]}.",
        "Get all branches: git fetch --all",
    )


def _copy(wanted: KeptWeights, clone: Path, out: IO[bytes]) -> str:
    """Write the file of the history to `out`; returns the SHA-256 of what was written."""
    digest = hashlib.sha256()
    command = ["git", "-C", str(clone), "cat-file", "blob", f"{wanted.commit}:{wanted.path}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while block := process.stdout.read(_BLOCK_BYTES):
            digest.update(block)
            out.write(block)
    return digest.hexdigest()


def _git(clone: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(["git", "-C", str(clone), *arguments], capture_output=True, check=False)  # fmt: skip
    except FileNotFoundError as error:
        raise AssetMissing(
            "The kept weights are read with git, which is not installed.", "Install git."
        ) from error
