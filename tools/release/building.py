"""Builds a distribution with setuptools in a folder of its own, and writes its archives so that they repeat."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tools.release.archives import rewrite_sdist, rewrite_wheel
from tools.release.bom import CARRIED_SCRIPTS, lab_bom, model_bom, product_bom
from tools.release.distributions import ROOT, Distribution, NotBuilt
from tools.release.manual import shared_files

_BUILD = (
    "import sys; from setuptools import build_meta; getattr(build_meta, sys.argv[1])(sys.argv[2])"
)
_MODELS = {"wherein-large": "large", "wherein-voice": "moonshine-tiny"}
_FIXED_EPOCH = 1_767_225_600  # 2026, for sources without a history


@dataclass(frozen=True, slots=True)
class Built:
    """The archives of a distribution; `source` is None where it was not asked for."""

    wheel: Path
    source: Path | None = None


def epoch() -> int:
    """The time of all entries: SOURCE_DATE_EPOCH, else that of the last commit."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if given.isdecimal():
        return int(given)
    done = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else _FIXED_EPOCH


def build(distribution: Distribution, out: Path, when: int, with_source: bool = False) -> Built:
    """Build the wheel, and the source archive where asked, into `out`. Raises NotBuilt."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="wherein-dist-") as scratch:
        stage = Path(scratch) / "stage"
        stage.mkdir()
        distribution.stage(stage)
        # It is compressed once, at the end.
        (stage / "setup.cfg").write_text("[bdist_wheel]\ncompression = stored\n", "utf-8")
        source = _source(distribution, stage, out, Path(scratch), when) if with_source else None
        made = _setuptools("build_wheel", stage, Path(scratch) / "wheel", when)
        wheel = out / made.name
        rewrite_wheel(made, wheel, when, _further(distribution, when))
    size = wheel.stat().st_size
    if size > distribution.most_bytes:
        raise NotBuilt(
            f"{wheel.name} has {size / 1e6:.1f} MB, more than its {distribution.most_bytes / 1e6:.0f} MB. See what grew"
            " before you raise the limit in tools/release/distributions.py."
        )
    return Built(wheel, source)


def _source(distribution: Distribution, stage: Path, out: Path, scratch: Path, when: int) -> Path:
    made = _setuptools("build_sdist", stage, scratch / "source", when)
    source = out / made.name
    rewrite_sdist(made, source, when)
    return source


def _setuptools(what: str, stage: Path, out: Path, when: int) -> Path:
    out.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", _BUILD, what, str(out)],
        cwd=stage, capture_output=True, text=True, check=False,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(when), "PYTHONHASHSEED": "0"},
    )  # fmt: skip
    if done.returncode:
        if "ModuleNotFoundError" in done.stderr and "setuptools" in done.stderr:
            raise NotBuilt(
                "The setuptools of this environment is damaged. Make the environment again: make clean testing"
            )
        raise NotBuilt(f"setuptools failed: {done.stderr.strip()[-2000:]}")
    (made,) = out.iterdir()
    return made


def _further(distribution: Distribution, when: int) -> dict[str, bytes]:
    """The files that the wheel has beside those that setuptools packs."""
    name, version = distribution.name, distribution.version
    bom = f"{{info}}/sboms/{name}.cdx.json"
    if name in _MODELS:
        return {bom: model_bom(name, version, when, _MODELS[name])}
    if name == "wherein-lab":
        return {bom: lab_bom(version, when)}
    files = {f"{{data}}/data/{path}": data for path, data in shared_files(version, when).items()}
    return {bom: product_bom(version, when), **_script_licences(), **files}


def _script_licences() -> dict[str, bytes]:
    """The licences of the packages that the built web app holds."""
    found = {}
    for name in CARRIED_SCRIPTS:
        (text,) = (ROOT / "web" / "node_modules" / name).glob("LICENSE*")
        found[f"{{info}}/licenses/webapp/{name}.txt"] = text.read_bytes()
    return found
