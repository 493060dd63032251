"""`make dist`: the wheels and source archives in `dist/`, with their checksums."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.release.archives import sha256_of
from tools.release.building import build, epoch
from tools.release.distributions import DISTRIBUTIONS, ROOT, NotBuilt
from tools.release.offline import write_offline
from tools.release.packages import write_debian, write_portable


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.release", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join(DISTRIBUTIONS)}; all without one"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="the folder to write to")
    parser.add_argument(
        "--offline", action="store_true", help="also one zip of these and all wheels they need, for this system"
    )  # fmt: skip
    parser.add_argument(
        "--packages", action="store_true", help="with --offline: also a Debian package and a portable folder"
    )  # fmt: skip
    asked = parser.parse_args(argv)
    unknown = [name for name in asked.names if name not in DISTRIBUTIONS]
    if unknown:
        parser.error(f"{unknown[0]} is none of {', '.join(DISTRIBUTIONS)}.")
    left_out, wheels, when = [], [], epoch()
    for name in asked.names or DISTRIBUTIONS:
        try:
            built = build(DISTRIBUTIONS[name], asked.out, when, with_source=True)
        except NotBuilt as reason:
            left_out.append(f"{name} is not built. {reason}")
            continue
        wheels.append(built.wheel)
        for path in filter(None, (built.wheel, built.source)):
            print(f"{path.stat().st_size / 1e6:7.1f} MB  {path.name}")
    if asked.offline and not left_out:
        try:
            for path in _for_one_system(wheels, asked.out, when, asked.packages):
                print(f"{path.stat().st_size / 1e6:7.1f} MB  {path.name}")
        except NotBuilt as reason:
            left_out.append(f"What is for one system is not built. {reason}")
    _write_checksums(asked.out)
    for sentence in left_out:
        print(sentence, file=sys.stderr)
    return 1 if left_out else 0


def _for_one_system(wheels: list[Path], out: Path, when: int, packages: bool) -> Iterator[Path]:
    """Write what holds libraries of this system: the zip of wheels, and where asked the packages made of it."""
    offline = write_offline(wheels, out)
    yield offline
    if packages:
        version = DISTRIBUTIONS["wherein"].version
        yield write_debian(offline, version, out, when)
        yield write_portable(offline, version, out)


def _write_checksums(folder: Path) -> None:
    """SHA256SUMS over every archive in the folder, as `sha256sum --check` reads it."""
    archives = sorted(
        path for path in folder.iterdir() if path.name.endswith((".whl", ".tar.gz", ".zip", ".deb"))
    )
    lines = [f"{sha256_of(path)}  {path.name}\n" for path in archives]
    (folder / "SHA256SUMS").write_text("".join(lines), "ascii")


if __name__ == "__main__":
    sys.exit(main())
