"""`make dist`: the wheels, the source archives and the extension in `dist/`, with their checksums."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.release.archives import sha256_of
from tools.release.building import build, epoch
from tools.release.distributions import DISTRIBUTIONS, ROOT, NotBuilt, NotHere, known_extras
from tools.release.extension import NAME as EXTENSION
from tools.release.extension import write_extension
from tools.release.offline import EXTRAS, write_offline
from tools.release.packages import write_debian, write_portable
from wherein.assets.releases import FEED

KNOWN = (*DISTRIBUTIONS, EXTENSION)


def _asked(argv: list[str] | None) -> argparse.Namespace:
    """What the command line asks for, with `extras` as a list. Ends the process where a name is none."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join(KNOWN)}; all without one"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder to write to")
    parser.add_argument(
        "--offline", action="store_true", help="also one zip of these and all wheels they need, for this system"
    )  # fmt: skip
    parser.add_argument(
        "--packages", action="store_true", help="with --offline: also a Debian package and a portable folder"
    )  # fmt: skip
    parser.add_argument(
        "--extras", default=",".join(EXTRAS), metavar="NAMES",
        help="with --offline: the extras whose libraries are in the zip, as in mcp,zim  [default: %(default)s]",
    )  # fmt: skip
    asked = parser.parse_args(argv)
    unknown = [name for name in asked.names if name not in KNOWN]
    if unknown:
        parser.error(f"{unknown[0]} is none of {', '.join(KNOWN)}.")
    asked.extras = [name for name in asked.extras.split(",") if name]
    if strange := sorted(set(asked.extras) - set(known_extras())):
        parser.error(f"{strange[0]} is none of the extras {', '.join(known_extras())}.")
    return asked


def main(argv: list[str] | None = None) -> int:
    asked = _asked(argv)
    failed: list[str] = []
    left_out: list[str] = []
    wheels, when = [], epoch()
    for name in asked.names or KNOWN:
        try:
            if name == EXTENSION:
                _say(write_extension(asked.out, when, DISTRIBUTIONS["wherein"].version))
                continue
            built = build(DISTRIBUTIONS[name], asked.out, when, with_source=True)
        except NotHere as reason:
            # What needs a file that a clone does not have is left out, unless it was asked for.
            (failed if asked.names else left_out).append(f"{name} is not built. {reason}")
            continue
        except NotBuilt as reason:
            failed.append(f"{name} is not built. {reason}")
            continue
        wheels.append(built.wheel)
        _say(filter(None, (built.wheel, built.source)))
    if asked.offline and not failed:
        try:
            _say(_for_one_system(wheels, asked.out, when, asked.packages, asked.extras))
        except NotBuilt as reason:
            failed.append(f"What is for one system is not built. {reason}")
    _write_beside(asked.out)
    _write_checksums(asked.out)
    for sentence in [*left_out, *failed]:
        print(sentence, file=sys.stderr)
    return 1 if failed else 0


def _say(paths: Iterable[Path]) -> None:
    for path in paths:
        print(f"{path.stat().st_size / 1e6:7.1f} MB  {path.name}")


def _for_one_system(
    wheels: list[Path], out: Path, when: int, packages: bool, extras: list[str]
) -> Iterator[Path]:
    """Write what holds libraries of this system: the zip of wheels, and where asked the packages made of it."""
    offline = write_offline(wheels, out, extras)
    yield offline
    if packages:
        version = DISTRIBUTIONS["wherein"].version
        yield write_debian(offline, version, out, when)
        yield write_portable(offline, version, out)


def _write_beside(folder: Path) -> None:
    """The installer, the image's file, and the feed at which `wherein update --check` looks."""
    for name in ("install.sh", "Containerfile"):
        shutil.copyfile(ROOT / "distributions" / name, folder / name)
    form = {"product": "wherein", "version": DISTRIBUTIONS["wherein"].version, "notes": ""}
    (folder / FEED).write_text(json.dumps(form, indent=1) + "\n", "utf-8")


def _write_checksums(folder: Path) -> None:
    """SHA256SUMS over every file of a release in the folder, as `sha256sum --check` reads it."""
    archives = sorted(
        path
        for path in folder.iterdir()
        if path.name.endswith(
            (".whl", ".tar.gz", ".zip", ".xpi", ".deb", ".cdx.json", ".sh", FEED, "Containerfile")
        )
    )
    lines = [f"{sha256_of(path)}  {path.name}\n" for path in archives]
    (folder / "SHA256SUMS").write_text("".join(lines), "ascii")


if __name__ == "__main__":
    sys.exit(main())
