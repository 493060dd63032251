"""Writes zips, and wheels and source archives again, so that the same content gives the same bytes. Knows no project.

Entries are sorted, have one time and one mode, and are compressed in one way. A wheel may be given further files; its
RECORD names them all. Equal bytes need equal versions of zlib.
"""

from __future__ import annotations

import base64
import csv
import gzip
import hashlib
import io
import tarfile
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path

_FIRST_ZIP_SECOND = 315532800  # 1 January 1980, before which a zip knows no time
_LEVEL = 6


def rewrite_wheel(source: Path, target: Path, epoch: int, further: Mapping[str, bytes]) -> None:
    """Write the wheel `source` to `target` with `further` files; `{info}` in a name is the wheel's .dist-info folder,
    `{data}` its .data folder."""
    with zipfile.ZipFile(source) as wheel:
        content = {name: wheel.read(name) for name in wheel.namelist() if not name.endswith("/")}
    (record,) = [name for name in content if name.endswith(".dist-info/RECORD")]
    del content[record]
    info = record.removesuffix("/RECORD")
    places = {"info": info, "data": info.removesuffix(".dist-info") + ".data"}
    content.update({name.format(**places): data for name, data in further.items()})
    # The description stands last, so that it is found without reading the rest.
    names = sorted(content, key=lambda name: (name.startswith(info), name))
    content[record] = _record(content, names, record)
    with zipfile.ZipFile(target, "w") as out:
        for name in [*names, record]:
            _put(out, name, content[name], epoch)


def write_zip(files: Mapping[str, bytes], target: Path, epoch: int) -> None:
    """Write a zip of these files by their paths."""
    with zipfile.ZipFile(target, "w") as out:
        for name in sorted(files):
            _put(out, name, files[name], epoch)


def _put(out: zipfile.ZipFile, name: str, data: bytes, epoch: int) -> None:
    entry = zipfile.ZipInfo(name, time.gmtime(max(epoch, _FIRST_ZIP_SECOND))[:6])
    entry.create_system = 3  # POSIX, on every system
    entry.external_attr = 0o100644 << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    out.writestr(entry, data, compresslevel=_LEVEL)


def _record(content: Mapping[str, bytes], names: list[str], record: str) -> bytes:
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    for name in names:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content[name]).digest()).rstrip(b"=")
        writer.writerow([name, f"sha256={digest.decode()}", len(content[name])])
    writer.writerow([record, "", ""])
    return rows.getvalue().encode()


def rewrite_sdist(source: Path, target: Path, epoch: int) -> None:
    """Write the source archive `source` (.tar.gz) to `target`."""
    with (
        tarfile.open(source) as old,
        target.open("wb") as file,
        gzip.GzipFile("", "wb", _LEVEL, file, mtime=epoch) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            entry = tarfile.TarInfo(member.name)
            entry.type, entry.size, entry.mtime = member.type, member.size, epoch
            entry.mode = 0o755 if member.isdir() else 0o644
            new.addfile(entry, old.extractfile(member) if member.isfile() else None)


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
