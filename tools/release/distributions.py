"""Which distributions there are, and the files that each is built of. Builds nothing."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.egg-info", "build", "dist", ".*")


class NotBuilt(Exception):
    """A sentence on why a distribution can't be built, and what to do."""


class NotHere(NotBuilt):
    """The files of a model are not in the checkout."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """A distribution by name. `stage` copies what it is built of into an empty folder; `project` has its pyproject.toml.

    `most_bytes` is the size that its wheel may have.
    """

    name: str
    project: Path
    stage: Callable[[Path], None]
    most_bytes: int

    @property
    def version(self) -> str:
        text = (self.project / "pyproject.toml").read_text("utf-8")
        return str(tomllib.loads(text)["project"]["version"])


def known_extras() -> list[str]:
    """The extras of the product that bring libraries of others for those who use it."""
    form = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    ours = {"large", "voice", "dev", "train"}
    return sorted(set(form["project"]["optional-dependencies"]) - ours)


def _product(target: Path) -> None:
    if not (ROOT / "src" / "wherein" / "server" / "webapp" / "index.html").is_file():
        raise NotBuilt("The web app is not built. Build it first: make web-build")
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE.md"):
        shutil.copyfile(ROOT / name, target / name)
    for name in ("src", "models", "contracts/lexicon"):
        # What is fetched, and what has a wheel of its own, is not even copied.
        ignored = shutil.ignore_patterns(
            "__pycache__", "*.egg-info", "large", "moonshine-*", "whisper-*"
        )
        shutil.copytree(ROOT / name, target / name, ignore=ignored if name == "models" else _LEFT_OUT)  # fmt: skip


def _lab(target: Path) -> None:
    shutil.copytree(ROOT / "lab", target, ignore=_LEFT_OUT, dirs_exist_ok=True)
    shutil.copyfile(ROOT / "LICENSE", target / "LICENSE")


def _model(distribution: str, folder: str, how: str) -> Callable[[Path], None]:
    """How the files of a model come into the package of its distribution."""

    def stage(target: Path) -> None:
        model = ROOT / "models" / folder
        if not model.is_dir():
            raise NotHere(f"The folder models/{folder} is not here. {how}")
        project = ROOT / "distributions" / distribution
        shutil.copytree(project, target, ignore=_LEFT_OUT, dirs_exist_ok=True)
        for path in model.iterdir():
            shutil.copyfile(path, target / distribution.replace("-", "_") / path.name)
        shutil.copyfile(ROOT / "LICENSE", target / "LICENSE")
        if not (target / "NOTICE.md").is_file():
            shutil.copyfile(model / "NOTICE.md", target / "NOTICE.md")

    return stage


DISTRIBUTIONS: dict[str, Distribution] = {
    each.name: each
    for each in (
        Distribution("wherein", ROOT, _product, 45_000_000),
        Distribution(
            "wherein-large",
            ROOT / "distributions" / "wherein-large",
            _model("wherein-large", "large", "Restore it: git checkout models/large"),
            75_000_000,
        ),
        Distribution(
            "wherein-voice",
            ROOT / "distributions" / "wherein-voice",
            _model("wherein-voice", "moonshine-tiny", "Get it: make speech-model"),
            30_000_000,
        ),
        Distribution("wherein-lab", ROOT / "lab", _lab, 5_000_000),
    )
}
