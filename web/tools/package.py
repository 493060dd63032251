"""Packs the built extension for the stores: one zip a browser, the same bytes for the same files. Builds nothing."""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path

BUILT = Path(__file__).parents[1] / "extension/dist"
# Zip files know no earlier time; a fixed one makes the same files the same zip.
WHEN = (1980, 1, 1, 0, 0, 0)


def pack(browser: str, into: Path) -> Path:
    """The zip of dist/BROWSER in `into`, its manifest at the root. FileNotFoundError when it is not built."""
    folder = BUILT / browser
    version = json.loads((folder / "manifest.json").read_text("utf-8"))["version"]
    made = into / f"wherein-{version}-{browser}.zip"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes())
    return made


def main() -> None:
    """Packs both and says how large they are, packed and unpacked."""
    for browser in ("chromium", "firefox"):
        try:
            made = pack(browser, BUILT)
        except FileNotFoundError:
            sys.exit("The extension is not built: run `make web-build`, then try again.")
        whole = sum(path.stat().st_size for path in (BUILT / browser).rglob("*") if path.is_file())
        packed = made.stat().st_size
        print(f"{made}  {packed / 1e6:.1f} MB, unpacked {whole / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
